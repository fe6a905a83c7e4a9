"""Sheets are opened, locked and unlocked, and get new addresses."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F

from club.log import Actor, write_log
from club.models import Member
from scoring import models
from scoring.actions.sheets import raise_group_version
from scoring.models import ScoreSheet, SheetGroup, SheetPlayer
from scoring.rules import sheets as rules
from scoring.rules.ruleset import get_ruleset


@dataclass(frozen=True, slots=True)
class NewPlayer:
    """Somebody at a table: a member, or in training just a name."""

    member: Member | None = None
    name: str = ""
    seat: int = 1
    turn: int = 0
    side: int | None = None
    joined_after: int = 0
    left_after: int | None = None


@dataclass(frozen=True, slots=True)
class NewSheet:
    """A table's game to begin. `first` and `scribe` are indexes of `players` that overrule R4.1 and R4.2."""

    stage: str
    number: int
    ruleset: str
    target: int | None
    players: Sequence[NewPlayer]
    first: int | None = None
    scribe: int | None = None


@transaction.atomic
def open_sheets(*, title: str, sheets: Sequence[NewSheet], at: dt.datetime) -> SheetGroup:
    """Open sheets that run side by side (R2.3); order and scribe as R4.1 and R4.2 say."""
    group = SheetGroup.objects.create(title=title)
    rows = ScoreSheet.objects.bulk_create(
        ScoreSheet(
            group=group,
            stage=new.stage,
            number=new.number,
            ruleset=new.ruleset,
            target=new.target,
            first_chosen=new.first is not None,
            scribe_chosen=new.scribe is not None,
            started_at=at,
        )
        for new in sheets
    )
    SheetPlayer.objects.bulk_create(
        player for row, new in zip(rows, sheets, strict=True) for player in _columns(row, new)
    )
    return group


def _columns(row: ScoreSheet, new: NewSheet) -> list[SheetPlayer]:
    ruleset = get_ruleset(new.ruleset)
    people = [rules.SheetPlayer(key=str(index), born=_born(player)) for index, player in enumerate(new.players)]
    order = rules.sheet_order(ruleset, people, None if new.first is None else str(new.first))
    scribe = rules.youngest(ruleset, people) if new.scribe is None else str(new.scribe)
    return [
        SheetPlayer(
            sheet=row,
            seat=player.seat,
            turn=player.turn,
            position=order.index(str(index)),
            member=player.member,
            name=player.name,
            side=player.side,
            joined_after=player.joined_after,
            left_after=player.left_after,
            is_scribe=str(index) == scribe,
        )
        for index, player in enumerate(new.players)
    ]


def _born(player: NewPlayer) -> dt.date | None:
    return player.member.born if player.member else None


def lock_sheets(*, group: SheetGroup, at: dt.datetime) -> None:
    """From now on scribes change nothing on them."""
    SheetGroup.objects.filter(pk=group.pk).update(version=F("version") + 1)
    ScoreSheet.objects.filter(group=group, locked_at__isnull=True).update(locked_at=at)


def unlock_sheets(*, group: SheetGroup) -> None:
    """Scribes may correct again."""
    SheetGroup.objects.filter(pk=group.pk).update(version=F("version") + 1)
    ScoreSheet.objects.filter(group=group).update(locked_at=None)


@transaction.atomic
def new_token(*, sheet: ScoreSheet, by: Actor, at: dt.datetime) -> str:
    """A new address for the sheet; the old one opens nothing any more."""
    token = models.new_token()
    raise_group_version(sheet.group)  # the group first, as everywhere: its row is the lock
    ScoreSheet.objects.filter(pk=sheet.pk).update(token=token)
    write_log(by=by, at=at, action="new_token", subject=f"sheet:{sheet.pk}")
    return token
