"""A table seen from above: where its place cards lie, clockwise, and what stands on them (R2.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.queries.places import Place, TablePlaces

CARD_WIDTH, CARD_HEIGHT = 116, 56
ROOM = CARD_WIDTH - 18
LETTER = 13
NARROW, WIDE = frozenset("iljtfrI.,:;'!| ()[]/-"), frozenset("mwMWGOQ@%&<>")
MARGIN = 4


class Role(NamedTuple):
    """What a participant does at the table in round 1: heads the sheet, deals, writes (R4.1–R4.3)."""

    is_first: bool = False
    is_dealer: bool = False
    is_scribe: bool = False

    @property
    def words(self) -> str:
        """`1. · gibt · schreibt`, short enough for a place card."""
        words = [
            (self.is_first, pgettext("role", "1.")),
            (self.is_dealer, pgettext("role", "gibt")),
            (self.is_scribe, pgettext("role", "schreibt")),
        ]
        return " · ".join(word for has_role, word in words if has_role)


class PlaceCard(NamedTuple):
    """One seat of the drawing: upper left corner, the card's baseline points, and its text in at most two lines."""

    x: float
    y: float
    left: float
    right: float
    top_line: float
    label: str
    role: str
    name: str
    lines: Sequence[tuple[float, str]]


@dataclass(frozen=True, slots=True)
class TableDrawing:
    """All that the drawing needs, in the units of its view box."""

    title: str
    width: float
    height: float
    x: float
    y: float
    rx: float
    ry: float
    cards: Sequence[PlaceCard]

    @property
    def title_line(self) -> float:
        """Baseline of the title in the middle of the table."""
        return self.y + 6


def draw_table(table: TablePlaces, roles: Mapping[int, Role] | None = None) -> TableDrawing:
    """The table from above; seat 1 upper left, then clockwise. `roles` by participant."""
    people = len(table.places)
    spread_x = max(128.0, CARD_WIDTH * people / 5.4)
    spread_y = max(112.0, CARD_HEIGHT * people / 3.6)
    width, height = 2 * spread_x + CARD_WIDTH + 2 * MARGIN, 2 * spread_y + CARD_HEIGHT + 2 * MARGIN
    x, y = width / 2, height / 2
    cards = []
    for index, place in enumerate(table.places):
        angle = -pi / 2 - pi / people + 2 * pi * index / people
        role = (roles or {}).get(place.participant or 0, Role())
        cards.append(_card(place, x + spread_x * cos(angle), y + spread_y * sin(angle), role))
    return TableDrawing(table_title(table), width, height, x, y, spread_x - 22, spread_y - 34, cards)


def table_title(table: TablePlaces) -> str:
    """`Tisch 2`, or `FINAL TABLE`."""
    return _("FINAL TABLE") if table.is_final else _("Tisch %d") % table.number


def _card(place: Place, x: float, y: float, role: Role) -> PlaceCard:
    left, top = round(x - CARD_WIDTH / 2, 1), round(y - CARD_HEIGHT / 2, 1)
    lines = _lines(place.name) if place.name else [_("frei")]
    first = top + (43 if len(lines) == 1 else 34)
    return PlaceCard(
        x=left,
        y=top,
        left=left + 9,
        right=left + CARD_WIDTH - 9,
        top_line=top + 15,
        label=place.label,
        role=role.words,
        name=place.name,
        lines=[(first + 15 * index, line) for index, line in enumerate(lines)],
    )


def _lines(name: str) -> list[str]:
    """At most two lines; what is too long for a card is cut, the full name stands beside the drawing."""
    words = name.split()
    front: list[str] = []
    while words and (not front or _width(" ".join([*front, words[0]])) <= ROOM):
        front.append(words.pop(0))
    return [_cut(line) for line in (" ".join(front), " ".join(words)) if line]


def _cut(text: str) -> str:
    if _width(text) <= ROOM:
        return text
    while text and _width(text) > ROOM - _width("…"):
        text = text[:-1]
    return text + "…"


def _width(text: str) -> float:
    """About how wide the serif prints it, in the drawing's units; rather more than less."""
    return sum(LETTER * _share(char) for char in text)


def _share(char: str) -> float:
    """The width of a letter as a share of its size."""
    if char in NARROW:
        return 0.42
    if char in WIDE or not (char.isascii() or char.isalpha()):
        return 1.0
    return 0.72 if char.isupper() else 0.6
