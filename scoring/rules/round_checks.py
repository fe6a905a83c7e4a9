"""What cannot be in one round (R3.6 to R3.8): the same for a file, a form, a live hint and an action."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from scoring.rules.cards import RANKS, RED_THREES_A_DECK, VALUE_UNIT
from scoring.rules.count_checks import check_claims, check_count_values
from scoring.rules.problems import Problem
from scoring.rules.rounds import Count, Round, count_result, value_of
from scoring.rules.ruleset_values import RuleSet

__all__ = ["CheckedRound", "check_counts", "check_round", "examine_round"]

MOST_POINTS = 20_000  # a round result beyond ± this is no result


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """The problems of a round, and the results of those whose entry has none."""

    problems: list[Problem]
    results: Mapping[str, int]


def check_round(
    ruleset: RuleSet, one: Round, keys: Collection[str], *, decks: int, alone: bool = True, path: str = ""
) -> list[Problem]:
    """All that is wrong with one round, in the order points, counts, the round as a whole.

    `keys` are the players (or sides) who play it, `decks` those on the table, `alone` says that nobody has a
    partner; `path` is the round's own, under which the problems stand.
    """
    return examine_round(ruleset, one, keys, decks=decks, alone=alone, path=path).problems


def check_counts(
    ruleset: RuleSet, counts: Mapping[str, Count], *, decks: int, alone: bool = True, path: str = ""
) -> list[Problem]:
    """All that is wrong with the counts of some players, whoever else plays: for hints while a scribe types."""
    return examine_round(ruleset, Round({}, counts), None, decks=decks, alone=alone, path=path).problems


def examine_round(
    ruleset: RuleSet | None,
    one: Round,
    keys: Collection[str] | None,
    *,
    decks: int,
    alone: bool = True,
    path: str = "",
) -> CheckedRound:
    """As `check_round`, with the results; without a rule set or keys, what does not need them."""
    prefix = f"{path}." if path else ""
    problems: list[Problem] = []
    results: dict[str, int] = {}
    for key, points in one.points.items():
        found = check_points(points, f"{prefix}points.{key}")
        if found:
            problems += found
        elif key not in one.unread:
            results[key] = points
    for key, count in one.counts.items():
        found = _check_count(ruleset, count, alone=alone, path=f"{prefix}counts.{key}", results=results, key=key)
        problems += found
    whole = [] if ruleset is None else list(_check_whole(ruleset, one.counts, decks, path))
    if keys is not None:
        problems += _check_names(one, keys, prefix)
        whole += [Problem(path, "missing_player", {"player": key}) for key in keys if not _is_named(one, key)]
    several = _check_several(one.counts.values(), path) if len(one.counts) > 1 else []
    return CheckedRound([*several, *whole, *problems], results)


def check_points(points: int, path: str) -> list[Problem]:
    """A round result given as points (R3.7)."""
    problems = []
    if not -MOST_POINTS <= points <= MOST_POINTS:
        problems.append(Problem(path, "out_of_range", {"most": MOST_POINTS}))
    if points % VALUE_UNIT:
        problems.append(Problem(path, "not_multiple_of_5", {}))
    return problems


def _check_count(
    ruleset: RuleSet | None, count: Count, *, alone: bool, path: str, results: dict[str, int], key: str
) -> list[Problem]:
    """One count by itself; its result goes to `results` if nothing is wrong with it."""
    problems = check_count_values(count, path)
    if ruleset is None:
        return problems
    if problems:
        wrong = frozenset(_field_below(path, one) for one in problems if one.code == "out_of_range")
        return problems + check_claims(ruleset, count, alone=alone, path=path, unsure=count.unread | wrong)
    problems = check_claims(ruleset, count, alone=alone, path=path, unsure=count.unread)
    if not problems and not count.unread:
        points = count_result(ruleset, count).points
        if -MOST_POINTS <= points <= MOST_POINTS:
            results[key] = points
        else:
            problems.append(Problem(path, "out_of_range", {"most": MOST_POINTS}))
    return problems


def _field_below(path: str, problem: Problem) -> str:
    return problem.path[len(path) + 1 :].split(".")[0] if path else problem.path.split(".")[0]


def _is_named(one: Round, key: str) -> bool:
    return key in one.points or key in one.counts or key in one.unread


def _check_names(one: Round, keys: Collection[str], prefix: str) -> Iterator[Problem]:
    for part, entries in (("points", one.points), ("counts", one.counts)):
        for key in entries:
            if key not in keys:
                yield Problem(f"{prefix}{part}.{key}", "unknown_player", {"player": key})
            elif part == "counts" and key in one.points:
                yield Problem(f"{prefix}counts.{key}", "duplicate_player", {"player": key})


def _check_several(counts: Iterable[Count], path: str) -> list[Problem]:
    """At most one player goes out and at most one has the last card (R3.6)."""
    went_out = last_cards = 0
    for count in counts:
        went_out += count.went_out
        last_cards += count.last_card
    return [
        Problem(path, code, {"number": number})
        for code, number in (("several_went_out", went_out), ("several_last_cards", last_cards))
        if number > 1
    ]


def _check_whole(ruleset: RuleSet, counts: Mapping[str, Count], decks: int, path: str) -> Iterator[Problem]:
    """What the decks on the table hold (R3.8), and who may go out concealed (R3.5)."""
    red_threes = value = 0
    ranks: list[Mapping[str, int]] = []
    for key, count in counts.items():
        red_threes += max(0, count.red_threes) + max(0, count.red_threes_in_hand)
        for cards in (count.melded, count.hand):
            value += max(0, value_of(ruleset, cards))
            if not isinstance(cards, int):
                ranks.append(cards)
        if count.concealed:
            yield from _check_concealed(ruleset, counts, key, path)
    most = decks * RED_THREES_A_DECK
    if red_threes > most:
        yield Problem(path, "too_many_red_threes", {"number": _shown(red_threes), "most": most})
    if value > decks * ruleset.deck_value:
        yield Problem(path, "deck_value_exceeded", {"value": _shown(value), "most": decks * ruleset.deck_value})
    if ranks:
        yield from _check_ranks(ruleset, ranks, decks, path)


def _check_ranks(ruleset: RuleSet, given: list[Mapping[str, int]], decks: int, path: str) -> Iterator[Problem]:
    """Cards of each rank, where cards are given by rank."""
    numbers = dict.fromkeys(RANKS, 0)
    for cards in given:
        for rank, number in cards.items():
            numbers[rank] += max(0, number)
    for rank, number in numbers.items():
        most = decks * ruleset.cards_of_deck[rank]
        if number > most:
            yield Problem(path, "too_many_cards", {"rank": rank, "number": _shown(number), "most": most})


def _shown(number: int) -> int | str:
    """A number for a sentence; nobody wants to read one of hundreds of digits."""
    return number if number < 10**12 else "> 10¹²"


def _check_concealed(ruleset: RuleSet, counts: Mapping[str, Count], key: str, path: str) -> Iterator[Problem]:
    rules = ruleset.going_out.concealed
    if rules is None or not rules.only_before_opening:
        return
    if any(other != key and value_of(ruleset, count.melded) > 0 for other, count in counts.items()):
        where = f"counts.{key}.concealed"
        yield Problem(f"{path}.{where}" if path else where, "concealed_after_opening", {"player": key})
