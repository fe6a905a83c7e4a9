"""The scribe's tablet in a real browser: writing, losing the network, two devices at a table, the last round."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from scoring.models import Round, RoundState
from tests.factories import record, scribe_corrects, sheet_of, start_evening

# What the migrations wrote (the points schemes) is there for each test.
pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)

SIZES = {"landscape": (1024, 768), "portrait": (768, 1024), "phone": (360, 740)}


@pytest.fixture
def evening():
    """Two tables; the first has played two rounds."""
    evening = start_evening("Ottilie Berthold Karin", "Jürgen Yvonne Dora", name="April-Turnier")
    record(evening, 1, "2465 1020 310", "-720 645 905")
    return evening


def address(evening, number=1):
    return f"/s/{sheet_of(evening, number).token}/"


def key(page, text):
    """Tap a text on the pad: digits, `-` for the sign."""
    for one in text:
        page.get_by_role("button", name="Vorzeichen" if one == "-" else one, exact=True).click()


def write(page, *results):
    """One result for each player from the active one on, with "weiter" in between and "Prüfen" at the end."""
    for text in results:
        key(page, text)
        page.get_by_role("button", name=re.compile("^(weiter: |Prüfen)")).click()


def save(page, number):
    page.get_by_role("button", name=f"Runde {number} speichern", exact=True).click()


def expect_saved(page, number):
    """The page is at the round of that number, and the server has all before it."""
    expect(page.locator("#what")).to_contain_text(f"Runde {number}")
    expect(page.get_by_role("status")).to_have_text("alles gespeichert")


def row(page, number):
    """Results and running totals of a row, as it is read."""
    cells = page.locator("#rows tr").nth(number - 1).locator("td")
    return [" ".join(cell.locator(".figure").all_inner_texts()) for cell in cells.all()]


def recorded(evening, table=1):
    rounds = Round.objects.filter(sheet=sheet_of(evening, table), state=RoundState.CURRENT).order_by("number")
    return [
        list(one.results.order_by("player__seat", "player__turn").values_list("points", flat=True)) for one in rounds
    ]


def cut_the_line(page, answer="abort"):
    """Whatever is sent is lost, or answered by somebody else than the club."""

    def handle(route):
        if route.request.method != "POST":
            route.fallback()
        elif answer == "abort":
            route.abort()
        else:
            route.fulfill(status=answer, content_type="text/html", body="<h1>Bitte anmelden</h1>")

    page.route("**/s/**", handle)
    return handle


def mend_the_line(page):
    page.unroute_all(behavior="wait")
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.get_by_role("status")).to_have_text("alles gespeichert")
    page.troubles = [one for one in page.troubles if "Failed to load resource" not in one]


def test_scribe_records_a_round(open_window, evening):
    page = open_window(address(evening), width=1024, height=768)
    expect(page.get_by_role("heading", name="Tisch 1")).to_be_visible()
    assert row(page, 2) == ["−720 1.745", "645 1.665", "905 1.215"]
    write(page, "355", "-40", "1000")
    expect(page.locator(".check-lines li")).to_have_text(["Ottilie3552.100", "Berthold−401.625", "Karin1.0002.215"])
    save(page, 3)
    expect(page.get_by_role("status")).to_have_text("alles gespeichert")
    expect_saved(page, 4)
    assert row(page, 3) == ["355 2.100", "−40 1.625", "1.000 2.215"]
    assert recorded(evening) == [[2465, 1020, 310], [-720, 645, 905], [355, -40, 1000]]


def test_hardware_keyboard_writes_and_no_field_calls_the_system_keyboard(open_window, evening):
    page = open_window(address(evening))
    for text in ("355", "-40", "1000"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect_saved(page, 4)
    assert recorded(evening)[2] == [355, -40, 1000]
    assert page.locator("input, textarea, [contenteditable]").count() == 0


def test_empty_is_not_0_and_others_than_multiples_of_5_are_refused(open_window, evening):
    page = open_window(address(evening))
    page.get_by_role("button", name="weiter: Berthold →").click()
    expect(page.locator(".pad-message")).to_have_text("Ottilie: noch kein Ergebnis")
    key(page, "-")
    page.get_by_role("button", name="weiter: Berthold →").click()
    expect(page.locator(".pad-message")).to_have_text("Ottilie: noch kein Ergebnis")
    key(page, "1233")
    page.get_by_role("button", name="weiter: Berthold →").click()
    expect(page.locator(".pad-message")).to_have_text("Ottilie: −1.233 ist kein Vielfaches von 5")
    page.get_by_role("button", name="Letzte Ziffer löschen").click()
    key(page, "0")
    write(page, "", "0", "5")
    save(page, 3)
    expect_saved(page, 4)
    assert recorded(evening)[2] == [-1230, 0, 5]


def test_R3_8_unusual_results_are_asked_once_on_the_tablet(open_window, evening):
    page = open_window(address(evening))
    write(page, "3005", "-1505", "-1505")
    expect(page.locator(".question")).to_have_text(
        [
            "Ungewöhnlich: Ottilie 3.005. Stimmt das?",
            "Ungewöhnlich: Berthold −1.505. Stimmt das?",
            "Ungewöhnlich: Karin −1.505. Stimmt das?",
            "Berthold und Karin haben dasselbe Ergebnis: −1.505. Stimmt das?",
        ]
    )
    page.get_by_role("button", name="Stimmt so, Runde 3 speichern").click()
    expect_saved(page, 4)
    assert recorded(evening)[2] == [3005, -1505, -1505]


@pytest.mark.parametrize("answer", ["abort", 200, 403, 502])
def test_rounds_wait_on_the_device_until_the_server_has_them(open_window, evening, answer):
    page = open_window(address(evening))
    cut_the_line(page, answer)
    write(page, "355", "-40", "1000")
    save(page, 3)
    expect(page.get_by_role("status")).to_have_text("wartet auf Verbindung · 1")
    write(page, "100", "200", "300")
    save(page, 4)
    expect(page.get_by_role("status")).to_have_text("wartet auf Verbindung · 2")
    assert row(page, 4) == ["100 2.200", "200 1.825", "300 2.515"]
    expect(page.locator("thead .total")).to_have_text(["2.200", "1.825", "2.515"])
    expect(page.locator("thead .opening-pill")).to_have_text(["90", "90", "90"])
    expect(page.locator("thead .marks")).to_have_text(["hebt ab", "gibt", "beginnt"])
    expect(page.locator("#star-note")).to_contain_text("noch nicht übertragen")
    page.reload()
    expect(page.get_by_role("status")).to_have_text("wartet auf Verbindung · 2")
    assert row(page, 4) == ["100 2.200", "200 1.825", "300 2.515"]
    assert len(recorded(evening)) == 2
    mend_the_line(page)
    assert recorded(evening)[2:] == [[355, -40, 1000], [100, 200, 300]]


def test_round_whose_answer_is_lost_is_counted_once(open_window, evening):
    page = open_window(address(evening))

    def lose_answer(route):
        if route.request.method != "POST":
            return route.fallback()
        route.fetch()
        return route.abort()

    page.route("**/s/**", lose_answer)
    write(page, "355", "-40", "1000")
    save(page, 3)
    expect(page.get_by_role("status")).to_have_text("wartet auf Verbindung · 1")
    for _ in range(100):  # the page waits before the server has it, and goes on waiting after
        if len(recorded(evening)) == 3:
            break
        page.wait_for_timeout(100)
    assert recorded(evening)[2:] == [[355, -40, 1000]]
    mend_the_line(page)
    assert recorded(evening)[2:] == [[355, -40, 1000]]


def test_a_scribe_who_is_quicker_than_the_device_loses_nothing(open_window, evening):
    page = open_window("/anmelden/")
    page.add_init_script(
        "const open = indexedDB.open.bind(indexedDB);"
        "IDBFactory.prototype.open = function (...names) {"
        "  let real;"
        "  const late = Object.defineProperty({}, 'result', { get: () => real.result });"
        "  setTimeout(() => { real = open(...names); Object.assign(real, late); }, 1500);"
        "  return late;"
        "};"
    )
    page.goto(address(evening))
    write(page, "355", "-40", "1000")
    save(page, 3)
    expect_saved(page, 4)
    assert recorded(evening)[2:] == [[355, -40, 1000]]


def test_round_begun_is_still_there_after_a_reload(open_window, evening):
    page = open_window(address(evening))
    write(page, "355", "-40")
    page.reload()
    write(page, "1000")
    save(page, 3)
    expect_saved(page, 4)
    assert recorded(evening)[2] == [355, -40, 1000]


def test_two_devices_see_each_others_rounds(open_window, evening):
    one, other = open_window(address(evening)), open_window(address(evening))
    write(one, "355", "-40", "1000")
    save(one, 3)
    expect(other.locator("#what")).to_contain_text("Runde 4", timeout=3000)
    assert row(other, 3) == ["355 2.100", "−40 1.625", "1.000 2.215"]


@pytest.mark.parametrize(("choice", "holds"), [("Die gespeicherte gilt", 355), ("Unsere gilt", 455)])
def test_two_versions_of_a_round_are_shown_and_people_decide(open_window, evening, choice, holds):
    page = open_window(address(evening))
    handle = cut_the_line(page)
    write(page, "455", "-40", "1000")
    save(page, 3)
    expect(page.get_by_role("status")).to_have_text("wartet auf Verbindung · 1")
    record(evening, 1, "355 -40 1000")
    page.unroute("**/s/**", handle)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Runde 3 ist zweimal aufgeschrieben")
    expect(dialog.locator(".differs td")).to_have_text(["355", "455"])
    assert Axe().run(page).response["violations"] == []
    dialog.get_by_role("button", name=choice).click()
    expect(dialog).to_be_hidden()
    mend_the_line(page)
    page.troubles.clear()  # a 409 is written into the console
    assert recorded(evening)[2] == [holds, -40, 1000]


def test_recorded_round_is_corrected(open_window, evening):
    page = open_window(address(evening))
    key(page, "5")
    page.get_by_role("button", name="Runde 1 berichtigen").click()
    expect(page.locator("#rows tr").first.locator(".cell .result")).to_have_text(["2.465", "1.020", "310"])
    page.get_by_role("button", name=re.compile("^Berthold, Runde 1")).click()
    page.get_by_role("button", name="Letzte Ziffer löschen").click()
    key(page, "5")
    page.get_by_role("button", name="Prüfen").click()
    save(page, 1)
    expect(page.locator("#rows tr").first).to_have_class(re.compile("corrected"))
    assert recorded(evening) == [[2465, 1025, 310], [-720, 645, 905]]
    expect(page.get_by_role("button", name=re.compile("^Ottilie, Runde 3"))).to_contain_text("5")


def test_last_round_is_taken_back_after_a_question(open_window, evening):
    page = open_window(address(evening))
    page.get_by_role("button", name="Runde 2 zurücknehmen").click()
    page.get_by_role("dialog").get_by_role("button", name="Zurücknehmen").click()
    expect(page.locator("#what")).to_contain_text("Runde 2")
    expect(page.get_by_role("status")).to_have_text("alles gespeichert")
    assert recorded(evening) == [[2465, 1020, 310]]


def test_R2_3_last_round_appears_on_the_other_tablet_and_none_was_running(open_window, evening):
    page = open_window(address(evening, 2))
    expect(page.get_by_role("status")).to_have_text("alles gespeichert")
    record(evening, 1, "3300 0 5")
    expect(page.get_by_role("alert").first).to_contain_text(
        "Letzte Runde – an Tisch 1 hat Ottilie 5000 erreicht", timeout=1500
    )
    page.get_by_role("button", name="Bei uns lief keine Runde").click()
    page.get_by_role("dialog").get_by_role("button", name="Keine Runde").click()
    expect(page.get_by_role("heading", name="Das Spiel ist zu Ende")).to_be_visible()
    assert recorded(evening, 2) == []


def test_finished_sheet_shows_its_ranking_and_can_be_corrected(open_window, evening):
    page = open_window(address(evening))
    write(page, "3300", "0", "5")
    expect(page.locator("#star-note")).to_contain_text("★ mit diesem Ergebnis ist Schluss: 5.000 erreicht")
    page.get_by_role("button", name="Stimmt so, Runde 3 speichern").click()
    expect(page.locator(".ranking li .who")).to_have_text(["Ottilie", "Berthold", "Karin"])
    expect(page.get_by_role("status")).to_have_text("alles gespeichert")
    scribe_corrects(evening, 1, 3, Ottilie=330)
    expect(page.locator("#what")).to_contain_text("Runde 4")


def test_refused_round_can_be_dropped(open_window, evening):
    page = open_window(address(evening, 2))
    handle = cut_the_line(page)
    for number in (1, 2):
        write(page, "100", "200", "300")
        save(page, number)
    record(evening, 1, "3300 0 5")
    page.unroute("**/s/**", handle)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Runde 2 wurde nicht angenommen")
    dialog.get_by_role("button", name="Verwerfen").click()
    mend_the_line(page)
    page.troubles.clear()  # a 422 is written into the console
    assert recorded(evening, 2) == [[100, 200, 300]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_page_is_accessible_and_fits(open_window, evening, size, scheme):
    width, height = SIZES[size]
    page = open_window(address(evening), width=width, height=height, color_scheme=scheme)
    write(page, "355", "-40")
    assert Axe().run(page).response["violations"] == []
    small = page.evaluate(
        "[...document.querySelectorAll('button')].filter(b => b.checkVisibility()).map(b => b.getBoundingClientRect())"
        ".filter(r => r.width < 44 || r.height < 44 || r.right > innerWidth || r.bottom > innerHeight).length"
    )
    assert small == 0
    scrolls = "e => e.scrollWidth > e.clientWidth"
    assert not page.locator("html").evaluate(scrolls)
    assert not page.locator("#scroll").evaluate(scrolls)
    write(page, "1000")
    assert Axe().run(page).response["violations"] == []


def test_running_row_stays_in_view_after_many_rounds(open_window, evening):
    record(evening, 1, *["5 10 15"] * 20)
    page = open_window(address(evening), width=360, height=640)
    expect(page.locator(".running .cell").first).to_be_in_viewport(ratio=0.9)
