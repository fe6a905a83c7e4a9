"""One evening as its page shows it: seating, all sheets as they were written, final, league points."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from club.queries import names_shown, prime_on
from scoring.models import Stage
from tournaments.models import Award, DecisionPlace, Participant, Seat, Settler, Tournament
from tournaments.queries.sheets import Sheet, SheetReader, seat_label
from tournaments.standings import LeaguePoints


@dataclass(frozen=True, slots=True)
class PlacedPerson:
    """A seat with who sits there, None while nobody has drawn it."""

    label: str
    name: str | None
    is_prime: bool


@dataclass(frozen=True, slots=True)
class PlacedTable:
    """A table before play: its seats clockwise."""

    stage: str
    number: int
    seats: Sequence[PlacedPerson]


@dataclass(frozen=True, slots=True)
class PointsLine:
    """One member's league points of the evening, and the title if due."""

    name: str
    is_prime: bool
    points: LeaguePoints


@dataclass(frozen=True, slots=True)
class SettledTie:
    """How a tie was settled (R2.15), best first."""

    stage: str
    table: int
    by: str
    reason: str
    names: Sequence[str]


@dataclass(frozen=True, slots=True)
class TournamentPage:
    """All of one evening. `guests`, `declined` (R2.17) and `no_seat` are names in the order of the list."""

    tournament: Tournament
    host: str
    seating: Sequence[PlacedTable]
    sheets: Sequence[Sheet]
    final: Sheet | None
    points: Sequence[PointsLine]
    guests: Sequence[str]
    declined: Sequence[str]
    ties: Sequence[SettledTie]
    registered: Sequence[str]


def find_tournament(pk: int) -> Tournament | None:
    """The tournament with host and groups, whose version numbers tell whether anything has changed."""
    return Tournament.objects.select_related("host", "group", "final_group").filter(pk=pk).first()


def read_tournament_page(tournament: Tournament, *, today: dt.date) -> TournamentPage:
    """Everything on the tournament's page: seven queries, whatever the size."""
    people = list(
        Participant.objects.filter(tournament=tournament)
        .order_by("pk")
        .values_list("pk", "member_id", "member__name", "member__number", "is_guest", "declined_final")
    )
    names = names_shown((member, name, number) for _pk, member, name, number, _guest, _declined in people)
    guests = {member for _pk, member, _name, _number, is_guest, _declined in people if is_guest}
    members = {pk: member for pk, member, *_rest in people}
    prime = prime_on(today)
    ties = _ties(tournament)
    reader = SheetReader(names, guests, prime, _orders(ties, members))
    sheets = reader.read(tournament)
    return TournamentPage(
        tournament=tournament,
        host=tournament.host.name if tournament.host else tournament.host_name,
        seating=_seating(tournament, names, prime),
        sheets=[sheet for sheet in sheets if sheet.stage != Stage.FINAL],
        final=next((sheet for sheet in sheets if sheet.stage == Stage.FINAL), None),
        points=_points(tournament, names, prime),
        guests=[names[member] for member in members.values() if member in guests],
        declined=[names[member] for _pk, member, _n, _nr, _guest, declined in people if declined],
        ties=[
            SettledTie(stage, table, by, reason, [names[members[person]] for person in order])
            for stage, table, by, reason, order in ties
        ],
        registered=list(names.values()),
    )


Tie = tuple[str, int, str, str, tuple[int, ...]]  # stage, table, settled by, reason, participants best first


def _ties(tournament: Tournament) -> list[Tie]:
    found: dict[int, Tie] = {}
    places_laid_down = DecisionPlace.objects.filter(decision__tournament=tournament, decision__void=False)
    for decision, stage, table, by, reason, participant in places_laid_down.order_by("decision", "place").values_list(
        "decision_id",
        "decision__table__stage",
        "decision__table__number",
        "decision__by",
        "decision__reason",
        "participant_id",
    ):
        before = found[decision][4] if decision in found else ()
        found[decision] = (stage, table, Settler(by).label, reason, (*before, participant))
    return list(found.values())


def _orders(ties: Iterable[Tie], members: Mapping[int, int]) -> dict[tuple[str, int], list[tuple[int, ...]]]:
    orders: dict[tuple[str, int], list[tuple[int, ...]]] = {}
    for stage, table, _by, _reason, order in ties:
        orders.setdefault((stage, table), []).append(tuple(members[person] for person in order))
    return orders


def _seating(tournament: Tournament, names: Mapping[int, str], prime: int | None) -> list[PlacedTable]:
    tables: dict[tuple[str, int], list[PlacedPerson]] = {}
    seats = Seat.objects.filter(table__tournament=tournament).order_by("table__number", "number")
    for stage, table, number, member in seats.values_list("stage", "table__number", "number", "participant__member_id"):
        label = seat_label(stage, table, number)
        name = None if member is None else names[member]
        person = PlacedPerson(label, name, member is not None and member == prime)
        tables.setdefault((stage, table), []).append(person)
    return [PlacedTable(stage, number, persons) for (stage, number), persons in tables.items()]


def _points(tournament: Tournament, names: Mapping[int, str], prime: int | None) -> list[PointsLine]:
    """Most points first; equals by their places, then as the tables stand."""
    lines = [
        PointsLine(names[member], member == prime, LeaguePoints(*values))
        for member, *values in Award.objects.filter(tournament=tournament)
        .order_by("-total", "final_place", "table_place", "pk")
        .values_list("member_id", "taking_part", "table_points", "final_points", "table_place", "final_place")
    ]
    return sorted(lines, key=lambda line: -line.points.total)
