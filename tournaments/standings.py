"""One evening in values: rankings, tie decisions, and the league points that come of them (R2.9, R2.14, R2.15).

People are keys: names in a file, any unique text from the database. A ranking is a list of groups of equals, best
first; only who was named in a recorded round stands in one (R2.9, R2.18).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Stage = Literal["table", "final"]
Ranking = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Scheme:
    """League points of the seasons from a first year on: taking part, and by place at the table and at the final."""

    first_year: int
    taking_part: int
    table: tuple[int, ...]
    final: tuple[int, ...]

    @property
    def most(self) -> int:
        """What one tournament can bring (R2.22): taking part, best of a table, winner of the final."""
        return self.taking_part + _at_place(self.table, 1) + _at_place(self.final, 1)

    def of_stage(self, stage: Stage) -> tuple[int, ...]:
        """Points by place of that stage."""
        return self.table if stage == "table" else self.final


SCHEME_2014 = Scheme(first_year=2014, taking_part=1, table=(2, 1), final=(5, 3, 2, 1))


@dataclass(frozen=True)
class Decision:
    """How one tie was settled, best first; a void one is only kept (R2.15, R2.19). `table` is a table's number."""

    stage: Stage
    table: int | None
    order: tuple[str, ...]
    void: bool = False


@dataclass(frozen=True)
class TableStanding:
    """One table's ranking before decisions."""

    number: int
    ranking: Ranking


@dataclass(frozen=True)
class Evening:
    """All that finalists, ties and league points depend on.

    `counts`: not training (R1.3). `guests`: of this evening (R2.14). `declined`: in the order of the file, who
    qualified and does not play (R2.17). `admitted`: name to reason (R2.19). `final_seats` is None without a final;
    `final_ranking` is None until its round is recorded. `final_planned`: a final will be seated although none is
    due (training, an evening that ended early).
    """

    counts: bool
    tables: tuple[TableStanding, ...]
    guests: frozenset[str] = frozenset()
    declined: tuple[str, ...] = ()
    admitted: Mapping[str, str] = field(default_factory=dict)
    final_seats: tuple[str, ...] | None = None
    final_ranking: Ranking | None = None
    final_rounds: int = 1
    decisions: tuple[Decision, ...] = ()
    scheme: Scheme | None = SCHEME_2014
    ended_early: bool = False
    final_planned: bool = False

    @property
    def has_final(self) -> bool:
        """Whether somebody reaches a final: one is seated, planned, or due at the end of a counting evening."""
        return self.final_seats is not None or self.final_planned or (self.counts and not self.ended_early)

    def decisions_on(self, stage: Stage, table: int | None = None) -> list[tuple[str, ...]]:
        """The orders laid down for one table, or for the final; void ones left out."""
        return [
            decision.order
            for decision in self.decisions
            if not decision.void and decision.stage == stage and (stage == "final" or decision.table == table)
        ]

    def table_ranking(self, standing: TableStanding) -> list[list[str]]:
        """A table's ranking with its settled ties."""
        return settle(standing.ranking, self.decisions_on("table", standing.number))

    def final_result(self) -> list[list[str]] | None:
        """The final's ranking with its settled ties; None without a final that was played.

        A single finalist has won without a round, and without any there is an empty ranking (R2.5).
        """
        if self.final_seats is None:
            return None
        if len(self.final_seats) <= 1:
            return [[key] for key in self.final_seats]
        if self.final_ranking is None:
            return None
        return settle(self.final_ranking, self.decisions_on("final"))


def settle(ranking: Ranking, orders: Iterable[Sequence[str]]) -> list[list[str]]:
    """The ranking with each tie that an order names exactly taken apart (R2.15).

    The first order on a tie settles it; orders that name no tie, or not exactly its players, change nothing.
    """
    settled: dict[frozenset[str], Sequence[str]] = {}
    for order in orders:
        if len(set(order)) == len(order):
            settled.setdefault(frozenset(order), order)
    result: list[list[str]] = []
    for group in ranking:
        order = settled.get(frozenset(group), ()) if len(group) > 1 else ()
        result += [[key] for key in order] if order else [list(group)]
    return result


def place_spans(ranking: Ranking) -> dict[str, range]:
    """The places that each may still take: one where there is no tie, else all that the tied share."""
    spans: dict[str, range] = {}
    for group in ranking:
        first = len(spans) + 1
        spans.update((key, range(first, first + len(group))) for key in group)
    return spans


def points_at(points: Sequence[int], places: Iterable[int]) -> set[int]:
    """The different points that these places bring; places beyond the last named bring 0."""
    return {_at_place(points, place) for place in places}


def _at_place(points: Sequence[int], place: int) -> int:
    return points[place - 1] if place <= len(points) else 0


PartKind = Literal["taking_part", "table", "final"]


@dataclass(frozen=True)
class Part:
    """One summand of "1 Teilnahme + 2 Tischsieg + 5 Finalsieg"; taking part has no place."""

    kind: PartKind
    place: int | None
    points: int


@dataclass(frozen=True)
class LeaguePoints:
    """What one member gets from one evening, and for which places (shared ones: the best of them)."""

    taking_part: int
    table: int
    final: int
    table_place: int | None
    final_place: int | None

    @property
    def total(self) -> int:
        """League points of the evening."""
        return self.taking_part + self.table + self.final

    @property
    def in_final(self) -> bool:
        """Whether the member stands in the final's ranking."""
        return self.final_place is not None

    @property
    def derivation(self) -> tuple[Part, ...]:
        """The summands that are not zero, in the order of the statute."""
        parts = (
            Part("taking_part", None, self.taking_part),
            Part("table", self.table_place, self.table),
            Part("final", self.final_place, self.final),
        )
        return tuple(part for part in parts if part.points)


def league_points(evening: Evening) -> dict[str, LeaguePoints]:
    """The league points of each member who took part, in the order of tables and ranks (R2.9).

    Empty for training and where no scheme is set (R1.3, R2.10). A guest gets none and keeps the place, so that
    nobody moves up into its points (R2.14). Tables count as ranked there, whoever played the final (R2.17). While a
    tie that matters is open each of the tied has what even the last of them gets.
    """
    if not evening.counts or evening.scheme is None:
        return {}
    tables: dict[str, range] = {}
    for standing in evening.tables:
        tables.update(place_spans(evening.table_ranking(standing)))
    final = place_spans(evening.final_result() or [])
    members = [key for key in dict.fromkeys([*tables, *final]) if key not in evening.guests]
    return {key: _points_of(evening.scheme, tables.get(key), final.get(key)) for key in members}


def _points_of(scheme: Scheme, table: range | None, final: range | None) -> LeaguePoints:
    return LeaguePoints(
        taking_part=scheme.taking_part,
        table=min(points_at(scheme.table, table)) if table else 0,
        final=min(points_at(scheme.final, final)) if final else 0,
        table_place=table[0] if table else None,
        final_place=final[0] if final else None,
    )


def points_under(scheme: Scheme, points: LeaguePoints) -> LeaguePoints:
    """The same places under another scheme, as a trial; places count as not shared (R2.10)."""
    table, final = points.table_place, points.final_place
    return _points_of(scheme, range(table, table + 1) if table else None, range(final, final + 1) if final else None)
