"""Numbers, dates and the title as the club writes them: 1.250, −85, 8. August 2026, CANASTA-PRIME."""

from __future__ import annotations

import datetime as dt

from django.utils import formats
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

MINUS = "−"
NOTHING = "–"


def thousands_separator() -> str:
    """A dot, in English a comma; asked once where many numbers follow."""
    return "," if _is_english() else "."


def write_points(value: int | None, separator: str | None = None) -> str:
    """`value` with thousands and a real minus: 1.250, −85 (English 1,250); `–` for None (R2.18)."""
    if value is None:
        return NOTHING
    digits = f"{abs(value):,}".replace(",", separator or thousands_separator())
    return f"{MINUS}{digits}" if value < 0 else digits


def write_long_date(day: dt.date) -> str:
    """8. August 2026 (English: 8 August 2026)."""
    return formats.date_format(day, "j F Y" if _is_english() else "j. F Y")


def write_short_date(day: dt.date) -> str:
    """8.8.2026 (English: 8 Aug 2026)."""
    return formats.date_format(day, "j M Y" if _is_english() else "j.n.Y")


def prime_badge(*, short: bool = False) -> SafeString:
    """The title CANASTA-PRIME as a badge (R2.12)."""
    front = SafeString("") if short else SafeString("<span>CANASTA-</span>")
    return format_html('<span class="badge-prime">{}PRIME</span>', front)


def write_name(name: str, *, is_prime: bool = False, short: bool = False) -> SafeString:
    """A person's name as an element, with the title where it is due (R2.12)."""
    if not is_prime:
        return format_html('<span class="name">{}</span>', name)
    return format_html('<span class="name">{}</span> {}', name, prime_badge(short=short))


def _is_english() -> bool:
    return (get_language() or "de").startswith("en")
