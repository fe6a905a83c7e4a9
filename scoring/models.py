"""The Tischtabelle: score sheets, their players, rounds and results."""

from __future__ import annotations

import secrets
import uuid
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Mod
from django.db.models.lookups import Exact
from django.utils.translation import gettext_lazy as _

from club.models import Member


def new_token() -> str:
    """A sheet's secret address: 192 random bits."""
    return secrets.token_urlsafe(24)


class SheetGroup(models.Model):
    """Sheets that run side by side and end together (R2.3); a single sheet is a group of one.

    `version` is raised with every change of any of its sheets; screens that wait compare it.
    The group's row is the one lock for all that is written at its tables.
    """

    title = models.CharField(max_length=200, blank=True)
    version = models.PositiveBigIntegerField(default=1)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_by = models.ForeignKey("ScoreSheet", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    def __str__(self) -> str:
        return self.title or f"{self.pk}"


class Stage(models.TextChoices):
    TABLE = "table", _("Tisch")
    FINAL = "final", _("FINAL TABLE")


class ScoreSheet(models.Model):
    """One table's game. `target` None: ends by its stage alone (the final, R4.10)."""

    group = models.ForeignKey(SheetGroup, on_delete=models.CASCADE, related_name="sheets")
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.TABLE)
    number = models.PositiveSmallIntegerField(default=1)
    ruleset = models.SlugField(max_length=40)
    target = models.PositiveIntegerField(null=True, blank=True)
    token = models.CharField(max_length=64, unique=True, default=new_token)
    first_chosen = models.BooleanField(default=False)
    scribe_chosen = models.BooleanField(default=False)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    locked_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["group", "number"], name="one_sheet_for_each_number_of_a_group"),
        ]

    def __str__(self) -> str:
        return f"{self.get_stage_display()} {self.number}"


class SheetPlayer(models.Model):
    """A column of the sheet: a person at a seat. `turn` counts the people who had the seat before (R2.18).

    `position` is the column (0 is the first of the sheet, R4.2). `joined_after` and `left_after`
    are numbers of rounds: this player is named in rounds joined_after + 1 … left_after.
    """

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField()
    turn = models.PositiveSmallIntegerField(default=0)
    position = models.PositiveSmallIntegerField()
    member = models.ForeignKey(Member, null=True, blank=True, on_delete=models.PROTECT, related_name="sheet_players")
    name = models.CharField(max_length=200, blank=True)
    side = models.PositiveSmallIntegerField(null=True, blank=True)
    joined_after = models.PositiveSmallIntegerField(default=0)
    left_after = models.PositiveSmallIntegerField(null=True, blank=True)
    is_scribe = models.BooleanField(default=False)

    class Meta:
        ordering = ("sheet", "position")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["sheet", "position"], name="one_player_for_each_column"),
            models.UniqueConstraint(fields=["sheet", "seat", "turn"], name="one_player_at_a_seat_at_a_time"),
            models.UniqueConstraint(fields=["sheet", "member"], name="each_member_once_on_a_sheet"),
            models.UniqueConstraint(
                fields=["sheet"], condition=Q(is_scribe=True), name="at_most_one_scribe_on_a_sheet"
            ),
            models.CheckConstraint(condition=Q(member__isnull=False) | ~Q(name=""), name="sheet_player_is_somebody"),
            models.CheckConstraint(
                condition=Q(left_after__isnull=True) | Q(left_after__gte=F("joined_after")),
                name="sheet_player_leaves_after_joining",
            ),
        ]

    def __str__(self) -> str:
        return self.name or (self.member.name if self.member else "")


class RoundState(models.TextChoices):
    CURRENT = "current", _("gilt")
    REPLACED = "replaced", _("ersetzt")
    STRUCK = "struck", _("gestrichen")


class Round(models.Model):
    """One recorded round. A correction is a new row that replaces the old one; nothing is edited away."""

    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=RoundState.choices, default=RoundState.CURRENT)
    replaces = models.OneToOneField("self", null=True, blank=True, on_delete=models.PROTECT, related_name="successor")
    recorded_at = models.DateTimeField()
    device_at = models.DateTimeField(null=True, blank=True)
    device = models.CharField(max_length=80, blank=True)
    account = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ("sheet", "number", "pk")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["sheet", "number"], condition=Q(state="current"), name="one_current_round_for_each_number"
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="rounds_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class RoundResult(models.Model):
    """One player's points of one round (with partners: the side's, kept at its first player).

    `count` is the counting of cards that gave the points, in the form of the sheet file, or None.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="results")
    player = models.ForeignKey(SheetPlayer, on_delete=models.PROTECT, related_name="results")
    points = models.IntegerField()
    count: models.JSONField[Any, Any] = models.JSONField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["round", "player"], name="one_result_for_each_player_of_a_round"),
            models.CheckConstraint(condition=Q(Exact(Mod(F("points"), 5), 0)), name="round_points_are_multiples_of_5"),
            models.CheckConstraint(
                condition=Q(points__gte=-20000, points__lte=20000), name="round_points_within_bounds"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.points}"


class Receipt(models.Model):
    """The answer to a scribe's request: the same id gives the same answer and no second row."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    sheet = models.ForeignKey(ScoreSheet, on_delete=models.CASCADE, related_name="receipts")
    kind = models.CharField(max_length=20)
    digest = models.CharField(max_length=64)
    answer: models.JSONField[Any, Any] = models.JSONField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"
