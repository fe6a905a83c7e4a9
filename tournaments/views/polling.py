"""Fragments that a page asks for again and again: a true 304 as long as nothing has changed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import get_language

from club.pages import release


def etag_of(*parts: object) -> str:
    """The ETag of a fragment from the version numbers of what it shows."""
    text = "\0".join(map(str, (release(), get_language(), *parts)))
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:24]}"'


def answer_poll(
    request: HttpRequest, template: str, etag: str, build: Callable[[], Mapping[str, Any]], *, state: str
) -> HttpResponse:
    """The fragment, or 304 without building it. `state` tells the page when it has become another page."""
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = render(request, template, dict(build()))
    response["ETag"] = etag
    response["X-State"] = state
    patch_cache_control(response, no_cache=True, private=True)
    return response
