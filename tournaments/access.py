"""Who may do what with an evening."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from club.models import Account
from tournaments.models import Tournament


def may_plan(account: Account | AnonymousUser) -> bool:
    """Plan a new evening: the board, and every member of the club with an account."""
    return isinstance(account, Account) and (
        account.is_board or (account.member is not None and not account.member.is_guest)
    )


def may_host(account: Account | AnonymousUser, tournament: Tournament) -> bool:
    """Lead this evening: the board, its host, and whoever planned it."""
    return isinstance(account, Account) and (
        account.is_board
        or (account.member_id is not None and account.member_id == tournament.host_id)
        or tournament.created_by_id == account.pk
    )


def may_reopen(account: Account | AnonymousUser) -> bool:
    """Open a closed evening again, and decide ties as the board."""
    return isinstance(account, Account) and account.is_board
