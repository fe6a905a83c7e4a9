"""The sheets of an evening as they were written: rounds, results and running totals like the paper."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from scoring.models import RoundResult, RoundState, SheetPlayer, Stage
from scoring.rules.ranking import places, rank
from tournaments.standings import settle


class SheetColumn(NamedTuple):
    """A player (with partners: a side) of a sheet, and what the rounds brought.

    `points` and `totals` have one entry for each round, None where the player was not there (R2.18); `place` is
    None for who was in no round.
    """

    names: Sequence[str]
    seat: str
    is_prime: bool
    is_guest: bool
    is_first: bool
    is_scribe: bool
    joined_after: int
    left_after: int | None
    points: Sequence[int | None]
    totals: Sequence[int | None]
    place: int | None

    @property
    def total(self) -> int:
        """The total at the end, 0 before the first round."""
        return next((total for total in reversed(self.totals) if total is not None), 0)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One Tischtabelle."""

    stage: str
    number: int
    ruleset: str
    target: int | None
    is_finished: bool
    rounds: int
    columns: Sequence[SheetColumn]


def seat_label(stage: str, table: int, seat: int) -> str:
    """`1.3`, or `F.2` at the final (R2.6, R2.7)."""
    return f"F.{seat}" if stage == Stage.FINAL else f"{table}.{seat}"


class _Player(NamedTuple):
    """A row of a player with what is needed of the sheet."""

    pk: int
    sheet: int
    stage: str
    table: int
    ruleset: str
    target: int | None
    finished_at: dt.datetime | None
    member: int | None
    name: str
    seat: int
    side: int | None
    joined_after: int
    left_after: int | None
    is_scribe: bool


Side = tuple[_Player, ...]  # one player, or partners


@dataclass(frozen=True, slots=True)
class SheetReader:
    """Reads all sheets of an evening in two queries and lays them out as on paper.

    `names` by member; `orders` are the tie decisions by stage and table (0 for the final), members best first.
    """

    names: Mapping[int, str]
    guests: Set[int]
    prime: int | None
    orders: Mapping[tuple[str, int], Sequence[tuple[int, ...]]]

    def read(self, groups: Sequence[int]) -> list[Sheet]:
        """The sheets of these groups, by stage and number."""
        by_sheet: dict[int, list[_Player]] = {}
        for player in _read_players(groups):
            by_sheet.setdefault(player.sheet, []).append(player)
        results: dict[int, dict[int, int]] = {}
        recorded = RoundResult.objects.filter(round__sheet__in=list(by_sheet), round__state=RoundState.CURRENT)
        for player_pk, number, points in recorded.values_list("player_id", "round__number", "points"):
            results.setdefault(player_pk, {})[number] = points
        return [self._sheet(players, results) for players in by_sheet.values()]

    def _sheet(self, players: list[_Player], results: Mapping[int, Mapping[int, int]]) -> Sheet:
        first = players[0]
        sides = _sides(players)
        points = [next((results[player.pk] for player in side if player.pk in results), {}) for side in sides]
        rounds = max((number for row in points for number in row), default=0)
        ranked = self._places(first.stage, first.table, sides, points)
        return Sheet(
            stage=first.stage,
            number=first.table,
            ruleset=first.ruleset,
            target=first.target,
            is_finished=first.finished_at is not None,
            rounds=rounds,
            columns=[
                self._column(side, row, rounds, ranked.get(str(side[0].pk)), is_first=index == 0)
                for index, (side, row) in enumerate(zip(sides, points, strict=True))
            ],
        )

    def _places(
        self, stage: str, table: int, sides: Sequence[Side], points: Sequence[Mapping[int, int]]
    ) -> dict[str, int]:
        """The place of each side by its first player, ties settled where somebody decided (R2.15)."""
        totals = {str(side[0].pk): sum(row.values()) for side, row in zip(sides, points, strict=True) if row}
        players = {side[0].member: str(side[0].pk) for side in sides}
        orders = [
            [players[member] for member in order if member in players]
            for order in self.orders.get((stage, 0 if stage == Stage.FINAL else table), ())
        ]
        return places(settle(rank(totals, list(totals)), orders))

    def _column(
        self, side: Side, points: Mapping[int, int], rounds: int, place: int | None, *, is_first: bool
    ) -> SheetColumn:
        first = side[0]
        row = [points.get(number) for number in range(1, rounds + 1)]
        running = accumulate(value or 0 for value in row)
        return SheetColumn(
            names=[self.names.get(player.member or 0, player.name) for player in side],
            seat=seat_label(first.stage, first.table, first.seat),
            is_prime=self.prime is not None and any(player.member == self.prime for player in side),
            is_guest=any(player.member in self.guests for player in side),
            is_first=is_first,
            is_scribe=any(player.is_scribe for player in side),
            joined_after=first.joined_after,
            left_after=first.left_after,
            points=row,
            totals=[None if value is None else total for value, total in zip(row, running, strict=True)],
            place=place,
        )


def _read_players(groups: Sequence[int]) -> Iterable[_Player]:
    rows = SheetPlayer.objects.filter(sheet__group__in=groups).order_by(
        "sheet__stage", "sheet__number", "position", "turn"
    )
    return map(
        _Player._make,
        rows.values_list(
            "pk",
            "sheet_id",
            "sheet__stage",
            "sheet__number",
            "sheet__ruleset",
            "sheet__target",
            "sheet__finished_at",
            "member_id",
            "name",
            "seat",
            "side",
            "joined_after",
            "left_after",
            "is_scribe",
        ),
    )


def _sides(players: Iterable[_Player]) -> list[Side]:
    """Players in the order of the sheet; partners together, where the first of them stands."""
    sides: dict[object, list[_Player]] = {}
    for player in players:
        key = ("player", player.pk) if player.side is None else ("side", player.side)
        sides.setdefault(key, []).append(player)
    return [tuple(side) for side in sides.values()]
