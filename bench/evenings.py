"""Invented seasons of any size, as tournament files (version 1): the same seed gives the same season."""

from __future__ import annotations

import datetime as dt
import random
from typing import Any

from tournaments.seating import table_sizes

TARGET = 5000


def make_season(*, year: int, members: int, tournaments: int, seed: int = 1) -> list[dict[str, Any]]:
    """`tournaments` evenings of `year` with all `members` at each, no ties, closed."""
    rng = random.Random(seed)
    names = [f"Mitglied {number:03d} Beispiel" for number in range(1, members + 1)]
    return [
        make_evening(rng, dt.date(year, 1 + month % 11, 3 + 7 * (month // 11)), names) for month in range(tournaments)
    ]


def make_evening(rng: random.Random, day: dt.date, names: list[str]) -> dict[str, Any]:
    """One closed evening with all of `names`."""
    drawn = rng.sample(names, len(names))
    tables: list[dict[str, Any]] = []
    finalists: list[str] = []
    for number, size in enumerate(table_sizes(len(names)), start=1):
        seats, drawn = drawn[:size], drawn[size:]
        rounds, best = play(rng, seats)
        tables.append({"number": number, "seats": seats, "rounds": rounds})
        finalists += best
    points = rng.sample(range(-400, 400 + 5 * len(finalists)), len(finalists))
    return {
        "format": "tischtabelle/tournament",
        "version": 1,
        "name": f"Turnier {day:%d.%m.}",
        "date": day.isoformat(),
        "kind": "monthly" if day.day == 3 else "training_camp",
        "host": names[0],
        "venue": "Gasthof",
        "players": [{"name": name} for name in names],
        "tables": tables,
        "final": {
            "seats": finalists,
            "rounds": [{"points": {name: 5 * each for name, each in zip(finalists, points, strict=True)}}],
        },
        "decisions": [],
    }


def play(rng: random.Random, seats: list[str]) -> tuple[list[dict[str, Any]], list[str]]:
    """Rounds until somebody has the target, and the two best; played again if totals are equal."""
    while True:
        totals = dict.fromkeys(seats, 0)
        rounds = []
        while max(totals.values()) < TARGET:
            points = {name: 5 * rng.randint(-60, 320) for name in seats}
            totals = {name: total + points[name] for name, total in totals.items()}
            rounds.append({"points": points})
        if len(set(totals.values())) == len(seats):
            return rounds, sorted(seats, key=lambda name: -totals[name])[:2]
