"""The season's page: ranks, order, titles, sorting, what makes it new, and how much it asks the database."""

import datetime as dt

import pytest
import time_machine
from django.utils import timezone

from club.live import MEMBERS, raise_versions, season_topic
from club.models import Account, Member, PointsScheme, Season
from tests.tournaments.evening_rows import award, make_season, make_tournament
from tests.tournaments.page_text import elements, rows_of, text_of
from tournaments.models import Kind, TournamentState

pytestmark = pytest.mark.django_db

RANK, CHANGE, NAME, POINTS, PLAYED, TABLE_WINS, FINALS, FINAL_WINS, FIRST = range(9)


@pytest.fixture(autouse=True)
def _summer():
    with time_machine.travel("2026-08-20T12:00:00+02:00", tick=False):
        yield


def season_rows(client, address="/saison/2026/"):
    (rows,) = rows_of(client.get(address), "season")
    return rows


def names_on(response):
    """The names in the table, top to bottom."""
    return [head.text for head in elements(response, "th") if head.get("scope") == "row"]


def test_R2_16_shared_ranks_on_the_page(client):
    make_season(2026, {"Zander": 12, "Weber": 19, "Öztürk": 19, "Adler": 24})
    rows = season_rows(client)
    assert [(row[RANK], row[POINTS]) for row in rows] == [("1", "24"), ("2", "19"), ("2", "19"), ("4", "12")]
    assert names_on(client.get("/saison/2026/")) == ["Adler", "Öztürk", "Weber", "Zander"]


def test_R2_16_a_point_less_parts_the_equals(client):
    make_season(2026, {"Zander": 12, "Weber": 18, "Öztürk": 19, "Adler": 24})
    assert [row[RANK] for row in season_rows(client)] == ["1", "2", "3", "4"]


def test_R2_16_equals_stand_in_german_order(client):
    names = ["Zander", "Strauß", "Österle", "Ärmel", "Straube", "Oster", "Adler"]
    make_season(2026, dict.fromkeys(names, 1))
    heads = [row for row in elements(client.get("/saison/2026/"), "th") if row.get("scope") == "row"]
    assert [head.text for head in heads] == ["Adler", "Ärmel", "Oster", "Österle", "Straube", "Strauß", "Zander"]


def test_R2_16_final_wins_decide_between_equal_points(client):
    first, second = make_tournament(dt.date(2026, 1, 10), "A"), make_tournament(dt.date(2026, 2, 10), "B")
    winner, steady = Member.objects.create(name="Zita"), Member.objects.create(name="Adam")
    award(first, winner, final=5, final_place=1)
    award(first, steady, table=2, table_place=1, final=0)
    award(second, steady, table=2, table_place=1, final=0)
    rows = season_rows(client)
    assert [(row[RANK], row[POINTS], row[TABLE_WINS], row[FINAL_WINS]) for row in rows] == [
        ("1", "6", "0", "1"),
        ("2", "6", "2", "0"),
    ]


def test_columns_are_the_closed_counting_tournaments(client):
    ada = Member.objects.create(name="Ada")
    award(make_tournament(dt.date(2026, 3, 14), "März-Turnier"), ada)
    award(make_tournament(dt.date(2026, 6, 21), "Lager Harz", kind=Kind.TRAINING_CAMP), ada, final=5, final_place=1)
    make_tournament(dt.date(2026, 8, 15), "August-Turnier", state=TournamentState.RUNNING)
    make_tournament(dt.date(2026, 7, 1), "Übungsabend", kind=Kind.TRAINING)
    response = client.get("/saison/2026/")
    heads = [text_of(head) for head in elements(response, "th") if head.get("scope") == "col"]
    assert heads[FIRST:] == ["Mär", "Lager"]
    (rows,) = rows_of(response, "season")
    assert rows[0][FIRST:] == ["1", "6"]
    # closed two; to come: the evening that runs, and September, October, November
    assert "Nach 2 von 6 Turnieren · zuletzt Lager Harz" in response.content.decode()


def test_who_stayed_away_has_a_dash_not_a_zero(client):
    first, second = make_tournament(dt.date(2026, 1, 10), "A"), make_tournament(dt.date(2026, 2, 10), "B")
    ada, bea = Member.objects.create(name="Ada"), Member.objects.create(name="Bea")
    award(first, ada, table=2, table_place=1)
    award(second, bea)
    assert [row[FIRST:] for row in season_rows(client)] == [["3", "–"], ["–", "1"]]


def test_change_of_rank_since_the_last_tournament(client):
    first, second = make_tournament(dt.date(2026, 1, 10), "A"), make_tournament(dt.date(2026, 2, 10), "B")
    ada, bea, new = (Member.objects.create(name=name) for name in ("Ada", "Bea", "Cem"))
    award(first, ada, table=2, table_place=1)
    award(first, bea)
    award(second, bea, table=2, final=5, table_place=1, final_place=1)
    award(second, new)
    assert [(row[RANK], row[CHANGE]) for row in season_rows(client)] == [("1", "▲1"), ("2", "▼1"), ("3", "")]


def test_R2_20_people_of_equal_name_are_told_apart_by_number(client):
    evening = make_tournament(dt.date(2026, 1, 10))
    for number in (17, 4):
        award(evening, Member.objects.create(name="Karl Beispiel", number=number))
    assert names_on(client.get("/saison/2026/")) == ["Karl Beispiel (17)", "Karl Beispiel (4)"]


@pytest.mark.parametrize(
    "name",
    [
        "Uwe <b>Fett</b>",
        "Siobhán O'Hara-D'Este",
        'Käthe "Kit" & Co',
        "</script><script>x",
        '<img src="file:///etc/hostname">',
        "<!-- body -->",
    ],
)
def test_names_that_are_code_are_shown_letter_by_letter(client, name):
    award(make_tournament(dt.date(2026, 1, 10), name, venue=name), Member.objects.create(name=name))
    response = client.get("/saison/2026/")
    assert names_on(response) == [name]
    assert elements(response, "script") == []
    assert all(image.get("src").startswith("/static/") for image in elements(response, "img"))
    assert elements(response, "b") == []


class TestSorting:
    @pytest.fixture(autouse=True)
    def _season(self):
        first = make_tournament(dt.date(2026, 1, 10), "A")
        award(first, Member.objects.create(name="Ärmel"), table=2, table_place=1)
        award(first, Member.objects.create(name="Adler"), table=1, table_place=2)
        award(first, Member.objects.create(name="Zander"), final=5, final_place=1)

    @pytest.mark.parametrize(
        ("sort", "order", "column", "direction"),
        [
            ("", ["Zander", "Ärmel", "Adler"], "Rang", "ascending"),
            ("-rank", ["Adler", "Ärmel", "Zander"], "Rang", "descending"),
            ("name", ["Adler", "Ärmel", "Zander"], "Name", "ascending"),
            ("-name", ["Zander", "Ärmel", "Adler"], "Name", "descending"),
            ("table_wins", ["Ärmel", "Zander", "Adler"], "Tischsiege", "descending"),
            ("points; drop", ["Zander", "Ärmel", "Adler"], "Rang", "ascending"),
        ],
    )
    def test_by_plain_links(self, client, sort, order, column, direction):
        response = client.get("/saison/2026/", {"sort": sort} if sort else {})
        assert names_on(response) == order
        sorted_by = [head for head in elements(response, "th") if head.get("aria-sort")]
        assert [(text_of(head), head.get("aria-sort")) for head in sorted_by] == [(column, direction)]

    def test_a_second_click_turns_round(self, client):
        links = {text_of(link): link.get("href") for link in elements(client.get("/?sort=points"), "a")}
        assert links["Punkte"] == "?sort=-points"
        assert links["Rang"] == "?"
        assert links["Name"] == "?sort=name"


class TestTitle:
    @pytest.fixture
    def champion(self):
        member = Member.objects.create(name="Jürgen Kühn")
        award(make_tournament(dt.date(2026, 1, 10)), member)
        Season.objects.create(year=2025, closed_at=timezone.now(), champion=member)
        return member

    def test_last_seasons_champion_is_prime_this_year(self, client, champion):
        assert "CANASTA-PRIME" in season_rows(client)[0][NAME]

    def test_not_any_more_the_year_after(self, client, champion):
        with time_machine.travel("2027-01-01T00:30:00+01:00"):
            assert "PRIME" not in season_rows(client)[0][NAME]

    def test_not_for_who_declines_it(self, client, champion):
        Member.objects.update(declines_title=True)
        assert "PRIME" not in season_rows(client)[0][NAME]

    def test_closed_season_names_its_winner(self, client, champion):
        response = client.get("/saison/2025/")
        assert response.status_code == 200
        Season.objects.create(year=2026, closed_at=timezone.now(), champion=champion)
        assert "hat die Goldene Gurke 2026 gewonnen" in client.get("/saison/2026/").content.decode()


def test_R2_10_a_season_without_scheme_says_so(client):
    PointsScheme.objects.all().delete()
    PointsScheme.objects.create(
        first_year=2014,
        taking_part=1,
        table_first=2,
        table_second=1,
        final_first=5,
        final_second=3,
        final_third=2,
        final_fourth=1,
    )
    assert "kein Punkteschema" in client.get("/saison/2013/").content.decode()
    assert "kein Punkteschema" not in client.get("/saison/2014/").content.decode()


@pytest.mark.parametrize("year", [0, 1898, 2028, 99999])
def test_years_without_a_season_are_not_found(client, year):
    assert client.get(f"/saison/{year}/").status_code == 404


class TestNeverStale:
    @pytest.fixture
    def ada(self):
        member = Member.objects.create(name="Ada")
        award(make_tournament(dt.date(2026, 1, 10)), member)
        return member

    def test_a_browser_that_has_it_gets_304(self, client, ada):
        first = client.get("/saison/2026/")
        again = client.get("/saison/2026/", headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")

    def test_a_raised_version_shows_the_new_points(self, client, ada, django_assert_num_queries):
        first = client.get("/saison/2026/")
        award(make_tournament(dt.date(2026, 2, 10)), ada, final=5, final_place=1)
        raise_versions([season_topic(2026)])
        again = client.get("/saison/2026/", headers={"If-None-Match": first["ETag"]})
        assert again.status_code == 200
        assert season_rows(client)[0][POINTS] == "7"
        with django_assert_num_queries(1):
            client.get("/saison/2026/")

    def test_a_new_name_shows_at_once(self, client, ada):
        client.get("/saison/2026/")
        Member.objects.update(name="Ada Neu")
        raise_versions([MEMBERS])
        assert season_rows(client)[0][NAME].startswith("Ada Neu")

    def test_each_viewer_has_a_page_of_ones_own(self, client, ada):
        stranger = client.get("/saison/2026/")
        account = Account.objects.create_user("ada", password="geheimgeheim")
        client.force_login(account)
        response = client.get("/saison/2026/", headers={"If-None-Match": stranger["ETag"]})
        assert response.status_code == 200
        assert "Abmelden" in response.content.decode()
        client.logout()
        response = client.get("/saison/2026/", headers={"If-None-Match": response["ETag"]})
        assert response.status_code == 200
        assert "Abmelden" not in response.content.decode()

    def test_each_language_has_a_page_of_its_own(self, client, ada):
        german = client.get("/saison/2026/", headers={"Accept-Language": "de"})
        english = client.get("/saison/2026/", headers={"Accept-Language": "en", "If-None-Match": german["ETag"]})
        assert english.status_code == 200
        assert '<html lang="en">' in english.content.decode()

    def test_nobody_in_between_keeps_it(self, client, ada):
        response = client.get("/saison/2026/")
        assert {part.strip() for part in response["Cache-Control"].split(",")} == {"private", "no-cache"}


@pytest.mark.parametrize("members", [3, 30])
def test_same_number_of_queries_for_any_size(client, members, django_assert_num_queries):
    make_season(2026, {f"Mitglied {number}": 3 for number in range(members)})
    with django_assert_num_queries(5):
        client.get("/saison/2026/")


def test_queries_with_a_login_stay_within_eight(client, django_assert_max_num_queries):
    make_season(2026, {f"Mitglied {number}": 3 for number in range(30)})
    member = Member.objects.first()
    client.force_login(Account.objects.create_user("eins", password="geheimgeheim", member=member))
    with django_assert_max_num_queries(8):
        client.get("/saison/2026/")


def test_the_first_page_is_this_years_season(client):
    make_season(2026, {"Ada": 1})
    assert "<h1>Saison 2026</h1>" in client.get("/").content.decode()


def test_an_empty_season_says_what_comes(client):
    response = client.get("/")
    assert response.status_code == 200
    assert "Noch keine Punkte" in response.content.decode()
    assert rows_of(response, "season") == []
