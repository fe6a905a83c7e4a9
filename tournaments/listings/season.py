"""The season table on a page: columns, sorting by plain links, and each row's figures as finished text.

A season page has thousands of cells. So all words and figures are made here, once, and the template only prints
them; what it gets as SafeString consists of digits and our own markup, names stay plain and are escaped there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.dates import MONTHS_3
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from club.figures import NOTHING, prime_badge, write_long_date
from tournaments.queries.season import SeasonPage, SeasonTournament, german_order
from tournaments.season import SeasonRow

DEFAULT_SORT = "rank"


@dataclass(frozen=True, slots=True)
class Sorting:
    """How to sort by one column; `first` is the direction of the first click."""

    value: Callable[[SeasonRow, str], Any]
    first: str


SORTINGS = {
    "rank": Sorting(lambda row, name: row.rank, "ascending"),
    "name": Sorting(lambda row, name: german_order(name), "ascending"),
    "points": Sorting(lambda row, name: row.points, "descending"),
    "played": Sorting(lambda row, name: row.played, "descending"),
    "table_wins": Sorting(lambda row, name: row.table_wins, "descending"),
    "finals": Sorting(lambda row, name: row.finals, "descending"),
    "final_wins": Sorting(lambda row, name: row.final_wins, "descending"),
}


class Column(NamedTuple):
    """A heading: `url` sorts or leads to the tournament; `direction` is set while the table is sorted by it."""

    label: str
    url: str = ""
    direction: str = ""
    title: str = ""


class Line(NamedTuple):
    """One row as the template unpacks it; `note` is the line under the name on a phone, `cells` the rest."""

    rank: SafeString
    change: SafeString
    name: str
    badge: SafeString
    note: str
    points: SafeString
    cells: SafeString


def known_sort(asked: str) -> str:
    """The sort asked for by a link, `-` for the other direction; anything else is the default."""
    return asked if asked.removeprefix("-") in SORTINGS else DEFAULT_SORT


def sort_columns(sort: str) -> list[Column]:
    """The headings before those of the tournaments; a click sorts."""
    labels = {
        "rank": _("Rang"),
        "change": _("Veränderung seit dem letzten Turnier"),
        "name": _("Name"),
        "points": _("Punkte"),
        "played": _("Turniere"),
        "table_wins": _("Tischsiege"),
        "finals": _("Finale"),
        "final_wins": _("Finalsiege"),
    }
    return [_heading(key, label, sort) for key, label in labels.items()]


def _heading(key: str, label: str, sort: str) -> Column:
    if key not in SORTINGS:
        return Column(label)
    is_sorted = sort.removeprefix("-") == key
    target = f"-{key}" if sort == key else key
    url = "?" if target == DEFAULT_SORT else f"?sort={target}"
    return Column(label, url, _direction(sort) if is_sorted else "")


def _direction(sort: str) -> str:
    first = SORTINGS[sort.removeprefix("-")].first
    if not sort.startswith("-"):
        return first
    return "descending" if first == "ascending" else "ascending"


def tournament_columns(tournaments: Iterable[SeasonTournament]) -> list[Column]:
    """Jan, Feb, Lager …, each leading to its evening."""
    language = get_language()
    return [_tournament_column(tournament, language) for tournament in tournaments]


@lru_cache(maxsize=4096)
def _tournament_column(tournament: SeasonTournament, _language: str | None) -> Column:
    label = _("Lager") if tournament.is_camp else str(MONTHS_3[tournament.date.month]).capitalize()
    url = reverse("tournaments:tournament", args=[tournament.pk])
    return Column(label, url, title=f"{tournament.name}, {write_long_date(tournament.date)}")


def season_lines(page: SeasonPage, sort: str) -> list[Line]:
    """The rows in the order asked for; equals keep the order of R2.16, whichever way."""
    value, names = SORTINGS[sort.removeprefix("-")].value, page.table.names
    rows = sorted(
        page.table.rows,
        key=lambda row: value(row, names[row.key]),
        reverse=_direction(sort) == "descending",
    )
    columns = [tournament.label for tournament in page.table.tournaments]
    language = get_language()
    return [_line(row, page, columns, language) for row in rows]


def _line(row: SeasonRow, page: SeasonPage, columns: list[str], language: str | None) -> Line:
    won = page.final_wins.get(row.key, ())
    figures = [row.played, row.table_wins, row.finals, row.final_wins]
    results = [row.by_tournament.get(label, NOTHING) for label in columns]
    if won:
        results = [f"<b>{each}</b>" if label in won else each for each, label in zip(results, columns, strict=True)]
    return Line(
        rank=SafeString(row.rank),
        change=_change(row.rank, page.ranks_before.get(row.key)),
        name=page.table.names[row.key],
        badge=prime_badge() if row.key == page.prime else _EMPTY,
        note=_note(row.played, row.table_wins, row.final_wins, language),
        points=SafeString(row.points),
        cells=SafeString("<td>" + "<td>".join(map(str, (*figures, *results)))),  # digits and our own tags only
    )


_EMPTY = SafeString("")


def _change(rank: int, before: int | None) -> SafeString:
    """▲2, ▼1 or – since the last tournament; nothing for somebody new. Words for those who do not see it."""
    if before is None:
        return _EMPTY
    return _moved(before - rank)


def _moved(places: int) -> SafeString:
    if places == 0:
        return SafeString("–")
    kind, sign = ("up", "▲") if places > 0 else ("down", "▼")
    words = ngettext("um %d Platz", "um %d Plätze", abs(places)) % abs(places)
    words = f"{_('aufgestiegen') if places > 0 else _('abgestiegen')} {words}"
    return format_html(
        '<span class="{}" title="{}"><span aria-hidden="true">{}</span>{}</span>', kind, words, sign, abs(places)
    )


@lru_cache(maxsize=4096)
def _note(played: int, table_wins: int, final_wins: int, _language: str | None) -> str:
    """8 Turniere · 4 Tisch · 2 Final, as the phone shows it."""
    parts = [ngettext("%d Turnier", "%d Turniere", played) % played]
    if table_wins:
        parts.append(_("%d Tisch") % table_wins)
    if final_wins:
        parts.append(_("%d Final") % final_wins)
    return " · ".join(parts)
