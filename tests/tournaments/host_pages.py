"""What the tests of the host's pages share: addresses, what a person reads, the form of a correction."""

import re

from scoring.models import Round, RoundState
from tests.factories import (
    make_member,
)
from tournaments.models import Table, Tournament

THIRTEEN = "Ada Bert Cem Dora Emma Fritz Gerd Hanna Ida Jo Kai Lea Mia"


def lead(evening, path=""):
    return f"/turniere/{evening.pk}/leitung/{path}"


def text(response):
    """What a person reads: without markup, blanks in one."""
    body = response.content.decode().partition("<main")[2] or response.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


def said(response):
    return [str(message) for message in response.context["messages"]]


def fresh(evening):
    return Tournament.objects.get(pk=evening.pk)


def keys(names):
    return [make_member(name).pk for name in names.split()]


def table_path(number, path=""):
    return f"tisch/{Table.objects.get(number=number).pk}/{path}"


def correction(evening, number, points, *, reason="verlesen", base=None):
    """The form of a correction: points by name in the order of the seats."""
    row = Round.objects.get(sheet=Table.objects.get(number=1).sheet, number=number, state=RoundState.CURRENT)
    players = [result.player_id for result in row.results.order_by("player__seat")]
    values = dict(zip((f"points_{pk}" for pk in players), points.split(), strict=True))
    return {**values, "reason": reason, "base": row.pk if base is None else base}
