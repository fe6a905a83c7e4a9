"""The demo seasons: tournament files of the product's own, moved so that their last evening is played today.

`seasons.json` is an ordinary list of tournament files: two seasons, the one in which it ends, and one evening that is
running. Every day of a month becomes the same weekday of the same month ("second Saturday").
"""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

from django.utils.dates import MONTHS
from django.utils.translation import gettext as _

from tournaments.season import LAST_MONTH

FILE = Path(__file__).resolve().parents[1] / "demo" / "seasons.json"


def demo_tournaments(today: dt.date) -> list[dict[str, Any]]:
    """Tournament files around `today`: whatever lies before this month, and one evening in its second round.

    In December there are no tournaments that count: then it is a training evening (R2.1).
    """
    files: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    *past, running = files
    this_year = _date(running).year
    moved = [{**one, "date": _moved(_date(one), today.year - this_year)} for one in past]
    first_of_month = today.replace(day=1).isoformat()
    return [*(one for one in moved if one["date"] < first_of_month), _evening_of(today, running)]


def _evening_of(today: dt.date, running: dict[str, Any]) -> dict[str, Any]:
    if today.month > LAST_MONTH:
        return {**running, "date": today.isoformat(), "kind": "training", "name": _("Übungsabend")}
    name = _("%(month)s-Turnier") % {"month": MONTHS[today.month]}
    return {**running, "date": today.isoformat(), "kind": "monthly", "name": name}


def _date(one: dict[str, Any]) -> dt.date:
    return dt.date.fromisoformat(one["date"])


def _moved(day: dt.date, years: int) -> str:
    """The same weekday of the same month some years later: its first, second, third or fourth."""
    first = dt.date(day.year + years, day.month, 1)
    weeks = (day.day - 1) // 7
    return (first + dt.timedelta(days=(day.weekday() - first.weekday()) % 7, weeks=weeks)).isoformat()
