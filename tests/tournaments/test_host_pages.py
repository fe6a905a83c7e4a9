"""The host's evening through the test client: planning, check-in, draw, play, corrections, final, close."""

import datetime as dt
import re

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from club.models import Deck, LogEntry, Member
from scoring.models import Round, RoundState
from tests.factories import (
    make_board,
    make_decks,
    make_host,
    make_member,
    person,
    plan_evening,
    record,
    seat_evening,
    start_evening,
)
from tournaments.draw_files import check_draw
from tournaments.models import Attendance, Award, Decision, Draw, Kind, Participant, Seat, Table, Tournament
from tournaments.queries.places import read_places

pytestmark = pytest.mark.django_db
THIRTEEN = "Ada Bert Cem Dora Emma Fritz Gerd Hanna Ida Jo Kai Lea Mia"


@pytest.fixture
def host(client):
    """The logged-in host of all evenings of a test."""
    account = make_host()
    client.force_login(account)
    return account


def lead(evening, path=""):
    return f"/turniere/{evening.pk}/leitung/{path}"


def text(response):
    """What a person reads: without markup, blanks in one."""
    body = response.content.decode().partition("<main")[2] or response.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


def said(response):
    return [str(message) for message in response.context["messages"]]


def fresh(evening):
    return Tournament.objects.get(pk=evening.pk)


# --- who may ---------------------------------------------------------------------------------------------------------


def test_another_hosts_evening_is_refused_on_every_address(client, host):
    stranger = make_host("Fremde Person")
    evening = start_evening("Ada Bert Cem", host=host.member)
    table = Table.objects.get(tournament=evening).pk
    client.force_login(stranger)
    before = LogEntry.objects.count()
    names = {
        "lead": [], "change": [], "attendance": [], "guest": [], "table_count": [], "make_seats": [],
        "back_to_check_in": [], "board": ["tische"], "assign": [], "commit_draw": ["tische"], "run_draw": ["tische"],
        "draw_file": [1], "roles": [], "decks": ["tische"], "start": [], "print": ["lose"], "overview": [],
        "host_table": [table], "new_link": [table], "join": [table], "leave": [table], "correct": [table, 1],
        "decline": [], "seat_final": [], "unseat_final": [], "start_final": [], "decide": ["1-1-2"], "close": [],
        "end_early": [], "resume": [], "reopen": [],
    }  # fmt: skip
    for name, arguments in names.items():
        address = reverse(f"tournaments:{name}", args=[evening.pk, *arguments])
        answers = {client.get(address).status_code, client.post(address).status_code}
        assert answers in ({403}, {403, 405}), name
    assert LogEntry.objects.count() == before


def test_the_board_and_who_planned_it_may_lead(client, host):
    client.post("/turniere/neu/", {"date": "2026-04-11", "kind": "monthly", "host": "", "venue": "", "name": ""})
    evening = Tournament.objects.get()
    assert client.get(lead(evening)).status_code == 200
    client.force_login(make_board())
    assert client.get(lead(evening)).status_code == 200


def test_without_a_login_the_page_leads_there_and_back(client):
    evening = plan_evening()
    response = client.get(lead(evening))
    assert response["Location"] == f"/anmelden/?next={lead(evening)}"


def test_after_the_login_tonights_host_stands_at_the_evening(client, host):
    with time_machine.travel(dt.datetime(2026, 4, 11, 17, 0, tzinfo=dt.UTC), tick=False):
        assert client.get("/willkommen/")["Location"] == "/"
        evening = plan_evening(date=dt.date(2026, 4, 11), host=host.member)
        plan_evening(date=dt.date(2026, 5, 9), host=host.member, name="Mai")
        assert client.get("/willkommen/")["Location"] == lead(evening)


# --- planning --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("today", "proposed", "name"),
    [
        (dt.date(2026, 4, 2), "2026-04-11", "April-Turnier"),
        (dt.date(2026, 4, 12), "2026-05-09", "Mai-Turnier"),
        (dt.date(2026, 11, 20), "2027-01-09", "Januar-Turnier"),
        (dt.date(2026, 12, 1), "2027-01-09", "Januar-Turnier"),
    ],
)
def test_R2_1_the_next_free_month_is_proposed(client, host, today, proposed, name):
    with time_machine.travel(dt.datetime(today.year, today.month, today.day, 12, tzinfo=dt.UTC), tick=False):
        page = client.get("/turniere/neu/").content.decode()
    assert f'value="{proposed}"' in page
    assert f"Leer lassen für „{name}“" in page


def test_R2_1_a_month_that_has_its_tournament_is_skipped(client, host):
    plan_evening(date=dt.date(2026, 4, 4))
    with time_machine.travel(dt.datetime(2026, 4, 2, 12, tzinfo=dt.UTC), tick=False):
        assert 'value="2026-05-09"' in client.get("/turniere/neu/").content.decode()


def plan(**values):
    return {"date": "2026-04-11", "kind": "monthly", "venue": "Linde", "host": "", "name": "", **values}


def test_a_plan_sent_twice_is_one_tournament(client, host):
    values = plan(host=str(host.member_id))
    first, second = client.post("/turniere/neu/", values), client.post("/turniere/neu/", values)
    evening = Tournament.objects.get()
    assert (evening.name, evening.venue, evening.host, evening.created_by) == (
        "April-Turnier",
        "Linde",
        host.member,
        host,
    )
    assert first["Location"] == second["Location"] == lead(evening)


def test_R2_1_december_is_refused_at_the_field_and_nothing_typed_is_lost(client, host):
    response = client.post("/turniere/neu/", plan(date="2026-12-12", venue="Zum Anker"))
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["date"]
    assert 'value="Zum Anker"' in response.content.decode()
    assert not Tournament.objects.exists()
    assert client.post("/turniere/neu/", plan(date="2026-12-12", kind="training")).status_code == 302


@pytest.mark.parametrize("typed", ["31.02.2026", "gestern", "", "12.03.26"])
def test_a_date_that_is_none_is_asked_for(client, host, typed):
    response = client.post("/turniere/neu/", plan(date=typed))
    assert list(response.context["form"].errors) == ["date"]
    assert f'value="{typed}"' in response.content.decode() or not typed


def test_R2_1_a_second_monthly_tournament_is_only_a_warning(client, host):
    client.post("/turniere/neu/", plan())
    response = client.post("/turniere/neu/", plan(name="Noch eins"), follow=True)
    assert said(response) == ["In diesem Monat gibt es schon ein Monatsturnier."]
    assert Tournament.objects.count() == 2


def test_an_older_page_changes_nothing_and_keeps_what_was_typed(client, host):
    evening = plan_evening(host=host.member)
    values = plan(name="Neu", version=evening.version - 1)
    response = client.post(lead(evening, "aendern/"), values)
    assert response.status_code == 422
    assert "Inzwischen hat sich etwas geändert" in text(response)
    assert 'value="Neu"' in response.content.decode()
    assert fresh(evening).name == "März-Turnier"
    assert client.post(lead(evening, "aendern/"), values | {"version": evening.version}).status_code == 302
    assert fresh(evening).name == "Neu"


# --- check-in --------------------------------------------------------------------------------------------------------


def keys(names):
    return [make_member(name).pk for name in names.split()]


@pytest.mark.parametrize(
    ("people", "line"),
    [
        (0, "0 sind da. Für einen Tisch braucht es zwei."),
        (1, "1 ist da. Für einen Tisch braucht es zwei."),
        (2, "2 Teilnehmer · 1 Tisch · 2 Lose · 1 Blatt"),
        (6, "6 Teilnehmer · 1 Tisch · 6 Lose · 2 Blätter"),
        (7, "7 Teilnehmer · 2 Tische (4 + 3) · 7 Lose · 2 Blätter (1 + 1)"),
        (13, "13 Teilnehmer · 3 Tische (5 + 4 + 4) · 13 Lose · 4 Blätter (2 + 1 + 1)"),
    ],
)
def test_R2_2_the_line_is_always_true(client, host, people, line):
    evening = plan_evening(host=host.member)
    present = keys(" ".join(THIRTEEN.split()[:people]))
    response = client.post(lead(evening, "da/"), {"present": present}, headers={"X-Fragment": "setup"})
    assert line in text(response)
    assert line in text(client.get(lead(evening)))


def test_ticks_change_only_what_was_ticked_since_the_page_was_made(client, host):
    evening = plan_evening(people="Ada Bert", host=host.member)
    ada, _bert, cem = keys("Ada Bert Cem")
    client.post(lead(evening, "da/"), {"present": [ada, cem], "was": [ada]})
    attendance = dict(evening.participants.values_list("member__name", "attendance"))
    assert attendance == dict.fromkeys(("Ada", "Bert", "Cem"), Attendance.PRESENT)
    client.post(lead(evening, "da/"), {"present": [cem], "was": [ada, cem]})
    assert evening.participants.get(member=ada).attendance == Attendance.REGISTERED


def test_ticks_need_the_same_queries_for_one_and_for_thirty(client, host):
    evening = plan_evening(host=host.member)
    counts = []
    for group in ("A0", " ".join(f"B{number}" for number in range(30))):
        present = keys(group)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.post(lead(evening, "da/"), {"present": present}, headers={"X-Fragment": "setup"})
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_tick_that_comes_too_late_is_said(client, host):
    evening = seat_evening("Ada Bert Cem", host=host.member)
    response = client.post(lead(evening, "da/"), {"present": keys("Dora")}, headers={"X-Fragment": "setup"})
    assert response.status_code == 409
    assert "Auslosung" in response.content.decode()


def test_R2_14_a_guest_in_one_line_twice_is_one_guest(client, host):
    evening = plan_evening(host=host.member)
    client.post(lead(evening, "gast/"), {"name": " Max  Muster "})
    response = client.post(lead(evening, "gast/"), {"name": "Max Muster"}, follow=True)
    guest = evening.participants.get()
    assert (guest.member.name, guest.is_guest, guest.attendance) == ("Max Muster", True, Attendance.PRESENT)
    assert "steht auf der Liste" in said(response)[0]


def test_a_member_is_no_guest_and_the_name_stays_typed(client, host):
    make_member("Ada")
    evening = plan_evening(host=host.member)
    response = client.post(lead(evening, "gast/"), {"name": "Ada"})
    assert response.status_code == 422
    assert "Ada ist Mitglied" in text(response)
    assert 'value="Ada"' in response.content.decode()
    assert client.post(lead(evening, "gast/"), {"name": "  "}).status_code == 422
    assert not evening.participants.exists()


def test_R2_2_the_host_chooses_more_tables(client, host):
    evening = plan_evening(people=THIRTEEN, host=host.member)
    client.post(lead(evening, "tische/"), {"tables": "4"})
    page = client.get(lead(evening))
    assert "13 Teilnehmer · 4 Tische (4 + 3 + 3 + 3) · 13 Lose · 4 Blätter (1 + 1 + 1 + 1)" in text(page)
    client.post(lead(evening, "da/"), {"was": keys("Cem Dora Emma Fritz Gerd Hanna Ida Jo Kai")})
    assert "4 Teilnehmer lassen sich nicht auf 4 Tische verteilen." in text(client.get(lead(evening)))
    assert Tournament.objects.get().tables_wanted == 4


def test_one_present_gets_a_clear_message_and_no_half_made_tables(client, host):
    evening = plan_evening(people="Ada", host=host.member)
    response = client.post(lead(evening, "lose/"), {"version": evening.version}, follow=True)
    assert response.status_code == 200
    assert said(response)
    assert not Table.objects.exists()


# --- lots and draw ---------------------------------------------------------------------------------------------------


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


# --- seating plan and start ------------------------------------------------------------------------------------------


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


# --- while they play -------------------------------------------------------------------------------------------------


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


def table_path(number, path=""):
    return f"tisch/{Table.objects.get(number=number).pk}/{path}"


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


def correction(evening, number, points, *, reason="verlesen", base=None):
    """The form of a correction: points by name in the order of the seats."""
    row = Round.objects.get(sheet=Table.objects.get(number=1).sheet, number=number, state=RoundState.CURRENT)
    players = [result.player_id for result in row.results.order_by("player__seat")]
    values = dict(zip((f"points_{pk}" for pk in players), points.split(), strict=True))
    return {**values, "reason": reason, "base": row.pk if base is None else base}


def totals(page):
    return re.findall(r'class="figure(?: minus)?">([^<]+)<', page.content.decode())


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


# --- ties, final, close ----------------------------------------------------------------------------------------------


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
