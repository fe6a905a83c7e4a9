"""Before the evening: the list of evenings one leads, a new one, changes to a planned one."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from club.access import host, member
from club.forms import show_problems
from club.models import Account
from scoring.rules.problems import Problems
from tournaments import actions
from tournaments.forms import TournamentForm
from tournaments.models import Kind, Tournament
from tournaments.queries.planning import has_other_monthly, propose_date, read_led_evenings, tonight
from tournaments.views.steps import StalePage, actor, back, check_fresh, find_led, stale_words


@member
def welcome(request: HttpRequest) -> HttpResponse:
    """After the login: a host of tonight stands where the work is, everybody else before the season table."""
    account = request.user
    evening = tonight(account, timezone.localdate()) if isinstance(account, Account) else None
    return redirect("tournaments:lead", pk=evening) if evening else redirect("tournaments:season")


@host
def hosting(request: HttpRequest) -> HttpResponse:
    """The evenings that this account leads, and the way to a new one."""
    account = request.user
    evenings = read_led_evenings(account) if isinstance(account, Account) else []
    return render(request, "tournaments/hosting.html", {"evenings": evenings, "section": "hosting"})


@host
def new_tournament(request: HttpRequest) -> HttpResponse:
    """A new evening: everything is proposed, one tap is enough."""
    proposed = propose_date(timezone.localdate())
    member_of = request.user.member_id if isinstance(request.user, Account) else None
    initial = {"date": proposed, "kind": Kind.MONTHLY, "host": member_of or ""}
    form = TournamentForm(request.POST or None, initial=initial, proposed=proposed)
    if request.method == "POST" and form.is_valid():
        try:
            tournament = actions.plan_tournament(**form.cleaned_data, by=actor(request), at=timezone.now())
        except Problems as wrong:
            show_problems(form, wrong.problems)
        else:
            if has_other_monthly(tournament):
                messages.warning(request, _("In diesem Monat gibt es schon ein Monatsturnier."))
            return redirect("tournaments:lead", pk=tournament.pk)
    return _render_form(request, form, title=_("Neues Turnier"), button=_("Turnier anlegen"))


@host
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """Other date, place, host or name of an evening."""
    tournament = find_led(request, pk)
    fields = ("date", "kind", "venue", "name")
    initial: dict[str, Any] = {field: getattr(tournament, field) for field in fields}
    initial["host"] = tournament.host_id or ""
    form = TournamentForm(request.POST or None, initial=initial, proposed=tournament.date)
    if request.method == "POST" and form.is_valid():
        try:
            _change(request, tournament, form)
        except StalePage:
            form.add_error(None, stale_words())
            tournament.refresh_from_db()
        except Problems as wrong:
            show_problems(form, wrong.problems)
        else:
            return back(tournament)
    return _render_form(request, form, title=_("Turnier ändern"), button=_("Speichern"), tournament=tournament)


def _change(request: HttpRequest, tournament: Tournament, form: TournamentForm) -> None:
    with transaction.atomic():
        check_fresh(request, tournament)
        actions.change_tournament(tournament=tournament, by=actor(request), at=timezone.now(), **form.cleaned_data)


def _render_form(request: HttpRequest, form: TournamentForm, **context: Any) -> HttpResponse:
    status = 422 if form.errors else 200
    return render(request, "tournaments/tournament_form.html", {"form": form, **context}, status=status)
