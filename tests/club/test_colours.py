"""Every pair of colours that carries text has a contrast of 4.5 : 1, borders and marks one of 3 : 1 (WCAG AA)."""

import re
from pathlib import Path

import pytest

TOKENS = Path(__file__).resolve().parents[2] / "club/static/club/css/tokens.css"
TEXT = [
    *((text, ground) for text in ("ink", "soft", "link", "gherkin-text", "minus") for ground in ("ground", "paper")),
    ("ink", "raised"),
    ("soft", "raised"),
    ("ink", "gherkin-wash"),
    ("soft", "gherkin-wash"),
    ("gherkin-text", "gherkin-wash"),
    ("minus", "gherkin-wash"),
    ("ink", "minus-wash"),
    ("minus", "minus-wash"),
    ("on-gherkin", "gherkin"),
    ("on-gherkin", "gherkin-deep"),
    *((text, ground) for text in ("on-felt", "on-felt-soft") for ground in ("felt", "table")),
]
MARKS = [("edge", "paper"), ("edge", "ground"), ("edge", "raised"), ("focus", "paper"), ("focus", "ground")]


def read_colours():
    """Light and dark: the tokens of the first block, overlaid by those of the dark one."""
    light, dark = TOKENS.read_text(encoding="utf-8").split("@media (prefers-color-scheme: dark)")
    found = [dict(re.findall(r"--([a-z-]+):\s*#([0-9a-f]{6})", block)) for block in (light, dark)]
    return {"light": found[0], "dark": {**found[0], **found[1]}}


COLOURS = read_colours()


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def test_black_on_white_is_21():
    assert contrast("000000", "ffffff") == pytest.approx(21)


@pytest.mark.parametrize("scheme", COLOURS)
@pytest.mark.parametrize(("text", "ground"), TEXT)
def test_text_can_be_read(scheme, text, ground):
    assert contrast(COLOURS[scheme][text], COLOURS[scheme][ground]) >= 4.5


@pytest.mark.parametrize("scheme", COLOURS)
@pytest.mark.parametrize(("mark", "ground"), MARKS)
def test_marks_can_be_seen(scheme, mark, ground):
    assert contrast(COLOURS[scheme][mark], COLOURS[scheme][ground]) >= 3
