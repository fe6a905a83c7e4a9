"""Who may: each view carries exactly one mark; what depends on an object is asked by `may_…` functions.

A mark does the coarse check, before the view runs:

| mark      | who passes                                                                            |
| --------- | ------------------------------------------------------------------------------------- |
| `@public` | everybody                                                                             |
| `@scribe` | everybody; the view finds the sheet by the token in its address, which is the key      |
| `@member` | who is logged in                                                                      |
| `@host`   | who is logged in; the view asks whether the account leads this tournament              |
| `@board`  | who is logged in with an account of the board                                         |

Without a login a page leads to the login, a fragment or script gets 403.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest, HttpResponseBase

from club.models import Account

MARKS = ("public", "scribe", "member", "host", "board")

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]
Check = Callable[[Account | AnonymousUser], bool]


def _mark(name: str, passes: Check | None) -> Callable[[View[P]], View[P]]:
    """The decorator `name`; `passes` asks the account, None asks nothing."""

    def decorate(view: View[P]) -> View[P]:
        if hasattr(view, "access_mark"):
            raise ImproperlyConfigured(f"{view!r} already carries the mark {view.access_mark!r}")

        @wraps(view)
        def marked(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if passes is not None:
                if not request.user.is_authenticated:
                    return _ask_for_login(request)
                if not passes(request.user):
                    raise PermissionDenied
            return view(request, *args, **kwargs)

        marked.access_mark = name  # type: ignore[attr-defined]
        return marked

    return decorate


def _ask_for_login(request: HttpRequest) -> HttpResponseBase:
    """Lead a page to the login; a script could do nothing with that page."""
    if request.headers.get("HX-Request") or request.headers.get("Accept", "").startswith("application/json"):
        raise PermissionDenied
    return redirect_to_login(request.get_full_path())


def _is_logged_in(account: Account | AnonymousUser) -> bool:
    return account.is_authenticated


def _is_board(account: Account | AnonymousUser) -> bool:
    return isinstance(account, Account) and account.is_board


public = _mark("public", None)
scribe = _mark("scribe", None)
member = _mark("member", _is_logged_in)
host = _mark("host", _is_logged_in)
board = _mark("board", _is_board)


class AccessMarkMiddleware:
    """Refuses a view without a mark: forgetting one is a bug, not an open door."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any) -> None:
        """Crash to the error page and the log when `view` carries no mark."""
        if getattr(view, "access_mark", None) not in MARKS:
            raise ImproperlyConfigured(f"{view!r} carries no access mark")
