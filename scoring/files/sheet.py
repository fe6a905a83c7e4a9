"""The sheet file: a document becomes a sheet, everything that is wrong with it is found in one go."""

from __future__ import annotations

from typing import Any

from scoring.files.file_order import in_file_order
from scoring.files.round_fields import RoundFields
from scoring.rules.problems import Problem
from scoring.rules.ruleset import RuleSet, load_rulesets
from scoring.rules.sheet_values import STAGES, TABLE
from scoring.rules.sheets import Sheet, SheetPlayer, check_sheet, score

FORMAT, VERSION = "tischtabelle/sheet", 1
NEEDED = ("format", "version", "ruleset", "players", "rounds")
OTHERS = ("target", "sides", "stage", "first", "scribe")


def count_sheet(value: object) -> tuple[dict[str, Any] | None, list[Problem]]:
    """The result of one sheet file, or all its problems in file order."""
    sheet, problems = read_sheet(value)
    if problems or sheet is None:
        return None, problems
    return score(sheet).as_document(), []


def read_sheet(value: object) -> tuple[Sheet | None, list[Problem]]:
    """The sheet of a document, checked; None if the document has no sheet's form at all."""
    fields = SheetFields()
    sheet = fields.read(value)
    problems = list(fields.problems)
    if sheet is not None:
        problems += check_sheet(sheet)
    return sheet, in_file_order(value, problems)


class SheetFields(RoundFields):
    """Reads a whole sheet file."""

    def read(self, value: object) -> Sheet | None:
        """The sheet, with what could not be read marked as unread."""
        entry = self.mapping("", value, NEEDED, OTHERS)
        if entry is None:
            return None
        unread: set[str] = set()

        def read(key: str, reader: Any, default: Any = None) -> Any:
            if key not in entry:
                if key in NEEDED:
                    unread.add(key)
                return default
            found = reader(key, entry[key])
            if found is None:
                unread.add(key)
            return default if found is None else found

        read("format", lambda path, one: self.choice(path, one, (FORMAT,)))
        read("version", lambda path, one: self.choice(path, one, (VERSION,)))
        ruleset = read("ruleset", self._ruleset, next(iter(load_rulesets().values())))
        stage = read("stage", lambda path, one: self.choice(path, one, STAGES), TABLE)
        target = read("target", self._whole)
        players = read("players", self._players, [])
        sides = None if entry.get("sides") is None else read("sides", self._sides)
        first = read("first", self.text)
        scribe = read("scribe", self.text)
        rounds = read("rounds", self.read_rounds, [])
        return Sheet(
            ruleset=ruleset,
            players=tuple(players),
            sides=None if sides is None else tuple(sides),
            target=target,
            stage=stage,
            first=first,
            scribe=scribe,
            rounds=tuple(rounds),
            unread=frozenset(unread),
        )

    def _ruleset(self, path: str, value: object) -> RuleSet | None:
        name = self.text(path, value)
        if name is None:
            return None
        if name not in load_rulesets():
            self.refuse(path, "unknown_ruleset", ruleset=name)
            return None
        return load_rulesets()[name]

    def _players(self, path: str, value: object) -> list[SheetPlayer] | None:
        return self.items(path, value, self._player)

    def _player(self, path: str, value: object) -> SheetPlayer | None:
        entry = self.mapping(path, value, ("name",), ("born", "left_after", "joined_after"))
        if entry is None:
            return None
        name = self.field(entry, "name", self.text, path)
        born = self.field(entry, "born", self.date, path)
        left_after = self.field(entry, "left_after", self._whole, path)
        joined_after = self.field(entry, "joined_after", self._whole, path)
        unread = [
            key
            for key, one in (("left_after", left_after), ("joined_after", joined_after))
            if key in entry and one is None
        ]
        if name is None or unread:
            return None
        return SheetPlayer(name, born, left_after, joined_after or 0)

    def _sides(self, path: str, value: object) -> list[tuple[str, ...]] | None:
        return self.items(path, value, self._side)

    def _side(self, path: str, value: object) -> tuple[str, ...] | None:
        names = self.items(path, value, self.text)
        return None if names is None else tuple(names)
