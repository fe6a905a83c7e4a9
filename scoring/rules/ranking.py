"""Ranks with ties: groups of equals, best first (R2.15, R2.16)."""

from collections.abc import Iterable, Mapping, Sequence


def rank(totals: Mapping[str, int], seat_order: Sequence[str]) -> list[list[str]]:
    """Groups of equal totals, best first, each group in seat order.

    Only who is in `totals` is ranked; keys missing from `seat_order` stand behind the others of their group.
    """
    position = {key: index for index, key in enumerate(seat_order)}
    by_total: dict[int, list[str]] = {}
    for key in sorted(totals, key=lambda key: position.get(key, len(position))):
        by_total.setdefault(totals[key], []).append(key)
    return [by_total[total] for total in sorted(by_total, reverse=True)]


def places(groups: Iterable[Sequence[str]]) -> dict[str, int]:
    """The place of each: equals share one, the places behind them are left out (1, 2, 2, 4)."""
    result: dict[str, int] = {}
    for group in groups:
        place = len(result) + 1
        result.update((key, place) for key in group)
    return result
