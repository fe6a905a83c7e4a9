"""The game of one table: what may be wrong with its sheet, and what it counts (R2.17, R2.18, R4)."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.rules.problems import Problem
from scoring.rules.ranking import rank
from scoring.rules.round_checks import check_counts, check_round
from scoring.rules.rounds import Breakdown, Count, Round, count_result
from scoring.rules.seats import deal_roles, sheet_order, youngest
from scoring.rules.sheet_checks import check_sheet
from scoring.rules.sheet_values import (
    Roles,
    RoundResult,
    Settlement,
    Sheet,
    SheetPlayer,
    SheetResult,
    side_key,
)

__all__ = [
    "Breakdown",
    "Count",
    "Problem",
    "Roles",
    "Round",
    "RoundResult",
    "Settlement",
    "Sheet",
    "SheetPlayer",
    "SheetResult",
    "check_counts",
    "check_round",
    "check_sheet",
    "deal_roles",
    "score",
    "sheet_order",
    "side_key",
    "youngest",
]


def score(sheet: Sheet) -> SheetResult:
    """Count a sheet that `check_sheet` has found nothing wrong with."""
    order = sheet_order(sheet.ruleset, sheet.players, sheet.first)
    rounds, totals = _count_rounds(sheet, order)
    coming = len(rounds) + 1
    is_finished = has_ended(sheet, len(rounds), totals)
    ranking = rank(_played(sheet, totals), sheet.units)
    return SheetResult(
        ruleset=sheet.ruleset.slug,
        order=order,
        scribe=sheet.scribe or youngest(sheet.ruleset, sheet.players),
        decks=sheet.decks,
        cards_dealt=sheet.ruleset.cards_dealt(len(sheet.people_in(coming))),
        rounds=rounds,
        totals=totals,
        opening_minimum={key: sheet.ruleset.opening_minimum(totals.get(key, 0)) for key in joined(sheet, coming)},
        finished=is_finished,
        ranking=ranking,
        settlement=settle_up(sheet, totals, ranking) if is_finished else None,
    )


def _count_rounds(sheet: Sheet, order: list[str]) -> tuple[list[RoundResult], dict[str, int]]:
    """Each round with its totals; totals begin at 0 and belong to persons (R2.18)."""
    numbers = range(1, len(sheet.rounds) + 1)
    roles = deal_roles(order, (sheet.people_in(number) for number in numbers))
    totals: dict[str, int] = {}
    results = []
    for number, one in zip(numbers, sheet.rounds, strict=True):
        breakdown = {key: count_result(sheet.ruleset, count) for key, count in one.counts.items()}
        points = {
            key: one.points[key] if key in one.points else breakdown[key].points for key in sheet.units_in(number)
        }
        totals = {key: totals.get(key, 0) + points.get(key, 0) for key in joined(sheet, number)}
        results.append(RoundResult(number, roles[number - 1], points, totals, breakdown))
    return results, totals


def joined(sheet: Sheet, number: int) -> tuple[str, ...]:
    """Everybody with a total in the round of that number: who is there, or has left (R2.17)."""
    if sheet.sides is not None or not sheet.changes:
        return sheet.units
    return tuple(player.key for player in sheet.players if player.joined_after < number)


def _played(sheet: Sheet, totals: Mapping[str, int]) -> dict[str, int]:
    """The totals of all who were named in a recorded round."""
    played = len(sheet.rounds)
    if sheet.sides is not None:
        return dict(totals) if played else {}
    return {
        player.key: totals[player.key]
        for player in sheet.players
        if player.joined_after < (played if player.left_after is None else min(played, player.left_after))
    }


def has_ended(sheet: Sheet, played: int, totals: Mapping[str, int]) -> bool:
    """A game ends with the round in which a total reaches the target (R4.9), a final after its round (R4.10)."""
    if sheet.is_final:
        return played > 0
    return played > 0 and any(total >= sheet.goal for total in totals.values())


def settle_up(sheet: Sheet, totals: Mapping[str, int], ranking: list[list[str]]) -> Settlement | None:
    """Of two players or sides the loser pays the winner the difference, where the rule set has it and no tie (002)."""
    if not sheet.ruleset.settlement or len(sheet.units) != 2 or [len(group) for group in ranking] != [1, 1]:
        return None
    (winner,), (loser,) = ranking
    return Settlement(loser, winner, totals[winner] - totals[loser])
