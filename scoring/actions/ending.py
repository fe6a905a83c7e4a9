"""When sheets end: at their target, after the final's round, or because a table beside them has ended (R2.3)."""

from __future__ import annotations

import datetime as dt

from django.db.models import Count, Q, QuerySet

from scoring.actions.sheets import LockedSheet, has_reached, raise_group_version, read_totals
from scoring.models import RoundState, ScoreSheet, SheetGroup, Stage


def settle_end(locked: LockedSheet, at: dt.datetime) -> None:
    """Draw the consequences of the sheet's rounds for it and for the sheets beside it; raises the version.

    A target that arrives late counts from its arrival: what others recorded meanwhile stays (R2.21). A target
    that a correction takes away withdraws the end.
    """
    group, sheet = locked.group, locked.sheet
    before = group.ended_at, group.ended_by_id
    reached = locked.has_reached
    if reached and group.ended_at is None:
        _end_group(locked, at)
    elif not reached and group.ended_by_id == sheet.pk:
        _withdraw(locked, at)
    _settle_sheet(locked, reached, at)
    if (group.ended_at, group.ended_by_id) != before:
        group.save(update_fields=["ended_at", "ended_by"])
    raise_group_version(group)


def _settle_sheet(locked: LockedSheet, reached: bool, at: dt.datetime) -> None:
    sheet, group = locked.sheet, locked.group
    before = sheet.last_round, sheet.finished_at
    if sheet.stage == Stage.FINAL:
        is_over = locked.recorded >= 1
    elif reached:
        is_over = True
    elif group.ended_at is None:
        is_over, sheet.last_round = False, None
    elif group.ended_by_id is None:  # ended early (R2.23)
        is_over = sheet.finished_at is not None
    else:
        if sheet.last_round is None:
            sheet.last_round = locked.recorded + 1
        is_over = locked.recorded >= sheet.last_round
    sheet.finished_at = (sheet.finished_at or at) if is_over else None
    if (sheet.last_round, sheet.finished_at) != before:
        sheet.save(update_fields=["last_round", "finished_at"])


def _end_group(locked: LockedSheet, at: dt.datetime) -> None:
    """The other tables finish the round that is running: at most one more."""
    locked.group.ended_at, locked.group.ended_by = at, locked.sheet
    others = _others(locked.group, locked.sheet).filter(finished_at__isnull=True)
    for other in others.annotate(recorded=Count("rounds", filter=Q(rounds__state=RoundState.CURRENT))):
        other.last_round = other.recorded + 1
        other.save(update_fields=["last_round"])


def _withdraw(locked: LockedSheet, at: dt.datetime) -> None:
    """Another table that has the target ends the evening instead; if there is none, all play on."""
    for other in _others(locked.group, locked.sheet).order_by("finished_at", "number"):
        if has_reached(other, read_totals(other)):
            locked.group.ended_by = other
            return
    locked.group.ended_at = locked.group.ended_by = None
    _others(locked.group, locked.sheet).update(last_round=None, finished_at=None)


def _others(group: SheetGroup, sheet: ScoreSheet) -> QuerySet[ScoreSheet]:
    return ScoreSheet.objects.filter(group=group).exclude(pk=sheet.pk)
