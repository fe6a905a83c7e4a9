"""All that can be wrong with a sheet as a whole: its people, its sides, its rounds, its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scoring.rules.cards import VALUE_UNIT
from scoring.rules.problems import Problem
from scoring.rules.round_checks import examine_round
from scoring.rules.sheet_values import Sheet, side_key


def check_sheet(sheet: Sheet, path: str = "") -> list[Problem]:
    """Everything that is wrong, in the order players, sides, target, first, scribe, rounds, under `path`."""
    problems = [
        *_check_players(sheet),
        *_check_sides(sheet),
        *_check_target(sheet),
        *_check_named(sheet),
        *_check_rounds(sheet),
    ]
    return [problem.under(path) for problem in problems] if path else problems


def _check_players(sheet: Sheet) -> Iterator[Problem]:
    seen: set[str] = set()
    for index, player in enumerate(sheet.players):
        if player.key in seen:
            yield Problem(f"players.{index}.name", "duplicate_player", {"player": player.key})
        seen.add(player.key)
        if player.joined_after < 0:
            yield Problem(f"players.{index}.joined_after", "out_of_range")
        if player.left_after is not None and player.left_after < max(0, player.joined_after):
            yield Problem(f"players.{index}.left_after", "out_of_range")
        if sheet.sides is not None and player.joined_after:
            yield Problem(f"players.{index}.joined_after", "schema", {"unknown": "joined_after"})
        if sheet.sides is not None and player.left_after is not None:
            yield Problem(f"players.{index}.left_after", "schema", {"unknown": "left_after"})
    if "players" not in sheet.unread and not _number_is_allowed(sheet):
        yield Problem("players", "wrong_number_of_players", {"number": sheet.most_people_before(None)})


def _number_is_allowed(sheet: Sheet) -> bool:
    """The number of players limits those present at one time (R2.2, R2.5, R2.18)."""
    if "ruleset" in sheet.unread:
        return bool(sheet.players)
    return sheet.ruleset.players.allows(sheet.most_people_before(None), is_final=sheet.is_final)


def _check_sides(sheet: Sheet) -> Iterator[Problem]:
    """Sides where the rule set plays in partnerships, of all players, seated alternately."""
    if sheet.unread & {"players", "sides"}:
        return
    names = {player.key for player in sheet.players}
    named: Counter[str] = Counter()
    for index, side in enumerate(sheet.sides or ()):
        for place, key in enumerate(side):
            named[key] += 1
            if key not in names:
                yield Problem(f"sides.{index}.{place}", "unknown_player", {"player": key})
            elif named[key] > 1:
                yield Problem(f"sides.{index}.{place}", "duplicate_player", {"player": key})
    if "ruleset" in sheet.unread or not _number_is_allowed(sheet):
        return
    if not sides_are_right(sheet):
        yield Problem("sides", "invalid_sides", {"number": len(sheet.players)})


def sides_are_right(sheet: Sheet) -> bool:
    """Whether the sheet has sides exactly where its rule set wants them, equal ones, partners seated alternately."""
    rules, number = sheet.ruleset.players, sheet.most_people_before(None)
    if sheet.sides is None:
        return not rules.must_have_sides(number)
    sides = rules.sides.get(number)
    if sides is None or len(sheet.sides) != sides or len(sheet.players) != number:
        return False
    side_of = {key: index for index, side in enumerate(sheet.sides) for key in side}
    seated = [side_of.get(player.key, -1) for player in sheet.players]
    return sorted(seated[:sides]) == list(range(sides)) and seated == seated[:sides] * (number // sides)


def _check_target(sheet: Sheet) -> Iterator[Problem]:
    if _has_wrong_target(sheet):
        yield Problem("target", "out_of_range")


def _has_wrong_target(sheet: Sheet) -> bool:
    return sheet.target is not None and (sheet.target <= 0 or sheet.target % VALUE_UNIT != 0)


def _check_named(sheet: Sheet) -> Iterator[Problem]:
    if "players" in sheet.unread:
        return
    names = {player.key for player in sheet.players}
    for part, name in (("first", sheet.first), ("scribe", sheet.scribe)):
        if name is not None and name not in names:
            yield Problem(part, "unknown_player", {"player": name})


def _check_rounds(sheet: Sheet) -> Iterator[Problem]:
    """Each round by itself, too few people in it (R2.17), and rounds after the end (R4.9, R4.10).

    The total of somebody whose result has a problem is not known from then on and ends nothing; nor does a
    target that cannot be one.
    """
    ruleset = None if "ruleset" in sheet.unread else sheet.ruleset
    knows_names = _knows_names(sheet)
    alone = sheet.sides is None and not sheet.unread & {"sides"}
    totals: dict[str, int] = {}
    has_ended = False
    for index, one in enumerate(sheet.rounds):
        path = f"rounds.{index}"
        keys = sheet.units_in(index + 1) if knows_names else None
        if has_ended:
            yield Problem(path, "round_after_end")
        if keys is not None and len(keys) < 2 <= len(sheet.players):
            yield Problem(path, "wrong_number_of_players", {"number": len(keys)})
        checked = examine_round(ruleset, one, keys, decks=sheet.decks, alone=alone, path=path)
        yield from checked.problems
        if index == 0:
            totals = dict.fromkeys(sheet.units, 0)
        for key in sheet.units if keys is None else keys:
            if key in totals and key in checked.results:
                totals[key] += checked.results[key]
            else:
                totals.pop(key, None)
        has_ended = _has_ended(sheet, totals)


def _has_ended(sheet: Sheet, totals: dict[str, int]) -> bool:
    if sheet.is_final:
        return True
    if sheet.unread & {"ruleset", "target", "stage"} or _has_wrong_target(sheet):
        return False
    return any(total >= sheet.goal for total in totals.values())


def _knows_names(sheet: Sheet) -> bool:
    """Whether it is clear how the entries of a round must be named."""
    if sheet.unread & {"players", "sides"}:
        return False
    if sheet.sides is None:
        return "ruleset" in sheet.unread or not _needs_sides(sheet)
    return "ruleset" in sheet.unread or sides_are_right(sheet)


def _needs_sides(sheet: Sheet) -> bool:
    return sheet.ruleset.players.must_have_sides(sheet.most_people_before(None))


__all__ = ["check_sheet", "side_key", "sides_are_right"]
