"""`{% load numbers %}`: numbers, dates and names in templates, written by `club.figures`."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from club import figures

register = template.Library()


@register.filter
def points(value: Any) -> str:
    """Card or league points: `{{ total|points }}`; nothing is `–`. No whole number is an error of ours."""
    return figures.write_points(None if value is None or value == "" else int(value))


@register.filter
def figure(value: Any) -> SafeString:
    """Points as an element, red when negative, always with the sign: `{{ total|figure }}`."""
    red = " minus" if isinstance(value, int) and value < 0 else ""
    return format_html('<span class="figure{}">{}</span>', red, points(value))


@register.filter
def long_date(value: dt.date | None) -> str:
    """8. August 2026."""
    return figures.write_long_date(value) if value else ""


@register.filter
def short_date(value: dt.date | None) -> str:
    """8.8.2026."""
    return figures.write_short_date(value) if value else ""


@register.simple_tag
def member_name(name: str, *, is_prime: bool = False, short: bool = False) -> SafeString:
    """`{% member_name name is_prime=… %}`: the title beside the name; queries say whose it is (`prime_on`)."""
    return figures.write_name(name, is_prime=is_prime, short=short)
