"""A table seen from above: where its place cards lie, clockwise, and what stands on them (R2.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.queries.places import Place, Role, TablePlaces

CARD_WIDTH, CARD_HEIGHT = 126, 56
ROOM = CARD_WIDTH - 18
LETTER = 13
NARROW, WIDE = frozenset("iljtfrI.,:;'!| ()[]/-"), frozenset("mwMWGOQ@%&<>")
MARGIN = 4
MOST_AT_A_ROUND_TABLE = 6
ROUND_TABLE_HEIGHT = 156
ROUND_X, ROUND_Y = 138.0, 112.0  # from the middle of a round table to those of its place cards


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
    """All that the drawing needs, in the units of its view box; `x` and `y` are its middle, the table's as well."""

    title: str
    x: float
    y: float
    table_width: float
    table_height: float
    corner: float
    cards: Sequence[PlaceCard]

    @property
    def width(self) -> float:
        return 2 * self.x

    @property
    def height(self) -> float:
        return 2 * self.y

    @property
    def table_left(self) -> float:
        return self.x - self.table_width / 2

    @property
    def table_top(self) -> float:
        return self.y - self.table_height / 2

    @property
    def title_size(self) -> int:
        """A long title stays between the place cards."""
        return 20 if len(self.title) <= 8 else 15

    @property
    def title_line(self) -> float:
        """Baseline of the title in the middle of the table."""
        return self.y + 6


def draw_table(table: TablePlaces, roles: Mapping[int, Role] | None = None) -> TableDrawing:
    """The table from above; seat 1 upper left, then clockwise. `roles` by participant."""
    people = len(table.places)
    around = _long_table(people) if people > MOST_AT_A_ROUND_TABLE else _round_table(people)
    is_long = people > MOST_AT_A_ROUND_TABLE
    x = max(ROUND_X, *(abs(left) for left, _top in around)) + CARD_WIDTH / 2 + MARGIN
    y = max(ROUND_Y, *(abs(top) for _left, top in around)) + CARD_HEIGHT / 2 + MARGIN
    return TableDrawing(
        title=table_title(table),
        x=x,
        y=y,
        table_width=2 * (x - CARD_WIDTH * 0.75),
        table_height=2 * (y - CARD_HEIGHT * 0.95) if is_long else ROUND_TABLE_HEIGHT,
        corner=40 if is_long else 200,
        cards=[
            _card(place, x + left, y + top, (roles or {}).get(place.participant or 0, Role()))
            for place, (left, top) in zip(table.places, around, strict=True)
        ],
    )


def _round_table(people: int) -> list[tuple[float, float]]:
    """The middles of the place cards round a table, from its middle."""
    angles = [-pi / 2 - pi / people + 2 * pi * index / people for index in range(people)]
    return [(ROUND_X * cos(angle), ROUND_Y * sin(angle)) for angle in angles]


def _long_table(people: int) -> list[tuple[float, float]]:
    """A large final: one at each end, the others along both sides."""
    above, below = (people - 1) // 2, (people - 2) // 2
    step, end = CARD_WIDTH + 12, (CARD_WIDTH + 12) * (above + 1) / 2
    return [
        *((step * (index - (above - 1) / 2), -ROUND_Y) for index in range(above)),
        (end, 0.0),
        *((step * ((below - 1) / 2 - index), ROUND_Y) for index in range(below)),
        (-end, 0.0),
    ]


def write_role(role: Role) -> str:
    """`1. · gibt · schreibt`, short enough for a place card (R4.1–R4.3)."""
    words = [
        (role.is_first, pgettext("role", "1.")),
        (role.is_dealer, pgettext("role", "gibt")),
        (role.is_scribe, pgettext("role", "schreibt")),
    ]
    return " · ".join(word for has_role, word in words if has_role)


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
        role=write_role(role),
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
        return 0.45
    if char in WIDE or not (char.isascii() or char.isalpha()):
        return 1.0
    return 0.8 if char.isupper() else 0.66
