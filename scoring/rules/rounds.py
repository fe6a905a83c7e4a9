"""One round: what each player or side lays, holds and claims, and what it counts (R3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from scoring.rules.cards import RED_THREES_A_DECK, cards_value
from scoring.rules.ruleset_values import RuleSet

__all__ = ["Breakdown", "Cards", "Count", "Round", "bonus_for_going_out", "bonus_for_red_threes", "count_result"]

Cards = int | Mapping[str, int]  # a value, or numbers of cards by rank

NOTHING: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Count:
    """What one player (or side) has at the end of a round.

    `melded` and `hand` are values or cards by rank, `canastas` numbers by kind, `red_threes` those laid out,
    `red_threes_in_hand` those not. `unread` names fields that are not known, because they could not be read or
    are not typed yet: what depends on them is not checked.
    """

    melded: Cards
    hand: Cards
    canastas: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    red_threes: int = 0
    red_threes_in_hand: int = 0
    went_out: bool = False
    concealed: bool = False
    last_card: bool = False
    unread: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Round:
    """Results given as `points`, others counted from `counts`, by player or side.

    `unread` are players whose entry is there and cannot be read.
    """

    points: Mapping[str, int] = field(default_factory=dict)
    counts: Mapping[str, Count] = field(default_factory=dict)
    unread: frozenset[str] = frozenset()


class Breakdown(NamedTuple):
    """A result with its parts: `bonuses` is subtotal 1, `cards` subtotal 2, `points` is factor × their sum (R3.4)."""

    bonuses: int
    cards: int
    factor: int
    points: int


def value_of(ruleset: RuleSet, cards: Cards) -> int:
    """The value of cards, whether given as one or by rank (R3.1)."""
    return cards if isinstance(cards, int) else cards_value(ruleset.card_values, cards)


def count_result(ruleset: RuleSet, count: Count) -> Breakdown:
    """What a count without problems is worth, in points (R3.3, R3.4)."""
    melded = value_of(ruleset, count.melded)
    cards = melded - value_of(ruleset, count.hand)
    bonuses = bonus_for_red_threes(ruleset, count, has_melded=melded > 0)
    if count.canastas:
        kinds = ruleset.canastas.bonus
        bonuses += sum(kinds[kind] * number for kind, number in count.canastas.items() if number)
    factor = 1
    if count.went_out:
        bonuses += sum(bonus_for_going_out(ruleset, count))
        factor = factor_for_going_out(ruleset, count)
    if count.last_card:
        bonuses += ruleset.last_card or 0
    return Breakdown(bonuses, cards, factor, factor * (bonuses + cards))


def bonus_for_red_threes(ruleset: RuleSet, count: Count, *, has_melded: bool) -> int:
    """Red threes count plus or minus as the text's own condition says, all four of them as that; in hand minus."""
    rules = ruleset.red_threes
    in_hand = -(rules.in_hand or 0) * count.red_threes_in_hand
    if not count.red_threes:
        return in_hand
    value = rules.each * count.red_threes
    if rules.all_four is not None and count.red_threes == RED_THREES_A_DECK:
        value = rules.all_four
    if any(count.canastas.values()) or (has_melded and rules.plus_with == "meld"):
        return in_hand + value
    return in_hand - value if rules.otherwise == "minus" else in_hand


def bonus_for_going_out(ruleset: RuleSet, count: Count) -> tuple[int, int]:
    """Bonuses for going out and for going out concealed, which adds to the other or replaces it (R3.5, 001 to 004)."""
    rules = ruleset.going_out
    if not count.went_out:
        return 0, 0
    if not count.concealed or rules.concealed is None or rules.concealed.how == "doubles":
        return rules.bonus, 0
    return (rules.bonus if rules.concealed.how == "adds" else 0), rules.concealed.value


def factor_for_going_out(ruleset: RuleSet, count: Count) -> int:
    """Going out concealed may double the result of the player who does it (R3.5)."""
    rules = ruleset.going_out.concealed
    doubles = rules is not None and rules.how == "doubles" and count.went_out and count.concealed
    return rules.value if rules is not None and doubles else 1
