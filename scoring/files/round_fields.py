"""Reads the rounds of a file: points, counts, cards by rank. What they are worth is the rules' affair."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.files.fields import Fields, normal, under
from scoring.rules.cards import CANASTA_KINDS, RANKS
from scoring.rules.rounds import Cards, Count, Round

NUMBERS = ("red_threes", "red_threes_in_hand")
FLAGS = ("went_out", "concealed", "last_card")


class RoundFields(Fields):
    """What cannot be read is noted, and marked as unread so that the rules check the rest all the same."""

    def read_rounds(self, path: str, value: object) -> list[Round] | None:
        """All rounds of a sheet; None if they are no list."""
        if not isinstance(value, list):
            self.refuse(path)
            return None
        return [self.read_round(under(path, index), one) for index, one in enumerate(value)]

    def read_round(self, path: str, value: object) -> Round:
        """One round with points, counts or both."""
        entry = self.mapping(path, value, (), ("points", "counts"))
        if entry is None:
            return Round()
        if not entry:
            self.refuse(path)
        unread: set[str] = set()
        points = self._by_player(under(path, "points"), entry.get("points", {}), self._whole, unread)
        counts = self._by_player(under(path, "counts"), entry.get("counts", {}), self._count, unread)
        return Round(points, counts, frozenset(unread))

    def _by_player(self, path: str, value: object, read: Any, unread: set[str]) -> dict[str, Any]:
        """An object by players' names; whose entry cannot be read is noted in `unread`."""
        if not isinstance(value, Mapping):
            self.refuse(path)
            return {}
        entries: dict[str, Any] = {}
        for name, item in value.items():
            key = normal(name)
            entry = read(under(path, name), item)
            if key in entries or key in unread:
                self.refuse(under(path, name))
            elif entry is None:
                unread.add(key)
            else:
                entries[key] = entry
        return entries

    def _whole(self, path: str, value: object) -> int | None:
        """A whole number of any size: which ones can be, the rules say."""
        if isinstance(value, bool) or not isinstance(value, int):
            self.refuse(path)
            return None
        return value

    def _count(self, path: str, value: object) -> Count | None:
        """One player's count; fields that cannot be read are named in its `unread`."""
        entry = self.mapping(path, value, ("melded", "hand"), ("canastas", *NUMBERS, *FLAGS))
        if entry is None:
            return None
        read: dict[str, Any] = {}
        for key in ("melded", "hand"):
            read[key] = self._cards(under(path, key), entry[key]) if key in entry else None
        if "canastas" in entry:
            read["canastas"] = self._numbers(under(path, "canastas"), entry["canastas"], CANASTA_KINDS)
        for key in NUMBERS:
            if key in entry:
                read[key] = self._whole(under(path, key), entry[key])
        for key in FLAGS:
            if key in entry:
                read[key] = self.flag(under(path, key), entry[key])
        unread = frozenset(key for key, one in read.items() if one is None)
        known = {key: one for key, one in read.items() if one is not None}
        return Count(**({"melded": 0, "hand": 0} | known), unread=unread)

    def _cards(self, path: str, value: object) -> Cards | None:
        """A value, or cards by rank."""
        return self._numbers(path, value, RANKS) if isinstance(value, Mapping) else self._whole(path, value)

    def _numbers(self, path: str, value: object, keys: tuple[str, ...]) -> dict[str, int] | None:
        """How many of each; None as soon as one cannot be read."""
        entry = self.mapping(path, value, (), keys)
        if entry is None:
            return None
        numbers = {key: self._whole(under(path, key), entry[key]) for key in entry if key in keys}
        known = {key: one for key, one in numbers.items() if one is not None}
        return known if len(known) == len(entry) else None
