"""What changes members and accounts."""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from club.live import MEMBERS, raise_versions
from club.log import Actor, write_log
from club.models import Account, FormerName, Member, Version
from scoring.rules.problems import Problem, Problems


@transaction.atomic
def add_member(
    *,
    name: str,
    number: int | None = None,
    born: dt.date | None = None,
    joined_on: dt.date | None = None,
    email: str = "",
    is_guest: bool = False,
    is_another: bool = False,
    by: Actor,
    at: dt.datetime,
) -> Member:
    """A new person. The same sent twice gives the first row; `is_another` makes a second person of that name.

    Raises `Problems`: `missing_name`, `number_taken`, `duplicate_member` when somebody of that name is known.
    """
    name = _tidy(name)
    list(Version.objects.select_for_update().filter(topic=MEMBERS))  # two clicks at once wait for one another
    values = {"name": name, "number": number, "born": born, "joined_on": joined_on, "email": email}
    same = Member.objects.filter(**values, is_guest=is_guest).first()
    if same is not None and not is_another:
        return same
    problems = _check_name(name)
    if number is not None and Member.objects.filter(number=number).exists():
        problems.append(Problem("number", "number_taken", {"number": number}))
    if not is_another and Member.objects.filter(name=name).exists():
        problems.append(Problem("name", "duplicate_member", {"name": name}))
    if problems:
        raise Problems(problems)
    member = Member.objects.create(**values, is_guest=is_guest)
    after = {"name": name, "number": number, "born": born.isoformat() if born else None, "guest": is_guest}
    write_log(by=by, at=at, action="add_member", subject=f"member:{member.pk}", after=after)
    raise_versions([MEMBERS])
    return member


@transaction.atomic
def rename_member(*, member: Member, name: str, by: Actor, at: dt.datetime) -> Member:
    """Past events show the present name; the one before is kept, and found by search and import (R2.20).

    The same name again changes nothing. Raises `Problems`: `missing_name`.
    """
    name = _tidy(name)
    problems = _check_name(name)
    if problems:
        raise Problems(problems)
    locked = Member.objects.select_for_update().get(pk=member.pk)
    if locked.name == name:
        return locked
    before, locked.name = locked.name, name
    locked.save(update_fields=["name"])
    FormerName.objects.create(member=locked, name=before, until=at)
    write_log(by=by, at=at, action="rename_member", subject=f"member:{locked.pk}", before=before, after=name)
    raise_versions([MEMBERS])
    return locked


@transaction.atomic
def create_account(
    *,
    username: str,
    password: str | None,
    member: Member | None = None,
    is_board: bool = False,
    by: Actor,
    at: dt.datetime,
) -> Account:
    """Somebody who can log in; without a password not before one is set. The same sent twice gives the first account.

    Raises `Problems`: `missing_name`, `username_taken`, `member_has_account`.
    """
    username = Account.normalize_username(username.strip())
    known = Account.objects.filter(username=username).first()
    if known is not None and (known.member, known.is_board) == (member, is_board):
        return known
    problems = [] if username else [Problem("username", "missing_name")]
    if known is not None:
        problems.append(Problem("username", "username_taken", {"name": username}))
    if member is not None and Account.objects.filter(member=member).exists():
        problems.append(Problem("member", "member_has_account", {"name": member.name}))
    if problems:
        raise Problems(problems)
    account = Account.objects.create_user(username, password=password, member=member, is_board=is_board)
    after = {"username": username, "member": member.pk if member else None, "board": is_board}
    write_log(by=by, at=at, action="create_account", subject=f"account:{account.pk}", after=after)
    return account


def _tidy(name: str) -> str:
    return " ".join(name.split())


def _check_name(name: str) -> list[Problem]:
    return [] if name else [Problem("name", "missing_name")]
