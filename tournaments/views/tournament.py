"""Reading about tournaments: the list of a season, and one evening with all its sheets."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from club.access import public
from club.figures import write_name
from club.live import MEMBERS, read_versions, season_topic
from club.pages import render_kept
from scoring.models import Stage
from tournaments.listings.sheets import SheetLines, points_rows, sheet_lines
from tournaments.queries.sheets import Sheet
from tournaments.queries.tournament import (
    SettledTie,
    TournamentPage,
    read_tournament_page,
    tournament_versions,
)
from tournaments.queries.tournament_list import read_tournament_list


@public
def tournaments(request: HttpRequest, year: int | None = None) -> HttpResponse:
    """All tournaments of a year, newest first, training included."""
    today = timezone.localdate()
    page = read_tournament_list(today.year if year is None else year, today=today)
    if year is not None and not page.has_year:
        raise Http404
    return render(request, "tournaments/tournaments.html", {"page": page, "section": "tournaments"})


@public
def tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """One evening: seating, sheets, final, league points and where they came from."""
    versions = tournament_versions(pk)
    if versions is None:
        raise Http404
    today = timezone.localdate()
    topics = read_versions([season_topic(today.year - 1), MEMBERS])
    return render_kept(
        request,
        template="tournaments/tournament.html",
        fragment="tournaments/_tournament.html",
        key=("tournament", pk, today, *versions, *topics),
        build=lambda: _context(pk, today),
    )


def _context(pk: int, today: dt.date) -> dict[str, Any]:
    page = read_tournament_page(pk, today=today)
    return {
        "facts": {"title": page.tournament.name, "section": "tournaments"},
        "page": page,
        "tournament": page.tournament,
        "sheets": [_lines(sheet) for sheet in page.sheets],
        "final": None if page.final is None else _lines(page.final),
        "points": points_rows(page.points),
        "winner_line": _winner_line(page),
        "ties": [_tie_sentence(tie) for tie in page.ties],
        "guests": ", ".join(page.guests),
        "declined": ", ".join(page.declined),
        "shows_seating": not page.sheets,
    }


def _lines(sheet: Sheet) -> SheetLines:
    title = _("FINAL TABLE") if sheet.stage == Stage.FINAL else _("Tisch %d") % sheet.number
    return sheet_lines(sheet, title)


def _winner_line(page: TournamentPage) -> SafeString | str:
    """Who won the final, guest or not; nothing before the evening is closed, or without a final."""
    if page.final is None or page.tournament.closed_at is None:
        return ""
    winners = [column for column in page.final.columns if column.place == 1]
    if len(winners) != 1:
        return ""
    name = write_name(" & ".join(winners[0].names), is_prime=winners[0].is_prime)
    return format_html(_("{name} hat das Finale gewonnen."), name=name)


def _tie_sentence(tie: SettledTie) -> str:
    """Stechen an Tisch 2: Anna vor Berta (Los)."""
    where = _("im Finale") if tie.stage == Stage.FINAL else _("an Tisch %d") % tie.table
    how = f"{tie.by}: {tie.reason}" if tie.reason else tie.by
    order = _(" vor ").join(tie.names)
    return _("Stechen %(where)s: %(order)s (%(how)s)") % {"where": where, "order": order, "how": how}
