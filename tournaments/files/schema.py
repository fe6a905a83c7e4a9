"""From the JSON of a tournament file to a document: is everything there, of the right type, and known?

Rounds are left as they are; `sheets.py` reads and checks them with each table's sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules.problems import Problem
from scoring.rules.ruleset import load_rulesets
from tournaments.files.document import (
    FORMAT,
    RUNNING,
    USUAL_RULESET,
    VERSION,
    Document,
    Player,
    WrittenDecision,
)
from tournaments.files.table_fields import LARGEST_SMALL, RawTable, TableFields
from tournaments.season import COUNTING_KINDS

NEEDED = ("format", "version", "name", "date", "kind", "players", "tables")
OTHERS = ("state", "host", "venue", "ruleset", "target", "final", "decisions", "ended_early")
TRAINING = "training"
KINDS = (*sorted(COUNTING_KINDS), TRAINING)
SETTLERS = ("lot", "host", "board")


@dataclass(frozen=True)
class Reading:
    """What could be read: the tables one by one, and the document if nothing is missing.

    `target` is None where it is the rule set's; `unread` may name it as not readable.
    """

    document: Document | None
    tables: tuple[RawTable, ...]
    ruleset: str | None
    target: int | None
    problems: tuple[Problem, ...]
    unread: frozenset[str] = frozenset()


def read_schema(value: object) -> Reading:
    """All that can be said of the form of one tournament; paths from its own root."""
    reader = _Reader()
    fields = reader.fields
    root = fields.mapping("", value, NEEDED, OTHERS)
    if root is None:
        return Reading(None, (), None, None, tuple(fields.problems))
    return reader.read(root)


class _Reader:
    """Reads one tournament."""

    def __init__(self) -> None:
        self.fields = TableFields()

    def read(self, root: Mapping[str, Any]) -> Reading:
        fields = self.fields
        fields.field(root, "format", lambda path, value: fields.choice(path, value, [FORMAT]))
        fields.field(root, "version", lambda path, value: fields.choice(path, value, [VERSION]))
        name = fields.field(root, "name", fields.text)
        date = fields.field(root, "date", fields.date)
        kind = fields.field(root, "kind", lambda path, value: fields.choice(path, value, KINDS))
        state = fields.field(root, "state", lambda path, value: fields.choice(path, value, [RUNNING]))
        host = fields.field(root, "host", fields.text)
        venue = fields.field(root, "venue", fields.text)
        ruleset = self._ruleset(root, kind)
        before = fields.gaps
        target = self._target(root, kind, ruleset)
        unread = frozenset(["target"] if fields.gaps > before and kind not in COUNTING_KINDS else [])
        players = fields.field(root, "players", self._players)
        tables = fields.field(root, "tables", fields.read_tables)
        final = fields.field(root, "final", fields.read_final)
        parts = root["final"] if isinstance(root.get("final"), Mapping) else {}
        declined = fields.field(parts, "declined", fields.people_named, "final")
        admitted = fields.field(parts, "admitted", fields.reasons, "final")
        decisions = fields.field(root, "decisions", self._decisions)
        ended_early = fields.field(root, "ended_early", fields.reason)
        document = None
        if name and date and kind and players is not None and tables is not None and not fields.gaps:
            document = Document(
                name=name,
                date=date,
                kind=kind,
                players=tuple(players),
                tables=tuple(tables),
                final=final,
                decisions=tuple(decisions or ()),
                declined=tuple(declined or ()),
                admitted=admitted or {},
                host=host,
                venue=venue or "",
                is_running=state == RUNNING,
                ended_early=ended_early or "",
                ruleset=ruleset or USUAL_RULESET,
                target=target,
            )
        return Reading(document, tuple(fields.raw_tables), ruleset, target, tuple(fields.problems), unread)

    def _ruleset(self, root: Mapping[str, Any], kind: str | None) -> str | None:
        """The rule set: only training has a choice (R1.3)."""
        fields = self.fields
        if "ruleset" not in root:
            return USUAL_RULESET
        ruleset = fields.text("ruleset", root["ruleset"])
        if ruleset is not None and ruleset not in load_rulesets():
            fields.refuse("ruleset", "unknown_ruleset", ruleset=ruleset)
            return None
        if ruleset not in (None, USUAL_RULESET) and kind in COUNTING_KINDS:
            fields.refuse("ruleset")
        return ruleset

    def _target(self, root: Mapping[str, Any], kind: str | None, ruleset: str | None) -> int | None:
        """The target, if it is not the rule set's: only training may have one (R1.3)."""
        fields = self.fields
        target: int | None = fields.field(root, "target", lambda path, value: fields.number(path, value, least=5))
        if target is None:
            return None
        if target % 5:
            fields.refuse("target", "out_of_range")
        elif kind in COUNTING_KINDS:
            fields.refuse("target")
        elif ruleset is None or target != load_rulesets()[ruleset].target:
            return target
        return None

    def _players(self, path: str, value: Any) -> list[Player] | None:
        players = self.fields.items(path, value, self._player)
        if players is None:
            return None
        seen: set[str] = set()
        numbers: set[int] = set()
        for index, player in enumerate(players):
            part = "key" if player.reference != player.name else "name"
            if player.reference in seen:
                self.fields.refuse(f"{path}.{index}.{part}", "duplicate_player", player=player.reference)
            elif player.number in numbers:
                self.fields.refuse(f"{path}.{index}.number", "duplicate_player", player=player.reference)
            seen.add(player.reference)
            numbers |= {player.number} - {None}  # type: ignore[arg-type]
        self.fields.people = seen
        return players

    def _player(self, path: str, value: Any) -> Player | None:
        fields = self.fields
        entry = fields.mapping(path, value, ("name",), ("born", "number", "key", "guest"))
        if entry is None:
            return None
        before = fields.gaps
        name = fields.field(entry, "name", fields.text, path)
        born = fields.field(entry, "born", fields.date, path)
        number = fields.field(entry, "number", lambda part, one: fields.number(part, one, least=1), path)
        key = fields.field(entry, "key", fields.text, path)
        is_guest = fields.field(entry, "guest", fields.flag, path)
        if name is None or fields.gaps > before:
            return None
        return Player(key or name, name, born, number, bool(is_guest))

    def _decisions(self, path: str, value: Any) -> list[WrittenDecision] | None:
        return self.fields.items(path, value, self._decision)

    def _decision(self, path: str, value: Any) -> WrittenDecision | None:
        fields = self.fields
        entry = fields.mapping(path, value, ("stage", "order", "by"), ("table", "reason", "void"))
        if entry is None:
            return None
        before = fields.gaps
        stage = fields.field(entry, "stage", lambda part, one: fields.choice(part, one, ("table", "final")), path)
        table = fields.field(entry, "table", lambda part, one: fields.number(part, one, most=LARGEST_SMALL), path)
        order = fields.field(entry, "order", lambda part, one: fields.items(part, one, fields.person), path)
        by = fields.field(entry, "by", lambda part, one: fields.choice(part, one, SETTLERS), path)
        reason = fields.field(entry, "reason", fields.reason, path)
        is_void = fields.field(entry, "void", fields.flag, path)
        if stage == "table" and "table" not in entry:
            fields.refuse(path, key="table")
        if stage == "final" and "table" in entry:
            fields.refuse(f"{path}.table")
        if by in ("host", "board") and "reason" not in entry:
            fields.refuse(path, key="reason")
        if order is None or fields.gaps > before:
            return None
        return WrittenDecision(table if stage == "table" else None, tuple(order), by, reason or "", bool(is_void))
