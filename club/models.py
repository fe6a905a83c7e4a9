"""Members, accounts, decks, seasons and their points schemes; the log and the live version numbers."""

from __future__ import annotations

import datetime as dt
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Member(models.Model):
    """A person the club knows: a member, or a guest of some evening.

    Names are not unique; people of equal name are told apart by membership number.
    """

    name = models.CharField(_("Name"), max_length=200)
    number = models.PositiveIntegerField(_("Mitgliedsnummer"), null=True, blank=True, unique=True)
    born = models.DateField(_("Geburtsdatum"), null=True, blank=True)
    joined_on = models.DateField(_("Eintritt"), null=True, blank=True)
    left_on = models.DateField(_("Austritt"), null=True, blank=True)
    email = models.EmailField(_("E-Mail"), blank=True)
    is_guest = models.BooleanField(_("Gast"), default=False)
    declines_title = models.BooleanField(_("verzichtet auf den Titel"), default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("Mitglied")
        verbose_name_plural = _("Mitglieder")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=~Q(name=""), name="member_has_a_name"),
            models.CheckConstraint(
                condition=Q(left_on__isnull=True) | Q(joined_on__isnull=True) | Q(left_on__gte=F("joined_on")),
                name="member_leaves_after_joining",
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["name"], name="member_by_name")]

    def __str__(self) -> str:
        return self.name


class FormerName(models.Model):
    """A name that a member bore before; imports and search still find it (R2.20)."""

    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="former_names")
    name = models.CharField(max_length=200)
    until = models.DateTimeField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["name"], name="former_name_by_name")]

    def __str__(self) -> str:
        return self.name


class Account(AbstractUser):
    """Somebody who can log in. Most accounts belong to a member; the board's may do more."""

    member = models.OneToOneField(Member, null=True, blank=True, on_delete=models.SET_NULL, related_name="account")
    is_board = models.BooleanField(_("Vorstand"), default=False)

    class Meta:
        verbose_name = _("Konto")
        verbose_name_plural = _("Konten")

    def __str__(self) -> str:
        return self.member.name if self.member else self.username


class DeckQuerySet(models.QuerySet["Deck"]):
    def usable_on(self, day: dt.date) -> DeckQuerySet:
        """Accredited on or before `day` and not retired by then (R1.1)."""
        return self.filter(accredited_on__lte=day).filter(Q(retired_on__isnull=True) | Q(retired_on__gt=day))


class Deck(models.Model):
    """A Canasta-Blatt, two poker packs used as one, accredited by the board (R1.1)."""

    label = models.CharField(_("Bezeichnung"), max_length=60, unique=True)
    accredited_on = models.DateField(_("akkreditiert am"), null=True, blank=True)
    accredited_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    retired_on = models.DateField(_("ausgemustert am"), null=True, blank=True)

    objects = DeckQuerySet.as_manager()

    class Meta:
        verbose_name = _("Canasta-Blatt")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(retired_on__isnull=True)
                | Q(accredited_on__isnull=True)
                | Q(retired_on__gte=F("accredited_on")),
                name="deck_retires_after_accreditation",
            ),
        ]

    def __str__(self) -> str:
        return self.label


class PointsScheme(models.Model):
    """League points for a season and those after it, until the next scheme begins (R2.9, R2.10)."""

    first_year = models.PositiveSmallIntegerField(_("ab Saison"), unique=True)
    taking_part = models.PositiveSmallIntegerField(_("Teilnahme"))
    table_first = models.PositiveSmallIntegerField(_("Tischsieg"))
    table_second = models.PositiveSmallIntegerField(_("Zweiter am Tisch"))
    final_first = models.PositiveSmallIntegerField(_("Finalsieg"))
    final_second = models.PositiveSmallIntegerField(_("Zweiter im Finale"))
    final_third = models.PositiveSmallIntegerField(_("Dritter im Finale"))
    final_fourth = models.PositiveSmallIntegerField(_("Vierter im Finale"))

    class Meta:
        verbose_name = _("Punkteschema")
        ordering = ("first_year",)

    def __str__(self) -> str:
        return f"{self.first_year}"


class Season(models.Model):
    """One season, January to November (R2.11). A row exists once the board said something about it."""

    year = models.PositiveSmallIntegerField(unique=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    champion = models.ForeignKey(Member, null=True, blank=True, on_delete=models.PROTECT, related_name="titles")
    reason = models.TextField(blank=True)

    class Meta:
        verbose_name = _("Saison")
        ordering = ("year",)
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(champion__isnull=True) | Q(closed_at__isnull=False),
                name="champion_only_of_a_closed_season",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.year}"


class LogEntry(models.Model):
    """One change: who or which device, when, what it was and what it became. Rows are only ever added."""

    at = models.DateTimeField()
    account = models.ForeignKey(Account, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    device = models.CharField(max_length=80, blank=True)
    action = models.CharField(max_length=60)
    subject = models.CharField(max_length=80)
    before: models.JSONField[Any, Any] = models.JSONField(null=True)
    after: models.JSONField[Any, Any] = models.JSONField(null=True)
    reason = models.TextField(blank=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["subject", "at"], name="log_by_subject"),
            models.Index(fields=["at"], name="log_by_time"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action} {self.subject}"


class Version(models.Model):
    """A number raised in the transaction of each change of a topic; pages and caches compare it (`live.py`)."""

    topic = models.CharField(max_length=60, primary_key=True)
    number = models.PositiveBigIntegerField(default=1)

    def __str__(self) -> str:
        return f"{self.topic} {self.number}"
