"""Pages for reading: kept as long as nothing has changed, and a browser that has one gets 304.

A page is known by the version numbers of its topics (`club.live`), the language, the day, the release of the
product and who is looking. Those numbers are read with every request, so that nothing shown is ever stale.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import cache as remember
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

KEEP_SECONDS = 24 * 3600
PLACE = "<!-- body -->"  # where the fragment goes in a frame; template texts are ours, names are escaped


def render_kept(
    request: HttpRequest,
    *,
    template: str,
    fragment: str,
    key: Iterable[object],
    build: Callable[[], dict[str, Any]],
) -> HttpResponse:
    """`template` round `fragment`; `build` gives the fragment's context and runs only after a change.

    `key` holds whatever the page depends on: its name, its parameters, the version numbers, the day. The page's
    own context is the fragment's `page` (small facts for title and header), kept beside it.
    """
    kept_key = _digest("kept", release(), get_language(), *key)
    etag = None if _has_messages(request) else f'"{_digest(kept_key, *_viewer(request))}"'
    if etag is not None:
        response = get_conditional_response(request, etag=etag)
        if response is not None:
            return _private(response)
    body, facts = _kept(kept_key, fragment, build)
    if etag is None or request.user.is_authenticated:
        response = render(request, template, {"kept": body, **facts})
    else:
        response = HttpResponse(_strangers_frame(request, template, facts).replace(PLACE, body, 1))
    if etag is not None:
        response["ETag"] = etag
    return _private(response)


def _kept(kept_key: str, fragment: str, build: Callable[[], dict[str, Any]]) -> tuple[SafeString, dict[str, Any]]:
    found = cache.get(kept_key)
    if found is None:
        context = build()
        found = (render_to_string(fragment, context), context.get("facts", {}))
        cache.set(kept_key, found, KEEP_SECONDS)
    return mark_safe(found[0]), found[1]  # noqa: S308 - our own template's output


def _strangers_frame(request: HttpRequest, template: str, facts: dict[str, Any]) -> str:
    """The frame for whoever is not logged in: the same for all, so it is kept without its body."""
    key = _digest("frame", release(), get_language(), template, request.path, *facts.items())
    frame: str | None = cache.get(key)
    if frame is None:
        frame = render_to_string(template, {"kept": mark_safe(PLACE), **facts}, request=request)  # noqa: S308
        cache.set(key, frame, KEEP_SECONDS)
    return frame


def _private(response: HttpResponse) -> HttpResponse:
    """Keep it, but ask each time; nobody in between may keep a page that greets somebody by name."""
    patch_cache_control(response, no_cache=True, private=True)
    return response


def _has_messages(request: HttpRequest) -> bool:
    return hasattr(request, "_messages") and len(get_messages(request)) > 0


def _viewer(request: HttpRequest) -> tuple[object, ...]:
    """What the frame of a page depends on: the account, and the secret in its forms, new with each login."""
    user = request.user
    if not user.is_authenticated:
        return ("",)
    return (user.pk, str(user), request.META.get("CSRF_COOKIE", ""))


def _digest(*parts: object) -> str:
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:32]


@remember
def release() -> str:
    """Changes when templates, styles or code do: from the newest of their files' times."""
    places = [settings.ROOT / name for name in ("templates", "club", "scoring", "tournaments")]
    files = (file for place in places for file in place.rglob("*") if file.suffix in (".html", ".py", ".css", ".js"))
    return str(max(file.stat().st_mtime_ns for file in files))
