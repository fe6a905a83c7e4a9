"""The marks: who passes, and what happens to the others."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpResponse

from club import access
from club.models import Account

NOBODY = AnonymousUser()
MEMBER = Account(username="mia", is_board=False)
BOARD = Account(username="bodo", is_board=True)


def page(request):
    return HttpResponse("Bier")


def ask(rf, mark, account, **headers):
    """What becomes of a request to a view with that mark."""
    request = rf.get("/keller?fass=2", headers=headers)
    request.user = account
    try:
        response = getattr(access, mark)(page)(request)
    except PermissionDenied:
        return "denied"
    return response.content.decode() or response["Location"]


LOGIN = "/anmelden?next=/keller%3Ffass%3D2"


@pytest.fixture(autouse=True)
def _login_url(settings):
    settings.LOGIN_URL = "/anmelden"


@pytest.mark.parametrize(
    ("mark", "nobody", "member", "board"),
    [
        ("public", "Bier", "Bier", "Bier"),
        ("scribe", "Bier", "Bier", "Bier"),
        ("member", LOGIN, "Bier", "Bier"),
        ("host", LOGIN, "Bier", "Bier"),
        ("board", LOGIN, "denied", "Bier"),
    ],
)
def test_mark_lets_pass(rf, mark, nobody, member, board):
    assert [ask(rf, mark, account) for account in (NOBODY, MEMBER, BOARD)] == [nobody, member, board]


@pytest.mark.parametrize("headers", [{"HX-Request": "true"}, {"Accept": "application/json"}])
def test_script_without_a_login_is_denied_instead_of_led_to_a_page(rf, headers):
    assert ask(rf, "member", NOBODY, **headers) == "denied"


def test_second_mark_is_refused():
    with pytest.raises(ImproperlyConfigured):
        access.public(access.board(page))


def test_view_without_a_mark_is_refused(rf):
    middleware = access.AccessMarkMiddleware(page)
    with pytest.raises(ImproperlyConfigured, match="no access mark"):
        middleware.process_view(rf.get("/"), page, (), {})
    assert middleware.process_view(rf.get("/"), access.public(page), (), {}) is None
