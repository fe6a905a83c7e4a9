"""A score sheet and its result as values."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from scoring.rules.rounds import Breakdown, Round
from scoring.rules.ruleset_values import RuleSet

TABLE, FINAL = "table", "final"
STAGES = (TABLE, FINAL)
BETWEEN_PARTNERS = " & "


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """Somebody at the table: plays the rounds `joined_after` + 1 … `left_after` (R2.17, R2.18)."""

    key: str
    born: dt.date | None = None
    left_after: int | None = None
    joined_after: int = 0

    def is_there(self, number: int) -> bool:
        """Whether this player plays the round of that number."""
        return self.joined_after < number and (self.left_after is None or number <= self.left_after)


@dataclass(frozen=True)
class Sheet:
    """One table's game. `players` in seat order, clockwise; a substitute stands directly after the person replaced.

    `sides` are the partnerships, each by its players' keys; rounds are then keyed by `side_key`. `target` None is
    the rule set's. `first` and `scribe` overrule R4.1 and R4.2. `unread` names parts that could not be read:
    what depends on them is not checked.
    """

    ruleset: RuleSet
    players: tuple[SheetPlayer, ...]
    sides: tuple[tuple[str, ...], ...] | None = None
    target: int | None = None
    stage: str = TABLE
    first: str | None = None
    scribe: str | None = None
    rounds: tuple[Round, ...] = ()
    unread: frozenset[str] = frozenset()

    @property
    def is_final(self) -> bool:
        """A final is a single round (R4.10)."""
        return self.stage == FINAL

    @property
    def goal(self) -> int:
        """The total that ends the game (R4.9)."""
        return self.ruleset.target if self.target is None else self.target

    @cached_property
    def units(self) -> tuple[str, ...]:
        """Who has a column: the players in seat order, or the sides in the order of their first seats."""
        if self.sides is None:
            return tuple(player.key for player in self.players)
        seat = {player.key: index for index, player in enumerate(self.players)}
        ordered = sorted(self.sides, key=lambda side: min((seat.get(key, len(seat)) for key in side), default=0))
        return tuple(side_key(side) for side in ordered)

    @cached_property
    def changes(self) -> bool:
        """Whether anybody left or came late."""
        return any(player.joined_after or player.left_after is not None for player in self.players)

    def people_in(self, number: int) -> tuple[str, ...]:
        """Players of the round of that number, in seat order."""
        if not self.changes:
            return self._everybody
        return tuple(player.key for player in self.players if player.is_there(number))

    def units_in(self, number: int) -> tuple[str, ...]:
        """Who has a result in the round of that number: the players there, or all sides."""
        return self.units if self.sides is not None else self.people_in(number)

    @cached_property
    def _everybody(self) -> tuple[str, ...]:
        return tuple(player.key for player in self.players)

    @cached_property
    def most_people(self) -> int:
        """The most people at one time, up to the round that comes next (R2.18): they decide about the decks."""
        return self.most_people_before(len(self.rounds) + 1)

    def most_people_before(self, last: int | None) -> int:
        """The most people at one time in the rounds up to `last`, or (None) ever."""
        numbers = {1, *(player.joined_after + 1 for player in self.players)}
        return max(len(self.people_in(number)) for number in numbers if last is None or number <= last)

    @cached_property
    def decks(self) -> int:
        """Decks on the table (R1.2)."""
        return self.ruleset.decks_for(self.most_people)


def side_key(side: Iterable[str]) -> str:
    """The key of a side: its players' keys, joined."""
    return BETWEEN_PARTNERS.join(side)


class Roles(NamedTuple):
    """Who deals, cuts and is dealt first in a round (R4.3 to R4.5); None where nobody is left."""

    dealer: str | None
    cutter: str | None
    starter: str | None


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A counted round: results, the totals after it, and how each counted result came about."""

    number: int
    roles: Roles
    points: Mapping[str, int]
    totals: Mapping[str, int]
    breakdown: Mapping[str, Breakdown]

    def as_document(self) -> dict[str, Any]:
        """As the sheet's result file has it."""
        return {
            "number": self.number,
            **self.roles._asdict(),
            "points": dict(self.points),
            "totals": dict(self.totals),
            "breakdown": {key: parts._asdict() for key, parts in self.breakdown.items()},
        }


class Settlement(NamedTuple):
    """The loser pays the winner the difference in one sum (002)."""

    payer: str
    receiver: str
    points: int


@dataclass(frozen=True, slots=True)
class SheetResult:
    """A counted sheet; `decks` for most people at one time, `cards_dealt` and `opening_minimum` for the next round."""

    ruleset: str
    order: Sequence[str]
    scribe: str | None
    decks: int
    cards_dealt: int
    rounds: Sequence[RoundResult]
    totals: Mapping[str, int]
    opening_minimum: Mapping[str, int]
    finished: bool
    ranking: list[list[str]]
    settlement: Settlement | None

    def as_document(self) -> dict[str, Any]:
        """The sheet's result file, version 1."""
        settlement = self.settlement
        return {
            "ruleset": self.ruleset,
            "order": list(self.order),
            "scribe": self.scribe,
            "decks": self.decks,
            "cards_dealt": self.cards_dealt,
            "rounds": [one.as_document() for one in self.rounds],
            "opening_minimum": dict(self.opening_minimum),
            "finished": self.finished,
            "ranking": [list(group) for group in self.ranking],
            "settlement": settlement
            and {"from": settlement.payer, "to": settlement.receiver, "points": settlement.points},
        }
