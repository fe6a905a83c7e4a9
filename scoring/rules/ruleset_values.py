"""A rule set as values: everything in which the five texts differ, and nothing hidden in code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scoring.rules.cards import NATURAL_RANKS, WILD_RANKS, cards_of_deck, cards_value


@dataclass(frozen=True)
class Players:
    """How many play. `alone`: numbers that play each alone; `sides`: players to sides; a final may take any number."""

    alone: tuple[int, ...]
    sides: Mapping[int, int]
    any_number_in_final: bool

    @property
    def allowed(self) -> tuple[int, ...]:
        """All numbers at a table, ascending."""
        return tuple(sorted({*self.alone, *self.sides}))

    def allows(self, number: int, *, is_final: bool) -> bool:
        """Whether so many may play at one time (R2.2, R2.5)."""
        return number in self.allowed or (is_final and self.any_number_in_final and number >= 2)

    def must_have_sides(self, number: int) -> bool:
        """Whether so many can only play in partnerships."""
        return number in self.sides and number not in self.alone


@dataclass(frozen=True)
class Decks:
    """One deck up to `one_up_to` players, one more for every further `one_more_for` begun (R1.2); jokers of each."""

    one_up_to: int
    one_more_for: int
    jokers: int


@dataclass(frozen=True)
class Dealt:
    """`cards` for each player from `players` on (R4.6)."""

    players: int
    cards: int


@dataclass(frozen=True)
class Canastas:
    """`cards` make a canasta; `bonus` by kind holds only the kinds that the rule set has (R3.2)."""

    cards: int
    most_wild: int
    least_natural: int
    wild_at_most_natural: bool
    bonus: Mapping[str, int]


@dataclass(frozen=True)
class Concealed:
    """Going out concealed: `how` is doubles (value: the factor), adds (on top of going out) or replaces (R3.5)."""

    how: str
    value: int
    only_before_opening: bool


@dataclass(frozen=True)
class GoingOut:
    """Going out: its bonus, the canastas that it needs (R3.6), and what going out concealed does, if anything."""

    bonus: int
    canastas_needed: int
    concealed: Concealed | None


@dataclass(frozen=True)
class RedThrees:
    """Red threes count plus with a canasta or with a meld (`plus_with`), `otherwise` minus or nothing.

    `all_four`: what all four of a deck count together; `in_hand`: what each still in the hand costs.
    None where the rule set does not know it.
    """

    each: int
    all_four: int | None
    plus_with: str
    otherwise: str
    in_hand: int | None


@dataclass(frozen=True)
class OpeningStep:
    """Totals below `below` (None: all others) need a first meld of `needs` (R4.7)."""

    below: int | None
    needs: int


@dataclass(frozen=True)
class Derivation:
    """In which order the text counts, without and with a canasta (R3.3, R3.4)."""

    without_canasta: tuple[str, ...]
    with_canasta: tuple[str, ...]


@dataclass(frozen=True)
class Decision:
    """Where the text is silent: what about, and what was decided, in German and English."""

    about: str
    de: str
    en: str


@dataclass(frozen=True)
class RuleSet:
    """One way to count Canasta, read from a TOML file of the same name as `slug`."""

    slug: str
    name: str
    source: str
    order: str
    target: int
    short_targets: tuple[int, ...]
    settlement: bool
    last_card: int | None
    players: Players
    decks: Decks
    dealt: tuple[Dealt, ...]
    card_values: Mapping[str, int]
    canastas: Canastas
    going_out: GoingOut
    red_threes: RedThrees
    opening: tuple[OpeningStep, ...]
    derivation: Derivation
    decided: tuple[Decision, ...]
    document: Mapping[str, Any]

    def as_dict(self) -> dict[str, Any]:
        """The rule set as its file says it, with its slug: plain values that can be sent to a tablet."""
        return {"slug": self.slug, **self.document}

    def decks_for(self, players: int) -> int:
        """Decks on a table of so many (R1.2)."""
        further = max(0, players - self.decks.one_up_to)
        return 1 - (-further // self.decks.one_more_for)

    def cards_dealt(self, players: int) -> int:
        """Cards for each of so many (R4.6)."""
        return next((step.cards for step in reversed(self.dealt) if players >= step.players), self.dealt[0].cards)

    def opening_minimum(self, total: int) -> int:
        """What the first meld must be worth for a player or side with that total before the round (R4.7)."""
        return next(step.needs for step in self.opening if step.below is None or total < step.below)

    @property
    def names_by_age(self) -> bool:
        """Whether birth dates give the sheet's order and its scribe (R4.1, R4.2)."""
        return self.order == "age"

    @cached_property
    def cards_of_deck(self) -> Mapping[str, int]:
        """Cards of each rank in one deck, red threes apart."""
        return cards_of_deck(self.decks.jokers)

    @cached_property
    def deck_value(self) -> int:
        """The value of all cards of one deck without its red threes (R3.8): 1180 with four jokers."""
        return cards_value(self.card_values, self.cards_of_deck)

    @cached_property
    def least_canasta_values(self) -> Mapping[str, int]:
        """The least card value that a canasta of each kind of this rule set contains (R3.8)."""
        natural = min(self.card_values[rank] for rank in NATURAL_RANKS)
        wild = min(self.card_values[rank] for rank in WILD_RANKS)
        cards = self.canastas.cards
        least = {"natural": cards * natural, "mixed": (cards - 1) * natural + wild, "wild": cards * wild}
        return {kind: least[kind.removeprefix("concealed_")] for kind in self.canastas.bonus}
