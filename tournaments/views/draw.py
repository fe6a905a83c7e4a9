"""Who sits where: seat by seat, by the public draw, with roles and decks; then play begins (R2.6, R2.7)."""

from __future__ import annotations

import secrets
from http import HTTPStatus

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.access import host
from scoring.models import Stage
from tournaments import actions
from tournaments.draws import draw_document
from tournaments.forms import SaltForm
from tournaments.models import Draw, Participant, Seat, Table, Tournament
from tournaments.queries.overview import overview_version
from tournaments.views.host import draw_context, render_lead
from tournaments.views.polling import answer_poll, etag_of
from tournaments.views.steps import StalePage, actor, check_number, find_led, take_step

STAGES = {"tische": Stage.TABLE, "finale": Stage.FINAL}


@host
@require_safe
def board(request: HttpRequest, pk: int, stage: str) -> HttpResponse:
    """The seats as they fill while people scan their lots; 304 as long as nobody has."""
    tournament = find_led(request, pk)
    return answer_poll(
        request,
        "tournaments/_draw_board.html",
        etag_of("board", *overview_version(pk), request.GET.get("platz")),
        lambda: {"tournament": tournament, **draw_context(request, tournament, _stage(stage))},
        state=_board_state(tournament),
    )


def _board_state(tournament: Tournament) -> str:
    """Another page is due when the state changes, or when the last seat is taken."""
    is_open = Seat.objects.filter(table__tournament=tournament, participant=None).exists()
    return f"{tournament.state}-{'open' if is_open else 'full'}"


def _stage(name: str) -> str:
    if name not in STAGES:
        raise Http404
    return STAGES[name]


@host
@require_POST
def assign(request: HttpRequest, pk: int) -> HttpResponse:
    """The tapped seat gets a name, is freed, or changes with another one."""
    tournament = find_led(request, pk)
    seat = get_object_or_404(Seat, pk=check_number(request, "seat"), table__tournament=tournament)
    at, by = timezone.now(), actor(request)

    def step() -> None:
        now = Seat.objects.values_list("participant_id", flat=True).get(pk=seat.pk)
        if request.POST.get("was", "") != ("" if now is None else str(now)):
            raise StalePage
        if "swap" in request.POST:
            other = get_object_or_404(Seat, pk=check_number(request, "swap"), table__tournament=tournament)
            actions.swap_seats(tournament=tournament, seat=seat, other=other, by=by, at=at)
            return
        participant = None
        if "free" not in request.POST:
            participant = get_object_or_404(Participant, pk=check_number(request, "participant"), tournament=tournament)
        actions.assign_seat(tournament=tournament, seat=seat, participant=participant, by=by, at=at)

    return take_step(request, tournament, step, to=_to_board(tournament, seat))


def _to_board(tournament: Tournament, seat: Seat) -> str:
    """Back to the board, at the next free seat of the same table if there is one."""
    free = Seat.objects.filter(table=seat.table_id, participant=None).exclude(pk=seat.pk).order_by("number").first()
    address = reverse("tournaments:lead", args=[tournament.pk])
    return f"{address}?platz={free.pk}#gewaehlt" if free else f"{address}#draw-board"


@host
@require_POST
def commit_draw(request: HttpRequest, pk: int, stage: str) -> HttpResponse:
    """The program fixes the draw and shows its commitment, before anybody knows how it ends."""
    tournament = find_led(request, pk)
    return take_step(
        request,
        tournament,
        lambda: actions.commit_draw(
            tournament=tournament, stage=_stage(stage), seed=secrets.token_hex(32), by=actor(request), at=timezone.now()
        ),
        to=reverse("tournaments:lead", args=[pk]) + "#auslosung",
    )


@host
@require_POST
def run_draw(request: HttpRequest, pk: int, stage: str) -> HttpResponse:
    """Somebody has called out the salt: everybody gets a seat, and the seed is shown."""
    tournament = find_led(request, pk)
    form = SaltForm(request.POST)
    if not form.is_valid():
        return render_lead(request, tournament, status=HTTPStatus.UNPROCESSABLE_ENTITY, salt_form=form)
    return take_step(
        request,
        tournament,
        lambda: actions.run_draw(
            tournament=tournament,
            stage=_stage(stage),
            salt=form.cleaned_data["salt"],
            by=actor(request),
            at=timezone.now(),
        ),
        to=reverse("tournaments:lead", args=[pk]) + "#auslosung",
    )


@host
@require_safe
def draw_file(request: HttpRequest, pk: int, draw: int) -> HttpResponse:
    """The file with which anybody can check the draw; only once it has run, since it holds the seed."""
    tournament = find_led(request, pk)
    row = get_object_or_404(Draw, pk=draw, tournament=tournament, drawn_at__isnull=False)
    document = draw_document(row.seed, row.salt, row.participants, row.seats)
    response = JsonResponse(document, json_dumps_params={"ensure_ascii": False, "indent": 2})
    name = f"auslosung-{tournament.date:%Y-%m-%d}-{row.stage}-{row.number}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@host
@require_POST
def roles(request: HttpRequest, pk: int) -> HttpResponse:
    """First player and scribe as the host says (R4.1, R4.2)."""
    tournament = find_led(request, pk)
    table = get_object_or_404(Table, pk=check_number(request, "table"), tournament=tournament)
    people = {person.pk: person for person in Participant.objects.filter(tournament=tournament)}
    first = people.get(check_number(request, "first"))
    scribe = people.get(check_number(request, "scribe")) if request.POST.get("scribe") else None
    at, by = timezone.now(), actor(request)

    def step() -> None:
        actions.choose_first(tournament=tournament, table=table, participant=first, by=by, at=at)
        actions.choose_scribe(tournament=tournament, table=table, participant=scribe, by=by, at=at)

    return take_step(request, tournament, step, to=reverse("tournaments:lead", args=[pk]) + f"#tisch-{table.number}")


@host
@require_POST
def decks(request: HttpRequest, pk: int, stage: str) -> HttpResponse:
    """Each table gets its accredited decks in one tap (R1.1, R1.2)."""
    tournament = find_led(request, pk)
    return take_step(
        request,
        tournament,
        lambda: actions.assign_decks(tournament=tournament, stage=_stage(stage), by=actor(request), at=timezone.now()),
        to=reverse("tournaments:lead", args=[pk]) + "#blaetter",
    )


@host
@require_POST
def start(request: HttpRequest, pk: int) -> HttpResponse:
    """Play begins: a sheet for each table."""
    tournament = find_led(request, pk)
    return take_step(
        request,
        tournament,
        lambda: actions.start_play(tournament=tournament, by=actor(request), at=timezone.now()),
        done=_("Gute Karten! Die Tischtabellen sind offen."),
    )
