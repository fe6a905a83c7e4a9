"""Reads tables and final of a tournament file: who sat where, who came late and who left."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from scoring.files.fields import Fields, under
from tournaments.files.document import Seats, WrittenTable

TABLE_OTHERS = ("first", "scribe", "left_after", "joined_after")
FINAL_OTHERS = ("first", "scribe", "declined", "admitted")
LARGEST_SMALL = 32767


@dataclass(frozen=True)
class RawTable:
    """A table (or the final) that could be read, with its rounds as they stand in the file."""

    path: str
    table: WrittenTable
    rounds: Any


class TableFields(Fields):
    """`people` are the references of the players, None while they cannot be read."""

    def __init__(self) -> None:
        super().__init__()
        self.people: Collection[str] | None = None
        self.raw_tables: list[RawTable] = []

    def read_tables(self, path: str, value: Any) -> list[WrittenTable] | None:
        """All tables: each with a number of its own, everybody at one of them."""
        tables = self.items(path, value, self._table)
        if tables is None:
            return None
        numbers: set[int] = set()
        seated: set[str] = set()
        for index, table in enumerate(tables):
            if table.number in numbers:
                self.refuse(f"{path}.{index}.number", table=table.number)
            numbers.add(table.number)
            self._refuse_twice(f"{path}.{index}", table, seated)
        return tables

    def _refuse_twice(self, path: str, table: WrittenTable, seated: set[str]) -> None:
        """Nobody sits at two places (of the tables; the final is played by people who sat at one)."""
        for seat, people in enumerate(table.seats):
            for turn, person in enumerate(people):
                if person in seated:
                    part = f"{seat}.{turn}" if len(people) > 1 else f"{seat}"
                    self.refuse(f"{path}.seats.{part}", "duplicate_player", player=person)
                seated.add(person)

    def _table(self, path: str, value: Any) -> WrittenTable | None:
        entry = self.mapping(path, value, ("number", "seats", "rounds"), TABLE_OTHERS)
        if entry is None:
            return None
        number = self.field(
            entry, "number", lambda part, one: self.number(part, one, least=1, most=LARGEST_SMALL), path
        )
        return self._seated(path, entry, number, allow_substitutes=True)

    def read_final(self, path: str, value: Any) -> WrittenTable | None:
        """The final; there are no substitutes in its single round."""
        entry = self.mapping(path, value, ("seats", "rounds"), FINAL_OTHERS)
        if entry is None:
            return None
        final = self._seated(path, entry, 0, allow_substitutes=False)
        if final is not None:
            self._refuse_twice(path, final, set())
        return final

    def _seated(
        self, path: str, entry: Mapping[str, Any], number: int | None, *, allow_substitutes: bool
    ) -> WrittenTable | None:
        before = self.gaps
        seats = self.field(entry, "seats", self._seats, path)
        first = self.field(entry, "first", self.text, path)
        scribe = self.field(entry, "scribe", self.text, path)
        left = self.field(entry, "left_after", self._round_numbers, path) or {}
        joined = self.field(entry, "joined_after", self._round_numbers, path) or {}
        if number is None or seats is None or "rounds" not in entry or self.gaps > before:
            return None
        table = WrittenTable(number, seats, (), first, scribe, left, joined)
        if not self._check_people(path, table):
            return None
        self._check_turns(path, table, allow_substitutes=allow_substitutes)
        if self.gaps == before:
            self.raw_tables.append(RawTable(path, table, entry["rounds"]))
        return table

    def _check_people(self, path: str, table: WrittenTable) -> bool:
        """Whether everybody named at the table sits there; who sits there is checked against the players."""
        strangers = [
            (f"{path}.{part}", person)
            for part, person in (
                ("first", table.first),
                ("scribe", table.scribe),
                *((f"left_after.{person}", person) for person in table.left_after),
                *((f"joined_after.{person}", person) for person in table.joined_after),
            )
            if person is not None and person not in table.people
        ]
        for where, person in strangers:
            self.refuse(where, "unknown_player", player=person)
        return not strangers

    def _check_turns(self, path: str, table: WrittenTable, *, allow_substitutes: bool) -> None:
        """Who takes over a seat comes after the one before has left (R2.18)."""
        for seat, people in enumerate(table.seats):
            for turn, (before, after) in enumerate(pairwise(people), 1):
                gone = table.left_after.get(before)
                if not allow_substitutes or gone is None or table.joined_after.get(after, 0) < gone:
                    self.refuse(f"{path}.seats.{seat}.{turn}")

    def _seats(self, path: str, value: Any) -> Seats | None:
        seats = self.items(path, value, self._seat)
        if seats is not None and max([len(seats), *map(len, seats)]) > LARGEST_SMALL:
            self.refuse(path, "out_of_range")
            return None
        return None if seats is None else tuple(seats)

    def _seat(self, path: str, value: Any) -> tuple[str, ...] | None:
        if value is None:
            return ()
        if not isinstance(value, list):
            person = self.person(path, value)
            return None if person is None else (person,)
        people = self.items(path, value, self.person)
        if people == []:
            self.refuse(path)
        return tuple(people) if people else None

    def person(self, path: str, value: Any) -> str | None:
        """A reference to one of the players."""
        person = self.text(path, value)
        if person is not None and self.people is not None and person not in self.people:
            self.refuse(path, "unknown_player", player=person)
            return None
        return person

    def people_named(self, path: str, value: Any) -> list[str] | None:
        """A list of players, each once."""
        names = self.items(path, value, self.person)
        seen: set[str] = set()
        for index, name in enumerate(names or ()):
            if name in seen:
                self.refuse(f"{path}.{index}", "duplicate_player", player=name)
            seen.add(name)
        return names

    def reasons(self, path: str, value: Any) -> dict[str, str] | None:
        """For some of the players a reason each."""
        reasons = self.by_name(path, value, self.reason)
        for person in reasons or ():
            self.person(under(path, person), person)
        return reasons

    def _round_numbers(self, path: str, value: Any) -> dict[str, int] | None:
        return self.by_name(path, value, lambda part, one: self.number(part, one, most=LARGEST_SMALL))
