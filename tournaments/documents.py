"""What is printed at an evening: seat lots, table cards, seating plan, blank and filled Tischtabellen.

Each `print_…` takes what a query read and returns a PDF; the layout is in `templates/documents/`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import segno
from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from club import pdf
from club.collation import collation_key
from club.figures import write_short_date
from tournaments.listings.paper import PaperSheet
from tournaments.listings.plan import draw_table, table_title
from tournaments.models import Tournament
from tournaments.queries.places import Place, Role, TablePlaces

INK = "#1c2622"
LOTS_ON_A_PAGE = 12
CARDS_ON_A_PAGE = 2
MANY_SEATS = 6
LONGEST_LINE = 15
LONGEST_LARGE_LABEL = 3  # "1.3"; "10.3" and "F.12" are printed smaller


@dataclass(frozen=True, slots=True)
class Lot:
    """A seat lot as it is printed; `table` is None at the final (R2.6, R2.7)."""

    label: str
    table: int | None
    seat: int
    qr: SafeString

    @property
    def is_long(self) -> bool:
        return len(self.label) > LONGEST_LARGE_LABEL


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card that stands on its table; its QR code opens the table's sheet on any tablet."""

    title: str
    places: Sequence[Place]
    qr: SafeString

    @property
    def is_long(self) -> bool:
        return len(self.places) > MANY_SEATS or any(len(place.name) > 2 * LONGEST_LINE for place in self.places)


def print_lots(tournament: Tournament, tables: Sequence[TablePlaces], *, one_to_a_page: bool = False) -> bytes:
    """Seat lots, twelve to an A4 page with crop marks, or each on an A6 of its own (R2.6)."""
    return _print(tournament, _("Sitzlose"), [_lots_part(tables, one_to_a_page=one_to_a_page)])


def print_cards(tournament: Tournament, tables: Sequence[TablePlaces]) -> bytes:
    """Table cards, two to an A4 page; their QR codes open the table's sheet on any tablet."""
    return _print(tournament, _("Tischkarten"), [_cards_part(tables)])


def print_plan(tournament: Tournament, tables: Sequence[TablePlaces], roles: Mapping[int, Role]) -> bytes:
    """The tables from above with first player, dealer and scribe, and all names by alphabet with their seats."""
    return _print(tournament, _("Sitzplan"), [_plan_part(tables, roles)])


def print_sheets(tournament: Tournament, sheets: Sequence[PaperSheet]) -> bytes:
    """Tischtabellen on A4 landscape, one page for each table, blank or as far as they are written."""
    return _print(tournament, _("Tischtabellen"), [("documents/_sheets.html", {"paper_sheets": sheets})])


def print_evening(
    tournament: Tournament,
    tables: Sequence[TablePlaces],
    sheets: Sequence[PaperSheet],
) -> bytes:
    """All that the host prints before the session in one: lots, table cards, blank sheets."""
    parts = [_lots_part(tables), _cards_part(tables), ("documents/_sheets.html", {"paper_sheets": sheets})]
    return _print(tournament, _("Drucksachen"), parts)


def _print(tournament: Tournament, title: str, parts: Sequence[tuple[str, Mapping[str, Any]]]) -> bytes:
    """One PDF of several parts, each a template of `documents/` with its context."""
    context: dict[str, Any] = {
        "title": f"{title} · {tournament.name}",
        "language": get_language() or settings.LANGUAGE_CODE,
        "event": f"{tournament.name} · {write_short_date(tournament.date)}",
        "tournament": tournament,
        "parts": [template for template, _context in parts],
    }
    for _template, part in parts:
        context.update(part)
    return pdf.render("documents/document.html", context)


def _lots_part(tables: Sequence[TablePlaces], *, one_to_a_page: bool = False) -> tuple[str, dict[str, Any]]:
    lots = [_lot(table, place) for table in tables for place in table.places]
    pages = [] if one_to_a_page else stacked(lots)
    return "documents/_lots.html", {"lot_pages": pages, "lots_apart": lots if one_to_a_page else []}


def _cards_part(tables: Sequence[TablePlaces]) -> tuple[str, dict[str, Any]]:
    cards = [TableCard(table_title(table), table.places, qr_code(sheet_address(table.token))) for table in tables]
    pages = [cards[start : start + CARDS_ON_A_PAGE] for start in range(0, len(cards), CARDS_ON_A_PAGE)]
    return "documents/_cards.html", {"card_pages": pages}


def _plan_part(tables: Sequence[TablePlaces], roles: Mapping[int, Role]) -> tuple[str, dict[str, Any]]:
    seated = [(place.name, place.label) for table in tables for place in table.places if place.name]
    return "documents/_plan.html", {
        "drawings": [draw_table(table, roles) for table in tables],
        "seated": sorted(seated, key=lambda pair: collation_key(pair[0])),
    }


def _lot(table: TablePlaces, place: Place) -> Lot:
    return Lot(place.label, None if table.is_final else table.number, place.number, qr_code(lot_address(place.lot)))


def stacked(lots: Sequence[Lot]) -> list[list[tuple[int, Lot]]]:
    """Pages of (place on the page from 1, lot), so that the piles are sorted after cutting.

    The sheets lie on each other when they are cut: each place of the page becomes a pile, from the first sheet to
    the last, and pile laid upon pile gives the lots in order.
    """
    pages = -(-len(lots) // LOTS_ON_A_PAGE)
    return [
        [(index // pages + 1, lot) for index, lot in enumerate(lots) if index % pages == page] for page in range(pages)
    ]


def lot_address(lot: str) -> str:
    """Where the QR code of a lot leads: its drawer claims the seat there."""
    return settings.BASE_URL + reverse("tournaments:lot", args=[lot])


def sheet_address(token: str) -> str:
    """Where a table's sheet is opened by any tablet."""
    return f"{settings.BASE_URL}/s/{token}/"


def qr_code(address: str) -> SafeString:
    """The QR code of an address as inline SVG without quiet zone; the layout leaves white around it."""
    code = segno.make(address, error="m", micro=False)
    return SafeString(code.svg_inline(border=0, omitsize=True, dark=INK))
