"""Which ties need a decision, and whether a decision is one (R2.15)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.rules.problems import Problem
from tournaments.finalists import table_finalists
from tournaments.standings import Evening, Ranking, Stage, place_spans, points_at, settle

Why = Literal["qualifying", "points"]


@dataclass(frozen=True)
class Tie:
    """A tie that decides something and is not settled; `table` is a table's number, None at the final.

    `keys` are all that are tied: those whom a decision has to name.
    """

    stage: Stage
    table: int | None
    keys: tuple[str, ...]
    reasons: tuple[Why, ...]

    @property
    def why(self) -> Why:
        """What it decides first: who reaches the final, before who gets more points."""
        return self.reasons[0]


def deciding_ties(evening: Evening) -> list[Tie]:
    """All open ties that matter, table by table, the final last.

    At a table: across the qualifying line after declines, if there is a final; anywhere: where the places bring
    different league points and not only guests are tied, if the tournament counts.
    """
    ties: list[Tie] = []
    for standing in evening.tables:
        ties += _table_ties(evening, standing.number, evening.table_ranking(standing))
    final = evening.final_result()
    return ties + _ties(evening, "final", None, final or [], frozenset())


def _table_ties(evening: Evening, number: int, ranking: Ranking) -> list[Tie]:
    line = table_finalists(number, ranking, evening.declined) if evening.has_final else None
    return _ties(evening, "table", number, ranking, frozenset(line.open_tie if line else ()))


def _ties(
    evening: Evening, stage: Stage, table: int | None, ranking: Ranking, at_the_line: frozenset[str]
) -> list[Tie]:
    ties = []
    spans = place_spans(ranking)
    for group in ranking:
        reasons: list[Why] = []
        if at_the_line.intersection(group):
            reasons.append("qualifying")
        if _brings_different_points(evening, stage, group, spans[group[0]]):
            reasons.append("points")
        if reasons:
            ties.append(Tie(stage, table, tuple(group), tuple(reasons)))
    return ties


def _brings_different_points(evening: Evening, stage: Stage, group: Sequence[str], places: range) -> bool:
    if not evening.counts or evening.scheme is None or evening.guests.issuperset(group):
        return False
    return len(points_at(evening.scheme.of_stage(stage), places)) > 1


def check_decisions(evening: Evening) -> list[Problem]:
    """Each decision settles exactly one tie, not settled before, and names exactly its players (R2.15).

    Ties that change nothing may be decided too. A void decision is kept unread (R2.19).
    """
    problems = []
    rankings: dict[tuple[Stage, int | None], list[list[str]]] = {
        ("table", standing.number): [list(group) for group in standing.ranking] for standing in evening.tables
    }
    if evening.final_seats is not None:
        rankings["final", None] = [list(group) for group in evening.final_ranking or []]
    for index, decision in enumerate(evening.decisions):
        if decision.void:
            continue
        place = (decision.stage, decision.table if decision.stage == "table" else None)
        if decision.stage == "table" and place not in rankings:
            problems.append(Problem(f"decisions.{index}.table", "invalid_decision"))
            continue
        before = rankings.get(place, [])
        after = settle(before, [decision.order])
        if after == before:
            problems.append(Problem(f"decisions.{index}.order", "invalid_decision"))
        rankings[place] = after
    return problems
