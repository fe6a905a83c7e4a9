"""Who is first on the sheet, who writes it, and who deals, cuts and begins (R4.1 to R4.5)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Sequence

from scoring.rules.ruleset_values import RuleSet
from scoring.rules.sheet_values import Roles, SheetPlayer


def sheet_order(ruleset: RuleSet, players: Sequence[SheetPlayer], first: str | None = None) -> list[str]:
    """The sheet's columns: the oldest first, then clockwise; the lower seat counts as older (R4.2).

    `first` overrules it. Where a birth date is missing, or the rule set does not go by age, the order given.
    """
    keys = [player.key for player in players]
    dates = _birth_dates(ruleset, players)
    if first is None and dates:
        first = keys[min(range(len(keys)), key=lambda seat: (dates[seat], seat))]
    start = keys.index(first) if first in keys else 0
    return keys[start:] + keys[:start]


def youngest(ruleset: RuleSet, players: Sequence[SheetPlayer]) -> str | None:
    """The scribe: the youngest player (R4.1), of equals the one with the higher seat number.

    None where a birth date is missing or the rule set does not go by age: the people at the table say who writes.
    """
    dates = _birth_dates(ruleset, players)
    if not dates:
        return None
    return players[max(range(len(players)), key=lambda seat: (dates[seat], seat))].key


def _birth_dates(ruleset: RuleSet, players: Sequence[SheetPlayer]) -> list[dt.date]:
    """All birth dates in seat order; none if one is missing or they do not matter."""
    dates = [player.born for player in players if player.born is not None]
    return dates if ruleset.names_by_age and len(dates) == len(players) else []


def deal_roles(order: Sequence[str], present_by_round: Iterable[Collection[str]]) -> list[Roles]:
    """Dealer, cutter and starter of each round, given who plays it.

    The first of the sheet deals round 1, then the deal passes clockwise (R4.3), always to the next who is there
    (R2.17, R2.18); the player before the dealer cuts (R4.4), the one after begins (R4.5).
    """
    roles = []
    dealer = -1
    for present in present_by_round:
        after = _next_present(order, dealer, present, 1)
        if after is None:
            roles.append(Roles(None, None, None))
            continue
        dealer = after
        cutter = _next_present(order, dealer, present, -1)
        starter = _next_present(order, dealer, present, 1)
        roles.append(Roles(order[dealer], order[cutter or 0], order[starter or 0]))
    return roles


def _next_present(order: Sequence[str], seat: int, present: Collection[str], step: int) -> int | None:
    """The next place from `seat` on, clockwise or (step −1) against it, at which somebody sits who plays."""
    for distance in range(1, len(order) + 1):
        place = (seat + step * distance) % len(order)
        if order[place] in present:
            return place
    return None
