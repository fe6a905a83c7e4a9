"""Documents that somebody or something has spoilt: a list of problems with places in the file, never a traceback."""

import copy
import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.commands.written import Files, count_rows, decision, evening, points
from tournaments.files.evening import check_tournament
from tournaments.standings import SCHEME_2014

HANDED = Path(__file__).parents[1] / "cases" / "tournaments" / "2026.json"
RICH = evening(
    host="Anna",
    venue="Gasthof Linde",
    ended_early="Gewitter",
    players=[
        {"name": "Anna", "born": "1950-02-03", "number": 17, "key": "Anna"},
        *({"name": name, "guest": False} for name in ("Berta", "Cora", "Otto")),
    ],
    tables=[
        {
            "number": 1,
            "seats": ["Anna", ["Otto", "Berta"], None, "Cora"],
            "first": "Anna",
            "scribe": "Cora",
            "left_after": {"Otto": 1},
            "joined_after": {"Berta": 1},
            "rounds": [
                points(Anna=2500, Otto=1500, Cora=100),
                {
                    "points": {"Anna": 2500},
                    "counts": {
                        "Berta": {"melded": {"K": 4, "2": 1}, "hand": {"A": 1, "joker": 1}, "red_threes": 2},
                        "Cora": {"melded": 470, "hand": 0, "canastas": {"natural": 0, "mixed": 1}, "went_out": True},
                    },
                },
            ],
        }
    ],
    final={"seats": ["Anna", "Otto"], "rounds": [points(Anna=5, Otto=5)], "declined": [], "admitted": {}},
    decisions=[decision("Anna", "Otto", by="board", reason="Stechen", void=False)],
)

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([0, -5, 5, 33, 20005, 10**20])
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(
        ["Anna", "Berta", "table", "final", "1950-01-01", "bcc", "\ud800", "\0", "tischtabelle/tournament"]
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places(value, path=()):
    """Every place in a JSON value."""
    yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in list(pairs):
        yield from places(part, (*path, key))


@st.composite
def spoilt(draw):
    """The rich document with one to three parts replaced, removed or doubled."""
    document = copy.deepcopy(RICH)
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from([path for path in places(document) if path]))
        holder = document
        for key in path[:-1]:
            holder = holder[key]
        key = path[-1]
        how = draw(st.sampled_from(["replace", "remove", "double", "move"]))
        if how == "replace":
            holder[key] = draw(values)
        elif how == "remove":
            del holder[key]
        elif how == "double" and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        elif isinstance(holder, dict):
            holder[draw(st.text(max_size=6) | st.sampled_from(["Anna", "Berta", "key", "void"]))] = holder.pop(key)
    return document


def test_the_rich_document_is_right():
    assert check_tournament(RICH, [SCHEME_2014])[1] == []


@given(spoilt())
@settings(max_examples=400)
def test_spoilt_documents_give_problems_with_places_in_the_file(document):
    evening, problems = check_tournament(document, [SCHEME_2014])
    assert (evening is None) == bool(problems)
    for problem in problems:
        assert isinstance(problem.path, str)
        assert problem.code


@given(values)
def test_anything_else_is_refused(value):
    assert check_tournament(value, [SCHEME_2014])[1]


@pytest.mark.django_db
@given(document=spoilt())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_spoilt_files_change_nothing_or_come_in(document, tmp_path):
    files = Files(tmp_path)
    before = count_rows()
    status, answer = files.bring_in(json.dumps(document).encode())
    assert (status, count_rows() == before) in [(1, True), (0, False)] or answer["unchanged"]


@pytest.mark.django_db
@given(st.binary(max_size=20), st.integers(0, 10**6), st.integers(0, 200))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_broken_bytes_change_nothing(tmp_path_factory, junk, start, length):
    content = HANDED.read_bytes()
    start %= len(content)
    broken = content[:start] + junk + content[start + length :]
    files = Files(tmp_path_factory.mktemp("broken"))
    before = count_rows()
    status, _ = files.bring_in(broken)
    assert status == 0 or count_rows() == before
