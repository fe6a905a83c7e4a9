"""A whole evening in three windows: the host's, and a tablet at each table."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_host import enter, lead
from tests.browser.test_tablet import address, expect_saved, save, write
from tests.factories import fresh, league_table, make_host, seat_evening

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def press(page, name):
    """A step of the host's, which leads to a page again."""
    page.get_by_role("button", name=name, exact=True).first.click()


def test_R2_4_from_the_first_round_to_the_season_table(open_window):
    account = make_host()
    evening = seat_evening("Anna Berta Cora", "Dora Emil Fritz", host=account.member)
    host = open_window("/anmelden/")
    enter(host, lead(evening), account)
    press(host, "Spiel beginnen")
    expect(host.locator("body")).to_contain_text("Tisch 2")

    evening = fresh(evening)
    first = open_window(address(evening, 1), width=1024, height=768)
    second = open_window(address(evening, 2), width=768, height=1024)
    write(first, "2500", "1200", "-45")
    save(first, 1)
    expect_saved(first, 2)
    write(second, "300", "200", "100")
    save(second, 1)
    expect_saved(second, 2)
    write(first, "2505", "0", "1000")
    save(first, 2)
    expect(second.get_by_role("alert").first).to_contain_text("Letzte Runde", timeout=3000)
    write(second, "50", "250", "0")
    save(second, 2)
    expect(second.get_by_role("status")).to_have_text("alles gespeichert")

    host.reload()
    press(host, "Finale setzen")
    host.get_by_text("Das Programm auslosen lassen").click()
    press(host, "Festlegen und Prüfsumme zeigen")
    press(host, "Auslosen")
    press(host, "Finale beginnen")
    final = open_window(address(fresh(evening), 0), width=1024, height=768)
    expect(final.locator("thead .who")).to_have_count(4)
    names = final.locator("thead .who").all_inner_texts()
    points = {"Anna": "500", "Berta": "400", "Dora": "100", "Emil": "-45"}
    write(final, *[points[name] for name in names])
    save(final, 1)
    expect(final.get_by_role("status")).to_have_text("alles gespeichert")

    host.reload()
    host.get_by_role("button", name=re.compile("bschließen")).first.click()
    host.goto("/saison/2026/")
    row = host.locator("tbody tr").first
    expect(row).to_contain_text("Anna")
    assert league_table(evening) == {"Anna": 8, "Berta": 5, "Cora": 1, "Dora": 4, "Emil": 4, "Fritz": 1}
