"""Reads the tables of a rule set's file strictly: what is unknown, missing or of the wrong kind is refused by name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any


class RulesetError(Exception):
    """A rule set's file that cannot be right: which file, which key, and why."""

    def __init__(self, file: str, key: str, reason: str) -> None:
        self.file, self.key, self.reason = file, key, reason
        super().__init__(f"{file}: {key}: {reason}" if key else f"{file}: {reason}")


_MISSING = object()


class Section:
    """One table of the file. Every key that is asked for is known; `close` refuses all others."""

    def __init__(self, file: str, name: str, values: Mapping[str, Any]) -> None:
        self.file, self.name, self.values = file, name, values
        self.known: set[str] = set()

    def refuse(self, key: str, reason: str) -> RulesetError:
        """The error for one key of this table, to be raised."""
        return RulesetError(self.file, ".".join(part for part in (self.name, key) if part), reason)

    def has(self, key: str) -> bool:
        """Whether a key that may be missing is there."""
        self.known.add(key)
        return key in self.values

    def _value(self, key: str) -> Any:
        self.known.add(key)
        value = self.values.get(key, _MISSING)
        if value is _MISSING:
            raise self.refuse(key, "is missing")
        return value

    def whole(self, key: str, *, least: int, unit: int = 1) -> int:
        """A whole number, at least `least`, a multiple of `unit`."""
        return self._whole(key, self._value(key), least, unit)

    def _whole(self, key: str, value: Any, least: int, unit: int = 1) -> int:
        if type(value) is not int or value < least or value % unit:
            kind = f"a multiple of {unit}" if unit > 1 else "a whole number"
            raise self.refuse(key, f"must be {kind}, at least {least}, not {value!r}")
        return value

    def wholes(self, key: str, *, least: int, unit: int = 1) -> tuple[int, ...]:
        """A list of different whole numbers, ascending; may be empty."""
        value = self._value(key)
        if not isinstance(value, list):
            raise self.refuse(key, "must be a list of whole numbers")
        numbers = tuple(self._whole(key, item, least, unit) for item in value)
        if list(numbers) != sorted(set(numbers)):
            raise self.refuse(key, "must be ascending, each number once")
        return numbers

    def text(self, key: str) -> str:
        """Text that is not empty."""
        value = self._value(key)
        if not isinstance(value, str) or not value.strip():
            raise self.refuse(key, f"must be text, not {value!r}")
        return value

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self._value(key)
        if not isinstance(value, bool):
            raise self.refuse(key, f"must be true or false, not {value!r}")
        return value

    def choice(self, key: str, choices: Collection[str]) -> str:
        """One of a few words."""
        value = self._value(key)
        if value not in choices:
            raise self.refuse(key, f"must be one of {', '.join(choices)}, not {value!r}")
        return str(value)

    def words(self, key: str, choices: Collection[str]) -> tuple[str, ...]:
        """A list of words out of `choices`, none twice."""
        value = self._value(key)
        if not isinstance(value, list) or any(word not in choices for word in value):
            raise self.refuse(key, f"must be a list out of {', '.join(choices)}")
        if len(set(value)) < len(value):
            raise self.refuse(key, "names something twice")
        return tuple(value)

    def section(self, key: str) -> Section:
        """A table inside this one."""
        return self._section(key, self._value(key))

    def sections(self, key: str) -> tuple[Section, ...]:
        """A list of tables."""
        value = self._value(key)
        if not isinstance(value, list):
            raise self.refuse(key, "must be a list of tables")
        return tuple(self._section(f"{key}.{index}", item) for index, item in enumerate(value))

    def _section(self, key: str, value: Any) -> Section:
        if not isinstance(value, dict):
            raise self.refuse(key, "must be a table")
        return Section(self.file, ".".join(part for part in (self.name, key) if part), value)

    def close(self) -> None:
        """Refuse what nobody has asked for."""
        for key in self.values:
            if key not in self.known:
                raise self.refuse(key, "is not a key that a rule set has")
