"""The season's page: the one that opens first."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.access import public
from club.figures import write_name
from club.live import MEMBERS, read_versions, season_topic
from club.pages import render_kept
from tournaments.listings.season import known_sort, season_lines, sort_columns, tournament_columns
from tournaments.queries.season import SeasonPage, read_season_page

FIRST_YEAR = 1899
MANY_TOURNAMENTS = 9


@public
def season(request: HttpRequest, year: int | None = None) -> HttpResponse:
    """The table of `year`, or of the present one."""
    today = timezone.localdate()
    shown = today.year if year is None else year
    if not FIRST_YEAR <= shown <= today.year + 1:
        raise Http404
    sort = known_sort(request.GET.get("sort", ""))
    versions = read_versions([season_topic(shown), season_topic(today.year - 1), MEMBERS])
    return render_kept(
        request,
        template="tournaments/season.html",
        fragment="tournaments/_season.html",
        key=("season", shown, sort, today, *versions),
        build=lambda: _context(shown, today, sort),
    )


def _context(year: int, today: dt.date, sort: str) -> dict[str, Any]:
    page = read_season_page(year, today=today)
    return {
        "facts": {"year": year, "section": "season"},
        "year": year,
        "years": _year_links(page, today),
        "lede": _lede(page),
        "leader": _leader_line(page),
        "rows": season_lines(page, sort),
        "columns": sort_columns(sort),
        "tournaments": tournament_columns(page.table.tournaments),
        "is_many": len(page.table.tournaments) > MANY_TOURNAMENTS,
        "caption": _("Saisontabelle %d") % year,
        "scheme_missing": not page.has_scheme,
    }


def _year_links(page: SeasonPage, today: dt.date) -> list[dict[str, Any]]:
    years = [year for year in page.years if abs(year - page.table.year) <= 3]
    this = reverse("tournaments:season")
    return [
        {"year": year, "url": this if year == today.year else reverse("tournaments:season", args=[year])}
        for year in years
    ]


def _lede(page: SeasonPage) -> str:
    """Nach 8 von 12 Turnieren · zuletzt August-Turnier, Gasthof zur Linde."""
    table = page.table
    if not table.tournaments:
        return _("Noch kein Turnier gewertet")
    last = table.tournaments[-1]
    where = f"{last.name}, {last.venue}" if last.venue else last.name
    played = len(table.tournaments)
    if page.left:
        how_far = _("Nach %(played)d von %(all)d Turnieren") % {"played": played, "all": played + page.left}
    else:
        how_far = ngettext("Nach %d Turnier", "Nach allen %d Turnieren", played) % played
    return f"{how_far} · {_('zuletzt')} {where}"


def _leader_line(page: SeasonPage) -> SafeString | str:
    """Who leads, or who has won, the Golden Gherkin (R2.12)."""
    champion = [row for row in page.table.rows if row.key == page.table.champion]
    leaders = champion or page.leaders
    if not leaders:
        return ""
    names = _join([write_name(page.table.names[row.key]) for row in leaders])
    if champion:
        sentence = _("{names} hat die Goldene Gurke {year} gewonnen.")
    elif page.left == 0 and len(leaders) == 1:
        sentence = _("{names} steht am Ende der Saison vorn.")
    elif page.left == 0:
        sentence = _("{names} stehen am Ende der Saison gemeinsam vorn.")
    elif len(leaders) == 1:
        sentence = _("{names} führt im Rennen um die Goldene Gurke.")
    else:
        sentence = _("{names} führen gemeinsam im Rennen um die Goldene Gurke.")
    return format_html(sentence, names=names, year=page.table.year)


def _join(names: list[SafeString]) -> SafeString:
    """A, B und C."""
    if len(names) == 1:
        return names[0]
    first = format_html_join(", ", "{}", ((name,) for name in names[:-1]))
    return format_html("{} {} {}", first, _("und"), names[-1])
