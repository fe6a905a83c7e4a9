"""Every address asks who may: each view carries one mark, and without a login only the open ones answer."""

import uuid

import pytest
from django.urls import URLPattern, get_resolver
from django.urls.converters import IntConverter, UUIDConverter

from club.access import MARKS

OPEN = ("public", "scribe")


def find_patterns(resolver=None, before=()):
    """Every URL pattern with those that lead to it."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLPattern):
            yield (*before, pattern)
        else:
            yield from find_patterns(pattern, (*before, pattern))


def sample(converter):
    """A value that the converter takes and that no row has."""
    if isinstance(converter, IntConverter):
        return "2014"
    return str(uuid.UUID(int=7)) if isinstance(converter, UUIDConverter) else "muster"


def fill(chain):
    """An address that matches the pattern at the end of the chain."""
    address = "/"
    for pattern in chain:
        route = str(pattern.pattern)
        for argument, converter in pattern.pattern.converters.items():
            start = route.index("<")
            end = route.index(">", start)
            assert argument in route[start:end]
            route = route[:start] + sample(converter) + route[end + 1 :]
        address += route
    return address


CHAINS = {"".join(str(pattern.pattern) for pattern in chain): chain for chain in find_patterns()}


@pytest.mark.parametrize("route", CHAINS)
def test_view_carries_one_mark(route):
    view = CHAINS[route][-1].callback
    assert getattr(view, "access_mark", None) in MARKS


@pytest.mark.django_db
@pytest.mark.parametrize("route", CHAINS)
def test_without_a_login_only_open_views_answer(route, client):
    chain = CHAINS[route]
    response = client.get(fill(chain))
    assert response.status_code < 500
    if chain[-1].callback.access_mark not in OPEN:
        assert response.status_code in (302, 403)
        assert response.status_code == 403 or "next=" in response["Location"]
