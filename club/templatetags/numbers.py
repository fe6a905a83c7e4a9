"""Numbers, dates and names as the club writes them: 1.250, −85, 8. August 2026, CANASTA-PRIME."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django import template
from django.utils import formats
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

MINUS = "−"
NOTHING = "–"


def write_points(value: int | None, separator: str | None = None) -> str:
    """`value` with thousands and a real minus: 1.250, −85 (English 1,250); `–` for None (R2.18)."""
    if value is None:
        return NOTHING
    if separator is None:
        separator = "," if (get_language() or "de").startswith("en") else "."
    digits = f"{abs(value):,}".replace(",", separator)
    return f"{MINUS}{digits}" if value < 0 else digits


@register.filter
def points(value: Any) -> str:
    """Card or league points: `{{ total|points }}`. Anything that is no whole number is an error of ours."""
    if value is None or value == "":
        return NOTHING
    return write_points(int(value))


@register.filter
def figure(value: Any) -> SafeString:
    """Points as an element: red when negative, always with the sign: `{{ total|figure }}`."""
    if isinstance(value, int) and value < 0:
        return format_html('<span class="figure minus">{}</span>', write_points(value))
    return format_html('<span class="figure">{}</span>', points(value))


@register.filter
def long_date(value: dt.date | None) -> str:
    """8. August 2026 (English: 8 August 2026)."""
    if value is None:
        return ""
    english = (get_language() or "de").startswith("en")
    return formats.date_format(value, "j F Y" if english else "j. F Y")


@register.filter
def short_date(value: dt.date | None) -> str:
    """8.8.2026 (English: 8 Aug 2026)."""
    if value is None:
        return ""
    english = (get_language() or "de").startswith("en")
    return formats.date_format(value, "j M Y" if english else "j.n.Y")


@register.simple_tag
def member_name(name: str, *, is_prime: bool = False, short: bool = False) -> SafeString:
    """A person's name, with the title of the CANASTA-PRIME beside it where it is due (R2.12).

    Queries say whose title is due (`is_prime`); `short` is for narrow places: PRIME.
    """
    if not is_prime:
        return format_html('<span class="name">{}</span>', name)
    return format_html('<span class="name">{}</span> {}', name, prime_badge(short=short))


def prime_badge(*, short: bool = False) -> SafeString:
    """The title as a badge."""
    return format_html('<span class="badge-prime">{}</span>', "PRIME" if short else "CANASTA-PRIME")
