"""The sheets of an evening as they were written: rounds, results and running totals like the paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from scoring.models import RoundResult, RoundState, SheetPlayer, Stage
from scoring.rules.ranking import places, rank
from tournaments.models import Tournament
from tournaments.standings import settle


@dataclass(frozen=True, slots=True)
class SheetColumn:
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


class SheetReader:
    """Reads all sheets of an evening in two queries and lays them out as on paper.

    `names` by member; `orders` are the tie decisions by stage and table (0 for the final), members best first.
    """

    def __init__(
        self,
        names: Mapping[int, str],
        guests: set[int],
        prime: int | None,
        orders: Mapping[tuple[str, int], Sequence[tuple[int, ...]]],
    ) -> None:
        self.names = names
        self.guests = guests
        self.prime = prime
        self.orders = orders

    def read(self, tournament: Tournament) -> list[Sheet]:
        groups = [pk for pk in (tournament.group_id, tournament.final_group_id) if pk is not None]
        players = (
            SheetPlayer.objects.filter(sheet__group__in=groups)
            .select_related("sheet")
            .order_by("sheet__stage", "sheet__number", "position", "turn")
        )
        by_sheet: dict[int, list[SheetPlayer]] = {}
        for player in players:
            by_sheet.setdefault(player.sheet_id, []).append(player)
        results: dict[int, dict[int, int]] = {}
        recorded = RoundResult.objects.filter(round__sheet__group__in=groups, round__state=RoundState.CURRENT)
        for player_id, number, points in recorded.values_list("player_id", "round__number", "points"):
            results.setdefault(player_id, {})[number] = points
        return [self._sheet(columns, results) for columns in by_sheet.values()]

    def _sheet(self, players: list[SheetPlayer], results: Mapping[int, Mapping[int, int]]) -> Sheet:
        sheet = players[0].sheet
        sides: dict[object, list[SheetPlayer]] = {}
        for player in players:
            sides.setdefault(("side", player.side) if player.side is not None else player.pk, []).append(player)
        rounds = max((number for player in players for number in results.get(player.pk, ())), default=0)
        points = {side: self._points_of(side, results) for side in map(tuple, sides.values())}
        ranked = self._places(sheet.stage, sheet.number, points)
        return Sheet(
            stage=sheet.stage,
            number=sheet.number,
            ruleset=sheet.ruleset,
            target=sheet.target,
            is_finished=sheet.finished_at is not None,
            rounds=rounds,
            columns=[
                self._column(side, points[side], rounds, ranked.get(_key(side)), is_first=index == 0)
                for index, side in enumerate(points)
            ],
        )

    def _points_of(self, side: tuple[SheetPlayer, ...], results: Mapping[int, Mapping[int, int]]) -> Mapping[int, int]:
        """Round → points; a side's are kept at its first player."""
        return next((results[player.pk] for player in side if player.pk in results), {})

    def _places(
        self, stage: str, number: int, points: Mapping[tuple[SheetPlayer, ...], Mapping[int, int]]
    ) -> dict[str, int]:
        totals = {_key(side): sum(rounds.values()) for side, rounds in points.items() if rounds}
        orders = self.orders.get((stage, 0 if stage == Stage.FINAL else number), ())
        return places(settle(rank(totals, list(totals)), [tuple(map(str, order)) for order in orders]))

    def _column(
        self,
        side: tuple[SheetPlayer, ...],
        points: Mapping[int, int],
        rounds: int,
        place: int | None,
        *,
        is_first: bool,
    ) -> SheetColumn:
        first = side[0]
        row = [points.get(number) for number in range(1, rounds + 1)]
        running = list(accumulate(value or 0 for value in row))
        return SheetColumn(
            names=[self.names.get(player.member_id or 0, player.name) for player in side],
            seat=seat_label(first.sheet.stage, first.sheet.number, first.seat),
            is_prime=self.prime is not None and any(player.member_id == self.prime for player in side),
            is_guest=any(player.member_id in self.guests for player in side),
            is_first=is_first,
            is_scribe=any(player.is_scribe for player in side),
            joined_after=first.joined_after,
            left_after=first.left_after,
            points=row,
            totals=[None if value is None else total for value, total in zip(row, running, strict=True)],
            place=place,
        )


def _key(side: tuple[SheetPlayer, ...]) -> str:
    """What a decision names: the member; a sheet of an evening always has members."""
    return str(side[0].member_id)
