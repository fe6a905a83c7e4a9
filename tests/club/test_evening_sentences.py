"""Each code that an action of the evening or of the members can raise has its sentence."""

import re
from pathlib import Path

import pytest

from club.evening_sentences import EVENING

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [ROOT / "club" / "actions.py", *sorted((ROOT / "tournaments" / "actions").glob("*.py"))]
PROBLEM = re.compile(r'Problem\(\s*[^,()]+(?:\([^()]*\))?,\s*"([a-z_0-9]+)"(?:,\s*\{([^}]*)\})?')
OF_THE_FILES = {  # codes of the public formats, whose sentences stand with those
    "duplicate_member",
    "duplicate_tournament",
    "game_not_finished",
    "invalid_decision",
    "out_of_range",
    "tie_unresolved",
    "unknown_ruleset",
}


def found():
    for path in SOURCES:
        for code, params in PROBLEM.findall(path.read_text(encoding="utf-8")):
            yield code, set(re.findall(r'"([a-z_]+)":', params))


def test_codes_are_found_in_the_sources():
    assert {"wrong_state", "seat_empty", "number_taken", "game_is_over"} <= {code for code, _ in found()}


@pytest.mark.parametrize("code", sorted({code for code, _ in found()} - OF_THE_FILES))
def test_code_has_a_sentence(code):
    assert str(EVENING[code]).endswith(".")


@pytest.mark.parametrize(("code", "params"), [(code, params) for code, params in found() if params and code in EVENING])
def test_sentence_says_only_what_it_knows(code, params):
    assert set(re.findall(r"%\((\w+)\)s", str(EVENING[code]))) <= params
