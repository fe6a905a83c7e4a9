"""JSON from outside: a value or problems, in reasonable time, whatever the bytes are."""

import json
import time

import pytest
from django.core.management.base import CommandError
from hypothesis import given
from hypothesis import strategies as st

from club.jsonfiles import LARGEST, LONGEST_NUMBER, parse_json, read_document, read_json
from scoring.rules.problems import Problems


def problems_of(data):
    with pytest.raises(Problems) as found:
        parse_json(data)
    return [(problem.path, problem.code) for problem in found.value.problems]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"\xc3",
        b"NaN",
        b"[-Infinity]",
        b"[1] [2]",
        b"\xef\xbb\xbf\xef\xbb\xbf{}",
        b'"\\ud800"',
        b'{"\\udc00": 1}',
        b"[" * 21 + b"]" * 21,
        b'{"a":' * 21 + b"1" + b"}" * 21,
        b"[" * 1_000_000,
        b" " * LARGEST + b"1",
    ],
    ids=lambda data: repr(data[:12]),
)
def test_what_is_not_json(data):
    assert problems_of(data) == [("", "invalid_json")]


def test_a_mark_at_the_beginning_brackets_in_strings_and_twenty_levels_are_fine():
    assert parse_json(b'\xef\xbb\xbf{"\xc3\x84": 1}') == {"Ä": 1}
    assert parse_json(json.dumps(['"' + "[" * 50 + "\\"]).encode()) == ['"' + "[" * 50 + "\\"]
    assert json.dumps(parse_json(b"[" * 20 + b"]" * 20)) == "[" * 20 + "]" * 20


@pytest.mark.parametrize("sign", ["", "-"])
@pytest.mark.parametrize("last", ["0", "3"])
def test_a_number_of_thousands_of_digits_keeps_sign_and_last_digit(sign, last):
    number = parse_json(f"{sign}{'7' * 6000}{last}".encode())
    assert len(str(number)) == LONGEST_NUMBER
    assert (number < 0, str(number)[-1]) == (bool(sign), last)


def test_every_key_that_stands_twice_is_named_by_its_path():
    data = b'{"a": 1, "b": [0, {"c": 1, "c": 2, "d": {"x": 1, "x": 1, "x": 1}}], "a": 1}'
    assert problems_of(data) == [("a", "schema"), ("b.1.c", "schema"), ("b.1.d.x", "schema")]


@pytest.mark.parametrize(
    "data",
    [
        b'"' + b'\\"' * 2_000_000,
        b'"' * 1_000_001,
        ("{" + ",".join(f'"{number}": 1' for number in range(200_000)) + ', "7": 1}').encode(),
    ],
    ids=["a string without an end", "quotes", "many keys"],
)
def test_large_bad_files_are_refused_quickly(data):
    begin = time.monotonic()
    assert problems_of(data)
    assert time.monotonic() - begin < 10  # seconds; compared each with each they take hours


@given(st.binary(max_size=60) | st.text(alphabet='[]{}",:\\ 1e-', max_size=30).map(str.encode))
def test_any_bytes_give_a_value_or_problems(data):
    try:
        value, codes = parse_json(data), set()
    except Problems as found:
        value, codes = None, {problem.code for problem in found.problems}
    assert codes <= {"invalid_json", "schema"}
    assert codes or value == json.loads(data.decode("utf-8-sig"))


def test_a_file_that_cannot_be_opened_is_wrong_usage(tmp_path):
    for path in (tmp_path / "missing.json", tmp_path, "a\0b"):
        with pytest.raises(CommandError) as refused:
            read_json(str(path))
        assert refused.value.returncode == 2


def test_a_document_comes_with_its_keys_twice(tmp_path):
    path = tmp_path / "a.json"
    path.write_bytes(b'{"a": 1, "a": 2}')
    value, twice = read_document(str(path))
    assert (value, [problem.path for problem in twice]) == ({"a": 2}, ["a"])
