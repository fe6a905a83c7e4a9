"""The page of one evening: sheets as on paper, places, league points with their derivation; and the list."""

import datetime as dt

import pytest
import time_machine

from club.models import Member
from scoring.models import SheetGroup, Stage
from tests.tournaments.evening_rows import award, correct_round, lay_sheet, make_tournament, settle_tie
from tests.tournaments.page_text import elements, rows_of, text_of
from tournaments.models import Kind, Participant, Seat, Table, Tournament, TournamentState

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _summer():
    with time_machine.travel("2026-08-20T12:00:00+02:00", tick=False):
        yield


@pytest.fixture
def evening():
    """A closed evening with one table of three and a final of two."""
    tournament = make_tournament(
        dt.date(2026, 3, 14),
        "März-Turnier",
        venue="Gasthof Linde",
        group=SheetGroup.objects.create(),
        final_group=SheetGroup.objects.create(),
    )
    lay_sheet(
        tournament,
        tournament.group,
        [{"Anna": 1250, "Berta": -85, "Cem": 500}, {"Anna": 3750, "Berta": 2100, "Cem": 0}],
        guests=("Cem",),
    )
    lay_sheet(tournament, tournament.final_group, [{"Berta": 410, "Anna": 395}], stage=Stage.FINAL, number=0)
    return tournament


def page_of(client, tournament):
    return client.get(f"/turniere/{tournament.pk}/")


def test_sheet_as_on_paper(client, evening):
    final, table = rows_of(page_of(client, evening), "sheet-table")
    assert final == [["1", "410410", "395395"]]
    assert table == [["1", "1.2501.250", "−85−85", "500500"], ["2", "3.7505.000", "2.1002.015", "0500"]]


def test_heads_tell_seat_duty_total_and_place(client, evening):
    response = page_of(client, evening)
    heads = [text_of(head) for head in elements(response, "th") if head.get("scope") == "col"]
    assert heads == ["F.1Berta", "F.2 · schreibtAnna", "1.1Anna", "1.2Berta", "1.3 · schreibt · GastCem"]
    totals = [text_of(cell) for cell in elements(response, "td") if cell.find("*[@class='sheet-note']") is not None]
    assert totals == ["4101. Platz", "3952. Platz", "5.0001. Platz", "2.0152. Platz", "5003. Platz"]


def test_red_only_together_with_the_sign(client, evening):
    red = [text_of(each) for each in elements(page_of(client, evening), "span") if "minus" in each.get("class", "")]
    assert red == ["−85", "−85"]


def test_R2_9_league_points_say_where_they_come_from(client):
    tournament = make_tournament(dt.date(2026, 3, 14))
    award(tournament, Member.objects.create(name="Cem"))
    award(tournament, Member.objects.create(name="Dora"), table=1, final=3, table_place=2, final_place=2)
    award(tournament, Member.objects.create(name="Anna"), table=2, final=5, table_place=1, final_place=1)
    (rows,) = rows_of(page_of(client, tournament), "listing")
    assert rows == [
        ["Anna", "1 Teilnahme + 2 Tischsieg + 5 Finalsieg", "8"],
        ["Dora", "1 Teilnahme + 1 Zweiter am Tisch + 3 Zweiter im Finale", "5"],
        ["Cem", "1 Teilnahme", "1"],
    ]


def test_R2_14_guests_are_named_and_have_no_points(client, evening):
    award_rows = rows_of(page_of(client, evening), "listing")
    assert award_rows == []
    participant = Participant.objects.get(member__name="Anna")
    participant.delete()
    award(evening, Member.objects.get(name="Anna"), table=2, table_place=1)
    Tournament.objects.update(version=evening.version + 1)
    response = page_of(client, evening)
    assert rows_of(response, "listing") == [[["Anna", "1 Teilnahme + 2 Tischsieg", "3"]]]
    assert "Gäste ohne Siegpunkte: Cem" in response.content.decode()


def test_R2_18_rounds_without_a_player_show_a_dash(client):
    tournament = make_tournament(dt.date(2026, 3, 14), group=SheetGroup.objects.create())
    lay_sheet(
        tournament,
        tournament.group,
        [{"Otto": 1180, "Anna": 5}, {"Anna": 10, "Hanna": 0}, {"Anna": 5, "Hanna": -15}],
        left={"Otto": 1},
        joined={"Hanna": 1},
    )
    response = page_of(client, tournament)
    (rows,) = rows_of(response, "sheet-table")
    assert rows == [["1", "1.1801.180", "55", "–"], ["2", "–", "1015", "00"], ["3", "–", "520", "−15−15"]]
    notes = [text_of(each) for each in elements(response, "span") if each.get("class") == "sheet-note"]
    assert notes == ["1. Platz · nach Runde 1 ausgeschieden", "2. Platz", "3. Platz · ab Runde 2"]


def test_all_totals_negative_still_have_places(client):
    tournament = make_tournament(dt.date(2026, 3, 14), group=SheetGroup.objects.create())
    lay_sheet(tournament, tournament.group, [{"A": -120, "B": -5, "C": -120, "D": -15}])
    notes = [
        text_of(each) for each in elements(page_of(client, tournament), "span") if each.get("class") == "sheet-note"
    ]
    assert notes == ["3. Platz", "1. Platz", "3. Platz", "2. Platz"]


def test_R2_15_a_settled_tie_has_two_places_and_says_how(client):
    tournament = make_tournament(dt.date(2026, 3, 14), group=SheetGroup.objects.create())
    sheet = lay_sheet(tournament, tournament.group, [{"Anna": 500, "Berta": 900, "Cem": 500}])
    settle_tie(tournament, sheet.table, ["Cem", "Anna"], by="host", reason="Losentscheid am Tisch")
    response = page_of(client, tournament)
    notes = [text_of(each) for each in elements(response, "span") if each.get("class") == "sheet-note"]
    assert notes == ["3. Platz", "1. Platz", "2. Platz"]
    assert "Stechen an Tisch 1: Cem vor Anna (Gastgeber: Losentscheid am Tisch)" in response.content.decode()


def test_R2_19_a_correction_shows_at_once(client, evening):
    before = page_of(client, evening)
    correct_round(evening.group.sheets.get(), 2, {"Anna": 3750, "Berta": 2000, "Cem": 0})
    response = client.get(f"/turniere/{evening.pk}/", headers={"If-None-Match": before["ETag"]})
    assert response.status_code == 200
    assert rows_of(response, "sheet-table")[1][1] == ["2", "3.7505.000", "2.0001.915", "0500"]


def test_a_browser_that_has_it_gets_304(client, evening):
    first = page_of(client, evening)
    again = client.get(f"/turniere/{evening.pk}/", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_seats_before_play(client):
    tournament = make_tournament(dt.date(2026, 9, 12), state=TournamentState.SEATED)
    table = Table.objects.create(tournament=tournament, number=1)
    anna = Participant.objects.create(tournament=tournament, member=Member.objects.create(name="Anna"))
    Seat.objects.create(table=table, number=1, participant=anna)
    Seat.objects.create(table=table, number=2)
    seats = [text_of(item) for item in elements(page_of(client, tournament), "li") if item.find("*") is not None]
    assert seats[-2:] == ["1.1 Anna", "1.2 frei"]


@pytest.mark.parametrize("name", ["Uwe <b>Fett</b>", 'Käthe "Kit" & Co', "</script><script>x", "O'Hara-D'Este"])
def test_names_that_are_code_are_shown_letter_by_letter(client, name):
    tournament = make_tournament(
        dt.date(2026, 3, 14), name, venue=name, group=SheetGroup.objects.create(), ended_early=name
    )
    sheet = lay_sheet(tournament, tournament.group, [{name: 500, "Berta": 500}], guests=(name,))
    settle_tie(tournament, sheet.table, [name, "Berta"], by="host", reason=name)
    response = page_of(client, tournament)
    assert elements(response, "script") == []
    assert elements(response, "b") == []
    assert [text_of(head) for head in elements(response, "h1")] == [name]
    assert text_of(next(each for each in elements(response, "span") if each.get("class") == "sheet-name")) == name


@pytest.mark.parametrize("people", [3, 30])
def test_same_number_of_queries_for_any_size(client, people, django_assert_num_queries):
    tournament = make_tournament(dt.date(2026, 3, 14), group=SheetGroup.objects.create())
    names = [f"Mitglied {number}" for number in range(people)]
    for number in range(people // 3):
        seated = names[3 * number : 3 * number + 3]
        lay_sheet(tournament, tournament.group, [dict.fromkeys(seated, 100)] * 2, number=number + 1)
    with django_assert_num_queries(8):
        page_of(client, tournament)


def test_unknown_tournament_is_not_found(client):
    assert client.get("/turniere/4711/").status_code == 404


class TestList:
    def test_newest_first_with_its_winner(self, client):
        march = make_tournament(dt.date(2026, 3, 14), "März-Turnier", venue="Linde")
        award(march, Member.objects.create(name="Anna"), final=5, final_place=1)
        make_tournament(dt.date(2026, 9, 12), "September-Turnier", state=TournamentState.PLANNED)
        make_tournament(dt.date(2026, 8, 1), "Übungsabend", kind=Kind.TRAINING)
        make_tournament(dt.date(2025, 3, 1), "Voriges")
        items = [text_of(item) for item in elements(client.get("/turniere/"), "li") if "." in text_of(item)]
        assert items == [
            "September-Turnier 12. September 2026 geplant",
            "Übungsabend 1. August 2026 Training",
            "März-Turnier 14. März 2026 · Linde · 1 Teilnehmer Finalsieg Anna",
        ]

    def test_another_year_has_its_own_page(self, client):
        make_tournament(dt.date(2025, 3, 1), "Voriges")
        assert "Voriges" in client.get("/turniere/jahr/2025/").content.decode()
        assert client.get("/turniere/jahr/2019/").status_code == 404

    def test_same_number_of_queries_for_any_size(self, client, django_assert_num_queries):
        for day in range(1, 29):
            make_tournament(dt.date(2026, 3, day), f"Turnier {day}")
        with django_assert_num_queries(4):
            client.get("/turniere/")
