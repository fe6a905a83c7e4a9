"""Who comes: registration, guests, check-in (R2.14, R2.18)."""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from club.live import MEMBERS, raise_versions
from club.log import Actor
from club.models import Member
from scoring.models import Stage
from scoring.rules.problems import Problem, Problems
from tournaments.actions.transitions import (
    UNTIL_CLOSED,
    check_belongs,
    lock_tournament,
    raise_if_any,
    save_change,
)
from tournaments.models import Attendance, Participant, Seat, Tournament, TournamentState


@transaction.atomic
def register(
    *, tournament: Tournament, member: Member, attendance: str | None = None, by: Actor, at: dt.datetime
) -> Participant:
    """This member takes part; a tick at the check-in gives `attendance` "present" as well.

    A second call gives the same row. While people play somebody may still be registered, and joins a table later.
    """
    locked = lock_tournament(tournament, UNTIL_CLOSED)
    participant = Participant.objects.filter(tournament=locked, member=member).first()
    if participant is None:
        participant = Participant.objects.create(
            tournament=locked,
            member=member,
            is_guest=member.is_guest,
            attendance=attendance or Attendance.REGISTERED,
        )
        after = {"participant": participant.pk, "member": member.pk, "attendance": participant.attendance}
        save_change(locked, by=by, at=at, action="register", after=after)
    elif attendance is not None:
        _set_attendance(locked, participant, attendance, by=by, at=at)
    return participant


@transaction.atomic
def register_guest(
    *, tournament: Tournament, name: str, attendance: str = Attendance.PRESENT, by: Actor, at: dt.datetime
) -> Participant:
    """A guest in one line. Who was a guest under that name before is the same person; so is a second click.

    Raises `Problems`: `missing_name`; `member_of_that_name` when a member bears it, who is ticked in the list instead.
    """
    locked = lock_tournament(tournament, UNTIL_CLOSED)
    name = " ".join(name.split())
    if not name:
        raise Problems([Problem("name", "missing_name")])
    bearers = list(Member.objects.filter(name=name).order_by("pk"))
    if any(not bearer.is_guest for bearer in bearers):
        raise Problems([Problem("name", "member_of_that_name", {"name": name})])
    if bearers:
        guest = bearers[0]
    else:
        guest = Member.objects.create(name=name, is_guest=True)
        raise_versions([MEMBERS])
    return register(tournament=locked, member=guest, attendance=attendance, by=by, at=at)


@transaction.atomic
def set_attendance(
    *, tournament: Tournament, participant: Participant, attendance: str, by: Actor, at: dt.datetime
) -> Participant:
    """The tick at the check-in. Who did not come loses a seat drawn already; who plays cannot be a no-show (R2.18).

    Raises `Problems`: `has_played` for somebody who sits at a table where play has begun.
    """
    locked = lock_tournament(tournament, UNTIL_CLOSED)
    raise_if_any(check_belongs(locked, participant))
    participant.refresh_from_db()
    _set_attendance(locked, participant, attendance, by=by, at=at)
    return participant


def _set_attendance(
    locked: Tournament, participant: Participant, attendance: str, *, by: Actor, at: dt.datetime
) -> None:
    if participant.attendance == attendance:
        return
    if attendance != Attendance.PRESENT:
        _leave_seat(locked, participant)
    before, participant.attendance = participant.attendance, attendance
    participant.save(update_fields=["attendance"])
    save_change(
        locked,
        by=by,
        at=at,
        action="set_attendance",
        before={"participant": participant.pk, "attendance": before},
        after={"participant": participant.pk, "attendance": attendance},
    )


@transaction.atomic
def remove_participant(*, tournament: Tournament, participant: Participant, by: Actor, at: dt.datetime) -> None:
    """Strike somebody off the list who was put there by mistake; a second call finds nobody and changes nothing.

    Raises `Problems`: `has_played` for somebody who sits at a table where play has begun.
    """
    locked = lock_tournament(tournament, UNTIL_CLOSED)
    found = Participant.objects.filter(tournament=locked, pk=participant.pk).first()
    if found is None:
        return
    _leave_seat(locked, found)
    before = {"participant": found.pk, "member": found.member_id, "attendance": found.attendance}
    found.delete()
    save_change(locked, by=by, at=at, action="remove_participant", before=before)


def _leave_seat(tournament: Tournament, participant: Participant) -> None:
    """Give back a seat drawn before play; refuse for somebody who plays."""
    seats = Seat.objects.filter(participant=participant)
    if tournament.state == TournamentState.SEATED:
        seats.filter(stage=Stage.TABLE).update(participant=None)
    elif tournament.state in (TournamentState.RUNNING, TournamentState.FINAL) and _plays(tournament, participant):
        raise Problems([Problem("participant", "has_played", {"player": participant.member.name})])


def _plays(tournament: Tournament, participant: Participant) -> bool:
    return (
        Seat.objects.filter(participant=participant).exists()
        or participant.member.sheet_players.filter(sheet__group=tournament.group_id).exists()
    )
