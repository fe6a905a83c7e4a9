"""Lots, draw in three ways, seating plan and start through the test client."""

import datetime as dt
import re

import pytest

from club.models import Deck, LogEntry, Member
from tests.factories import (
    make_board,
    make_decks,
    person,
    plan_evening,
    seat_evening,
)
from tests.tournaments.host_pages import THIRTEEN, fresh, lead, said, text
from tournaments.draw_files import check_draw
from tournaments.models import Draw, Seat, Table
from tournaments.queries.places import read_places

pytestmark = pytest.mark.django_db


def test_R2_6_lots_are_made_once_and_a_new_draw_is_deliberate(client, host):
    evening = plan_evening(people="Ada Bert Cem", host=host.member)
    for _click in range(2):
        client.post(lead(evening, "lose/"))
    lots = list(Seat.objects.values_list("lot", flat=True))
    assert (len(lots), Draw.objects.count()) == (3, 1)
    again = {"renew": "1", "version": fresh(evening).version}
    client.post(lead(evening, "lose/"), again)
    response = client.post(lead(evening, "lose/"), again, follow=True)
    assert "Inzwischen hat sich etwas geändert. Es wurde nichts überschrieben; hier ist der jetzige Stand." in said(
        response
    )
    assert Draw.objects.count() == 2
    for lot in lots:
        old = client.get(f"/los/{lot}/")
        assert old.status_code == 410
        assert "Dieses Los gilt nicht" in text(old)


@pytest.mark.parametrize("what", ["lose", "lose-a6", "tischkarten", "sitzplan", "tischtabellen", "alles"])
def test_prints_come_as_pdf(client, host, what):
    evening = plan_evening(people="Ada Bert Cem", host=host.member)
    address = lead(evening, f"drucken/{what}/")
    assert client.get(address).status_code == 404
    client.post(lead(evening, "lose/"))
    response = client.get(address)
    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF")
    assert client.get(lead(evening, "drucken/anderes/")).status_code == 404


def test_seat_then_name_leads_to_the_next_free_seat(client, host):
    evening = plan_evening(people="Ada Bert Cem", host=host.member)
    client.post(lead(evening, "lose/"))
    first, second, _third = Seat.objects.order_by("number")
    ada = person(evening, "Ada")
    sent = {"seat": first.pk, "was": "", "participant": ada.pk}
    response = client.post(lead(evening, "platz/"), sent)
    assert response["Location"] == f"{lead(evening)}?platz={second.pk}#gewaehlt"
    assert "Wer hat 1.2?" in text(client.get(lead(evening), {"platz": second.pk}))
    assert Seat.objects.get(pk=first.pk).participant == ada


def test_a_seat_taken_meanwhile_is_not_overwritten(client, host):
    evening = plan_evening(people="Ada Bert Cem", host=host.member)
    client.post(lead(evening, "lose/"))
    seat = Seat.objects.order_by("number")[0]
    ada, bert = person(evening, "Ada"), person(evening, "Bert")
    client.post(f"/los/{seat.lot}/", {"participant": ada.pk})
    response = client.post(lead(evening, "platz/"), {"seat": seat.pk, "was": "", "participant": bert.pk}, follow=True)
    assert "Inzwischen" in said(response)[0]
    assert Seat.objects.get(pk=seat.pk).participant == ada


def test_a_seat_is_freed_and_two_are_swapped(client, host):
    evening = seat_evening("Ada Bert Cem", host=host.member)
    one, two, three = Seat.objects.order_by("number")
    client.post(lead(evening, "platz/"), {"seat": one.pk, "was": one.participant_id, "swap": two.pk})
    assert [seat.participant.member.name for seat in Seat.objects.order_by("number")] == ["Bert", "Ada", "Cem"]
    client.post(lead(evening, "platz/"), {"seat": three.pk, "was": three.participant_id, "free": "1"})
    assert Seat.objects.get(pk=three.pk).participant is None


def test_a_seat_of_another_evening_is_not_found(client, host):
    evening = seat_evening("Ada Bert Cem", host=host.member)
    other = seat_evening("Dora Emma Fritz", name="Anderes")
    seat = Seat.objects.filter(table__tournament=other).first()
    sent = {"seat": seat.pk, "was": seat.participant_id, "free": "1"}
    assert client.post(lead(evening, "platz/"), sent).status_code == 404
    assert Seat.objects.get(pk=seat.pk).participant_id == seat.participant_id


def test_the_drawer_of_a_lot_picks_a_name_without_an_account(client):
    evening = plan_evening(people="Ada Bert <b>Cem</b>")
    client.force_login(make_board())
    client.post(lead(evening, "lose/"))
    client.logout()
    one, two = Seat.objects.order_by("number")[:2]
    page = client.get(f"/los/{one.lot}/")
    assert "1.1 Wer bist du?" in text(page)
    assert "&lt;b&gt;Cem&lt;/b&gt;" in page.content.decode()
    ada = person(evening, "Ada")
    after = client.post(f"/los/{one.lot}/", {"participant": ada.pk}, follow=True)
    assert "Der Platz ist vergeben" in text(after)
    second = client.post(f"/los/{two.lot}/", {"participant": ada.pk})
    assert second.status_code == 422
    assert "Ada hat schon einen Platz." in text(second)
    assert "Ada" not in text(client.get(f"/los/{two.lot}/"))
    assert client.get("/los/gibtesnicht/").status_code == 410
    assert client.post(f"/los/{one.lot}/", {"participant": "x"}).status_code == 200


def test_the_verifiable_draw_shows_its_commitment_first_and_its_seed_afterwards(client, host):
    evening = plan_evening(people=THIRTEEN, host=host.member)
    client.post(lead(evening, "lose/"))
    client.post(lead(evening, "festlegen/tische/"))
    draw = Draw.objects.get()
    page = client.get(lead(evening)).content.decode()
    assert draw.commitment in page
    assert draw.seed not in page
    assert client.get(lead(evening, f"auslosung/{draw.pk}/")).status_code == 404
    client.post(lead(evening, "auslosen/tische/"), {"salt": "Gurke"})
    client.post(lead(evening, "auslosen/tische/"), {"salt": "anders"})
    draw.refresh_from_db()
    assert draw.salt == "Gurke"
    assert draw.seed in client.get(lead(evening)).content.decode()
    response = client.get(lead(evening, f"auslosung/{draw.pk}/"))
    assert "attachment" in response["Content-Disposition"]
    assert check_draw(response.json()) == []
    assert response.json()["result"] == draw.result


def test_a_salt_that_is_too_long_is_said_at_its_field(client, host):
    evening = plan_evening(people="Ada Bert Cem", host=host.member)
    client.post(lead(evening, "lose/"))
    client.post(lead(evening, "festlegen/tische/"))
    response = client.post(lead(evening, "auslosen/tische/"), {"salt": "x" * 41})
    assert response.status_code == 422
    assert "x" * 41 in response.content.decode()
    assert Draw.objects.get().drawn_at is None


def test_the_board_of_seats_answers_304_until_somebody_sits_down(client, host):
    evening = plan_evening(people="Ada Bert Cem", host=host.member)
    client.post(lead(evening, "lose/"))
    address = lead(evening, "plaetze/tische/")
    first = client.get(address)
    assert (first.status_code, first["X-State"]) == (200, "seated-open")
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["X-State"]) == (304, b"", "seated-open")
    seat = Seat.objects.first()
    client.post(f"/los/{seat.lot}/", {"participant": person(evening, "Ada").pk})
    changed = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert "Ada" in text(changed)


def born(**dates):
    for name, (year, month, day) in dates.items():
        Member.objects.filter(name=name).update(born=dt.date(year, month, day))


def roles_of(page):
    """Label to what stands on the place card."""
    cards = re.findall(r'drawing-label"[^>]*>([^<]+)</text>\s*<text class="drawing-role"[^>]*>([^<]*)<', page)
    return dict(cards)


def test_R4_1_R4_2_the_plan_marks_first_dealer_and_scribe(client, host):
    evening = seat_evening("Ada Bert Cem Emma", host=host.member)
    born(Ada=(1948, 2, 29), Bert=(1948, 2, 28), Cem=(1948, 3, 1), Emma=(1948, 3, 1))
    page = client.get(lead(evening)).content.decode()
    assert roles_of(page) == {"1.1": "", "1.2": "1. · gibt", "1.3": "", "1.4": "schreibt"}
    assert "Geburtsdatum fehlt" not in page
    assert "1948" not in page


def test_R4_2_without_a_birth_date_the_host_is_asked(client, host):
    evening = seat_evening("Ada Bert Dora", host=host.member)
    born(Ada=(1948, 2, 29), Bert=(1950, 1, 1))
    assert "Ein Geburtsdatum fehlt" in text(client.get(lead(evening)))
    table = Table.objects.get()
    chosen = {"table": table.pk, "first": person(evening, "Dora").pk, "scribe": person(evening, "Ada").pk}
    client.post(lead(evening, "rollen/"), chosen)
    page = client.get(lead(evening)).content.decode()
    assert roles_of(page) == {"1.1": "schreibt", "1.2": "", "1.3": "1. · gibt"}
    assert "Geburtsdatum fehlt" not in page
    client.post(lead(evening, "beginnen/"))
    players = Table.objects.get().sheet.players.order_by("position")
    assert [(player.member.name, player.is_scribe) for player in players] == [
        ("Dora", False),
        ("Ada", True),
        ("Bert", False),
    ]


def test_R1_1_decks_in_one_tap_and_too_few_are_said_in_words(client, host):
    evening = seat_evening("Ada Bert Cem", "Dora Emma Fritz", host=host.member)
    make_decks(1)
    response = client.post(lead(evening, "blaetter/tische/"), follow=True)
    assert "gebraucht werden 2" in said(response)[0]
    Deck.objects.create(label="Zweites", accredited_on=dt.date(2020, 1, 1))
    page = client.post(lead(evening, "blaetter/tische/"), follow=True)
    assert "Blatt A" in text(page)
    assert "Zweites" in text(page)


def test_play_begins_once_and_the_printed_cards_open_the_sheets(client, host):
    evening = seat_evening("Ada Bert Cem", host=host.member)
    (printed,) = read_places(evening)
    version = fresh(evening).version
    for _click in range(2):
        client.post(lead(evening, "beginnen/"), {"version": version})
    table = Table.objects.get()
    assert table.sheet.token == printed.token
    assert LogEntry.objects.filter(action="start_play").count() == 1
    assert client.get(f"/s/{printed.token}/").status_code == 200


def test_play_does_not_begin_with_an_empty_seat(client, host):
    evening = plan_evening(people="Ada Bert Cem", host=host.member)
    client.post(lead(evening, "lose/"))
    response = client.post(lead(evening, "beginnen/"), follow=True)
    assert "Platz 1.1 ist noch frei." in said(response)
    assert fresh(evening).state == "seated"
