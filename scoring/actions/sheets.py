"""A sheet as an action finds it: its group locked, its players, its rounds with their results."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import F, Sum

from club.prepared_queries import Parameter, Prepared, PreparedInstances, PreparedUpdate
from scoring.models import Receipt, Round, RoundResult, RoundState, ScoreSheet, SheetGroup, SheetPlayer, Stage
from scoring.rules.problems import Problem, Problems
from scoring.rules.ruleset import RuleSet, get_ruleset

_GROUP = PreparedInstances(SheetGroup, lambda: SheetGroup.objects.select_for_update().filter(pk=Parameter("group")))
_SHEET = PreparedInstances(ScoreSheet, lambda: ScoreSheet.objects.filter(pk=Parameter("sheet")))
_PLAYERS = PreparedInstances(
    SheetPlayer, lambda: SheetPlayer.objects.filter(sheet_id=Parameter("sheet")).order_by("position")
)
_RAISE = PreparedUpdate(lambda: SheetGroup.objects.filter(pk=Parameter("group")), version=F("version") + 1)
_ROUNDS = Prepared(
    lambda: Round.objects.filter(sheet_id=Parameter("sheet"), state=RoundState.CURRENT).values_list("number", "pk")
)
_TOTALS = Prepared(
    lambda: (
        RoundResult.objects.filter(round__sheet_id=Parameter("sheet"), round__state=RoundState.CURRENT)
        .values_list("player_id")
        .annotate(total=Sum("points"))
    )
)
_RECEIPT = Prepared(
    lambda: Receipt.objects.filter(pk=Parameter("request", Receipt._meta.pk)).values_list(
        "sheet_id", "digest", "answer"
    )
)


@dataclass
class LockedSheet:
    """`rounds` holds the ids of the current rounds by number; their numbers run from 1 without a gap.

    `totals` are the players' totals after them.
    """

    group: SheetGroup
    sheet: ScoreSheet
    players: list[SheetPlayer]
    rounds: dict[int, int]
    totals: dict[int, int]

    @cached_property
    def results(self) -> dict[int, dict[int, int]]:
        """The points of each round by player, as they were when first asked for, and as changed here since."""
        results: dict[int, dict[int, int]] = {}
        rows = RoundResult.objects.filter(round__in=self.rounds.values())
        for number, player, points in rows.values_list("round__number", "player_id", "points"):
            results.setdefault(number, {})[player] = points
        return results

    @cached_property
    def ruleset(self) -> RuleSet:
        return get_ruleset(self.sheet.ruleset)

    @property
    def recorded(self) -> int:
        """How many rounds are recorded."""
        return len(self.rounds)

    @property
    def is_alone(self) -> bool:
        """Whether nobody has a partner."""
        return all(player.side is None for player in self.players)

    @cached_property
    def decks(self) -> int:
        """Decks on the table: by the most people at one time (R1.2, R2.18)."""
        numbers = {1, *(player.joined_after + 1 for player in self.players)}
        most = max(len(self.present(number)) for number in numbers if number <= self.recorded + 1)
        return self.ruleset.decks_for(most)

    def present(self, number: int) -> list[SheetPlayer]:
        """Who plays the round of that number."""
        return [
            player
            for player in self.players
            if player.joined_after < number and (player.left_after is None or player.left_after >= number)
        ]

    def scoring(self, number: int) -> list[SheetPlayer]:
        """Who has a result in that round: everybody present, or with partners the first of each side."""
        first: dict[int, SheetPlayer] = {}
        for player in self.present(number):
            first.setdefault(player.pk if player.side is None else -1 - player.side, player)
        return list(first.values())

    def add_round(self, number: int, pk: int, points: Mapping[int, int]) -> None:
        """The next round is recorded in the row `pk`."""
        self.rounds[number] = pk
        self.totals = add_up([self.totals, points])

    def change_round(self, number: int, pk: int, points: Mapping[int, int]) -> None:
        """The row `pk` holds for that round from now on."""
        self.rounds[number], self.results[number] = pk, dict(points)
        self.totals = add_up(self.results.values())

    def drop_round(self, number: int) -> None:
        """The round of that number is struck."""
        del self.rounds[number], self.results[number]
        self.totals = add_up(self.results.values())

    @property
    def has_reached(self) -> bool:
        """Whether somebody has the target now."""
        return has_reached(self.sheet, self.totals)


def lock_sheet(sheet: ScoreSheet) -> LockedSheet:
    """Lock the group, then read the sheet as it is now."""
    (group,) = _GROUP.instances(group=sheet.group_id)
    (row,) = _SHEET.instances(sheet=sheet.pk)
    return LockedSheet(
        group=group,
        sheet=row,
        players=_PLAYERS.instances(sheet=sheet.pk),
        rounds={number: pk for number, pk in _ROUNDS.rows(sheet=sheet.pk)},  # noqa: C416 (rows are sequences)
        totals=read_totals(sheet),
    )


def read_totals(sheet: ScoreSheet) -> dict[int, int]:
    """Total of each player with a result in a current round."""
    return {player: total for player, total in _TOTALS.rows(sheet=sheet.pk)}  # noqa: C416


def find_receipt(request_id: uuid.UUID | None, sheet: ScoreSheet, digest: str) -> dict[str, Any] | None:
    """The answer that this request has got before. Raises `Problems` (`request_id_reused`) for other content."""
    if request_id is None:
        return None
    for sheet_id, known, answer in _RECEIPT.rows(request=request_id):
        if sheet_id != sheet.pk or known != digest:
            raise Problems([Problem("id", "request_id_reused")])
        return dict(answer)
    return None


def add_up(results: Iterable[Mapping[int, int]]) -> dict[int, int]:
    """Total of each player of these rounds."""
    totals: dict[int, int] = {}
    for points in results:
        for player, value in points.items():
            totals[player] = totals.get(player, 0) + value
    return totals


def raise_group_version(group: SheetGroup) -> None:
    """Let waiting screens know."""
    _RAISE.run(group=group.pk)


def check_open(locked: LockedSheet) -> None:
    """A scribe changes nothing on a sheet that is locked: its final is seated or its evening closed."""
    if locked.sheet.locked_at is not None:
        raise Problems([Problem("", "sheet_locked")])


def has_reached(sheet: ScoreSheet, totals: Mapping[int, int]) -> bool:
    """Whether a total is at the target (R2.3: exactly on it counts)."""
    return sheet.stage == Stage.TABLE and sheet.target is not None and any(t >= sheet.target for t in totals.values())
