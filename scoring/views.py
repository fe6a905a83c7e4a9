"""The scribe's tablet: the page of a sheet, its state for waiting screens, and what is sent from it.

The token in the address is the key, so no cookie is used and none could be abused: these views need no CSRF token.
"""

from __future__ import annotations

import datetime as dt
import json
import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.http import parse_etags, quote_etag
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from club.access import scribe
from club.log import Actor
from club.sentences import sentence
from scoring import actions
from scoring.models import Round, ScoreSheet
from scoring.queries import find_sheet, find_version, sheet_state
from scoring.rules.problems import Problem, Problems

LONGEST_BODY = 64 * 1024


@scribe
@require_safe
def sheet(request: HttpRequest, token: str) -> HttpResponse:
    """The Tischtabelle itself."""
    found = find_sheet(token)
    if found is None:
        return render(request, "scoring/no_sheet.html", status=404)
    response = render(request, "scoring/sheet.html", {"state": sheet_state(found).as_document(), "sheet": found})
    response["Cache-Control"] = "private, no-cache"
    response["Referrer-Policy"] = "no-referrer"
    return response


@scribe
@require_safe
def state(request: HttpRequest, token: str) -> HttpResponse:
    """The sheet's state; a true 304 after one small query while nothing has changed."""
    version = find_version(token)
    if version is None:
        return _unknown()
    etag = quote_etag(str(version))
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        answer: HttpResponse = HttpResponse(status=304)
    else:
        found = find_sheet(token)
        if found is None:
            return _unknown()
        answer = JsonResponse(sheet_state(found).as_document())
    answer["ETag"] = etag
    answer["Cache-Control"] = "private, no-cache"
    return answer


@scribe
@csrf_exempt
@require_POST
def rounds(request: HttpRequest, token: str) -> HttpResponse:
    """Record a round, or correct one (`replaces`)."""

    def act(found: ScoreSheet, body: dict[str, Any]) -> dict[str, Any]:
        request_id, entries, device = _read_id(body), _read_entries(body), _read_device(body)
        who: dict[str, Any] = {"request_id": request_id, "by": Actor(device=device), "at": timezone.now()}
        if body.get("replaces") is None:
            return actions.record_round(
                sheet=found,
                number=_read_number(body, "number"),
                entries=entries,
                device=device,
                device_at=_read_time(body),
                **who,
            )
        row = _find_round(found, _read_number(body, "replaces"))
        return actions.correct_round(
            sheet=found, round=row, entries=entries, reason="", device_at=_read_time(body), **who
        )

    return _answer(request, token, act)


@scribe
@csrf_exempt
@require_POST
def undo(request: HttpRequest, token: str) -> HttpResponse:
    """Take the last round back."""

    def act(found: ScoreSheet, body: dict[str, Any]) -> dict[str, Any]:
        row = _find_round(found, _read_number(body, "round"))
        by = Actor(device=_read_device(body))
        return actions.strike_last_round(sheet=found, round=row, request_id=_read_id(body), by=by, at=timezone.now())

    return _answer(request, token, act)


@scribe
@csrf_exempt
@require_POST
def no_round(request: HttpRequest, token: str) -> HttpResponse:
    """Bei uns lief keine Runde."""

    def act(found: ScoreSheet, body: dict[str, Any]) -> dict[str, Any]:
        device = _read_device(body)
        return actions.declare_no_round_running(
            sheet=found, request_id=_read_id(body), device=device, by=Actor(device=device), at=timezone.now()
        )

    return _answer(request, token, act)


def _answer(
    request: HttpRequest, token: str, act: Callable[[ScoreSheet, dict[str, Any]], dict[str, Any]]
) -> HttpResponse:
    """200 saved, 409 both versions, 422 what is wrong.

    The two that people have to look at come with the sheet as it is now; who has saved asks for it as always.
    """
    found = find_sheet(token)
    if found is None:
        return _unknown()
    try:
        return JsonResponse(act(found, _read_body(request)))
    except Problems as wrong:
        errors = [_as_error(problem) for problem in wrong.problems]
        return JsonResponse({"errors": errors, "state": sheet_state(found).as_document()}, status=422)
    except actions.Conflict as conflict:
        now = sheet_state(found).as_document()
        theirs = next((one for one in now["rounds"] if one["number"] == conflict.number), None)
        both = {"number": conflict.number, "theirs": theirs}
        return JsonResponse({"conflict": both, "state": now}, status=409)


def _unknown() -> HttpResponse:
    return JsonResponse(
        {"errors": [{"path": "", "code": "unknown_token", "message": _("Diese Adresse gilt nicht (mehr).")}]},
        status=404,
    )


def _as_error(problem: Problem) -> dict[str, str]:
    return {"path": problem.path, "code": problem.code, "message": sentence(problem)}


def _refuse(path: str, code: str = "schema") -> Problems:
    return Problems([Problem(path, code)])


def _read_body(request: HttpRequest) -> dict[str, Any]:
    if int(request.headers.get("Content-Length") or 0) > LONGEST_BODY:
        raise _refuse("", "invalid_json")
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError) as error:
        raise _refuse("", "invalid_json") from error
    if not isinstance(body, dict):
        raise _refuse("")
    return body


def _read_id(body: dict[str, Any]) -> uuid.UUID:
    try:
        return uuid.UUID(body["id"])
    except (KeyError, ValueError, AttributeError, TypeError) as error:
        raise _refuse("id") from error


def _read_number(body: dict[str, Any], key: str) -> int:
    value = body.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value < 2**31:
        raise _refuse(key)
    return value


def _read_entries(body: dict[str, Any]) -> dict[int, actions.Entry]:
    """Results by player. Raises `Problems` for each that is no whole number."""
    written = body.get("entries")
    if not isinstance(written, dict) or len(written) > 100:
        raise _refuse("entries")
    wrong = [key for key, value in written.items() if not _is_entry(key, value)]
    if wrong:
        raise Problems([Problem(f"entries.{key[:20]}", "schema") for key in wrong])
    return {int(key): actions.Entry(points=value) for key, value in written.items()}


def _is_entry(key: str, value: Any) -> bool:
    is_player = key.isascii() and key.isdecimal() and len(key) < 10
    return is_player and isinstance(value, int) and not isinstance(value, bool)


def _read_device(body: dict[str, Any]) -> str:
    device = body.get("device") or ""
    if not isinstance(device, str) or "\x00" in device:
        raise _refuse("device")
    return device[:80]


def _read_time(body: dict[str, Any]) -> dt.datetime | None:
    """The device's own time, for people to see; a clock that says nothing sensible is no reason to refuse a round."""
    written = body.get("device_at")
    try:
        moment = parse_datetime(written) if isinstance(written, str) else None
    except ValueError:
        return None
    return moment if moment is not None and timezone.is_aware(moment) else None


def _find_round(found: ScoreSheet, pk: int) -> Round:
    row = Round.objects.filter(sheet=found, pk=pk).first()
    if row is None:
        raise _refuse("round")
    return row
