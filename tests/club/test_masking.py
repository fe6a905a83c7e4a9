"""No token of a table gets into the log."""

import logging
import sys

import pytest

from club.masking import MaskTokens, mask_tokens


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("Not Found: /s/gh3Kx_9-aB", "Not Found: /s/…"),
        ("GET /s/gh3Kx_9-aB/runden?nach=3 HTTP/1.1", "GET /s/…/runden?nach=3 HTTP/1.1"),
        ("'https://club.example/s/gh3Kx'", "'https://club.example/s/…'"),
        ("/saison/2026 and /static/s.css", "/saison/2026 and /static/s.css"),
    ],
)
def test_token_in_a_path_is_masked(text, masked):
    assert mask_tokens(text) == masked


def test_token_in_arguments_and_traceback_is_masked():
    try:
        raise ValueError("cannot open /s/gh3Kx_9-aB")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, __file__, 1, "Error: %s", ("/s/gh3Kx_9-aB",), sys.exc_info())
    assert MaskTokens().filter(record) is True
    text = logging.Formatter().format(record)
    assert text.startswith("Error: /s/…\nTraceback")
    assert "cannot open /s/…" in text
    assert "gh3Kx_9-aB" not in text
