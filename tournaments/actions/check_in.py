"""The ticks of the check-in, one or many at a time (R2.18)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from django.db import transaction

from club.log import Actor
from club.models import Member
from tournaments.actions.transitions import lock_tournament, save_change
from tournaments.models import Attendance, Participant, Tournament, TournamentState


@transaction.atomic
def check_in(
    *, tournament: Tournament, present: Collection[int], absent: Collection[int], by: Actor, at: dt.datetime
) -> Tournament:
    """These members (primary keys) are there, those are not (any more) but stay on the list; all others stay as is.

    The same again changes nothing. The same number of queries for one tick and for thirty.
    Raises `Problems`: `wrong_state` once seats are made.
    """
    locked = lock_tournament(tournament, [TournamentState.PLANNED])
    rows = {row.member_id: row for row in Participant.objects.filter(tournament=locked)}
    come = [row for member, row in rows.items() if member in present and row.attendance != Attendance.PRESENT]
    gone = [row for member, row in rows.items() if member in absent and row.attendance == Attendance.PRESENT]
    for row in come:
        row.attendance = Attendance.PRESENT
    for row in gone:
        row.attendance = Attendance.REGISTERED
    Participant.objects.bulk_update([*come, *gone], ["attendance"])
    new = Participant.objects.bulk_create(
        Participant(tournament=locked, member=member, is_guest=member.is_guest, attendance=Attendance.PRESENT)
        for member in Member.objects.filter(pk__in=set(present) - set(rows)).order_by("pk")
    )
    if come or gone or new:
        after = {"present": [row.member_id for row in (*come, *new)], "absent": [row.member_id for row in gone]}
        save_change(locked, by=by, at=at, action="check_in", after=after)
    return locked
