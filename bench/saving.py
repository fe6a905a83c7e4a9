"""A round saved from a tablet against a bare insert of as many rows in one transaction."""

from __future__ import annotations

import datetime as dt
import json
import uuid
from collections.abc import Iterator

from django.apps import apps
from django.test import Client
from django.utils import timezone

from bench.limits import Report, in_turns
from club.models import Member
from scoring.actions import NewPlayer, NewSheet, open_sheets
from scoring.models import ScoreSheet

LIMIT = 1.5
HIGH = 1_000_000  # a target that nobody reaches while it is measured


def run(report: Report) -> None:
    """A lonely table in a small evening, and one of ten in a long one."""
    for tables, before in ((1, 0), (10, 12)):
        sheet = open_evening(tables)
        client = Client()
        sends = requests(sheet)
        for _ in range(before):
            send(client, sheet, next(sends))
        rows = count_rows()
        send(client, sheet, next(sends))
        written = count_rows() - rows
        ours, bare = in_turns(
            lambda client=client, sheet=sheet, sends=sends: send(client, sheet, next(sends)),
            lambda client=client, written=written: client.post(f"/bench/insert/{written}/"),
            times=60,
        )
        report.ratio(f"saving a round of 6 ({written} rows), {tables} tables, round {before + 2} on", ours, bare, LIMIT)


def open_evening(tables: int) -> ScoreSheet:
    """The first of so many sheets with six players each."""
    people = Member.objects.bulk_create(Member(name=f"Spieler {number}") for number in range(6 * tables))
    sheets = [
        NewSheet(
            "table",
            number + 1,
            "bcc",
            HIGH,
            [NewPlayer(member=people[6 * number + seat], seat=seat + 1) for seat in range(6)],
        )
        for number in range(tables)
    ]
    group = open_sheets(title="Abend", sheets=sheets, at=timezone.now())
    return ScoreSheet.objects.filter(group=group).order_by("number")[0]


def requests(sheet: ScoreSheet) -> Iterator[str]:
    """One round after the other."""
    players = list(sheet.players.values_list("pk", flat=True))
    number = 0
    while True:
        number += 1
        yield json.dumps(
            {
                "id": str(uuid.uuid4()),
                "number": number,
                "entries": {str(pk): 5 * (number + place) for place, pk in enumerate(players)},
                "device": "Tablet",
                "device_at": dt.datetime.now(dt.UTC).isoformat(),
            }
        )


def send(client: Client, sheet: ScoreSheet, body: str) -> None:
    answer = client.post(f"/s/{sheet.token}/runden", body, content_type="application/json")
    assert answer.status_code == 200, answer.content


def count_rows() -> int:
    """All rows of the product's own tables."""
    return sum(
        model.objects.count()
        for app in ("club", "scoring", "tournaments")
        for model in apps.get_app_config(app).get_models()
    )
