"""What all steps of the host share: whose evening it is, whether the page was still true, what went wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from club.log import Actor
from club.models import Account
from club.sentences import sentence
from scoring.rules.problems import Problems
from tournaments.access import may_host
from tournaments.models import Tournament

LONGEST_NUMBER = 17  # digits of the largest key


class StalePage(Exception):  # noqa: N818 (people are told, nothing is broken)
    """The page from which this came shows an older state of the evening."""


def find_led(request: HttpRequest, pk: int) -> Tournament:
    """The evening, if this account leads it: 404 for none, 403 for somebody else's."""
    tournament = get_object_or_404(Tournament.objects.select_related("host"), pk=pk)
    if not may_host(request.user, tournament):
        raise PermissionDenied
    return tournament


def actor(request: HttpRequest) -> Actor:
    """Who does it, for the log."""
    return Actor(account=request.user if isinstance(request.user, Account) else None)


def take_step(
    request: HttpRequest,
    tournament: Tournament,
    step: Callable[[], Any],
    *,
    done: str = "",
    to: str = "",
    says_problems: bool = True,
) -> HttpResponse:
    """One action, then back to the host's page (or the address `to`); what is wrong is said there.

    With `says_problems` off the caller shows the raised `Problems` at the fields of its form.
    """
    try:
        with transaction.atomic():
            check_fresh(request, tournament)
            step()
    except StalePage:
        messages.warning(request, stale_words())
    except Problems as wrong:
        if not says_problems:
            raise
        for problem in wrong.problems:
            messages.error(request, sentence(problem))
    else:
        if done:
            messages.success(request, done)
    return redirect(to) if to else back(tournament)


def check_fresh(request: HttpRequest, tournament: Tournament) -> None:
    """A form that carries the evening's version is only good while that is the version; asked under the row's lock."""
    version = request.POST.get("version")
    if version is None:
        return
    now = Tournament.objects.select_for_update().values_list("version", flat=True).get(pk=tournament.pk)
    if version != str(now):
        raise StalePage


def check_number(request: HttpRequest, name: str) -> int:
    """A number of the form; 404 where a page of ours would have one."""
    value = request.POST.get(name, "")
    if not value.isdecimal() or len(value) > LONGEST_NUMBER:
        raise Http404
    return int(value)


def stale_words() -> str:
    """What somebody reads whose page was no longer true."""
    return _("Inzwischen hat sich etwas geändert. Es wurde nichts überschrieben; hier ist der jetzige Stand.")


def back(tournament: Tournament) -> HttpResponseRedirect:
    """To the host's page of this evening."""
    return redirect("tournaments:lead", pk=tournament.pk)
