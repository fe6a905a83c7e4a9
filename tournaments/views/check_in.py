"""The check-in: ticks, guests, number of tables, and from there to the lots."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from club.access import host
from club.forms import show_problems
from scoring.rules.problems import Problems
from tournaments import actions
from tournaments.forms import GuestForm
from tournaments.models import Participant, Tournament
from tournaments.views.host import check_in_context, render_lead
from tournaments.views.steps import actor, find_led, take_step


@host
@require_POST
def attendance(request: HttpRequest, pk: int) -> HttpResponse:
    """Ticks: those set since the page was shown come, those taken away do not; all others stay as they are.

    A script sends each tick by itself and gets the line of tables, lots and decks back.
    """
    tournament = find_led(request, pk)
    ticked, before = (set(_numbers(request.POST.getlist(name))) for name in ("present", "was"))
    response = take_step(
        request,
        tournament,
        lambda: actions.check_in(
            tournament=tournament,
            present=ticked - before,
            absent=before - ticked,
            by=actor(request),
            at=timezone.now(),
        ),
    )
    return _setup_fragment(request, pk) if request.headers.get("X-Fragment") else response


def _numbers(values: list[str]) -> list[int]:
    return [int(value) for value in values if value.isdecimal() and len(value) < 18]


def _setup_fragment(request: HttpRequest, pk: int) -> HttpResponse:
    """The line after a single tick; 409 with words when the tick did not count."""
    problems = [str(message) for message in messages.get_messages(request)]
    if problems:
        return HttpResponse(" ".join(problems), status=409, content_type="text/plain; charset=utf-8")
    return render(request, "tournaments/_setup.html", check_in_context(Tournament.objects.get(pk=pk)))


@host
@require_POST
def guest(request: HttpRequest, pk: int) -> HttpResponse:
    """A guest in one line, present at once."""
    tournament = find_led(request, pk)
    form = GuestForm(request.POST)
    if form.is_valid():
        known = Participant.objects.filter(tournament=tournament, is_guest=True).count()
        try:
            response = take_step(
                request,
                tournament,
                lambda: actions.register_guest(
                    tournament=tournament, name=form.cleaned_data["name"], by=actor(request), at=timezone.now()
                ),
                says_problems=False,
            )
        except Problems as wrong:
            show_problems(form, wrong.problems)
        else:
            if Participant.objects.filter(tournament=tournament, is_guest=True).count() == known:
                messages.info(request, _already_there(form.cleaned_data["name"]))
            return response
    return render_lead(request, tournament, status=422, guest_form=form)


def _already_there(name: str) -> str:
    return _("%s steht auf der Liste. Ist es jemand anderes, bitte unterscheidbar schreiben.") % name


@host
@require_POST
def table_count(request: HttpRequest, pk: int) -> HttpResponse:
    """How many tables the host wants (R2.2)."""
    tournament = find_led(request, pk)
    wanted = next(iter(_numbers([request.POST.get("tables", "")])), None)
    return take_step(
        request,
        tournament,
        lambda: actions.choose_tables(tournament=tournament, tables=wanted, by=actor(request), at=timezone.now()),
    )


@host
@require_POST
def make_seats(request: HttpRequest, pk: int) -> HttpResponse:
    """Tables, seats and lots for those who are there; with `renew` a new draw that makes the old lots invalid."""
    tournament = find_led(request, pk)
    renew = request.POST.get("renew") == "1"
    return take_step(
        request,
        tournament,
        lambda: actions.make_seats(tournament=tournament, renew=renew, by=actor(request), at=timezone.now()),
        done=_("Neue Lose sind angelegt. Die alten gelten nicht mehr.") if renew else "",
    )


@host
@require_POST
def back_to_check_in(request: HttpRequest, pk: int) -> HttpResponse:
    """Seats and lots are given up; the check-in goes on."""
    tournament = find_led(request, pk)
    return take_step(
        request,
        tournament,
        lambda: actions.back_to_check_in(tournament=tournament, by=actor(request), at=timezone.now()),
    )
