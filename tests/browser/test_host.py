"""The host in a real browser: few taps on a phone, single ticks, live parts, no broken layout, axe's rules."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone

from tests.factories import make_board, make_decks, make_host, make_member, person, plan_evening, record, start_evening
from tournaments.models import Participant, Seat, Table, Tournament

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)
THIRTEEN = "Ada Bert Cem Dora Emma Fritz Gerd Hanna Ida Jo Kai Lea Mia"
MOST_TAPS = 20


def enter(page, address, account):
    """Log in with the password that all test accounts have."""
    page.goto(f"/anmelden/?next={address}")
    page.get_by_label("Benutzername").fill(account.username)
    page.get_by_label("Passwort").fill("geheim")
    page.locator("main").get_by_role("button", name="Anmelden").click()


def lead(evening):
    return f"/turniere/{evening.pk}/leitung/"


@pytest.fixture
def today(db):
    return timezone.localdate()


def test_from_the_login_to_the_lots_of_thirteen_in_few_taps(open_window, today):
    host = make_host()
    for name in THIRTEEN.split():
        make_member(name)
    plan_evening(date=today, kind="training", host=host.member)
    page = open_window("/anmelden/", width=360, height=740, has_touch=True)
    taps = 0

    def tap(target):
        nonlocal taps
        taps += 1
        target.tap()

    tap(page.get_by_label("Benutzername"))
    page.keyboard.type(host.username)
    tap(page.get_by_label("Passwort"))
    page.keyboard.type("geheim")
    tap(page.locator("main").get_by_role("button", name="Anmelden"))
    for name in THIRTEEN.split():
        tap(page.locator(".ticks label", has_text=re.compile(rf"^\s*{name}\s*$")))
    tap(page.get_by_role("button", name="Tische und Lose anlegen"))
    link = page.get_by_role("link", name="Sitzlose drucken")
    link.wait_for()
    assert "13 Teilnehmer · 3 Tische (5 + 4 + 4) · 13 Lose · 4 Blätter (2 + 1 + 1)" in page.locator(
        ".count-line"
    ).inner_text().replace("\n", " ")
    taps += 1
    response = page.request.get(link.get_attribute("href"))
    assert response.headers["content-type"] == "application/pdf"
    assert response.body().startswith(b"%PDF")
    assert taps <= MOST_TAPS


def test_each_tick_is_sent_by_itself_and_the_line_follows(open_window):
    host = make_host()
    for name in ("Ada", "Bert", "Strauß Özil"):
        make_member(name)
    evening = plan_evening(host=host.member)
    page = open_window("/", width=360, height=740)
    enter(page, lead(evening), host)
    page.get_by_label("Ada").check()
    page.get_by_label("Bert").check()
    page.get_by_text("2 Teilnehmer · 1 Tisch · 2 Lose · 1 Blatt").wait_for()
    assert Participant.objects.filter(attendance="present").count() == 2
    page.get_by_label("Ada").uncheck()
    page.get_by_text("1 ist da.").wait_for()
    page.reload()
    assert [box.is_checked() for box in page.locator(".ticks input[type=checkbox]").all()] == [
        False,
        True,
        False,
        False,
    ]


def test_a_tick_that_did_not_arrive_is_taken_back(open_window):
    host = make_host()
    make_member("Ada")
    evening = plan_evening(host=host.member)
    page = open_window("/", width=360, height=740)
    enter(page, lead(evening), host)
    page.route("**/da/", lambda route: route.abort())
    page.get_by_label("Ada").click()
    page.locator(".is-refused").wait_for()
    assert not page.get_by_label("Ada").is_checked()
    assert not Participant.objects.exists()
    page.troubles.clear()


def test_list_is_found_by_typing_without_umlauts(open_window):
    host = make_host()
    for name in (*THIRTEEN.split(), "Gerd Strauß", "Anna Ärmel"):
        make_member(name)
    evening = plan_evening(host=host.member)
    page = open_window("/", width=360, height=740)
    enter(page, lead(evening), host)
    for typed, found in (
        ("strauss", "Gerd Strauß"),
        ("STRAUß", "Gerd Strauß"),
        ("ärm", "Anna Ärmel"),
        ("armel", "Anna Ärmel"),
    ):
        page.get_by_label("Name suchen").fill(typed)
        assert [line.inner_text().strip() for line in page.locator(".ticks > li:visible").all()] == [found]


def test_check_in_works_without_script(open_window):
    host = make_host()
    make_member("Ada")
    evening = plan_evening(people="Bert", host=host.member)
    page = open_window("/", width=360, height=740, java_script_enabled=False)
    enter(page, lead(evening), host)
    page.get_by_label("Ada").check()
    page.get_by_role("button", name="Häkchen speichern").click()
    assert "2 Teilnehmer" in page.locator(".count-line").inner_text()


def test_two_quick_clicks_send_a_form_once(open_window):
    host = make_host()
    evening = plan_evening(people="Ada Bert Cem", host=host.member)
    page = open_window("/")
    enter(page, lead(evening), host)
    page.get_by_role("button", name="Tische und Lose anlegen").dblclick()
    page.get_by_text("Wer zieht welches Los?").wait_for()
    assert Tournament.objects.get().draws.count() == 1


def test_plan_fills_while_others_scan_their_lots(open_window):
    host = make_host()
    evening = plan_evening(people="Ada Bert Cem", host=host.member)
    page = open_window("/")
    enter(page, lead(evening), host)
    page.get_by_role("button", name="Tische und Lose anlegen").click()
    page.get_by_text("Wer zieht welches Los?").wait_for()
    for seat, name in zip(Seat.objects.order_by("number"), ("Cem", "Ada", "Bert"), strict=True):
        drawer = open_window(f"/los/{seat.lot}/", width=360, height=740)
        drawer.get_by_role("button", name=name).click()
        drawer.get_by_text("Der Platz ist vergeben.").wait_for()
        page.locator(".plan-table .name, .drawing-name").get_by_text(name).first.wait_for(timeout=8000)
    page.get_by_role("button", name="Spiel beginnen").wait_for(timeout=8000)


def test_overview_is_live_and_says_when_it_is_not(open_window):
    host = make_host()
    evening = start_evening("Ada Bert Cem", "Dora Emma Fritz", host=host.member)
    page = open_window("/")
    enter(page, lead(evening), host)
    record(evening, 1, "4100 -45 1250")
    page.get_by_text("noch 900").wait_for(timeout=8000)
    page.route("**/stand/", lambda route: route.abort())
    page.get_by_text("keine Verbindung").wait_for(timeout=12000)
    page.unroute("**/stand/")
    record(evening, 1, "0 0 100")
    page.get_by_text("1.350").wait_for(timeout=20000)
    page.troubles.clear()


@pytest.mark.parametrize("width", [360, 768, 1280])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_and_pass_axe(open_window, width, scheme):
    """Each step of the evening: nothing sticks out at the side, and axe finds nothing (WCAG 2.2 AA)."""
    host = make_host()
    make_decks(3)
    for name in ("Wolfeschlegelsteinhausen-Oberschleißheimer-Großkreutz", "Uwe <b>Fett</b>"):
        make_member(name)
    planned = plan_evening(people=THIRTEEN, host=host.member)
    running = start_evening("A B C", "D E F G", name="Läuft", host=host.member)
    record(running, 1, "100 -200 300")
    page = open_window("/", width=width, height=800, color_scheme=scheme)
    enter(page, "/leitung/", host)
    addresses = ["/leitung/", "/turniere/neu/", lead(planned), lead(running)]
    table = Table.objects.filter(tournament=running).first()
    addresses += [f"{lead(running)}tisch/{table.pk}/", f"{lead(running)}tisch/{table.pk}/runde/1/"]
    for address in addresses:
        check(page, address, width)
    page.goto(lead(planned))
    page.get_by_role("button", name="Tische und Lose anlegen").click()
    check(page, lead(planned), width)
    page.get_by_text("Das Programm auslosen lassen").click()
    page.get_by_role("button", name="Festlegen").click()
    page.get_by_role("button", name="Auslosen").click()
    check(page, lead(planned), width)
    lot = Seat.objects.filter(table__tournament=planned).first().lot
    check(page, f"/los/{lot}/", width)


def check(page, address, width):
    page.goto(address)
    assert page.evaluate("document.documentElement.scrollWidth") <= width, address
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
    violations = [(item["id"], [node["target"] for node in item["nodes"]]) for item in found.response["violations"]]
    assert violations == [], address


def test_board_opens_a_round_and_a_wrong_value_stays_in_its_box(open_window):
    board = make_board()
    evening = start_evening("Ada Bert Cem")
    record(evening, 1, "500 100 200")
    page = open_window("/", width=360, height=740)
    table = Table.objects.get()
    enter(page, f"{lead(evening)}tisch/{table.pk}/runde/1/", board)
    page.get_by_label("Ada").fill("12,5")
    page.get_by_label("Grund der Korrektur").fill("verlesen")
    page.get_by_role("button", name="Korrektur speichern").click()
    assert page.get_by_label("Ada").input_value() == "12,5"
    page.get_by_label("Ada").fill("1.250")
    page.get_by_role("button", name="Korrektur speichern").click()
    page.get_by_text("Runde 1 ist korrigiert.").wait_for()
    assert person(evening, "Ada").member.sheet_players.get().results.filter(round__state="current").get().points == 1250
    page.troubles.clear()
