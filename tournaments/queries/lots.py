"""What the drawer of a lot sees: the seat, and the names that have none yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from club.collation import collation_key
from scoring.models import Stage
from tournaments.models import Attendance, Participant, Seat, Tournament, TournamentState
from tournaments.queries.places import TablePlaces, participant_names, read_places
from tournaments.queries.sheets import seat_label


@dataclass(frozen=True, slots=True)
class LotPage:
    """`taken_by` is the name on the seat. `is_open`: names may still be picked. `table`: how the table fills."""

    tournament: Tournament
    seat: Seat
    label: str
    taken_by: str
    is_open: bool
    people: Sequence[tuple[int, str]]
    table: TablePlaces


def read_lot(lot: str) -> LotPage | None:
    """The page of a lot; None for one that never was, or of a draw that has been given up."""
    seat = Seat.objects.filter(lot=lot).select_related("table__tournament").first()
    if seat is None:
        return None
    tournament = seat.table.tournament
    names = participant_names(tournament)
    seated = set(
        Seat.objects.filter(table__tournament=tournament, stage=seat.stage, participant__isnull=False).values_list(
            "participant_id", flat=True
        )
    )
    people = Participant.objects.filter(tournament=tournament)
    wanted = (
        people.filter(is_finalist=True) if seat.stage == Stage.FINAL else people.filter(attendance=Attendance.PRESENT)
    )
    free = [(pk, names[pk]) for pk in wanted.values_list("pk", flat=True) if pk not in seated]
    return LotPage(
        tournament=tournament,
        seat=seat,
        label=seat_label(seat.table.stage, seat.table.number, seat.number),
        taken_by=names.get(seat.participant_id or 0, ""),
        is_open=seat.participant_id is None and _is_drawing(tournament, seat.stage),
        people=sorted(free, key=lambda person: collation_key(person[1])),
        table=next(table for table in read_places(tournament, [seat.stage]) if table.pk == seat.table_id),
    )


def _is_drawing(tournament: Tournament, stage: str) -> bool:
    if stage == Stage.FINAL:
        return tournament.state == TournamentState.FINAL and tournament.final_group_id is None
    return tournament.state == TournamentState.SEATED
