"""The draw of a stage as the host sees it: who sits where, who has no seat yet, roles, decks, the digital draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from club.collation import collation_key
from club.models import Deck
from scoring.models import Stage
from scoring.rules.ruleset import get_ruleset
from scoring.rules.seats import sheet_order, youngest
from scoring.rules.sheet_values import SheetPlayer
from tournaments.models import Attendance, Draw, Participant, Table, Tournament
from tournaments.queries.places import Place, Role, TablePlaces, participant_names, read_places


@dataclass(frozen=True, slots=True)
class Seating:
    """A full table: participants in the order of the sheet, their roles, and whether the host has to say them (R4.2).

    `people` are participant, name, is first, is scribe, in seat order.
    """

    table: TablePlaces
    order: Sequence[int]
    roles: Mapping[int, Role]
    asks: bool
    people: Sequence[tuple[int, str, bool, bool]]

    @property
    def has_no_scribe(self) -> bool:
        return not any(role.is_scribe for role in self.roles.values())


@dataclass(frozen=True, slots=True)
class DrawPage:
    """Everything about the seats of one stage. `others`: seat, label and name of those with whom one may swap."""

    stage: str
    tables: Sequence[TablePlaces]
    free_people: Sequence[tuple[int, str]]
    selected: Place | None
    others: Sequence[tuple[int, str, str]]
    draw: Draw | None
    seatings: Sequence[Seating]
    decks_needed: int
    keeps_decks: bool

    @property
    def is_final(self) -> bool:
        return self.stage == Stage.FINAL

    @property
    def is_full(self) -> bool:
        """Everybody has a seat, and every seat somebody."""
        return not self.free_people and all(table.is_full for table in self.tables)

    @property
    def decks_missing(self) -> bool:
        return sum(len(table.decks) for table in self.tables) < self.decks_needed


def read_draw_page(tournament: Tournament, stage: str, selected: int | None = None) -> DrawPage:
    """The same number of queries, whatever the size. `selected` is the seat that the host has tapped."""
    tables = read_places(tournament, [stage])
    places = [place for table in tables for place in table.places]
    seated = {place.participant for place in places}
    names = participant_names(tournament)
    free = sorted(
        ((pk, names[pk]) for pk in _may_sit(tournament, stage) if pk not in seated),
        key=lambda person: collation_key(person[1]),
    )
    chosen = _selected(places, selected, bool(free))
    ruleset = get_ruleset(tournament.ruleset)
    return DrawPage(
        stage=stage,
        tables=tables,
        free_people=free,
        selected=chosen,
        others=[(place.pk, place.label, place.name) for place in places if place != chosen],
        draw=Draw.objects.filter(tournament=tournament, stage=stage).order_by("number").last(),
        seatings=read_seatings(tournament, tables),
        decks_needed=sum(ruleset.decks_for(len(table.places)) for table in tables if table.places),
        keeps_decks=Deck.objects.exists(),
    )


def _may_sit(tournament: Tournament, stage: str) -> list[int]:
    people = Participant.objects.filter(tournament=tournament)
    wanted = people.filter(is_finalist=True) if stage == Stage.FINAL else people.filter(attendance=Attendance.PRESENT)
    return list(wanted.values_list("pk", flat=True))


def _selected(places: Sequence[Place], selected: int | None, has_free_people: bool) -> Place | None:
    """The tapped seat; while people are waiting, without a tap the first free one."""
    tapped = next((place for place in places if place.pk == selected), None)
    if tapped is not None or not has_free_people:
        return tapped
    return next((place for place in places if place.participant is None), None)


def read_seatings(tournament: Tournament, tables: Sequence[TablePlaces]) -> list[Seating]:
    """The full tables with first player, dealer and scribe: the host's choice, else by age (R4.1–R4.3). Two queries."""
    born = dict(Participant.objects.filter(tournament=tournament).values_list("pk", "member__born"))
    chosen = {
        pk: (first, scribe)
        for pk, first, scribe in Table.objects.filter(tournament=tournament).values_list("pk", "first_id", "scribe_id")
    }
    ruleset = get_ruleset(tournament.ruleset)
    seatings = []
    for table in tables:
        if not table.places or not table.is_full:
            continue
        names = {place.participant: place.name for place in table.places if place.participant is not None}
        players = [SheetPlayer(str(pk), born[pk]) for pk in names]
        first, scribe = chosen[table.pk]
        order = [int(key) for key in sheet_order(ruleset, players, str(first) if first else None)]
        writer = scribe or _as_key(youngest(ruleset, players))
        roles = {pk: Role(pk == order[0], pk == order[0], pk == writer) for pk in names}
        seatings.append(
            Seating(
                table=table,
                order=order,
                roles=roles,
                asks=ruleset.names_by_age and None in (born[pk] for pk in names) and None in (first, scribe),
                people=[(pk, name, roles[pk].is_first, roles[pk].is_scribe) for pk, name in names.items()],
            )
        )
    return seatings


def _as_key(key: str | None) -> int | None:
    return None if key is None else int(key)
