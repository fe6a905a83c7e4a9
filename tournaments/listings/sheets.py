"""A Tischtabelle and league points in the words and figures of the page, finished text for lean templates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from club.figures import NOTHING, prime_badge, thousands_separator, write_points
from tournaments.queries.sheets import Sheet, SheetColumn
from tournaments.queries.tournament import PointsLine
from tournaments.standings import Part


class SheetLines(NamedTuple):
    """One sheet ready to print: the cells of the names, of the totals, and of each round with its number."""

    title: str
    names: SafeString
    totals: SafeString
    rows: Sequence[tuple[int, SafeString]]


class PointsRow(NamedTuple):
    """One member's league points: `1 Teilnahme + 2 Tischsieg + 5 Finalsieg`, and their sum."""

    name: str
    badge: SafeString
    derivation: str
    total: str


def sheet_lines(sheet: Sheet, title: str) -> SheetLines:
    """The sheet as on paper."""
    separator = thousands_separator()
    return SheetLines(
        title=title,
        names=SafeString("".join(_name_cell(column, sheet) for column in sheet.columns)),
        totals=SafeString("".join(_total_cell(column, sheet, separator) for column in sheet.columns)),
        rows=[
            (number + 1, SafeString("".join(_cell(column, number, separator) for column in sheet.columns)))
            for number in range(sheet.rounds)
        ],
    )


def _name_cell(column: SheetColumn, sheet: Sheet) -> str:
    """Seat, duties and name; the one place here where text of people is written, and escaped."""
    roles = [column.seat]
    if column.is_scribe:
        roles.append(_("schreibt"))
    if column.is_guest:
        roles.append(_("Gast"))
    badge = prime_badge(short=True) if column.is_prime else ""
    return (
        f'<th scope="col"{_winner(column, sheet)}><span class="sheet-role">{" · ".join(roles)}</span>'
        f'<span class="sheet-name">{escape(" & ".join(column.names))}{badge}</span></th>'
    )


def _total_cell(column: SheetColumn, sheet: Sheet, separator: str) -> str:
    red = " minus" if column.total < 0 else ""
    return (
        f'<td{_winner(column, sheet)}><span class="sheet-total{red}">{write_points(column.total, separator)}</span>'
        f'<span class="sheet-note">{_note(column)}</span></td>'
    )


def _winner(column: SheetColumn, sheet: Sheet) -> str:
    return ' class="is-winner"' if column.place == 1 and sheet.is_finished else ""


def _note(column: SheetColumn) -> str:
    """Place, and since or until when the player was there (R2.17, R2.18)."""
    notes = [] if column.place is None else [_("%d. Platz") % column.place]
    if column.joined_after:
        notes.append(_("ab Runde %d") % (column.joined_after + 1))
    if column.left_after is not None:
        notes.append(_("nach Runde %d ausgeschieden") % column.left_after)
    return " · ".join(notes)


def _cell(column: SheetColumn, index: int, separator: str) -> str:
    """`<td>` with a round's result and the total after it; digits and our own tags only."""
    points, total = column.points[index], column.totals[index]
    if points is None or total is None:
        return f'<td class="sheet-none">{NOTHING}'
    red = " minus" if points < 0 else ""
    below = " minus" if total < 0 else ""
    return (
        f'<td><span class="sheet-points{red}">{write_points(points, separator)}</span>'
        f'<span class="sheet-running{below}">{write_points(total, separator)}</span>'
    )


def points_rows(lines: Sequence[PointsLine]) -> list[PointsRow]:
    """League points and where they came from (R2.9)."""
    badge, words, written = prime_badge(), _words(), dict[tuple[Part, ...], str]()
    rows = []
    for line in lines:
        parts = line.points.derivation
        if parts not in written:
            written[parts] = " + ".join(f"{part.points} {_word(part, words)}" for part in parts)
        rows.append(
            PointsRow(line.name, badge if line.is_prime else SafeString(""), written[parts], str(line.points.total))
        )
    return rows


def _words() -> dict[tuple[str, int | None], str]:
    return {
        ("taking_part", None): _("Teilnahme"),
        ("table", 1): _("Tischsieg"),
        ("table", 2): _("Zweiter am Tisch"),
        ("final", 1): _("Finalsieg"),
        ("final", 2): _("Zweiter im Finale"),
        ("final", 3): _("Dritter im Finale"),
        ("final", 4): _("Vierter im Finale"),
    }


def _word(part: Part, words: dict[tuple[str, int | None], str]) -> str:
    """Tischsieg; places that only another scheme rewards are told by number."""
    known = words.get((part.kind, part.place))
    return known or (_("%d. am Tisch") if part.kind == "table" else _("%d. im Finale")) % (part.place or 0)
