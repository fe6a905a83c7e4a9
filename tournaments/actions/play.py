"""Play begins; late comers, substitutes and leavers while it runs (R2.17, R2.18)."""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.db.models import Max

from club.log import Actor
from club.models import Member
from scoring.actions import add_player, player_leaves
from scoring.models import SheetPlayer, Stage
from scoring.rules.problems import Problem, Problems
from scoring.rules.ruleset import get_ruleset
from tournaments.actions.decks import check_decks
from tournaments.actions.people import register
from tournaments.actions.seats import label_of
from tournaments.actions.sheets import open_stage
from tournaments.actions.transitions import check_belongs, lock_tournament, raise_if_any, save_change
from tournaments.models import Attendance, Participant, Seat, Table, Tournament, TournamentState


@transaction.atomic
def start_play(*, tournament: Tournament, by: Actor, at: dt.datetime) -> Tournament:
    """seated → running: opens a sheet for each table. A second call changes nothing.

    Raises `Problems`: `seat_empty` for each free seat, `person_without_seat` for each who is there without one,
    `too_few_decks`, `wrong_state`.
    """
    locked = lock_tournament(tournament, [TournamentState.SEATED, TournamentState.RUNNING])
    if locked.state == TournamentState.RUNNING:
        return locked
    raise_if_any([*check_seats(locked), *check_decks(locked, Stage.TABLE)])
    open_stage(locked, Stage.TABLE, at)
    locked.state = TournamentState.RUNNING
    save_change(locked, "state", "group", by=by, at=at, action="start_play")
    return locked


def check_seats(locked: Tournament) -> list[Problem]:
    """Each seat has its person, and each who is there a seat (R2.6, R2.18)."""
    seats = list(Seat.objects.filter(table__tournament=locked, stage=Stage.TABLE).select_related("table"))
    seated = {seat.participant_id for seat in seats}
    present = Participant.objects.filter(tournament=locked, attendance=Attendance.PRESENT).select_related("member")
    return [
        *(Problem("seats", "seat_empty", {"seat": label_of(seat)}) for seat in seats if seat.participant_id is None),
        *(
            Problem("participants", "person_without_seat", {"player": person.member.name})
            for person in present
            if person.pk not in seated
        ),
    ]


@transaction.atomic
def join_table(
    *, tournament: Tournament, table: Table, member: Member, seat: int | None = None, by: Actor, at: dt.datetime
) -> Participant:
    """A late comer takes a free place, or (`seat`) that of somebody who has left (R2.18).

    A second call gives the same row. Raises `Problems`: `already_seated`, `table_full`, `unknown_table`,
    `too_few_decks` (R1.2), those of the sheet (the last round has begun), `wrong_state`.
    """
    locked = lock_tournament(tournament, [TournamentState.RUNNING])
    found = Table.objects.filter(pk=table.pk, tournament=locked, stage=Stage.TABLE).select_related("sheet").first()
    if found is None or found.sheet is None:
        raise Problems([Problem("table", "unknown_table")])
    participant = register(tournament=locked, member=member, attendance=Attendance.PRESENT, by=by, at=at)
    played_at = SheetPlayer.objects.filter(member=member, sheet__group=locked.group_id).values_list(
        "sheet_id", flat=True
    )
    if played_at:
        if list(played_at) == [found.sheet_id]:
            return participant
        raise Problems([Problem("participant", "already_seated", {"player": member.name})])
    number = seat or _next_seat(locked, found)
    add_player(sheet=found.sheet, member=member, seat=number, by=by, at=at)
    Seat.objects.get_or_create(table=found, number=number, defaults={"stage": Stage.TABLE, "participant": participant})
    raise_if_any(check_decks(locked, Stage.TABLE))
    locked.refresh_from_db()
    after = {"participant": participant.pk, "seat": f"{found}.{number}"}
    save_change(locked, by=by, at=at, action="join_table", after=after)
    return participant


def _next_seat(locked: Tournament, table: Table) -> int:
    """The seat behind the last; refuses at a table that is full (R2.2)."""
    playing = SheetPlayer.objects.filter(sheet=table.sheet_id, left_after__isnull=True).count()
    if playing >= max(get_ruleset(locked.ruleset).players.alone):
        raise Problems([Problem("table", "table_full", {"table": table.number})])
    return (Seat.objects.filter(table=table).aggregate(last=Max("number"))["last"] or 0) + 1


@transaction.atomic
def leave_table(*, tournament: Tournament, participant: Participant, by: Actor, at: dt.datetime) -> None:
    """Somebody goes home: the points stay and rank, later rounds are played without (R2.17).

    A second call changes nothing. Raises `Problems`: `not_at_the_table`, those of the sheet, `wrong_state`.
    """
    locked = lock_tournament(tournament, [TournamentState.RUNNING])
    raise_if_any(check_belongs(locked, participant))
    player = SheetPlayer.objects.filter(member=participant.member_id, sheet__group=locked.group_id).first()
    if player is None:
        raise Problems([Problem("participant", "not_at_the_table", {"player": participant.member.name})])
    if player.left_after is not None:
        return
    player_leaves(sheet=player.sheet, player=player, by=by, at=at)
    save_change(locked, by=by, at=at, action="leave_table", after={"participant": participant.pk})
