"""Season page and tournament page against a bare view with as many cells and bytes."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable
from io import StringIO

from django.core.cache import cache
from django.core.management import call_command
from django.db.models import F
from django.test import Client

from bench.evenings import make_season
from bench.limits import Report, in_turns
from club.live import raise_versions, season_topic
from tournaments.models import Tournament

AFTER_CHANGE, UNCHANGED = 2.5, 1.5


def run(report: Report) -> None:
    """Small and large club."""
    for year, members in ((2021, 24), (2022, 200)):
        fill(year, members)
        evening = Tournament.objects.of_season(year).order_by("date").first()
        assert evening is not None
        measure(
            report,
            f"season page, {members} members × 12",
            f"/saison/{year}/",
            lambda year=year: raise_versions([season_topic(year)]),
        )
        measure(
            report,
            f"tournament page, {members} people",
            f"/turniere/{evening.pk}/",
            lambda pk=evening.pk: Tournament.objects.filter(pk=pk).update(version=F("version") + 1),
        )


def fill(year: int, members: int) -> None:
    """A season, brought in by the product's own import."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(make_season(year=year, members=members, tournaments=12), file)
        file.flush()
        call_command("import_tournaments", file.name, stdout=StringIO(), stderr=StringIO())


def measure(report: Report, what: str, path: str, change: Callable[[], object]) -> None:
    """After a change, unchanged, and what a browser gets that has the page already."""
    client = Client()
    page = client.get(path)
    assert page.status_code == 200, (path, page.status_code)
    cells = len(re.findall(rb"<t[dh][ >]", page.content))
    bare = f"/bench/table/{cells}/{len(page.content)}/"
    assert abs(len(client.get(bare).content) / len(page.content) - 1) < 0.1

    timed = Timed(client, path, change)
    after, plain = in_turns(timed.after_change, lambda: client.get(bare))
    report.ratio(f"{what}, after a change", after - timed.changing(), plain, AFTER_CHANGE)
    cache.clear()
    kept, plain = in_turns(lambda: client.get(path), lambda: client.get(bare))
    report.ratio(f"{what}, unchanged", kept, plain, UNCHANGED)
    etag = client.get(path).headers["ETag"]
    assert client.get(path, headers={"If-None-Match": etag}).status_code == 304


class Timed:
    """A page asked after a change; what the change itself takes is measured apart."""

    def __init__(self, client: Client, path: str, change: Callable[[], object]) -> None:
        self.client, self.path, self.change = client, path, change

    def after_change(self) -> None:
        self.change()
        self.client.get(self.path)

    def changing(self) -> float:
        return in_turns(self.change)[0]
