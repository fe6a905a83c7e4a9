"""Final and close: declines, seats of the final, tie decisions, the end of the evening (R2.4, R2.15, R2.17, R2.23)."""

from __future__ import annotations

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.access import board, host
from club.forms import show_problems
from scoring.rules.problems import Problems
from tournaments import actions
from tournaments.forms import ReasonForm, TieForm
from tournaments.models import Participant, Settler, Table, Tournament
from tournaments.queries.ending import OpenTie, find_open_tie
from tournaments.views.host import render_lead
from tournaments.views.steps import actor, check_number, find_led, take_step


@host
@require_POST
def decline(request: HttpRequest, pk: int) -> HttpResponse:
    """Does not play the final: the next of the table moves up (R2.17); or plays it after all."""
    tournament = find_led(request, pk)
    person = get_object_or_404(Participant, pk=check_number(request, "participant"), tournament=tournament)
    action = actions.undo_decline if request.POST.get("undo") else actions.decline_final
    return take_step(
        request,
        tournament,
        lambda: action(tournament=tournament, participant=person, by=actor(request), at=timezone.now()),
    )


@host
@require_POST
def seat_final(request: HttpRequest, pk: int) -> HttpResponse:
    """The finalists are fixed, lots `F.1` … are made; with `renew` new lots."""
    tournament = find_led(request, pk)
    renew = request.POST.get("renew") == "1"
    action: Any = actions.renew_final_lots if renew else actions.seat_final
    return take_step(
        request,
        tournament,
        lambda: action(tournament=tournament, by=actor(request), at=timezone.now()),
        done=_("Neue Lose sind angelegt. Die alten gelten nicht mehr.") if renew else "",
    )


@host
@require_POST
def unseat_final(request: HttpRequest, pk: int) -> HttpResponse:
    """Back to the tables, until the final's round is recorded."""
    tournament = find_led(request, pk)
    return take_step(
        request,
        tournament,
        lambda: actions.unseat_final(tournament=tournament, by=actor(request), at=timezone.now()),
    )


@host
@require_POST
def start_final(request: HttpRequest, pk: int) -> HttpResponse:
    """The final's sheet opens."""
    tournament = find_led(request, pk)
    return take_step(
        request,
        tournament,
        lambda: actions.start_final(tournament=tournament, by=actor(request), at=timezone.now()),
        done=_("Das Finale beginnt."),
    )


@host
def decide(request: HttpRequest, pk: int, tie: str) -> HttpResponse:
    """A tie that decides something: lots drawn by the product, or an order with a reason (R2.15)."""
    tournament = find_led(request, pk)
    found = find_open_tie(tournament, tie)
    if found is None:
        return take_step(request, tournament, lambda: None, done=_("Dieser Gleichstand ist entschieden."))
    open_tie, table = found
    form = TieForm(request.POST or None, tie=open_tie.tie, names=open_tie.names)
    if request.method == "POST" and form.is_valid():
        try:
            _decide(request, tournament, table, open_tie, form)
        except Problems as wrong:
            show_problems(form, wrong.problems)
        else:
            return take_step(request, tournament, lambda: None, done=_("Entschieden."))
    context = {"tournament": tournament, "tie": open_tie, "form": form, "section": "hosting"}
    return render(request, "tournaments/host_tie.html", context, status=422 if form.errors else 200)


def _decide(request: HttpRequest, tournament: Tournament, table: Table, tie: OpenTie, form: TieForm) -> None:
    people = {str(person.pk): person for person in Participant.objects.filter(pk__in=tie.tie.keys)}
    at, by = timezone.now(), actor(request)
    if form.cleaned_data["by"] == Settler.LOT:
        actions.draw_lots_for_tie(
            tournament=tournament,
            table=table,
            participants=[people[key] for key in tie.tie.keys],
            seed=secrets.token_hex(32),
            by=by,
            at=at,
        )
        return
    actions.decide_tie(
        tournament=tournament,
        table=table,
        order=[people[key] for key in form.order()],
        settler=Settler.HOST,
        reason=form.cleaned_data["reason"],
        by=by,
        at=at,
    )


@host
@require_POST
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """League points are awarded, the season table follows."""
    tournament = find_led(request, pk)
    return take_step(
        request,
        tournament,
        lambda: actions.close_tournament(tournament=tournament, by=actor(request), at=timezone.now()),
        done=_("Das Turnier ist abgeschlossen."),
    )


@host
@require_POST
def end_early(request: HttpRequest, pk: int) -> HttpResponse:
    """The evening ends before anybody has reached the target, with a reason (R2.23)."""
    return _with_reason(request, find_led(request, pk), actions.end_early)


@host
@require_POST
def resume(request: HttpRequest, pk: int) -> HttpResponse:
    """The tables play on after all."""
    tournament = find_led(request, pk)
    return take_step(
        request,
        tournament,
        lambda: actions.resume_play(tournament=tournament, by=actor(request), at=timezone.now()),
    )


@board
@require_POST
def reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """A closed evening is open again, for the board and with a reason; nothing recorded is lost."""
    return _with_reason(request, find_led(request, pk), actions.reopen_tournament)


def _with_reason(request: HttpRequest, tournament: Tournament, action: Any) -> HttpResponse:
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return render_lead(request, tournament, status=422, reason_form=form)
    return take_step(
        request,
        tournament,
        lambda: action(tournament=tournament, reason=form.cleaned_data["reason"], by=actor(request), at=timezone.now()),
    )
