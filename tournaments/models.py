"""Tournaments: who takes part, tables and seats, draws, tie decisions, league points."""

from __future__ import annotations

import datetime as dt
import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from club.models import Deck, Member
from scoring.models import ScoreSheet, SheetGroup, Stage

FIRST_MONTH, LAST_MONTH = 1, 11


class Kind(models.TextChoices):
    MONTHLY = "monthly", _("Monatsturnier")
    TRAINING_CAMP = "training_camp", _("Turnier im Trainingslager")
    TRAINING = "training", _("Training")


COUNTING_KINDS = (Kind.MONTHLY, Kind.TRAINING_CAMP)


class TournamentState(models.TextChoices):
    """planned → seated → running → final → closed; only actions go from one to the next."""

    PLANNED = "planned", _("geplant")
    SEATED = "seated", _("Auslosung")
    RUNNING = "running", _("läuft")
    FINAL = "final", _("Finale")
    CLOSED = "closed", _("abgeschlossen")


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def counting(self) -> TournamentQuerySet:
        """Monthly and training camp tournaments: those whose points go to the season table (R1.3, R2.8)."""
        return self.filter(kind__in=COUNTING_KINDS)

    def of_season(self, year: int) -> TournamentQuerySet:
        """Dated in that season, January to November (R2.11, R2.20)."""
        return self.filter(date__gte=dt.date(year, FIRST_MONTH, 1), date__lte=dt.date(year, LAST_MONTH, 30))

    def closed(self) -> TournamentQuerySet:
        return self.filter(state=TournamentState.CLOSED)


class Tournament(models.Model):
    """One evening. `version` is raised with each change that is not a round's (those raise the sheets' group)."""

    name = models.CharField(_("Name"), max_length=200)
    date = models.DateField(_("Datum"))
    kind = models.CharField(_("Art"), max_length=20, choices=Kind.choices, default=Kind.MONTHLY)
    venue = models.CharField(_("Ort"), max_length=200, blank=True)
    host = models.ForeignKey(
        Member, null=True, blank=True, on_delete=models.PROTECT, related_name="hosted", verbose_name=_("Gastgeber")
    )
    host_name = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=10, choices=TournamentState.choices, default=TournamentState.PLANNED)
    ruleset = models.SlugField(max_length=40, default="bcc")
    target = models.PositiveIntegerField(null=True, blank=True)
    tables_wanted = models.PositiveSmallIntegerField(null=True, blank=True)
    ended_early = models.TextField(blank=True)
    group = models.OneToOneField(SheetGroup, null=True, blank=True, on_delete=models.PROTECT, related_name="tournament")
    final_group = models.OneToOneField(
        SheetGroup, null=True, blank=True, on_delete=models.PROTECT, related_name="final_of"
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    version = models.PositiveBigIntegerField(default=1)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        verbose_name = _("Turnier")
        verbose_name_plural = _("Turniere")
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["date"], name="tournament_by_date")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["date", "name"], name="one_tournament_of_a_name_a_day"),
            models.CheckConstraint(condition=~Q(name=""), name="tournament_has_a_name"),
            models.CheckConstraint(
                condition=Q(kind=Kind.TRAINING) | ~Q(date__month=12), name="december_does_not_count"
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=False) | ~Q(state=TournamentState.CLOSED),
                name="closed_tournament_knows_when",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.date:%d.%m.%Y})"

    @property
    def does_count(self) -> bool:
        """Whether league points come of it (R1.3, R2.8)."""
        return self.kind in COUNTING_KINDS


class Attendance(models.TextChoices):
    REGISTERED = "registered", _("angemeldet")
    PRESENT = "present", _("da")
    NO_SHOW = "no_show", _("nicht erschienen")


class Participant(models.Model):
    """A person at one evening. Being a guest belongs to the evening, not to the person (R2.14).

    `is_finalist` is set when the final is seated and stays, whatever is corrected afterwards (R2.19).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="participants")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="participations")
    is_guest = models.BooleanField(default=False)
    attendance = models.CharField(max_length=10, choices=Attendance.choices, default=Attendance.REGISTERED)
    is_finalist = models.BooleanField(default=False)
    declined_final = models.BooleanField(default=False)
    admitted = models.TextField(blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "member"], name="each_member_once_in_a_tournament"),
        ]

    def __str__(self) -> str:
        return self.member.name


class Table(models.Model):
    """A table of the evening, or its FINAL TABLE (number 0). The sheet comes when play starts.

    `first` and `scribe`: whom the host has chosen for the sheet, in place of R4.1 and R4.2.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="tables")
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.TABLE)
    number = models.PositiveSmallIntegerField()
    sheet = models.OneToOneField(ScoreSheet, null=True, blank=True, on_delete=models.PROTECT, related_name="table")
    decks = models.ManyToManyField(Deck, blank=True, related_name="tables")
    first = models.ForeignKey(Participant, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    scribe = models.ForeignKey(Participant, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ("tournament", "stage", "number")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "stage", "number"], name="table_numbers_are_unique"),
            models.CheckConstraint(
                condition=(Q(stage=Stage.FINAL) & Q(number=0)) | (Q(stage=Stage.TABLE) & Q(number__gte=1)),
                name="final_table_has_number_0",
            ),
        ]

    def __str__(self) -> str:
        return "F" if self.stage == Stage.FINAL else f"{self.number}"


def new_lot() -> str:
    """A seat lot's secret address: 128 random bits."""
    return secrets.token_urlsafe(16)


class Seat(models.Model):
    """A seat with its lot, label TABLE.SEAT or F.SEAT (R2.6, R2.7), and who drew it."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.TABLE)
    number = models.PositiveSmallIntegerField()
    lot = models.CharField(max_length=40, unique=True, default=new_lot)
    participant = models.ForeignKey(Participant, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats")

    class Meta:
        ordering = ("table", "number")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_labels_are_unique"),
            models.UniqueConstraint(fields=["participant", "stage"], name="one_seat_each_in_a_stage"),
            models.CheckConstraint(condition=Q(number__gte=1), name="seats_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class Draw(models.Model):
    """A numbered draw of a stage: each set of lots is one, the last one counts.

    With a commitment it is a digital one that can be checked by anyone: committed first, revealed after. Without it
    people draw paper lots, or the host seats them.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="draws")
    stage = models.CharField(max_length=10, choices=Stage.choices, default=Stage.TABLE)
    number = models.PositiveSmallIntegerField(default=1)
    seed = models.CharField(max_length=64, blank=True)
    commitment = models.CharField(max_length=64, blank=True)
    salt = models.CharField(max_length=40, blank=True)
    participants: models.JSONField[Any, Any] = models.JSONField()
    seats: models.JSONField[Any, Any] = models.JSONField()
    result: models.JSONField[Any, Any] = models.JSONField(null=True, blank=True)
    committed_at = models.DateTimeField()
    drawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "stage", "number"], name="draws_are_numbered"),
        ]

    def __str__(self) -> str:
        return f"{self.stage} {self.number}"


class Settler(models.TextChoices):
    LOT = "lot", _("Los")
    HOST = "host", _("Gastgeber")
    BOARD = "board", _("Vorstand")


class Decision(models.Model):
    """How one tie was settled, best first (R2.15). A decision whose tie has gone is kept as void (R2.19)."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="decisions")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="decisions")
    by = models.CharField(max_length=10, choices=Settler.choices)
    reason = models.TextField(blank=True)
    void = models.BooleanField(default=False)
    decided_at = models.DateTimeField()
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    class Meta:
        ordering = ("tournament", "pk")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(by=Settler.LOT) | ~Q(reason=""), name="a_decision_by_people_has_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.by}"


class DecisionPlace(models.Model):
    decision = models.ForeignKey(Decision, on_delete=models.CASCADE, related_name="places")
    participant = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="+")
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("decision", "place")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["decision", "place"], name="decision_places_are_unique"),
            models.UniqueConstraint(fields=["decision", "participant"], name="each_person_once_in_a_decision"),
        ]

    def __str__(self) -> str:
        return f"{self.place}"


class Award(models.Model):
    """League points of one member from one closed tournament that counts (R2.9), and what they came from.

    Rebuilt as a whole by the action that closes or corrects a tournament; guests have none (R2.14).
    """

    participant = models.OneToOneField(Participant, on_delete=models.CASCADE, related_name="award")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="awards")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="awards")
    season = models.PositiveSmallIntegerField(db_index=True)
    taking_part = models.PositiveSmallIntegerField()
    table_points = models.PositiveSmallIntegerField()
    final_points = models.PositiveSmallIntegerField()
    total = models.PositiveSmallIntegerField()
    table_place = models.PositiveSmallIntegerField(null=True, blank=True)
    final_place = models.PositiveSmallIntegerField(null=True, blank=True)
    in_final = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["tournament", "member"], name="one_award_for_each_member"),
            models.CheckConstraint(
                condition=Q(total=F("taking_part") + F("table_points") + F("final_points")),
                name="award_adds_up",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.total}"
