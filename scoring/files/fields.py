"""Reads the fields of a JSON document one by one, noting each that is not what the format says."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from scoring.rules.problems import Problem

LONGEST_TEXT = 200
LONGEST_REASON = 10_000
LARGEST_NUMBER = 2_147_483_647
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_T = TypeVar("_T")


def normal(text: str) -> str:
    """Unicode NFC: the one way in which texts are kept and compared."""
    return unicodedata.normalize("NFC", text)


class Fields:
    """Values come out normalised, or as None with a problem noted under their path."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.gaps = 0

    def refuse(self, path: str, code: str = "schema", *, is_gap: bool = True, **params: str | int) -> None:
        """Note a problem; `gaps` counts those after which what could be read is not all that was meant."""
        self.problems.append(Problem(path, code, params))
        self.gaps += is_gap

    def field(self, holder: Mapping[str, Any], key: str, read: Callable[[str, Any], Any], path: str = "") -> Any:
        """A field by its reader; None if it is not there (a missing one that is needed is noted already)."""
        return read(under(path, key), holder[key]) if key in holder else None

    def mapping(
        self, path: str, value: object, needed: Collection[str], others: Collection[str]
    ) -> dict[str, Any] | None:
        """An object with these keys; a missing one is noted at the object, an unknown one at itself."""
        if not isinstance(value, Mapping):
            self.refuse(path)
            return None
        for key in needed:
            if key not in value:
                self.refuse(path, key=key)
        for key in value:
            if key not in needed and key not in others:
                self.refuse(under(path, key), is_gap=False)
        return dict(value)

    def items(self, path: str, value: object, read: Callable[[str, Any], _T | None]) -> list[_T] | None:
        """A list, each item read by `read`; None as soon as one cannot be read."""
        if not isinstance(value, list):
            self.refuse(path)
            return None
        read_items = [read(under(path, index), item) for index, item in enumerate(value)]
        kept = [item for item in read_items if item is not None]
        return kept if len(kept) == len(read_items) else None

    def by_name(self, path: str, value: object, read: Callable[[str, Any], _T | None]) -> dict[str, _T] | None:
        """An object whose keys are names of people, each value read by `read`."""
        if not isinstance(value, Mapping):
            self.refuse(path)
            return None
        result = {}
        for name, item in value.items():
            read_item = read(under(path, name), item)
            if normal(name) in result:
                self.refuse(under(path, name))
            elif read_item is not None:
                result[normal(name)] = read_item
        return result if len(result) == len(value) else None

    def text(self, path: str, value: object, longest: int = LONGEST_TEXT) -> str | None:
        """One line of text, not empty, that can be shown, stored and printed."""
        return self._text(path, value, longest, {"Cc", "Cs", "Zl", "Zp"})

    def reason(self, path: str, value: object) -> str | None:
        """A reason, not empty; it may have several lines."""
        return self._text(path, value, LONGEST_REASON, {"Cs"})

    def _text(self, path: str, value: object, longest: int, unwanted: Collection[str]) -> str | None:
        if not isinstance(value, str) or "\0" in value or not value.strip():
            self.refuse(path)
            return None
        text = normal(value)
        if len(text) > longest or any(unicodedata.category(char) in unwanted for char in text):
            self.refuse(path)
            return None
        return text

    def number(self, path: str, value: object, *, least: int = 0, most: int = LARGEST_NUMBER) -> int | None:
        """A whole number; one that is too small or too large is `out_of_range`."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.refuse(path)
            return None
        if not least <= value <= most:
            self.refuse(path, "out_of_range")
            return None
        return value

    def flag(self, path: str, value: object) -> bool | None:
        """True or false."""
        if not isinstance(value, bool):
            self.refuse(path)
            return None
        return value

    def choice(self, path: str, value: object, choices: Collection[object]) -> Any:
        """One of a few values, of the same type."""
        if not any(type(value) is type(one) and value == one for one in choices):
            self.refuse(path)
            return None
        return value

    def date(self, path: str, value: object) -> dt.date | None:
        """A date as 2014-03-08."""
        if isinstance(value, str) and _DATE.fullmatch(value):
            try:
                return dt.date.fromisoformat(value)
            except ValueError:
                pass
        self.refuse(path)
        return None


def under(path: str, part: str | int) -> str:
    """The path of a part of what `path` names."""
    return f"{path}.{part}" if path else f"{part}"
