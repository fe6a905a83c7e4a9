"""Reads JSON that comes from outside: whatever it is, the answer is a value or `Problems`, never a traceback."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any, NoReturn

from django.core.management.base import CommandError

from scoring.rules.problems import Problem, Problems

LARGEST = 10 * 1024 * 1024
DEEPEST = 20
LONGEST_NUMBER = 300  # digits; longer ones become a number of that length, which no field accepts
_BRACKETS = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.S)  # a string without an end goes on to the file's


class Twice(dict[str, Any]):
    """An object in which a key stood more than once."""

    keys_twice: tuple[str, ...] = ()


def read_json(path: str) -> object:
    """The value in a file, or on standard input for `-`.

    Raises `Problems`: `invalid_json` for what is not JSON, not UTF-8, too large or too deep, `schema` for each key
    that an object has twice. A file that cannot be opened is wrong usage (`CommandError`, exit status 2).
    """
    return parse_json(_read_bytes(path))


def read_document(path: str) -> tuple[object, list[Problem]]:
    """As `read_json`, with the keys that stand twice beside the value, so that what else is wrong is found as well."""
    value = _parse(_read_bytes(path))
    return value, find_keys_twice(value)


def _read_bytes(path: str) -> bytes:
    try:
        if path == "-":
            return sys.stdin.buffer.read(LARGEST + 1)
        with open(path, "rb") as file:
            return file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        raise CommandError(f"{path!r}: {getattr(error, 'strerror', error)}", returncode=2) from error


def parse_json(data: bytes) -> object:
    """As `read_json`, of bytes."""
    value = _parse(data)
    twice = find_keys_twice(value)
    if twice:
        raise Problems(twice)
    return value


def find_keys_twice(value: object) -> list[Problem]:
    """A problem for each key that an object of a value read here had more than once."""
    return [Problem(path, "schema", {"twice": path.rpartition(".")[2]}) for path in _keys_twice(value, "")]


def _parse(data: bytes) -> object:
    if len(data) > LARGEST:
        _refuse()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        _refuse()
    if _depth(text) > DEEPEST:
        _refuse()
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_int=_whole, parse_constant=lambda _name: _refuse())
        json.dumps(value, ensure_ascii=False).encode()  # half a surrogate pair is no text
    except (ValueError, RecursionError):
        _refuse()
    return value


def _refuse() -> NoReturn:
    raise Problems([Problem("", "invalid_json")])


def _depth(text: str) -> int:
    """How deeply brackets are nested; what stands in strings does not count."""
    depth = deepest = 0
    for match in _BRACKETS.finditer(text):
        sign = match.group()[0]
        if sign in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in "]}":
            depth -= 1
    return deepest


def _whole(digits: str) -> int:
    """A whole number; one that is too long keeps its sign and its last digit, which says what divides it."""
    return int(digits if len(digits) <= LONGEST_NUMBER else digits[: LONGEST_NUMBER - 1] + digits[-1])


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) == len(pairs):
        return value
    marked = Twice(value)
    numbers = Counter(name for name, _ in pairs)
    marked.keys_twice = tuple(name for name in value if numbers[name] > 1)
    return marked


def _keys_twice(value: object, path: str) -> Iterator[str]:
    if isinstance(value, dict):
        for name in getattr(value, "keys_twice", ()):
            yield f"{path}.{name}" if path else name
        for name, item in value.items():
            yield from _keys_twice(item, f"{path}.{name}" if path else name)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _keys_twice(item, f"{path}.{index}" if path else f"{index}")
