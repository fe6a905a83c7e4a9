"""The host's page: one address for the whole evening, showing what comes next."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from club.access import host
from scoring.models import Stage
from tournaments.forms import GuestForm, ReasonForm, SaltForm
from tournaments.listings.evening import evening_steps, setup_parts
from tournaments.listings.plan import draw_table
from tournaments.listings.sheets import points_rows
from tournaments.models import Tournament, TournamentState
from tournaments.queries.check_in import read_expected, read_tables
from tournaments.queries.draw import DrawPage, read_draw_page
from tournaments.queries.ending import read_ending
from tournaments.queries.overview import read_overview
from tournaments.views.steps import find_led


@host
@require_safe
def lead(request: HttpRequest, pk: int) -> HttpResponse:
    """Check-in, draw, overview, final, close: the section of the evening's state."""
    tournament = find_led(request, pk)
    return render_lead(request, tournament)


def render_lead(request: HttpRequest, tournament: Tournament, *, status: int = 200, **forms: Any) -> HttpResponse:
    """The host's page; `forms` are those that came back with something wrong, what was typed still in them."""
    state = TournamentState(tournament.state)
    context = {
        "tournament": tournament,
        "section": "hosting",
        "steps": evening_steps(tournament),
        "part": f"tournaments/host_{state}.html",
        **_CONTEXTS[state](request, tournament),
        **forms,
    }
    return render(request, "tournaments/host.html", context, status=status)


def check_in_context(tournament: Tournament) -> dict[str, Any]:
    """The line that is always true, and the numbers of tables to choose from (R2.2)."""
    tables = read_tables(tournament)
    return {
        "tournament": tournament,
        "tables": tables,
        "setup_line": setup_parts(tables.setup) if tables.setup else (),
        "table_choices": [(count, count == tables.chosen) for count in tables.counts],
    }


def _planned(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {**check_in_context(tournament), "expected": read_expected(tournament), "guest_form": GuestForm()}


def draw_context(request: HttpRequest, tournament: Tournament, stage: str) -> dict[str, Any]:
    """Seats, people without one, the digital draw and the plan from above."""
    chosen = request.GET.get("platz", "")
    page = read_draw_page(tournament, stage, int(chosen) if chosen.isdecimal() and len(chosen) < 18 else None)
    return {
        "page": page,
        "board_stage": "finale" if stage == Stage.FINAL else "tische",
        "drawings": _drawings(page),
        "salt_form": SaltForm(),
    }


def _drawings(page: DrawPage) -> list[tuple[Any, Any]]:
    return [(draw_table(seating.table, seating.roles), seating) for seating in page.seatings]


def _seated(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    tables = read_tables(tournament)
    return {
        **draw_context(request, tournament, Stage.TABLE),
        "setup_line": setup_parts(tables.setup) if tables.setup else (),
    }


def _running(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {**overview_context(tournament), "reason_form": ReasonForm()}


def overview_context(tournament: Tournament) -> dict[str, Any]:
    """All tables as they stand, and what is still open before the next step."""
    now = timezone.now()
    ending = read_ending(tournament)
    return {
        "tournament": tournament,
        "overview": read_overview(tournament, now),
        "ending": ending,
        "points_lines": points_rows(ending.points),
        "read_at": timezone.localtime(now),
    }


def _final(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    context = overview_context(tournament)
    if tournament.final_group_id is None:
        context |= draw_context(request, tournament, Stage.FINAL)
    return context


def _closed(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {**overview_context(tournament), "reason_form": ReasonForm()}


_CONTEXTS = {
    TournamentState.PLANNED: _planned,
    TournamentState.SEATED: _seated,
    TournamentState.RUNNING: _running,
    TournamentState.FINAL: _final,
    TournamentState.CLOSED: _closed,
}
