"""The address on a seat lot: its drawer picks a name, done; whoever holds the lot may."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club.access import public
from club.log import Actor
from club.sentences import sentence
from scoring.rules.problems import Problems
from tournaments import actions
from tournaments.models import Participant
from tournaments.queries.lots import read_lot

GONE = 410


@public
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def lot(request: HttpRequest, lot: str) -> HttpResponse:
    """Pick your name and the seat is yours; afterwards the page says where you sit and how the table fills."""
    page = read_lot(lot)
    if page is None:
        return render(request, "tournaments/lot_gone.html", status=GONE)
    problems: list[str] = []
    if request.method == "POST" and page.is_open:
        chosen = request.POST.get("participant", "")
        participant = (
            Participant.objects.filter(pk=chosen, tournament=page.tournament).first()
            if chosen.isdecimal() and len(chosen) < 18
            else None
        )
        if participant is not None:
            try:
                actions.assign_seat(
                    tournament=page.tournament,
                    seat=page.seat,
                    participant=participant,
                    by=Actor(device="Sitzlos"),
                    at=timezone.now(),
                )
            except Problems as wrong:
                problems = [sentence(problem) for problem in wrong.problems]
            else:
                return redirect("tournaments:lot", lot=lot)
        page = read_lot(lot) or page
    status = 422 if problems else 200
    return render(request, "tournaments/lot.html", {"page": page, "problems": problems}, status=status)
