"""One tournament in values, as the tournament file version 1 describes it; from here it becomes JSON.

People are references: in a file the `key` of a player or else the name, in what comes from the database the
member's primary key as text. All that hangs on people is kept by reference, so that one mapping renames a whole
document, and two documents over the same references can be compared with `==`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

FORMAT = "tischtabelle/tournament"
VERSION = 1
RUNNING = "running"
USUAL_RULESET = "bcc"

Seats = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who takes part. `is_guest` belongs to the evening (R2.14)."""

    reference: str
    name: str = ""
    born: dt.date | None = None
    number: int | None = None
    is_guest: bool = False


@dataclass(frozen=True, slots=True)
class WrittenRound:
    """Points of some, countings of others, by reference; together everybody who plays the round."""

    points: Mapping[str, int]
    counts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """A table, or (number 0) the final. `seats` from seat 1 on: the people who had it one after the other (R2.18)."""

    number: int
    seats: Seats
    rounds: tuple[WrittenRound, ...] = ()
    first: str | None = None
    scribe: str | None = None
    left_after: Mapping[str, int] = field(default_factory=dict)
    joined_after: Mapping[str, int] = field(default_factory=dict)

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who sat there, clockwise, a substitute directly after the person replaced."""
        return tuple(person for seat in self.seats for person in seat)


@dataclass(frozen=True, slots=True)
class WrittenDecision:
    """How a tie was settled; `table` is None at the final."""

    table: int | None
    order: tuple[str, ...]
    by: str
    reason: str = ""
    is_void: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """A whole evening. `host` is a reference or, if `host_name` is set, nobody whom the club knows."""

    name: str
    date: dt.date
    kind: str
    players: tuple[Player, ...]
    tables: tuple[WrittenTable, ...]
    final: WrittenTable | None = None
    decisions: tuple[WrittenDecision, ...] = ()
    declined: tuple[str, ...] = ()
    admitted: Mapping[str, str] = field(default_factory=dict)
    host: str | None = None
    host_name: str = ""
    venue: str = ""
    is_running: bool = False
    ended_early: str = ""
    ruleset: str = USUAL_RULESET
    target: int | None = None

    @property
    def sheets(self) -> tuple[WrittenTable, ...]:
        """All tables, the final last."""
        return (*self.tables, self.final) if self.final else self.tables


def canonical(document: Document) -> Document:
    """The same evening with everything in the one order in which it is exported.

    Tables by number, players as they sat and then by name, everything else by these. What says nothing (somebody
    joined after round 0, a kind of canasta that was counted 0 times) is left out.
    """
    tables = tuple(sorted(document.tables, key=lambda table: table.number))
    seated = list(dict.fromkeys(person for table in tables for person in table.people))
    place = {reference: index for index, reference in enumerate(seated)}
    players = sorted(
        document.players,
        key=lambda player: (place.get(player.reference, len(place)), player.name, player.number or 0),
    )
    place = {player.reference: index for index, player in enumerate(players)}
    return replace(
        document,
        players=tuple(players),
        tables=tuple(_canonical_table(table) for table in tables),
        final=_canonical_table(document.final) if document.final else None,
        decisions=tuple(sorted(document.decisions, key=lambda one: (one.table is None, one.table or 0))),
        declined=tuple(sorted(document.declined, key=place.__getitem__)),
        admitted=_in_order(document.admitted, sorted(document.admitted, key=place.__getitem__)),
    )


def _canonical_table(table: WrittenTable) -> WrittenTable:
    return replace(
        table,
        rounds=tuple(
            WrittenRound(
                _in_order(one.points, table.people),
                {person: canonical_count(count) for person, count in _in_order(one.counts, table.people).items()},
            )
            for one in table.rounds
        ),
        left_after=_in_order(table.left_after, table.people),
        joined_after={person: n for person, n in _in_order(table.joined_after, table.people).items() if n},
    )


def _in_order(values: Mapping[str, Any], order: Iterable[str]) -> dict[str, Any]:
    return {key: values[key] for key in order if key in values}


RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "joker")
CANASTAS = ("natural", "mixed", "wild", "concealed_natural", "concealed_mixed")
COUNT_KEYS = ("melded", "hand", "canastas", "red_threes", "red_threes_in_hand", "went_out", "concealed", "last_card")


def canonical_count(count: Mapping[str, Any]) -> dict[str, Any]:
    """A counting in fixed order, value or cards by rank as it was given, without what is 0 or false."""
    result: dict[str, Any] = {}
    for key in COUNT_KEYS:
        value = count.get(key)
        if isinstance(value, Mapping):
            value = {part: value[part] for part in (CANASTAS if key == "canastas" else RANKS) if value.get(part)}
        if value or key in ("melded", "hand"):
            result[key] = value
    return result


def with_references(document: Document, new: Mapping[str, str]) -> Document:
    """The document with each reference replaced; references missing from `new` stay."""

    def renamed(reference: str) -> str:
        return new.get(reference, reference)

    return replace(
        document,
        players=tuple(replace(player, reference=renamed(player.reference)) for player in document.players),
        tables=tuple(_renamed_table(table, renamed) for table in document.tables),
        final=_renamed_table(document.final, renamed) if document.final else None,
        decisions=tuple(
            replace(decision, order=tuple(map(renamed, decision.order))) for decision in document.decisions
        ),
        declined=tuple(map(renamed, document.declined)),
        admitted={renamed(person): reason for person, reason in document.admitted.items()},
        host=None if document.host is None else renamed(document.host),
    )


def _renamed_table(table: WrittenTable, renamed: Callable[[str], str]) -> WrittenTable:
    return WrittenTable(
        number=table.number,
        seats=tuple(tuple(map(renamed, seat)) for seat in table.seats),
        rounds=tuple(
            WrittenRound(
                {renamed(person): points for person, points in one.points.items()},
                {renamed(person): count for person, count in one.counts.items()},
            )
            for one in table.rounds
        ),
        first=None if table.first is None else renamed(table.first),
        scribe=None if table.scribe is None else renamed(table.scribe),
        left_after={renamed(person): number for person, number in table.left_after.items()},
        joined_after={renamed(person): number for person, number in table.joined_after.items()},
    )


def as_json(document: Document) -> dict[str, Any]:
    """The tournament file; what says nothing is left out. References become names and keys."""
    host = document.host_name or document.host
    result: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "name": document.name,
        "date": document.date.isoformat(),
        "kind": document.kind,
        **_unless_empty(state=RUNNING if document.is_running else "", host=host, venue=document.venue),
        **_unless_empty(ruleset=document.ruleset if document.ruleset != USUAL_RULESET else "", target=document.target),
        "players": [_player_json(player) for player in document.players],
        "tables": [{"number": table.number, **_table_json(table)} for table in document.tables],
    }
    if document.final:
        result["final"] = {
            **_table_json(document.final),
            **_unless_empty(declined=list(document.declined), admitted=document.admitted),
        }
    decisions = [_decision_json(decision) for decision in document.decisions]
    return {**result, **_unless_empty(decisions=decisions, ended_early=document.ended_early)}


def _unless_empty(**values: Any) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value}


def _player_json(player: Player) -> dict[str, Any]:
    key = player.reference if player.reference != player.name else ""
    born = player.born.isoformat() if player.born else ""
    return {"name": player.name, **_unless_empty(key=key, number=player.number, born=born, guest=player.is_guest)}


def _table_json(table: WrittenTable) -> dict[str, Any]:
    return {
        "seats": [_seat_json(seat) for seat in table.seats],
        **_unless_empty(first=table.first, scribe=table.scribe),
        **_unless_empty(left_after=table.left_after, joined_after=table.joined_after),
        "rounds": [_round_json(one) for one in table.rounds],
    }


def _seat_json(seat: Collection[str]) -> str | list[str] | None:
    people = list(seat)
    return people if len(people) > 1 else next(iter(people), None)


def _round_json(one: WrittenRound) -> dict[str, Any]:
    return _unless_empty(points=one.points, counts=one.counts) or {"points": {}}


def _decision_json(decision: WrittenDecision) -> dict[str, Any]:
    stage = {"stage": "final"} if decision.table is None else {"stage": "table", "table": decision.table}
    return {
        **stage,
        "order": list(decision.order),
        "by": decision.by,
        **_unless_empty(reason=decision.reason, void=decision.is_void),
    }
