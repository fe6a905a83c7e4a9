"""While people play: the live overview, one table with its tablet's address, corrections, people who come and go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.access import host
from club.forms import show_problems
from club.models import Member
from scoring import actions as scoring_actions
from scoring.models import Round, RoundState
from scoring.rules.problems import Problems
from tournaments import actions
from tournaments.documents import qr_code, sheet_address
from tournaments.forms import RoundForm
from tournaments.listings.concerns import write_concern
from tournaments.models import Participant, Table, Tournament
from tournaments.queries.check_in import read_expected
from tournaments.queries.overview import PlayingTable, overview_version, read_overview
from tournaments.views.host import overview_context
from tournaments.views.polling import answer_poll, etag_of
from tournaments.views.steps import StalePage, actor, check_number, find_led, stale_words, take_step


@host
@require_safe
def overview(request: HttpRequest, pk: int) -> HttpResponse:
    """All tables as they stand now; 304 while nothing has changed. Each minute looks anew for silent tablets."""
    tournament = find_led(request, pk)
    return answer_poll(
        request,
        "tournaments/_overview.html",
        etag_of(*overview_version(pk), timezone.now().minute),
        lambda: overview_context(tournament),
        state=tournament.state,
    )


@host
@require_safe
def table(request: HttpRequest, pk: int, table: int) -> HttpResponse:
    """One table: its tablet's QR code, its rounds to correct, who leaves, who joins."""
    tournament = find_led(request, pk)
    return _render_table(request, tournament, table)


def _render_table(request: HttpRequest, tournament: Tournament, table: int) -> HttpResponse:
    playing = _find_playing(tournament, table)
    address = sheet_address(playing.token)
    seated = {line.participant for other in read_overview(tournament, timezone.now()).tables for line in other.players}
    names = {person.pk: person.member_id for person in Participant.objects.filter(tournament=tournament)}
    sitting = {names[participant] for participant in seated if participant in names}
    return render(
        request,
        "tournaments/host_table.html",
        {
            "tournament": tournament,
            "table": playing,
            "address": address,
            "qr": qr_code(address),
            "joiners": [person for person in read_expected(tournament) if person.member not in sitting],
            "section": "hosting",
        },
    )


def _find_playing(tournament: Tournament, table: int) -> PlayingTable:
    found = read_overview(tournament, timezone.now()).tables
    playing = next((candidate for candidate in found if candidate.table == table), None)
    if playing is None:
        raise Http404
    return playing


@host
@require_POST
def new_link(request: HttpRequest, pk: int, table: int) -> HttpResponse:
    """The table's address is made anew; the old one, and every photo of its card, opens nothing any more."""
    tournament = find_led(request, pk)
    row = get_object_or_404(Table.objects.select_related("sheet"), pk=table, tournament=tournament, sheet__isnull=False)

    def step() -> None:
        if row.sheet is None or request.POST.get("token") != row.sheet.token:
            raise StalePage
        scoring_actions.new_token(sheet=row.sheet, by=actor(request), at=timezone.now())

    done = _("Der neue Link gilt. Die alte Tischkarte öffnet nichts mehr.")
    return take_step(request, tournament, step, done=done, to=reverse("tournaments:host_table", args=[pk, table]))


@host
def correct(request: HttpRequest, pk: int, table: int, number: int) -> HttpResponse:
    """A recorded round corrected with a reason (R2.19); nothing is overwritten that somebody else changed meanwhile."""
    tournament = find_led(request, pk)
    playing = _find_playing(tournament, table)
    row = Round.objects.filter(sheet=playing.sheet, number=number, state=RoundState.CURRENT).first()
    if row is None:
        raise Http404
    results = dict(row.results.values_list("player_id", "points"))
    players = [(line.pk, line.name, results[line.pk]) for line in playing.players if line.pk in results]
    form = RoundForm(request.POST or None, players=players, base=row.pk)
    status = 200
    if request.method == "POST" and form.is_valid():
        if form.cleaned_data["base"] != row.pk:
            form.add_error(None, stale_words())
            form.data = {**form.data.dict(), "base": row.pk}  # type: ignore[attr-defined]
            status = 409
        else:
            response = _correct(request, tournament, row, form, table)
            if response is not None:
                return response
    context = {
        "tournament": tournament,
        "table": playing,
        "number": number,
        "form": form,
        "now": [(name, points) for _pk, name, points in players],
        "section": "hosting",
    }
    return render(
        request, "tournaments/host_round.html", context, status=422 if form.errors and status == 200 else status
    )


def _correct(
    request: HttpRequest, tournament: Tournament, row: Round, form: RoundForm, table: int
) -> HttpResponse | None:
    """Store the correction and say whom it concerns; None when something is wrong, shown in the form."""
    entries = {pk: scoring_actions.Entry(points=points) for pk, points in form.points().items()}
    try:
        found = actions.correct_round(
            tournament=tournament,
            sheet=row.sheet,
            round=row,
            entries=entries,
            reason=form.cleaned_data["reason"],
            by=actor(request),
            at=timezone.now(),
        )
    except scoring_actions.Conflict:
        form.add_error(None, stale_words())
        return None
    except Problems as wrong:
        show_problems(form, wrong.problems)
        return None
    for concern in found.concerns:
        messages.warning(request, write_concern(concern))
    messages.success(
        request, _("Runde %d ist korrigiert.") % row.number if found.has_changed else _("Es hat sich nichts geändert.")
    )
    return redirect("tournaments:host_table", pk=tournament.pk, table=table)


@host
@require_POST
def join(request: HttpRequest, pk: int, table: int) -> HttpResponse:
    """A late comer, or a substitute for somebody who has left (R2.18)."""
    return _people_step(
        request,
        pk,
        table,
        lambda tournament, row: actions.join_table(
            tournament=tournament,
            table=row,
            member=get_object_or_404(Member, pk=check_number(request, "member")),
            seat=check_number(request, "seat") if request.POST.get("seat") else None,
            by=actor(request),
            at=timezone.now(),
        ),
    )


@host
@require_POST
def leave(request: HttpRequest, pk: int, table: int) -> HttpResponse:
    """Somebody goes home; the points stay (R2.17)."""
    return _people_step(
        request,
        pk,
        table,
        lambda tournament, row: actions.leave_table(
            tournament=tournament,
            participant=get_object_or_404(Participant, pk=check_number(request, "participant"), tournament=tournament),
            by=actor(request),
            at=timezone.now(),
        ),
    )


def _people_step(request: HttpRequest, pk: int, table: int, step: Callable[[Tournament, Table], Any]) -> HttpResponse:
    tournament = find_led(request, pk)
    row = get_object_or_404(Table, pk=table, tournament=tournament)
    address = reverse("tournaments:host_table", args=[pk, table])
    return take_step(request, tournament, lambda: step(tournament, row), to=address)
