"""Checks a draw file, version 1, as `verify_draw` and the page of a draw do."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, TypeGuard

from scoring.rules.problems import Problem
from tournaments.draws import FORMAT, LONGEST_SALT, SEED_LENGTH, VERSION, draw_document, first_difference, normal
from tournaments.seating import parse_label

KEYS = ("format", "version", "seed", "salt", "commitment", "participants", "seats", "result")

_SEED = re.compile(rf"[0-9a-f]{{{SEED_LENGTH}}}")


def check_draw(document: object) -> list[Problem]:
    """All that is wrong with the form of a draw file; in one of good form the first difference (`draw_mismatch`).

    Names and salt count as their NFC, in whatever order and form the file has them.
    """
    if not isinstance(document, Mapping):
        return [Problem("", "schema")]
    problems = _check_form(document)
    if problems:
        return problems
    computed = draw_document(*(document[key] for key in ("seed", "salt", "participants", "seats")))
    path = first_difference(document, computed)
    return [] if path is None else [Problem(path, "draw_mismatch")]


def _check_form(document: Mapping[str, Any]) -> list[Problem]:
    problems = [Problem("", "schema", {"key": key}) for key in KEYS if key not in document]
    for key, value in document.items():
        problems += _CHECKS[key](key, value) if key in _CHECKS else [Problem(str(key), "schema")]
    return problems


def _is_text(value: object) -> TypeGuard[str]:
    """Text that has a UTF-8 form (a lone surrogate, which JSON can carry, has none)."""
    return isinstance(value, str) and not any("\ud800" <= char <= "\udfff" for char in value)


def _schema_unless(is_good: bool, path: str) -> list[Problem]:
    return [] if is_good else [Problem(path, "schema")]


def _check_format(path: str, value: object) -> list[Problem]:
    return _schema_unless(value == FORMAT, path)


def _check_version(path: str, value: object) -> list[Problem]:
    return _schema_unless(type(value) is int and value == VERSION, path)


def _check_seed(path: str, value: object) -> list[Problem]:
    return _schema_unless(isinstance(value, str) and _SEED.fullmatch(value) is not None, path)


def _check_salt(path: str, value: object) -> list[Problem]:
    if not _is_text(value):
        return [Problem(path, "schema")]
    return _schema_unless(len(unicodedata.normalize("NFC", value)) <= LONGEST_SALT, path)


def _check_commitment(path: str, value: object) -> list[Problem]:
    return _schema_unless(_is_text(value), path)


def _is_name(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and _is_text(value) and value.splitlines() == [value]


def _check_participants(path: str, value: object) -> list[Problem]:
    if not isinstance(value, list):
        return [Problem(path, "schema")]
    problems, seen = [], set()
    for index, name in enumerate(value):
        if not _is_name(name):
            problems.append(Problem(f"{path}.{index}", "schema"))
        elif normal(name) in seen:
            problems.append(Problem(f"{path}.{index}", "duplicate_player", {"player": name}))
        else:
            seen.add(normal(name))
    return problems


def _check_seats(path: str, value: object) -> list[Problem]:
    if not isinstance(value, list):
        return [Problem(path, "schema")]
    problems, seen = [], set()
    for index, label in enumerate(value):
        if not _is_label(label) or label in seen:
            problems.append(Problem(f"{path}.{index}", "schema"))
        else:
            seen.add(label)
    return problems


def _is_label(value: object) -> bool:
    try:
        parse_label(value if isinstance(value, str) else "")
    except ValueError:
        return False
    return True


def _check_result(path: str, value: object) -> list[Problem]:
    if not isinstance(value, Mapping):
        return [Problem(path, "schema")]
    return [Problem(f"{path}.{seat}", "schema") for seat, name in value.items() if not _is_text(name)]


_CHECKS = {
    "format": _check_format,
    "version": _check_version,
    "seed": _check_seed,
    "salt": _check_salt,
    "commitment": _check_commitment,
    "participants": _check_participants,
    "seats": _check_seats,
    "result": _check_result,
}
