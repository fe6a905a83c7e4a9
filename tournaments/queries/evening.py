"""One evening as the rules see it: rankings, final, declines, decisions. People are `str(participant.pk)`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db.models import Max, Sum

from club.queries import names_shown
from scoring.models import RoundResult, RoundState, ScoreSheet, SheetPlayer
from scoring.models import Stage as SheetStage
from scoring.rules.ranking import rank
from tournaments.models import Decision, DecisionPlace, Participant, Seat, Table, Tournament
from tournaments.queries.schemes import read_schemes
from tournaments.season import scheme_for
from tournaments.standings import Decision as TieDecision
from tournaments.standings import Evening, LeaguePoints, Stage, TableStanding, league_points
from tournaments.ties import Tie, deciding_ties

FINAL_NUMBER = 0  # of the FINAL TABLE among the tables


@dataclass(frozen=True, slots=True)
class LoadedEvening:
    """An evening with what its keys stand for.

    `people` and `names` (as shown, people of equal name with their number) by key; `tables` and `totals` by number, 0
    for the final; `decisions` are the rows in the order of `evening.decisions`, where void is worked out anew.
    `has_reached_target`: somebody at a table has the 5000. `open_tables`: numbers of the tables that may still record
    a round. `rounds`: recorded ones.
    """

    evening: Evening
    people: Mapping[str, Participant]
    names: Mapping[str, str]
    tables: Mapping[int, Table]
    totals: Mapping[int, Mapping[str, int]]
    decisions: tuple[Decision, ...]
    has_reached_target: bool
    open_tables: tuple[int, ...]
    rounds: Mapping[int, int]

    @property
    def with_final(self) -> Evening:
        """The same evening if a final is seated, due or not: for the proposal of its finalists."""
        return replace(self.evening, final_planned=True)

    @property
    def open_ties(self) -> tuple[Tie, ...]:
        """Ties that wait for a decision; at tables that still play there are none yet (R2.15)."""
        return tuple(tie for tie in deciding_ties(self.evening) if tie.table not in self.open_tables)

    @property
    def league_points(self) -> Mapping[str, LeaguePoints]:
        """What each member would get, or has got."""
        return league_points(self.evening)


class _Column(NamedTuple):
    """A player of a sheet with the sum of all rounds, None for who was in none."""

    sheet: int
    member: int
    total: int | None


def load_evening(tournament: Tournament) -> LoadedEvening:
    """Everything that finalists, ties and league points depend on; eight queries, whatever the size."""
    people = {
        str(person.pk): person
        for person in Participant.objects.filter(tournament=tournament).select_related("member").order_by("pk")
    }
    tables = {
        table.number: table
        for table in Table.objects.filter(tournament=tournament).select_related("sheet").order_by("stage", "number")
    }
    columns = _columns(tables)
    rounds = _rounds(tables)
    keys = {person.member_id: key for key, person in people.items()}
    totals = {
        number: {keys[column.member]: column.total for column in columns.get(number, ()) if column.total is not None}
        for number in tables
    }
    decisions = tuple(Decision.objects.filter(tournament=tournament).select_related("table").order_by("pk"))
    numbers = sorted(number for number in tables if number != FINAL_NUMBER)
    rankings = {number: rank(points, list(points)) for number, points in totals.items()}
    evening = Evening(
        counts=tournament.does_count,
        tables=tuple(TableStanding(number, rankings[number]) for number in numbers),
        guests=frozenset(key for key, person in people.items() if person.is_guest),
        declined=tuple(key for key, person in people.items() if person.declined_final),
        admitted={key: person.admitted for key, person in people.items() if person.admitted},
        final_seats=_final_seats(tournament, people) if FINAL_NUMBER in tables else None,
        final_ranking=rankings.get(FINAL_NUMBER) or None,
        final_rounds=rounds.get(FINAL_NUMBER, 0),
        decisions=_orders(tournament, decisions, rankings),
        scheme=scheme_for(tournament.date.year, read_schemes()),
        ended_early=bool(tournament.ended_early),
    )
    return LoadedEvening(
        evening=evening,
        people=people,
        names=_names(people),
        tables=tables,
        totals=totals,
        decisions=decisions,
        has_reached_target=any(_is_over(tables[number].sheet, totals[number]) for number in numbers),
        open_tables=tuple(number for number in numbers if _is_open(tables[number].sheet)),
        rounds=rounds,
    )


def _columns(tables: Mapping[int, Table]) -> dict[int, list[_Column]]:
    """The players of each table in the order of the sheet, with their totals."""
    numbers = {table.sheet_id: number for number, table in tables.items() if table.sheet_id}
    totals = dict(
        RoundResult.objects.filter(round__sheet__in=numbers, round__state=RoundState.CURRENT)
        .values("player_id")
        .annotate(total=Sum("points"))
        .values_list("player_id", "total")
    )
    columns: dict[int, list[_Column]] = {}
    rows = SheetPlayer.objects.filter(sheet__in=numbers, member__isnull=False).order_by("sheet", "position")
    for pk, sheet, member in rows.values_list("pk", "sheet_id", "member_id"):
        columns.setdefault(numbers[sheet], []).append(_Column(sheet, member, totals.get(pk)))
    return columns


def _rounds(tables: Mapping[int, Table]) -> dict[int, int]:
    numbers = {table.sheet_id: number for number, table in tables.items() if table.sheet_id}
    recorded = dict(
        ScoreSheet.objects.filter(pk__in=numbers, rounds__state=RoundState.CURRENT)
        .annotate(recorded=Max("rounds__number"))
        .values_list("pk", "recorded")
    )
    return {number: recorded.get(sheet, 0) for sheet, number in numbers.items()}


def _final_seats(tournament: Tournament, people: Mapping[str, Participant]) -> tuple[str, ...]:
    """Who plays the final: in the order of the seats, behind them the finalists who have not drawn yet."""
    seated = (
        Seat.objects.filter(table__tournament=tournament, stage=SheetStage.FINAL, participant__isnull=False)
        .order_by("number")
        .values_list("participant_id", flat=True)
    )
    keys = [str(participant) for participant in seated]
    return (*keys, *(key for key, person in people.items() if person.is_finalist and key not in keys))


def _orders(
    tournament: Tournament, decisions: Sequence[Decision], rankings: Mapping[int, Sequence[Sequence[str]]]
) -> tuple[TieDecision, ...]:
    """What was laid down, in the order of the rows. Void is whose tie is gone, or was decided anew since (R2.19)."""
    orders: dict[int, list[str]] = {}
    rows = DecisionPlace.objects.filter(decision__tournament=tournament).order_by("decision", "place")
    for decision, participant in rows.values_list("decision_id", "participant_id"):
        orders.setdefault(decision, []).append(str(participant))
    ties = {number: [set(group) for group in ranking if len(group) > 1] for number, ranking in rankings.items()}
    found: list[TieDecision] = []
    for row in reversed(decisions):
        number, order = row.table.number, orders.get(row.pk, [])
        is_void = set(order) not in ties.get(number, [])
        if not is_void:
            ties[number].remove(set(order))
        stage: Stage = "final" if number == FINAL_NUMBER else "table"
        found.append(TieDecision(stage, number or None, tuple(order), is_void))
    return tuple(reversed(found))


def _names(people: Mapping[str, Participant]) -> dict[str, str]:
    shown = names_shown((person.member_id, person.member.name, person.member.number) for person in people.values())
    return {key: shown[person.member_id] for key, person in people.items()}


def _is_over(sheet: ScoreSheet | None, totals: Mapping[str, int]) -> bool:
    return sheet is not None and sheet.target is not None and max(totals.values(), default=0) >= sheet.target


def _is_open(sheet: ScoreSheet | None) -> bool:
    return sheet is not None and sheet.finished_at is None
