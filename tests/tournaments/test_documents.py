"""Prints: the right pages with the club's own fonts, whatever the names are; nothing is ever fetched (R2.6, R2.7)."""

import datetime as dt
import io
import re

import pytest
import segno
from pypdf import PdfReader

from club import pdf
from tournaments import documents
from tournaments.listings.paper import blank_sheet
from tournaments.listings.plan import CARD_HEIGHT, CARD_WIDTH, draw_table
from tournaments.models import Tournament
from tournaments.queries.places import Place, Role, TablePlaces
from tournaments.seating import table_sizes

HOSTILE = [
    '<img src="file:///etc/hostname">',
    "Uwe <b>Fett</b>",
    "Siobhán O'Hara-D'Este",
    'Käthe "Kit" & Co',
    "</script><script>x",
    "Wolfeschlegelsteinhausen-Oberschleißheimer-Großkreutz",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter69",
    "ẞ Łukasz Çelik Ő ş „“ −",
]
EVENING = Tournament(name="April-Turnier", date=dt.date(2026, 4, 11), venue="Gasthof zur Linde")


def make_tables(people, names=()):
    tables, number = [], 0
    for table, size in enumerate(table_sizes(people), 1):
        places = []
        for seat in range(1, size + 1):
            name = names[number % len(names)] if names else ""
            number += 1
            places.append(
                Place(
                    pk=number,
                    number=seat,
                    label=f"{table}.{seat}",
                    lot=f"los-{number:020d}",
                    participant=number if name else None,
                    name=name,
                )
            )
        tables.append(TablePlaces(pk=table, stage="table", number=table, token=f"token-{table}", places=places))
    return tables


def make_final(people):
    places = [Place(pk=seat, number=seat, label=f"F.{seat}", lot=f"los-{seat:020d}") for seat in range(1, people + 1)]
    return [TablePlaces(pk=1, stage="final", number=0, token="token-f", places=places)]


def read(document):
    return PdfReader(io.BytesIO(document))


def texts(document):
    return [page.extract_text() for page in read(document).pages]


def fonts_of(reader):
    found = {}
    for page in reader.pages:
        for font in page["/Resources"]["/Font"].values():
            descendant = font.get_object()["/DescendantFonts"][0].get_object()
            descriptor = descendant["/FontDescriptor"].get_object()
            is_embedded = any(key in descriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
            found[str(descriptor["/FontName"]).split("+")[-1]] = is_embedded
    return found


def labels_in(text):
    return re.findall(r"^((?:\d+|F)\.\d+) ?scannen", text, re.M)


@pytest.mark.parametrize(("people", "pages"), [(2, 1), (12, 1), (13, 2), (24, 2), (25, 3), (60, 5)])
def test_R2_6_a_lot_for_each_seat_twelve_to_a_page_and_no_empty_page(people, pages):
    tables = make_tables(people)
    printed = texts(documents.print_lots(EVENING, tables))
    assert len(printed) == pages
    assert all(labels_in(text) for text in printed)
    labels = [label for text in printed for label in labels_in(text)]
    assert sorted(labels) == sorted(place.label for table in tables for place in table.places)


def test_R2_7_lots_of_the_final_are_labelled_with_F():
    (text,) = texts(documents.print_lots(EVENING, make_final(8)))
    assert labels_in(text) == [f"F.{seat}" for seat in range(1, 9)]
    assert "FINAL TABLE" in text


@pytest.mark.parametrize("people", [1, 11, 12, 13, 25, 60])
def test_piles_are_sorted_after_cutting(people):
    lots = list(range(people))
    pages = documents.stacked(lots)
    piles = {}
    for page in pages:
        for place, lot in page:
            piles.setdefault(place, []).append(lot)
    assert [lot for place in sorted(piles) for lot in piles[place]] == lots
    assert max(len(page) for page in pages) <= documents.LOTS_ON_A_PAGE
    assert min(len(page) for page in pages) > 0


def test_a_lot_on_a_page_of_its_own():
    reader = read(documents.print_lots(EVENING, make_tables(5), one_to_a_page=True))
    assert len(reader.pages) == 5
    box = reader.pages[0].mediabox
    assert (round(box.width / 72 * 25.4), round(box.height / 72 * 25.4)) == (148, 105)


def test_qr_code_of_a_lot_leads_to_its_seat(settings):
    settings.BASE_URL = "https://canasta.example"
    assert documents.lot_address("abc") == "https://canasta.example/los/abc/"
    expected = segno.make("https://canasta.example/los/abc/", error="m", micro=False)
    assert documents.qr_code(documents.lot_address("abc")) == expected.svg_inline(
        border=0, omitsize=True, dark=documents.INK
    )


def test_fonts_are_the_packaged_ones_and_embedded():
    tables = make_tables(13, HOSTILE)
    reader = read(documents.print_evening(EVENING, tables, [blank_sheet(table) for table in tables]))
    fonts = fonts_of(reader)
    assert {name.replace("-", "").rstrip("BoldSemi") for name in fonts} == {"SourceSansPr", "SourceSerifPr"} or {
        re.sub(r"-(Semi-)?Bold$|-Semi$", "", name) for name in fonts
    } == {"Source-Sans-Pro", "Source-Serif-Pro"}
    assert all(fonts.values())


def test_hostile_names_are_printed_letter_by_letter():
    tables = make_tables(len(HOSTILE), HOSTILE)
    for document in (
        documents.print_cards(EVENING, tables),
        documents.print_sheets(EVENING, [blank_sheet(table) for table in tables]),
        documents.print_plan(EVENING, tables, {}),
    ):
        printed = re.sub(r"\s", "", "".join(texts(document)))
        assert [name for name in HOSTILE if re.sub(r"\s", "", name) not in printed] == []


def test_nothing_is_fetched(tmp_path, caplog):
    secret = tmp_path / "secret.css"
    secret.write_text("body { color: red }")
    fetcher = pdf._fetcher()
    for address in (
        f"file://{secret}",
        "http://127.0.0.1/",
        "data:text/css,x",
        "font:../../etc/passwd",
        "font:",
        "ftp://x",
    ):
        with pytest.raises(ValueError, match="fetches nothing"):
            fetcher.fetch(address)
    assert fetcher.fetch("font:SourceSerifPro-Bold").read(4) == b"OTTO"


@pytest.mark.parametrize("name", HOSTILE[5:7])
def test_long_names_stay_on_the_page(name):
    """No letter is drawn right of the margin, on any kind of paper."""
    tables = make_tables(6, [name])
    for document in (
        documents.print_cards(EVENING, tables),
        documents.print_sheets(EVENING, [blank_sheet(table) for table in tables]),
        documents.print_plan(EVENING, tables, {}),
        documents.print_lots(Tournament(name=name * 2, date=dt.date(2026, 4, 11)), tables),
    ):
        for page in read(document).pages:
            right = []
            page.extract_text(
                visitor_text=lambda text, cm, tm, *_rest, found=right: (
                    text.strip() and found.append(tm[4] * cm[0] + tm[5] * cm[2] + cm[4])
                )
            )
            assert max(right) < float(page.mediabox.width)


def test_table_cards_two_to_a_page():
    assert [
        len(re.findall(r"^Tisch \d$", text, re.M)) for text in texts(documents.print_cards(EVENING, make_tables(13)))
    ] == [2, 1]


def test_blank_sheets_one_landscape_page_a_table_in_the_order_of_the_sheet():
    (table,) = make_tables(4, ["Anna", "Berta", "Cora", "Dora"])
    sheet = blank_sheet(table, [2, 3, 4, 1], {1: Role(is_scribe=True)})
    assert [column.name for column in sheet.columns] == ["Berta", "Cora", "Dora", "Anna"]
    assert [column.note for column in sheet.columns] == ["1.2", "1.3", "1.4", "1.1 · schreibt"]
    dealers = [[cell.is_dealer for cell in row.cells].index(True) for row in sheet.rows]
    assert dealers == [0, 1, 2, 3] * 3
    reader = read(documents.print_sheets(EVENING, [sheet]))
    assert len(reader.pages) == 1
    assert reader.pages[0].mediabox.width > reader.pages[0].mediabox.height


def test_the_final_has_one_round_on_paper():
    (table,) = make_final(8)
    assert [row.number for row in blank_sheet(table).rows] == [1]


def test_R2_6_drawing_puts_the_seats_clockwise_from_the_upper_left():
    (table,) = make_tables(4, ["Anna", "Berta", "Cora", "Dora"])
    drawing = draw_table(table, {2: Role(True, True, False)})
    middle = [(card.x + CARD_WIDTH / 2 < drawing.x, card.y + CARD_HEIGHT / 2 < drawing.y) for card in drawing.cards]
    assert middle == [(True, True), (False, True), (False, False), (True, False)]
    assert [card.role for card in drawing.cards] == ["", "1. · gibt", "", ""]


@pytest.mark.parametrize("people", [2, 3, 4, 5, 6, 8, 12, 20])
def test_place_cards_lie_inside_the_drawing_and_not_on_each_other(people):
    drawing = draw_table(make_final(people)[0])
    corners = [(card.x, card.y) for card in drawing.cards]
    assert all(0 <= x <= drawing.width - CARD_WIDTH and 0 <= y <= drawing.height - CARD_HEIGHT for x, y in corners)
    assert all(
        abs(x - u) >= CARD_WIDTH or abs(y - v) >= CARD_HEIGHT
        for i, (x, y) in enumerate(corners)
        for u, v in corners[i + 1 :]
    )
