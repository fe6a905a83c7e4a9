"""Whole evenings through the pages: the host's browser, phones that scan lots, tablets."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from club.models import LogEntry
from tests.evenings.pages import Host, lots_of, scan
from tests.factories import league_table, make_board, make_decks, make_member, seating
from tournaments.models import Award, Draw, Participant, Tournament, TournamentState

pytestmark = pytest.mark.django_db


def season_points():
    """Name → points as the public start page shows them."""
    page = Client().get(reverse("tournaments:season", args=[2026])).content.decode()
    assert "Saison" in page
    return dict(Award.objects.values_list("member__name", "total")), page


def test_evening_at_one_table_from_the_plan_to_the_season_page():
    host = Host()
    host.check_in("Anna Berta Cora Dora Emil")
    host.do("make_seats")
    host.sit(1, "Anna Berta Cora Dora Emil")
    host.do("start")
    assert host.state == TournamentState.RUNNING

    tablet = host.tablet(1)
    tablet.round(Anna=2500, Berta=1000, Cora=500, Dora=0, Emil=-15)
    state = tablet.round(Anna=2500, Berta=1500, Cora=700, Dora=200, Emil=100)
    assert (state["finished"], max(one["total"] for one in state["players"])) == (True, 5000)

    host.do("seat_final")
    host.sit(0, "Berta Anna")
    host.do("start_final")
    host.tablet(0).round(Anna=100, Berta=300)
    host.do("close")

    assert host.state == TournamentState.CLOSED
    points, page = season_points()
    assert points == {"Anna": 6, "Berta": 7, "Cora": 1, "Dora": 1, "Emil": 1}
    assert page.index("Berta") < page.index("Anna") < page.index("Cora")


def test_evening_with_everything_that_can_happen():
    """13 people at 3 tables: a guest, a no-show, a leaver, a tie at a qualifying place, a declined final."""
    make_decks(4)
    host = Host()
    host.check_in("Anna Berta Cora Dora Emil Fritz Greta Hans Ida Jan Karin Lutz Nora")
    host.do("guest", name="Gast")
    host.do("attendance", was=[make_member("Nora").pk])  # was there for a moment, and went home
    assert Participant.objects.filter(attendance="present").count() == 13
    assert re.search(r"13 Teilnehmer.*3 Tische", re.sub(r"<[^>]+>|\s+", " ", host.look().content.decode()))

    host.do("make_seats")
    evening = host.evening
    lots = lots_of(evening)
    assert list(lots)[0::5] == ["1.1", "2.1", "3.2"]
    people = ["Anna", "Berta", "Gast", "Cora", "Dora"]
    for index, name in enumerate(people, 1):
        assert scan(lots[f"1.{index}"], host.id_of(name)) == 302
    assert scan(lots["2.1"], host.id_of("Anna")) == 422
    host.sit(2, "Emil Fritz Greta Hans")
    host.do("commit_draw", "tische")
    assert Draw.objects.get().commitment in host.text
    host.do("run_draw", "tische", salt="Gurke")
    assert {seating(evening)[f"3.{n}"] for n in range(1, 5)} == {"Ida", "Jan", "Karin", "Lutz"}
    host.do("decks", "tische")
    host.do("start")
    assert host.state == TournamentState.RUNNING

    one, two, three = (host.tablet(number) for number in (1, 2, 3))
    one.round(Anna=1000, Berta=800, Gast=900, Cora=0, Dora=100)
    two.round(Emil=500, Fritz=400, Greta=400, Hans=1000)
    three.round(Ida=100, Jan=200, Karin=300, Lutz=400)
    host.do("leave", host.table(2), participant=host.id_of("Hans"))
    one.round(Anna=4000, Berta=0, Gast=500, Cora=100, Dora=0)
    assert two.state()["ended_by"]["table"] == 1
    state = two.round(Emil=600, Fritz=700, Greta=-100)
    assert state["finished"]
    assert three.no_round()["finished"]

    # Table 2: Emil and Fritz 1100 each, Hans (gone home) 1000: nobody is tied across the line.
    host.do("decline", participant=host.id_of("Fritz"))
    host.do("seat_final")
    assert host.state == TournamentState.FINAL
    assert {one.member.name for one in Participant.objects.filter(is_finalist=True)} == {
        "Anna", "Gast", "Emil", "Hans", "Lutz", "Karin",
    }  # fmt: skip

    host.do("unseat_final")
    host.do("decline", participant=host.id_of("Hans"))
    host.do("seat_final")
    host.sit(0, "Anna Gast Emil Greta Lutz Karin")
    host.do("start_final")
    host.tablet(0).round(Anna=100, Gast=900, Emil=300, Greta=300, Lutz=0, Karin=-5)
    host.do("close")
    assert host.state == TournamentState.FINAL  # two ties: Emil and Fritz for 2 or 1, Emil and Greta for 3 or 2
    ties = re.findall(r'href="(/turniere/\d+/leitung/stechen/[^"]+)"', host.look().content.decode())
    assert len(ties) == 2
    emil, fritz, greta = (host.id_of(name) for name in ("Emil", "Fritz", "Greta"))
    order = {"by": "host", "reason": "abgesprochen"}
    host.client.post(ties[0], order | {f"place_{emil}": 1, f"place_{fritz}": 2})
    host.client.post(ties[1], order | {f"place_{emil}": 2, f"place_{greta}": 1})
    host.do("close")

    assert host.state == TournamentState.CLOSED
    assert league_table(evening) == {
        "Anna": 1 + 2 + 1, "Berta": 1, "Cora": 1, "Dora": 1,
        "Emil": 1 + 2 + 2, "Fritz": 1 + 1, "Greta": 1 + 3, "Hans": 1,
        "Lutz": 1 + 2, "Karin": 1 + 1, "Jan": 1, "Ida": 1,
    }  # fmt: skip


def test_R2_15_tie_at_the_line_is_drawn_by_lot_on_its_page():
    host = Host()
    host.check_in("Anna Berta Cora")
    host.do("make_seats")
    host.sit(1, "Anna Berta Cora")
    host.do("start")
    host.tablet(1).round(Anna=5000, Berta=100, Cora=100)

    assert "Entscheidung nötig" in host.look().content.decode()
    host.do("seat_final")
    assert host.state == TournamentState.RUNNING
    (tie,) = re.findall(r'href="(/turniere/\d+/leitung/stechen/[^"]+)"', host.look().content.decode())
    for _ in range(2):
        host.client.post(tie, {"by": "lot"}, follow=True)
    host.do("seat_final")

    assert host.state == TournamentState.FINAL
    assert LogEntry.objects.filter(action="decide_tie").count() == 1


def test_R2_6_scanned_lot_of_a_former_draw_says_so():
    host = Host()
    host.check_in("Anna Berta")
    host.do("make_seats")
    old = lots_of(host.evening)["1.1"]
    host.do("make_seats", renew=1)
    assert scan(old, host.id_of("Anna")) == 410
    assert scan(lots_of(host.evening)["1.1"], host.id_of("Anna")) == 302
    assert seating(host.evening) == {"1.1": "Anna", "1.2": None}


def test_pressing_every_button_twice_does_it_once():
    """Field report 7: a failing mouse."""
    host = Host()
    host.post_to("new", date="2026-03-14", kind="monthly", name="März-Turnier")
    assert Tournament.objects.count() == 1
    host.check_in("Anna Berta")
    for name in ("make_seats", "make_seats"):
        host.do(name)
    assert Draw.objects.count() == 1
    host.sit(1, "Anna Berta")
    for name in ("start", "start"):
        host.do(name)
    host.tablet(1).round(Anna=5000, Berta=100)
    for name in ("seat_final", "seat_final"):
        host.do(name)
    host.sit(0, "Anna Berta")
    for name in ("start_final", "start_final"):
        host.do(name)
    host.tablet(0).round(Anna=100, Berta=0)
    for name in ("close", "close"):
        host.do(name)
    assert league_table(host.evening) == {"Anna": 8, "Berta": 5}
    assert [
        LogEntry.objects.filter(action=action).count() for action in ("start_play", "seat_final", "start_final")
    ] == [1] * 3
    assert LogEntry.objects.filter(action="close_tournament").count() == 1


def test_R2_19_host_corrects_a_closed_evening_and_is_told_whom_it_concerns():
    host = Host()
    host.check_in("Anna Berta Cora")
    host.do("make_seats")
    host.sit(1, "Anna Berta Cora")
    host.do("start")
    host.tablet(1).round(Anna=5000, Berta=520, Cora=400)
    host.do("seat_final")
    host.sit(0, "Anna Berta")
    host.do("start_final")
    host.tablet(0).round(Anna=100, Berta=0)
    host.do("close")

    form = host.client.get(reverse("tournaments:correct", args=[host.evening.pk, host.table(1), 1])).context["form"]
    values = {name: field.initial for name, field in form.fields.items()} | form.initial
    berta = next(name for name in form.fields if form.fields[name].label == "Berta")
    host.do("correct", host.table(1), 1, **(values | {berta: "250", "reason": "Zahlendreher"}))

    assert "Berta" in host.text
    assert "Cora" in host.text
    assert league_table(host.evening) == {"Anna": 8, "Berta": 4, "Cora": 2}
    assert dict(Participant.objects.exclude(admitted="").values_list("member__name", "admitted")) == {
        "Berta": "Zahlendreher",
        "Cora": "Zahlendreher",
    }


def test_only_the_board_opens_a_closed_evening_again():
    host = Host()
    host.check_in("Anna Berta")
    host.do("make_seats")
    host.sit(1, "Anna Berta")
    host.do("start")
    host.tablet(1).round(Anna=100, Berta=0)
    host.do("end_early", reason="Heizung ausgefallen")
    host.do("close")
    assert host.state == TournamentState.CLOSED
    address = reverse("tournaments:reopen", args=[host.evening.pk])
    assert host.client.post(address, {"reason": "prüfen"}).status_code == 403
    host.client.force_login(make_board())
    host.do("reopen", reason="prüfen")
    assert host.state == TournamentState.RUNNING
