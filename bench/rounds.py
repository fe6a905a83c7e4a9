"""The rules alone: 100,000 rounds of six players counted from their cards' values."""

from __future__ import annotations

import time

from bench.limits import Report
from scoring.rules.rounds import Count, Round
from scoring.rules.ruleset import get_ruleset
from scoring.rules.sheets import Sheet, SheetPlayer, check_sheet, score

ROUNDS, A_SHEET = 100_000, 100
LIMIT = 10.0


def run(report: Report) -> None:
    """Checked and scored, a hundred rounds a sheet."""
    names = [f"Spieler {seat}" for seat in range(6)]
    counts = {name: Count(melded=60, hand=65 + 5 * seat) for seat, name in enumerate(names)}
    counts[names[0]] = Count(melded=75, hand=0, canastas={"natural": 1}, went_out=True)
    sheet = Sheet(
        ruleset=get_ruleset("bcc"),
        players=tuple(SheetPlayer(name) for name in names),
        target=10_000_000,
        rounds=tuple(Round(counts=counts) for _ in range(A_SHEET)),
    )
    started = time.perf_counter()
    for _ in range(ROUNDS // A_SHEET):
        assert not check_sheet(sheet)
        score(sheet)
    report.figure(f"{ROUNDS} rounds checked and counted", time.perf_counter() - started, LIMIT, "s")
