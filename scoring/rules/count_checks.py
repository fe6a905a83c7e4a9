"""What cannot be in one player's (or side's) count, whoever else plays (R3.6 to R3.8)."""

from __future__ import annotations

from scoring.rules.cards import VALUE_UNIT
from scoring.rules.problems import Problem
from scoring.rules.rounds import Cards, Count, value_of
from scoring.rules.ruleset_values import RuleSet


def check_count_values(count: Count, path: str) -> list[Problem]:
    """Values that cards cannot give, whatever the rule set (R3.7)."""
    problems: list[Problem] = []
    melded, hand = count.melded, count.hand
    if not isinstance(melded, int) or melded < 0 or melded % VALUE_UNIT:
        problems += _check_cards(melded, _under(path, "melded"))
    if not isinstance(hand, int) or hand < 0 or hand % VALUE_UNIT:
        problems += _check_cards(hand, _under(path, "hand"))
    for kind, number in count.canastas.items():
        if number < 0:
            problems.append(Problem(_under(path, f"canastas.{kind}"), "out_of_range"))
    if count.red_threes < 0:
        problems.append(Problem(_under(path, "red_threes"), "out_of_range"))
    if count.red_threes_in_hand < 0:
        problems.append(Problem(_under(path, "red_threes_in_hand"), "out_of_range"))
    return problems


def _under(path: str, part: str) -> str:
    return f"{path}.{part}" if path else part


def _check_cards(cards: Cards, path: str) -> list[Problem]:
    if not isinstance(cards, int):
        return [Problem(f"{path}.{rank}", "out_of_range") for rank, number in cards.items() if number < 0]
    problems = [Problem(path, "out_of_range")] if cards < 0 else []
    return [*problems, Problem(path, "not_multiple_of_5")] if cards % VALUE_UNIT else problems


def check_claims(
    ruleset: RuleSet, count: Count, *, alone: bool, path: str, unsure: frozenset[str] = frozenset()
) -> list[Problem]:
    """Claims that the rule set does not have or that the rest of the count contradicts.

    `unsure` names fields whose value is not known; what depends on them is not checked. `alone`: no partner.
    """
    problems: list[Problem] = []
    canastas = 0
    if count.canastas:
        canastas = sum(number for number in count.canastas.values() if number > 0)
        problems += _check_canastas(ruleset, count, path, unsure)
    if count.red_threes_in_hand > 0 and ruleset.red_threes.in_hand is None:
        problems.append(
            Problem(_under(path, "red_threes_in_hand"), "canasta_not_allowed", {"entry": "red_threes_in_hand"})
        )
    if count.went_out or count.concealed or count.last_card:
        problems += _check_bonuses(ruleset, count, canastas, path, unsure)
        if alone and count.went_out and "hand" not in unsure and value_of(ruleset, count.hand) > 0:
            problems.append(Problem(_under(path, "hand"), "hand_left_after_going_out"))
    return problems


def _check_canastas(ruleset: RuleSet, count: Count, path: str, unsure: frozenset[str]) -> list[Problem]:
    """Kinds that the rule set has, and the least that they contain against the melded value (R3.8)."""
    least_values = ruleset.least_canasta_values
    problems, least = [], 0
    for kind, number in count.canastas.items():
        if number > 0:
            if kind in least_values:
                least += number * least_values[kind]
            else:
                problems.append(Problem(_under(path, f"canastas.{kind}"), "canasta_not_allowed", {"kind": kind}))
    if least and "melded" not in unsure and value_of(ruleset, count.melded) < least:
        shown = least if least < 10**6 else "> 10⁶"
        problems.append(Problem(_under(path, "melded"), "canastas_exceed_melded", {"least": shown}))
    return problems


def _check_bonuses(ruleset: RuleSet, count: Count, canastas: int, path: str, unsure: frozenset[str]) -> list[Problem]:
    """Going out and the last card need a canasta (R3.6); going out concealed is a going out (R3.5)."""
    problems: list[Problem] = []
    needed = ruleset.going_out.canastas_needed
    known = "canastas" not in unsure
    if count.went_out and known and canastas < needed:
        problems.append(Problem(_under(path, "went_out"), "bonus_without_canasta", {"needed": needed}))
    if count.concealed:
        where = _under(path, "concealed")
        if ruleset.going_out.concealed is None:
            problems.append(Problem(where, "canasta_not_allowed", {"entry": "concealed"}))
        elif known and canastas < needed:
            problems.append(Problem(where, "bonus_without_canasta", {"needed": needed}))
        if not count.went_out and "went_out" not in unsure:
            problems.append(Problem(where, "concealed_without_going_out"))
    if count.last_card:
        where = _under(path, "last_card")
        if ruleset.last_card is None:
            problems.append(Problem(where, "canasta_not_allowed", {"entry": "last_card"}))
        elif known and canastas < 1:
            problems.append(Problem(where, "bonus_without_canasta", {"needed": 1}))
    return problems
