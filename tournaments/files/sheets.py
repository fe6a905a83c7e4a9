"""One table of a tournament file as a score sheet: read and checked as a sheet file is, by the same functions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.files.fields import normal
from scoring.files.round_fields import RoundFields
from scoring.rules.problems import Problem
from scoring.rules.ruleset import RuleSet, get_ruleset
from scoring.rules.sheet_values import FINAL, TABLE
from scoring.rules.sheets import Round, Sheet, SheetPlayer, check_sheet, score, sheet_order, youngest
from tournaments.files.document import WrittenRound, WrittenTable
from tournaments.files.table_fields import RawTable

LEAST_PEOPLE = 2


@dataclass(frozen=True)
class CheckedTable:
    """A table whose sheet is right: its results by reference, `round_points` with what was counted worked out.

    `ranking` is before decisions; `is_finished`: somebody has reached the target, or the final's round is played.
    """

    written: WrittenTable
    target: int | None
    is_finished: bool
    ranking: tuple[tuple[str, ...], ...]
    round_points: tuple[Mapping[str, int], ...]


def check_table(raw: RawTable, ruleset: str, target: int | None) -> tuple[CheckedTable | None, list[Problem]]:
    """A table that could be read, checked as a sheet; None with what is wrong, each under the table's path."""
    fields = RoundFields()
    rounds = fields.read_rounds(f"{raw.path}.rounds", raw.rounds)
    if rounds is None:
        return None, fields.problems
    people = raw.table.people
    is_lonely_final = not raw.table.number and len(people) < LEAST_PEOPLE
    sheet = _as_sheet(raw, get_ruleset(ruleset), target, rounds)
    problems = [*fields.problems, *(_at_table(problem, raw) for problem in check_sheet(sheet))]
    if is_lonely_final:
        problems = [problem for problem in problems if rounds or problem.path != f"{raw.path}.seats"]
    if problems:
        return None, problems
    result = score(sheet)
    written = replace(
        raw.table,
        rounds=tuple(WrittenRound(_by_person(one, "points"), _by_person(one, "counts")) for one in raw.rounds),
    )
    return CheckedTable(
        written,
        sheet.goal if written.number else None,
        result.finished,
        tuple(map(tuple, result.ranking)),
        tuple(one.points for one in result.rounds),
    ), []


def _as_sheet(raw: RawTable, ruleset: RuleSet, target: int | None, rounds: list[Round]) -> Sheet:
    table = raw.table
    return Sheet(
        ruleset=ruleset,
        players=tuple(
            SheetPlayer(person, None, table.left_after.get(person), table.joined_after.get(person, 0))
            for person in table.people
        ),
        target=target,
        stage=TABLE if table.number else FINAL,
        rounds=tuple(rounds),
    )


def _at_table(problem: Problem, raw: RawTable) -> Problem:
    """The sheet's players are the table's seats, and who came or left is named there by name."""
    parts = problem.path.split(".")
    if parts[0] != "players":
        return problem.under(raw.path)
    if len(parts) == 3 and parts[2] != "name":
        return Problem(f"{raw.path}.{parts[2]}.{raw.table.people[int(parts[1])]}", problem.code, problem.params)
    return Problem(f"{raw.path}.seats", problem.code, problem.params)


def _by_person(one: Mapping[str, Mapping[str, Any]], part: str) -> dict[str, Any]:
    return {normal(name): entry for name, entry in one.get(part, {}).items()}


def columns(ruleset: str, written: WrittenTable, born: Mapping[str, dt.date | None]) -> tuple[list[str], str | None]:
    """The order of the sheet's columns and its scribe (R4.1, R4.2), as the file chose them or by birth dates."""
    rules = get_ruleset(ruleset)
    players = [SheetPlayer(key=person, born=born[person]) for person in written.people]
    return sheet_order(rules, players, written.first), written.scribe or youngest(rules, players)
