"""What the host prints: lots, table cards, plan, blank Tischtabellen. Read first, then printed: no lock is held."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from club.access import host
from scoring.models import Stage
from scoring.rules.ruleset import get_ruleset
from tournaments import documents
from tournaments.listings.paper import PaperSheet, blank_sheet, write_opening_minimums
from tournaments.models import Tournament, TournamentState
from tournaments.queries.draw import read_seatings
from tournaments.queries.places import Role, TablePlaces, read_places
from tournaments.views.steps import find_led

Tables = list[TablePlaces]


@host
@require_safe
def print_document(request: HttpRequest, pk: int, what: str) -> HttpResponse:
    """One PDF of the tables, or of the final once it is seated."""
    tournament = find_led(request, pk)
    stage = Stage.FINAL if _is_final(request, tournament) else Stage.TABLE
    tables = read_places(tournament, [stage])
    if what not in _PRINTS or not any(table.places for table in tables):
        raise Http404
    response = HttpResponse(_PRINTS[what](tournament, tables), content_type="application/pdf")
    name = slugify(f"{what}-{tournament.name}-{tournament.date:%Y-%m-%d}")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    response["Cache-Control"] = "no-store"
    return response


def _is_final(request: HttpRequest, tournament: Tournament) -> bool:
    """The final's prints while it is on, the tables' with `?tische=1`."""
    return tournament.state == TournamentState.FINAL and "tische" not in request.GET


def _lots(tournament: Tournament, tables: Tables) -> bytes:
    return documents.print_lots(tournament, tables)


def _single_lots(tournament: Tournament, tables: Tables) -> bytes:
    return documents.print_lots(tournament, tables, one_to_a_page=True)


def _cards(tournament: Tournament, tables: Tables) -> bytes:
    return documents.print_cards(tournament, tables)


def _plan(tournament: Tournament, tables: Tables) -> bytes:
    return documents.print_plan(tournament, tables, _roles(tournament, tables))


def _sheets(tournament: Tournament, tables: Tables) -> bytes:
    return documents.print_sheets(tournament, _blank(tournament, tables))


def _everything(tournament: Tournament, tables: Tables) -> bytes:
    return documents.print_evening(tournament, tables, _blank(tournament, tables))


def _roles(tournament: Tournament, tables: Tables) -> Mapping[int, Role]:
    return {pk: role for seating in read_seatings(tournament, tables) for pk, role in seating.roles.items()}


def _blank(tournament: Tournament, tables: Tables) -> list[PaperSheet]:
    seatings = {seating.table.pk: seating for seating in read_seatings(tournament, tables)}
    minimums = write_opening_minimums(get_ruleset(tournament.ruleset))
    return [
        blank_sheet(table, seatings[table.pk].order, seatings[table.pk].roles, minimums)
        if table.pk in seatings
        else blank_sheet(table, minimums=minimums)
        for table in tables
    ]


_PRINTS: Mapping[str, Callable[[Tournament, Tables], bytes]] = {
    "lose": _lots,
    "lose-a6": _single_lots,
    "tischkarten": _cards,
    "sitzplan": _plan,
    "tischtabellen": _sheets,
    "alles": _everything,
}
