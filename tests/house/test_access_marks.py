"""Every address asks who may: each view carries one mark, and without a login only the open ones answer."""

import uuid

import pytest
from django.core.management import call_command
from django.urls.converters import IntConverter, UUIDConverter

from club.access import MARKS
from club.management.commands.access_matrix import find_mark, find_patterns

OPEN = ("public", "scribe")


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
    assert find_mark(CHAINS[route]) in MARKS


@pytest.mark.django_db
@pytest.mark.parametrize("route", CHAINS)
def test_without_a_login_only_open_views_answer(route, client):
    chain = CHAINS[route]
    response = client.get(fill(chain))
    assert response.status_code < 500
    if find_mark(chain) not in OPEN:
        assert response.status_code in (302, 403)
        assert response.status_code == 403 or "next=" in response["Location"]


def test_matrix_is_printed_from_the_same_marks(capsys):
    call_command("access_matrix")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "| address | who |"
    assert lines[2:] == [f"| `/{route}` | {find_mark(chain)} |" for route, chain in CHAINS.items()]
