"""One table of a tournament file as a score sheet: read and checked by the same functions as a sheet file."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.files.fields import normal
from scoring.files.round_fields import RoundFields
from scoring.rules.problems import Problem
from scoring.rules.rounds import Round
from scoring.rules.ruleset import RuleSet, get_ruleset
from scoring.rules.sheet_values import FINAL, TABLE
from scoring.rules.sheets import Sheet, SheetPlayer, check_sheet, score, sheet_order, youngest
from tournaments.files.document import WrittenRound, WrittenTable
from tournaments.files.table_fields import LARGEST_SMALL, RawTable

_PLAYER_PATH = re.compile(r"players\.(\d+)\.(name|left_after|joined_after)")


@dataclass(frozen=True)
class CheckedTable:
    """A table whose sheet is right: its results by reference, `round_points` with what was counted worked out.

    `target` is None at the final. `ranking` is before decisions; `is_finished`: somebody has reached the target, or
    the final's round is played.
    """

    written: WrittenTable
    target: int | None
    is_finished: bool
    ranking: list[list[str]]
    round_points: tuple[Mapping[str, int], ...]


def check_table(
    raw: RawTable, ruleset: str, target: int | None, unread: Collection[str] = ()
) -> tuple[CheckedTable | None, list[Problem]]:
    """The table with its rounds, or all that is wrong with it; paths from the tournament's root.

    `unread` may say that the target could not be read: then nothing is said about the end of the game.
    """
    fields = RoundFields()
    rounds = fields.read_rounds(f"{raw.path}.rounds", raw.rounds) or []
    if len(rounds) > LARGEST_SMALL:
        fields.refuse(f"{raw.path}.rounds", "out_of_range")
    rules = get_ruleset(ruleset)
    sheet = _sheet(raw.table, rules, target, rounds, frozenset(unread))
    needs_no_round = raw.table.number == 0 and len(raw.table.people) <= 1 and not rounds
    found = [] if needs_no_round else check_sheet(sheet)
    problems = [*fields.problems, *(_placed(problem, raw) for problem in found)]
    if problems:
        return None, problems
    written = replace(raw.table, rounds=tuple(map(_written, rounds, raw.rounds)))
    goal = sheet.goal if raw.table.number else None
    if needs_no_round:
        return CheckedTable(written, goal, True, [], ()), []
    result = score(sheet)
    return CheckedTable(written, goal, result.finished, result.ranking, tuple(one.points for one in result.rounds)), []


def _sheet(
    table: WrittenTable, rules: RuleSet, target: int | None, rounds: list[Round], unread: frozenset[str]
) -> Sheet:
    """The sheet, in seat order; in a tournament file everybody plays alone."""
    return Sheet(
        ruleset=rules,
        players=tuple(
            SheetPlayer(person, None, table.left_after.get(person), table.joined_after.get(person, 0))
            for person in table.people
        ),
        target=target,
        stage=TABLE if table.number else FINAL,
        first=table.first,
        scribe=table.scribe,
        rounds=tuple(rounds),
        unread=unread,
    )


def _written(one: Round, raw: Mapping[str, Any]) -> WrittenRound:
    """Points as read, countings as they stand in the file."""
    return WrittenRound(one.points, {normal(person): count for person, count in raw.get("counts", {}).items()})


def _placed(problem: Problem, raw: RawTable) -> Problem:
    """A problem of the sheet where the tournament file has what it is about.

    Sides cannot be given there, so a number of players that needs them is not allowed.
    """
    path, code = problem.path, problem.code
    if match := _PLAYER_PATH.fullmatch(path):
        person, part = raw.table.people[int(match[1])], match[2]
        path = "seats" if part == "name" else f"{part}.{person}"
    elif path in ("players", "sides"):
        path, code = "seats", "wrong_number_of_players"
    return Problem(f"{raw.path}.{path}", code, problem.params)


def columns(ruleset: str, written: WrittenTable, born: Mapping[str, dt.date | None]) -> tuple[list[str], str | None]:
    """The order of the sheet's columns and its scribe, as the file chose them or by birth dates (R4.1, R4.2)."""
    rules = get_ruleset(ruleset)
    players = [SheetPlayer(person, born[person]) for person in written.people]
    return sheet_order(rules, players, written.first), written.scribe or youngest(rules, players)
