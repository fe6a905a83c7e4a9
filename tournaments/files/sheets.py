"""One table of a tournament file as a score sheet: read and checked as a sheet file is, by the same functions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.rules.sheets import Round, Sheet, SheetPlayer, score, sheet_order, youngest

from scoring.rules.problems import Problem
from scoring.rules.ruleset import get_ruleset
from tournaments.files.document import WrittenRound, WrittenTable
from tournaments.files.table_fields import RawTable


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
    written = replace(
        raw.table, rounds=tuple(WrittenRound(r.get("points", {}), r.get("counts", {})) for r in raw.rounds)
    )
    rules = get_ruleset(ruleset)
    sheet = Sheet(
        rules,
        tuple(SheetPlayer(p, None, written.left_after.get(p), written.joined_after.get(p, 0)) for p in written.people),
        None,
        target or rules.target,
        "table" if written.number else "final",
        None,
        None,
        tuple(Round(r.points, {}) for r in written.rounds),
    )
    result = score(sheet)
    return CheckedTable(
        written,
        (target or rules.target) if written.number else None,
        result.finished,
        tuple(map(tuple, result.ranking)),
        tuple(r.points for r in result.rounds),
    ), []


def columns(ruleset: str, written: WrittenTable, born: Mapping[str, dt.date | None]) -> tuple[list[str], str | None]:
    """The order of the sheet's columns and its scribe (R4.1, R4.2), as the file chose them or by birth dates."""
    rules = get_ruleset(ruleset)
    players = [SheetPlayer(key=person, born=born[person]) for person in written.people]
    return sheet_order(rules, players, written.first), written.scribe or youngest(rules, players)
