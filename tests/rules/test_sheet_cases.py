"""The worked sheets, good and bad, and the command that counts them."""

import copy
import json
import shutil
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from hypothesis import given
from hypothesis import strategies as st

from scoring.files.sheet import count_sheet
from scoring.rules.ruleset import HANDED, RulesetError, load_rulesets, read_ruleset

CASES = Path(__file__).resolve().parents[1] / "cases" / "sheets"
GOOD = json.loads((CASES / "good.json").read_text(encoding="utf-8"))
BAD = json.loads((CASES / "bad.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", GOOD, ids=lambda case: case["name"])
def test_good_sheet(case):
    result, problems = count_sheet(case["input"])
    assert problems == []
    assert json.loads(json.dumps(result)) == case["expected"]


@pytest.mark.parametrize("case", BAD, ids=lambda case: case["name"])
def test_bad_sheet(case):
    result, problems = count_sheet(case["input"])
    assert result is None
    assert [problem.code for problem in problems] == [case["expected_code"]]


def run(tmp_path, content):
    """What the command prints, and its exit status."""
    file = tmp_path / "sheet.json"
    file.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    out, status = StringIO(), 0
    try:
        call_command("score_sheet", str(file), stdout=out)
    except SystemExit as end:
        status = end.code
    return json.loads(out.getvalue()), status


def test_command_counts_one_sheet_or_a_list(tmp_path):
    good, bad = GOOD[0], BAD[0]
    assert run(tmp_path, good["input"]) == (good["expected"], 0)
    answers, status = run(tmp_path, [good["input"], bad["input"]])
    assert (answers[0], status) == (good["expected"], 1)
    assert answers[1]["errors"][0]["path"].startswith("1.rounds.0.")
    assert run(tmp_path, []) == ([], 0)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"\xff",
        b"NaN",
        b"[" * 21 + b"]" * 21,
        b'{"a": ' * 100_000,
        b'"\\ud800"',
        b" " * (10 * 1024 * 1024 + 1),
    ],
    ids=lambda raw: repr(raw[:8]),
)
def test_command_refuses_what_is_not_json(tmp_path, raw):
    answer, status = run(tmp_path, raw)
    assert ([error["code"] for error in answer["errors"]], status) == (["invalid_json"], 1)


def test_a_key_twice_is_named(tmp_path):
    raw = json.dumps(GOOD[0]["input"]).replace('"version": 1', '"version": 1, "version": 1').encode()
    answer, status = run(tmp_path, raw)
    assert [(error["path"], error["code"]) for error in answer["errors"]] == [("version", "schema")]
    assert status == 1


def test_a_key_twice_in_a_list_stands_with_its_sheet_among_what_else_is_wrong(tmp_path):
    good = json.dumps(GOOD[0]["input"])
    bad = good.replace('"version": 1', '"version": 1, "version": 1').replace('"rounds"', '"target": 7, "rounds"')
    answers, status = run(tmp_path, f"[{good}, {bad}]".encode())
    assert answers[0] == GOOD[0]["expected"]
    found = [(error["path"], error["code"]) for error in answers[1]["errors"]]
    assert (found, status) == ([("1.version", "schema"), ("1.target", "out_of_range")], 1)


def test_command_reads_standard_input_and_refuses_a_missing_file(monkeypatch, tmp_path):
    data = json.dumps(GOOD[0]["input"]).encode()
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(data)))
    out = StringIO()
    call_command("score_sheet", "-", stdout=out)
    assert json.loads(out.getvalue()) == GOOD[0]["expected"]
    with pytest.raises(CommandError) as refused:
        call_command("score_sheet", str(tmp_path / "missing.json"))
    assert refused.value.returncode == 2


def places_in(value, path=()):
    """Paths of everything inside a JSON value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for part, item in parts:
        yield (*path, part)
        yield from places_in(item, (*path, part))


ODD = [None, True, 0, -1, 3, 5, 10**300, 1.5, float("inf"), "", "Anna", "\0", "bcc", "classic", "final"]
ODD += [[], {}, [[]], {"K": 2}, {"K": -1}, {"melded": 0, "hand": 0}, [{"name": "A"}], [["A", "B"]]]


@given(st.data())
def test_a_good_sheet_with_a_part_gone_wrong_gives_a_result_or_codes_in_places(data):
    sheet = copy.deepcopy(data.draw(st.sampled_from(GOOD))["input"])
    for _ in range(data.draw(st.integers(1, 3))):
        places = list(places_in(sheet))
        if not places:
            break
        *path, last = data.draw(st.sampled_from(places))
        holder = sheet
        for part in path:
            holder = holder[part]
        if data.draw(st.booleans()):
            holder[last] = copy.deepcopy(data.draw(st.sampled_from(ODD)))
        else:
            del holder[last]
    result, problems = count_sheet(sheet)
    assert (result is None) == bool(problems)
    assert len({(problem.path, problem.code, str(problem.params)) for problem in problems}) == len(problems)


def test_a_sixth_rule_set_is_one_file(tmp_path):
    for path in HANDED.glob("*.toml"):
        shutil.copy(path, tmp_path)
    text = (HANDED / "salon.toml").read_text(encoding="utf-8")
    (tmp_path / "haus.toml").write_text(text.replace("target = 5000", "target = 3000"), encoding="utf-8")
    rulesets = load_rulesets(tmp_path)
    assert rulesets["haus"].target == 3000
    assert set(rulesets) == {"bcc", "beginner", "classic", "haus", "letzebuerg", "salon"}


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("target = 5000", "target = 5000\ntarot = 1", "tarot"),
        ("target = 5000", "", "target"),
        ("target = 5000", 'target = "5000"', "target"),
        ("target = 5000", "target = 5001", "target"),
    ],
)
def test_a_rule_set_that_cannot_be_right_is_refused_by_file_and_key(tmp_path, old, new, key):
    path = tmp_path / "haus.toml"
    path.write_text((HANDED / "salon.toml").read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(RulesetError) as refused:
        read_ruleset(path)
    assert "haus.toml" in str(refused.value)
    assert key in str(refused.value)
