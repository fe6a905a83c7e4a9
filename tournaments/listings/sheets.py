"""A Tischtabelle and league points in the words and figures of the page, finished text for lean templates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.figures import NOTHING, prime_badge, thousands_separator, write_points
from tournaments.queries.sheets import Sheet, SheetColumn
from tournaments.queries.tournament import PointsLine
from tournaments.standings import Part


class Head(NamedTuple):
    """The top of a column: what is written over the name, the name, the total and what is under it."""

    role: str
    name: str
    badge: SafeString
    total: SafeString
    note: str
    is_winner: bool


class SheetLines(NamedTuple):
    """One sheet ready to print; each row is its number and all its cells."""

    title: str
    facts: str
    heads: Sequence[Head]
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
        facts=_facts(sheet),
        heads=[_head(column, sheet) for column in sheet.columns],
        rows=[
            (number + 1, SafeString("".join(_cell(column, number, separator) for column in sheet.columns)))
            for number in range(sheet.rounds)
        ],
    )


def _facts(sheet: Sheet) -> str:
    rounds = ngettext("%d Runde", "%d Runden", sheet.rounds) % sheet.rounds
    return rounds if sheet.rounds else _("noch keine Runde")


def _head(column: SheetColumn, sheet: Sheet) -> Head:
    roles = [column.seat]
    if column.is_scribe:
        roles.append(_("schreibt"))
    if column.is_guest:
        roles.append(_("Gast"))
    return Head(
        role=" · ".join(roles),
        name=" & ".join(column.names),
        badge=prime_badge(short=True) if column.is_prime else SafeString(""),
        total=_signed(column.total, thousands_separator()),
        note=_note(column),
        is_winner=column.place == 1 and sheet.is_finished,
    )


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


def _signed(value: int, separator: str) -> SafeString:
    text = write_points(value, separator)
    return SafeString(f'<span class="minus">{text}</span>' if value < 0 else text)


def points_rows(lines: Sequence[PointsLine]) -> list[PointsRow]:
    """League points and where they came from (R2.9)."""
    badge = prime_badge()
    return [
        PointsRow(
            name=line.name,
            badge=badge if line.is_prime else SafeString(""),
            derivation=" + ".join(_summand(part) for part in line.points.derivation),
            total=str(line.points.total),
        )
        for line in lines
    ]


def _summand(part: Part) -> str:
    """2 Tischsieg."""
    words = {
        ("taking_part", None): _("Teilnahme"),
        ("table", 1): _("Tischsieg"),
        ("table", 2): _("Zweiter am Tisch"),
        ("final", 1): _("Finalsieg"),
        ("final", 2): _("Zweiter im Finale"),
        ("final", 3): _("Dritter im Finale"),
        ("final", 4): _("Vierter im Finale"),
    }
    word = words.get((part.kind, part.place))
    if word is None:
        word = (_("%d. am Tisch") if part.kind == "table" else _("%d. im Finale")) % (part.place or 0)
    return f"{part.points} {word}"
