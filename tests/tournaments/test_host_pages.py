"""Who may lead an evening, planning and check-in through the test client."""

import datetime as dt

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from club.models import LogEntry
from tests.factories import (
    make_board,
    make_host,
    make_member,
    plan_evening,
    seat_evening,
    start_evening,
)
from tests.tournaments.host_pages import THIRTEEN, fresh, keys, lead, said, text
from tournaments.models import Attendance, Table, Tournament

pytestmark = pytest.mark.django_db


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
