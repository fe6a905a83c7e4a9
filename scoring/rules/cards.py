"""Ranks, kinds of canasta, and what a deck holds (R3.1, R3.2, R3.8)."""

from collections.abc import Mapping
from types import MappingProxyType

BLACK_THREE = "3"
WILD_RANKS = ("2", "joker")
NATURAL_RANKS = (BLACK_THREE, "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
RANKS = (*NATURAL_RANKS, *WILD_RANKS)

CANASTA_KINDS = ("natural", "mixed", "wild", "concealed_natural", "concealed_mixed")

RED_THREES_A_DECK = 4
VALUE_UNIT = 5  # R3.7: all values are multiples of it


def cards_of_deck(jokers: int) -> Mapping[str, int]:
    """Cards of each rank in one deck (two packs of 52) with that many jokers; red threes are no rank (R3.8)."""
    black_threes = 4
    return MappingProxyType({**dict.fromkeys(RANKS, 8), BLACK_THREE: black_threes, "joker": jokers})


def cards_value(values: Mapping[str, int], cards: Mapping[str, int]) -> int:
    """The value of cards given by rank (R3.1)."""
    return sum(values[rank] * number for rank, number in cards.items())
