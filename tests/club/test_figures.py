"""Numbers and dates as the club writes them, in both languages."""

import datetime as dt

import pytest
from django.template import Context, Template
from django.utils import translation

from club.figures import write_long_date, write_points, write_short_date


@pytest.mark.parametrize(
    ("value", "german", "english"),
    [
        (0, "0", "0"),
        (1250, "1.250", "1,250"),
        (-85, "−85", "−85"),
        (-1250, "−1.250", "−1,250"),
        (1000000, "1.000.000", "1,000,000"),
        (None, "–", "–"),
    ],
)
def test_points(value, german, english):
    with translation.override("de"):
        assert write_points(value) == german
    with translation.override("en"):
        assert write_points(value) == english


def test_dates():
    day = dt.date(2026, 8, 8)
    with translation.override("de"):
        assert (write_long_date(day), write_short_date(day)) == ("8. August 2026", "8.8.2026")
    with translation.override("en"):
        assert (write_long_date(day), write_short_date(day)) == ("8 August 2026", "8 Aug 2026")


def test_in_templates():
    template = Template(
        "{% load numbers %}{{ a|points }} {{ a|figure }} {{ b|figure }} {% member_name n is_prime=True %}"
    )
    assert template.render(Context({"a": -1250, "b": 5, "n": "<b>"})) == (
        '−1.250 <span class="figure minus">−1.250</span> <span class="figure">5</span> '
        '<span class="name">&lt;b&gt;</span> <span class="badge-prime"><span>CANASTA-</span>PRIME</span>'
    )


def test_what_is_no_number_is_an_error():
    with pytest.raises(ValueError, match="viel"):
        Template("{% load numbers %}{{ a|points }}").render(Context({"a": "viel"}))
