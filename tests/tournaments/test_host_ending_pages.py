"""Ties, final, closing and what may follow, through the test client."""

import datetime as dt
import re

import pytest

from club.models import LogEntry
from tests.factories import (
    make_board,
    person,
    plan_evening,
    record,
    start_evening,
)
from tests.tournaments.host_pages import correction, fresh, lead, said, table_path, text
from tournaments.models import Award, Decision, Kind, Participant, Table, Tournament

pytestmark = pytest.mark.django_db


def finished_evening(host, **values):
    """Table 2 ends 5125 / 3480 / 3480 / 2010 (field report 2); a final of four is due."""
    evening = start_evening("Ada Bert Cem", "Dora Emma Fritz Gerd", host=host.member, **values)
    record(evening, 1, "1000 900 800")
    record(evening, 2, "5125 3480 3480 2010")
    record(evening, 1, *["0 0 0"] if not Table.objects.get(number=1).sheet.finished_at else [])
    return fresh(evening)


def tie_address(client, evening):
    return re.search(r'href="([^"]*/stechen/[^"]*)"', client.get(lead(evening)).content.decode())[1]


def test_R2_15_a_tie_at_the_qualifying_place_stops_the_final_until_decided(client, host):
    evening = finished_evening(host)
    page = text(client.get(lead(evening)))
    assert "Entscheidung nötig – Tisch 2: Emma, Fritz mit je 3.480" in page
    assert "Finale setzen" not in page
    refused = client.post(lead(evening, "finale/"), follow=True)
    assert any("Emma, Fritz" in sentence for sentence in said(refused))
    assert fresh(evening).state == "running"
    address = tie_address(client, evening)
    emma, fritz = person(evening, "Emma"), person(evening, "Fritz")
    order = {"by": "host", f"place_{emma.pk}": "2", f"place_{fritz.pk}": "1"}
    without_reason = client.post(address, order)
    assert without_reason.status_code == 422
    assert "nennt den Grund" in text(without_reason)
    same_place = client.post(address, order | {f"place_{emma.pk}": "1", "reason": "x"})
    assert "eigenen Platz" in text(same_place)
    client.post(address, order | {"reason": "Stechen mit einer Karte"})
    decision = Decision.objects.get()
    assert [place.participant for place in decision.places.all()] == [fritz, emma]
    assert (decision.reason, decision.decided_by) == ("Stechen mit einer Karte", host)
    assert "Finale setzen" in text(client.get(lead(evening)))
    assert client.get(address, follow=True).status_code == 200


def test_R2_15_the_product_draws_lots_once(client, host):
    evening = finished_evening(host)
    address = tie_address(client, evening)
    for _click in range(2):
        client.post(address, {"by": "lot"})
    assert Decision.objects.get().by == "lot"


def to_final(client, evening):
    client.post(tie_address(client, evening), {"by": "lot"})
    client.post(lead(evening, "finale/"))
    client.post(lead(evening, "festlegen/finale/"))
    client.post(lead(evening, "auslosen/finale/"), {"salt": ""})


def test_R2_17_who_declines_is_followed_by_the_next_and_may_come_back(client, host):
    evening = finished_evening(host)
    client.post(tie_address(client, evening), {"by": "lot"})
    bert = person(evening, "Bert")
    client.post(lead(evening, "verzicht/"), {"participant": bert.pk})
    page = text(client.get(lead(evening)))
    assert "Cem Tisch 1 · rückt nach" in page
    assert "Verzichtet: Bert" in page
    client.post(lead(evening, "verzicht/"), {"participant": bert.pk, "undo": "1"})
    assert "rückt nach" not in text(client.get(lead(evening)))


def test_R2_7_R2_9_final_is_drawn_played_and_closed_once(client, host):
    evening = finished_evening(host)
    to_final(client, evening)
    page = text(client.get(lead(evening)))
    assert "F.1" in page
    assert client.get(lead(evening, "drucken/lose/"))["Content-Type"] == "application/pdf"
    for _click in range(2):
        client.post(lead(evening, "finale/beginnen/"))
    too_early = client.post(lead(evening, "abschliessen/"), follow=True)
    assert said(too_early)
    assert fresh(evening).state == "final"
    record(evening, 0, "400 300 200 100")
    page = text(client.get(lead(evening)))
    assert "1 Teilnahme + " in page
    assert "Turnier abschließen" in page
    for _click in range(2):
        client.post(lead(evening, "abschliessen/"))
    assert fresh(evening).state == "closed"
    assert Award.objects.count() == 7
    assert LogEntry.objects.filter(action="close_tournament").count() == 1
    assert "5 Finalsieg" in text(client.get(lead(evening)))


def test_R2_19_a_correction_after_the_final_was_seated_names_whom_it_concerns(client, host):
    evening = finished_evening(host)
    to_final(client, evening)
    response = client.post(
        lead(evening, table_path(1, "runde/1/")), correction(evening, 1, "1000 700 800"), follow=True
    )
    assert any(sentence.startswith("Bert spielt das Finale") for sentence in said(response))
    assert any(sentence.startswith("Cem hätte") for sentence in said(response))
    assert set(Participant.objects.filter(is_finalist=True).values_list("member__name", flat=True)) >= {"Ada", "Bert"}


def test_the_final_is_taken_back_until_its_round_is_recorded(client, host):
    evening = finished_evening(host)
    to_final(client, evening)
    client.post(lead(evening, "finale/zurueck/"))
    assert fresh(evening).state == "running"
    assert not Table.objects.filter(stage="final").exists()


def test_R2_23_an_evening_ends_early_with_a_reason(client, host):
    evening = start_evening("Ada Bert Cem", host=host.member)
    record(evening, 1, "1000 900 800")
    assert client.post(lead(evening, "vorzeitig/"), {"reason": " "}).status_code == 422
    client.post(lead(evening, "vorzeitig/"), {"reason": "Stromausfall"})
    assert fresh(evening).ended_early == "Stromausfall"
    client.post(lead(evening, "weiterspielen/"))
    assert fresh(evening).ended_early == ""
    client.post(lead(evening, "vorzeitig/"), {"reason": "Stromausfall"})
    client.post(lead(evening, "abschliessen/"))
    assert fresh(evening).state == "closed"


def test_only_the_board_opens_a_closed_evening_again(client, host):
    evening = start_evening("Ada Bert Cem", host=host.member, kind=Kind.TRAINING)
    record(evening, 1, "5000 900 800")
    client.post(lead(evening, "abschliessen/"))
    assert client.post(lead(evening, "wieder-oeffnen/"), {"reason": "x"}).status_code == 403
    client.force_login(make_board())
    assert client.post(lead(evening, "wieder-oeffnen/"), {"reason": ""}).status_code == 422
    client.post(lead(evening, "wieder-oeffnen/"), {"reason": "Runde vergessen"})
    assert fresh(evening).state == "running"


HOSTILE = ["<img src=x onerror=alert(1)>", "</script><script>x", 'Käthe "Kit" & Co', "O'Hara-D'Este"]


def test_hostile_names_are_letters_on_every_page(client, host):
    evening = plan_evening(host=host.member)
    for name in HOSTILE:
        client.post(lead(evening, "gast/"), {"name": name})
    pages = [client.get(lead(evening))]
    client.post(lead(evening, "lose/"))
    pages.append(client.get(lead(evening)))
    client.post(lead(evening, "festlegen/tische/"))
    client.post(lead(evening, "auslosen/tische/"), {"salt": ""})
    pages.append(client.get(lead(evening)))
    client.post(lead(evening, "beginnen/"))
    pages += [client.get(lead(evening)), client.get(lead(evening, table_path(1)))]
    for page in pages:
        body = page.content.decode()
        assert "<img src=x" not in body
        assert "<script>x" not in body
        assert "&lt;img src=x onerror=alert(1)&gt;" in body
        assert "Käthe &quot;Kit&quot; &amp; Co" in body


def test_links_carry_plain_numbers(client, host):
    Tournament.objects.bulk_create(
        [
            Tournament(
                pk=1204, name="Tausend", date=dt.date(2026, 5, 9), host=host.member, created_at="2026-01-01T00:00Z"
            )
        ]
    )
    page = client.get("/leitung/").content.decode()
    assert "/turniere/1204/leitung/" in page
    assert "/turniere/1204/leitung/da/" in client.get("/turniere/1204/leitung/").content.decode()
