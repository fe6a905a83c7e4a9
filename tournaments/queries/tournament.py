"""One evening as its page shows it: seating, all sheets as they were written, final, league points."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from club.queries import names_shown, prime_on
from scoring.models import Stage
from tournaments.models import DecisionPlace, Participant, Seat, Settler, Tournament
from tournaments.queries.sheets import Sheet, SheetReader, seat_label
from tournaments.standings import LeaguePoints

LAST = 1_000_000  # behind every place


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


def tournament_versions(pk: int) -> tuple[int | None, ...] | None:
    """The version numbers of the evening and of its sheets; None when there is no such tournament."""
    versions: tuple[int | None, ...] | None = (
        Tournament.objects.filter(pk=pk).values_list("version", "group__version", "final_group__version").first()
    )
    return versions


class _Person(NamedTuple):
    """A participant with the league points of the evening, None for a guest and before the evening is closed."""

    pk: int
    member: int
    name: str
    number: int | None
    is_guest: bool
    has_declined: bool
    taking_part: int | None
    table: int
    final: int
    table_place: int | None
    final_place: int | None


def read_tournament_page(pk: int, *, today: dt.date) -> TournamentPage:
    """Everything on the tournament's page: six queries, whatever the size."""
    tournament = Tournament.objects.select_related("host").get(pk=pk)
    people = _people(tournament)
    names = names_shown((person.member, person.name, person.number) for person in people)
    members = {person.pk: person.member for person in people}
    guests = {person.member for person in people if person.is_guest}
    prime = prime_on(today)
    ties = _ties(tournament)
    groups = [group for group in (tournament.group_id, tournament.final_group_id) if group is not None]
    sheets = SheetReader(names, guests, prime, _orders(ties, members)).read(groups) if groups else []
    return TournamentPage(
        tournament=tournament,
        host=tournament.host.name if tournament.host else tournament.host_name,
        seating=[] if sheets else _seating(tournament, names, prime),
        sheets=[sheet for sheet in sheets if sheet.stage != Stage.FINAL],
        final=next((sheet for sheet in sheets if sheet.stage == Stage.FINAL), None),
        points=_points(people, names, prime),
        guests=[names[person.member] for person in people if person.is_guest],
        declined=[names[person.member] for person in people if person.has_declined],
        ties=[
            SettledTie(stage, table, by, reason, [names[members[person]] for person in order])
            for stage, table, by, reason, order in ties
        ],
        registered=list(names.values()),
    )


def _people(tournament: Tournament) -> list[_Person]:
    rows = Participant.objects.filter(tournament=tournament).order_by("pk")
    return [
        _Person._make(row)
        for row in rows.values_list(
            "pk",
            "member_id",
            "member__name",
            "member__number",
            "is_guest",
            "declined_final",
            "award__taking_part",
            "award__table_points",
            "award__final_points",
            "award__table_place",
            "award__final_place",
        )
    ]


Tie = tuple[str, int, str, str, tuple[int, ...]]  # stage, table, settled by, reason, participants best first


def _ties(tournament: Tournament) -> list[Tie]:
    found: dict[int, Tie] = {}
    places_laid_down = DecisionPlace.objects.filter(decision__tournament=tournament, decision__void=False)
    for decision, stage, table, by, reason, participant in places_laid_down.order_by(
        "decision_id", "place"
    ).values_list(
        "decision_id",
        "decision__table__stage",
        "decision__table__number",
        "decision__by",
        "decision__reason",
        "participant_id",
    ):
        before = found[decision][4] if decision in found else ()
        found[decision] = (stage, table, str(Settler(by).label), reason, (*before, participant))
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


def _points(people: Iterable[_Person], names: Mapping[int, str], prime: int | None) -> list[PointsLine]:
    """Most points first; equals by their places, then in the order of the list."""
    lines = [
        PointsLine(
            names[person.member],
            person.member == prime,
            LeaguePoints(person.taking_part, person.table, person.final, person.table_place, person.final_place),
        )
        for person in people
        if person.taking_part is not None
    ]
    return sorted(lines, key=_standing)


def _standing(line: PointsLine) -> tuple[int, int, int]:
    points = line.points
    return -points.total, points.final_place or LAST, points.table_place or LAST
