"""The overview while people play, links, corrections, people who come and go."""

import datetime as dt

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from club.models import LogEntry
from scoring.models import Round, RoundState
from tests.factories import (
    make_member,
    person,
    record,
    start_evening,
)
from tests.tournaments.host_pages import correction, lead, said, table_path, text
from tournaments.models import Table

pytestmark = pytest.mark.django_db


def tables_of(number):
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return [" ".join(f"{letters[table]}{seat}" for seat in range(4)) for table in range(number)]


def test_overview_needs_the_same_queries_for_one_and_for_ten_tables(client, host):
    counts = []
    for number in (1, 10):
        evening = start_evening(*tables_of(number), name=f"Abend {number}", host=host.member)
        for table in range(1, number + 1):
            record(evening, table, "100 200 300 400")
        for path in ("", "stand/"):
            client.get(lead(evening, path))
            with CaptureQueriesContext(connection) as queries:
                assert client.get(lead(evening, path)).status_code == 200
            counts.append(len(queries))
    assert counts[:2] == counts[2:]
    assert max(counts) <= 30


def test_overview_shows_totals_round_and_who_is_near(client, host):
    evening = start_evening("Ada Bert Cem", "Dora Emma Fritz", host=host.member)
    record(evening, 1, "4100 -45 1250")
    page = text(client.get(lead(evening)))
    assert "Runde 2" in page
    assert "Runde 1" in page
    assert "noch 900" in page
    assert "−45" in page
    assert "1.250" in page
    assert "noch keine Runde eingetragen" in page


def test_R2_3_overview_announces_the_last_round(client, host):
    evening = start_evening("Ada Bert Cem", "Dora Emma Fritz", host=host.member)
    record(evening, 2, "5000 0 0")
    page = text(client.get(lead(evening)))
    assert "An Tisch 2 ist das Ziel erreicht." in page
    assert "letzte Runde" in page
    assert "fertig" in page


def test_overview_answers_304_until_a_round_comes_in(client, host):
    evening = start_evening("Ada Bert Cem", host=host.member)
    address = lead(evening, "stand/")
    with time_machine.travel(dt.datetime(2026, 3, 14, 19, 30, 5, tzinfo=dt.UTC), tick=False):
        first = client.get(address)
        assert first["X-State"] == "running"
        assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
        record(evening, 1, "100 200 300")
        changed = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert "300" in text(changed)


def test_a_new_link_revokes_the_old_one_once(client, host):
    evening = start_evening("Ada Bert Cem", host=host.member)
    old = Table.objects.get().sheet.token
    for _click in range(2):
        client.post(lead(evening, table_path(1, "link/")), {"token": old})
    new = Table.objects.get().sheet.token
    assert new != old
    assert client.get(f"/s/{old}/").status_code == 404
    assert client.get(f"/s/{new}/").status_code == 200
    assert LogEntry.objects.filter(action="new_token").count() == 1


def test_R2_19_a_round_is_corrected_with_a_reason(client, host):
    evening = start_evening("Ada Bert Cem", host=host.member)
    record(evening, 1, "500 100 200")
    address = lead(evening, table_path(1, "runde/1/"))
    assert 'value="500"' in client.get(address).content.decode()
    response = client.post(address, correction(evening, 1, "5.000 −45 200"), follow=True)
    assert said(response) == ["Runde 1 ist korrigiert."]
    rows = Round.objects.order_by("pk")
    assert [(row.state, row.reason) for row in rows] == [("replaced", ""), ("current", "verlesen")]
    assert list(rows[1].results.order_by("player__seat").values_list("points", flat=True)) == [5000, -45, 200]


@pytest.mark.parametrize(
    ("points", "reason", "words"),
    [
        ("1,250 100 200", "x", "nicht eindeutig"),
        ("12 100 200", "x", "nicht durch 5 teilbar"),
        ("- 100 200", "x", "keine Zahl"),
        ("500 100 205", "", "erforderlich"),
        ("25.000 100 200", "x", "mehr, als in einer Runde möglich"),
    ],
)
def test_a_wrong_correction_is_said_at_its_field_and_stays_typed(client, host, points, reason, words):
    evening = start_evening("Ada Bert Cem", host=host.member)
    record(evening, 1, "500 100 200")
    response = client.post(lead(evening, table_path(1, "runde/1/")), correction(evening, 1, points, reason=reason))
    assert response.status_code == 422
    assert words in text(response)
    assert f'value="{points.split()[0]}"' in response.content.decode()
    assert Round.objects.count() == 1


def test_a_correction_on_an_older_page_shows_both_and_changes_nothing(client, host):
    evening = start_evening("Ada Bert Cem", host=host.member)
    record(evening, 1, "500 100 200")
    address = lead(evening, table_path(1, "runde/1/"))
    older = correction(evening, 1, "300 100 200")
    client.post(address, correction(evening, 1, "400 100 200"))
    response = client.post(address, older)
    assert response.status_code == 409
    assert "Ada 400" in text(response)
    assert 'value="300"' in response.content.decode()
    assert Round.objects.filter(state=RoundState.CURRENT).get().results.get(player__seat=1).points == 400


def test_R2_17_R2_18_people_go_and_come(client, host):
    evening = start_evening("Ada Bert Cem", host=host.member)
    record(evening, 1, "500 100 200")
    hanna = make_member("Hanna")
    client.post(lead(evening, table_path(1, "geht/")), {"participant": person(evening, "Bert").pk})
    client.post(lead(evening, table_path(1, "kommt/")), {"member": hanna.pk, "seat": ""})
    page = text(client.get(lead(evening)))
    assert "Bert nach Runde 1 ausgeschieden" in page
    assert "Hanna ab Runde 2" in page
