"""A sheet as an action finds it: its group locked, its players with their totals, its rounds."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import F, Sum

from scoring.models import Receipt, Round, RoundResult, RoundState, ScoreSheet, SheetGroup, SheetPlayer, Stage
from scoring.rules.problems import Problem, Problems
from scoring.rules.ruleset import RuleSet, get_ruleset


@dataclass
class LockedSheet:
    """`rounds` holds the ids of the current rounds by number; their numbers run from 1 without a gap."""

    group: SheetGroup
    sheet: ScoreSheet
    players: list[SheetPlayer]
    rounds: dict[int, int]

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
        most = max(len(self.present(number)) for number in range(1, self.recorded + 2))
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


def lock_sheet(sheet: ScoreSheet) -> LockedSheet:
    """Lock the group, then read the sheet as it is now."""
    group = SheetGroup.objects.select_for_update().get(sheets=sheet.pk)
    return LockedSheet(
        group=group,
        sheet=ScoreSheet.objects.get(pk=sheet.pk),
        players=list(SheetPlayer.objects.filter(sheet=sheet.pk).order_by("position")),
        rounds=dict(
            Round.objects.filter(sheet=sheet.pk, state=RoundState.CURRENT)
            .order_by("number")
            .values_list("number", "pk")
        ),
    )


def find_receipt(request_id: uuid.UUID | None, sheet: ScoreSheet, digest: str) -> dict[str, Any] | None:
    """The answer that this request has got before. Raises `Problems` (`request_id_reused`) for other content."""
    if request_id is None:
        return None
    receipt = Receipt.objects.filter(pk=request_id).first()
    if receipt is None:
        return None
    if receipt.sheet_id != sheet.pk or receipt.digest != digest:
        raise Problems([Problem("id", "request_id_reused")])
    return dict(receipt.answer)


def totals_of(sheet: ScoreSheet) -> dict[int, int]:
    """Total of each player with a result in a current round."""
    rows = RoundResult.objects.filter(round__sheet=sheet, round__state=RoundState.CURRENT)
    return dict(rows.values_list("player_id").annotate(total=Sum("points")).order_by("player_id"))


def raise_group_version(group: SheetGroup) -> None:
    """Let waiting screens know."""
    SheetGroup.objects.filter(pk=group.pk).update(version=F("version") + 1)


def check_open(locked: LockedSheet) -> None:
    """A scribe changes nothing on a sheet that is locked: its final is seated or its evening closed."""
    if locked.sheet.locked_at is not None:
        raise Problems([Problem("", "sheet_locked")])


def has_reached(sheet: ScoreSheet, totals: Mapping[int, int]) -> bool:
    """Whether a total is at the target (R2.3: exactly on it counts)."""
    return sheet.stage == Stage.TABLE and sheet.target is not None and any(t >= sheet.target for t in totals.values())
