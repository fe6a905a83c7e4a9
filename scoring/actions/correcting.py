"""Corrections: a new row replaces the old one, the last round can be struck; nothing is edited away."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from club.log import Actor, write_log
from scoring.actions.conflicts import Conflict
from scoring.actions.ending import settle_end
from scoring.actions.entries import Entry, digest_of, plain, store_round, work_out
from scoring.actions.recording import give_receipt
from scoring.actions.sheets import LockedSheet, add_up, check_open, find_receipt, has_reached, lock_sheet
from scoring.models import Round, RoundState, ScoreSheet
from scoring.rules.problems import Problem, Problems


@transaction.atomic
def correct_round(
    *,
    sheet: ScoreSheet,
    round: Round,
    entries: Mapping[int, Entry],
    reason: str,
    request_id: uuid.UUID | None,
    by: Actor,
    at: dt.datetime,
    device_at: dt.datetime | None = None,
) -> dict[str, Any]:
    """Replace `round`, which must be the row that holds now; the same values change nothing.

    A scribe's request carries its id and needs an open sheet; without an id it is the host's, who may correct a
    locked one too (R2.19). Raises `Conflict` when `round` holds no more; `Problems`: those of the values,
    `round_after_end` when the game would have ended before its last round, `sheet_locked`, `request_id_reused`.
    """
    locked = lock_sheet(sheet)
    number = round.number
    digest = digest_of(kind="correct", round=round.pk, entries=plain(entries))
    known = find_receipt(request_id, locked.sheet, digest)
    if known is not None:
        return known
    if request_id is not None:
        check_open(locked)
    points = work_out(locked, locked.scoring(number), entries)
    held = locked.rounds.get(number)
    before = locked.results.get(number, {})
    if before == points:
        return give_receipt(locked, request_id, "correct", digest, at, round=held, number=number)
    if held != round.pk:
        raise Conflict(number, held)
    old = Round.objects.get(pk=held)
    Round.objects.filter(pk=held).update(state=RoundState.REPLACED)
    row = store_round(
        locked,
        number=number,
        entries=entries,
        points=points,
        by=by,
        at=at,
        device_at=device_at,
        replaces=old,
        reason=reason,
    )
    locked.change_round(number, row.pk, points)
    _check_end(locked)
    settle_end(locked, at)
    write_log(
        by=by,
        at=at,
        action="correct_round",
        subject=f"sheet:{sheet.pk}",
        before={"round": number, "points": {str(pk): value for pk, value in before.items()}},
        after={"round": number, "points": {str(pk): value for pk, value in points.items()}},
        reason=reason,
    )
    return give_receipt(locked, request_id, "correct", digest, at, round=row.pk, number=number)


def _check_end(locked: LockedSheet) -> None:
    """Nobody may have the target before the last recorded round: the game would have been over (R4.9)."""
    totals: dict[int, int] = {}
    for number in range(1, locked.recorded):
        totals = add_up([totals, locked.results[number]])
        if has_reached(locked.sheet, totals):
            raise Problems([Problem("", "round_after_end", {"number": number})])


@transaction.atomic
def strike_last_round(
    *, sheet: ScoreSheet, round: Round, request_id: uuid.UUID | None, by: Actor, at: dt.datetime, reason: str = ""
) -> dict[str, Any]:
    """Take the last round back; its row stays, marked as struck.

    Raises `Conflict` when `round` holds no more; `Problems`: `not_the_last_round`, `sheet_locked`.
    """
    locked = lock_sheet(sheet)
    digest = digest_of(kind="strike", round=round.pk)
    known = find_receipt(request_id, locked.sheet, digest)
    if known is not None:
        return known
    if request_id is not None:
        check_open(locked)
    if locked.rounds.get(round.number) != round.pk:
        raise Conflict(round.number, locked.rounds.get(round.number))
    if round.number != locked.recorded:
        raise Problems([Problem("round", "not_the_last_round")])
    if any(player.joined_after >= round.number for player in locked.players) or any(
        player.left_after is not None and player.left_after >= round.number for player in locked.players
    ):
        raise Problems([Problem("round", "people_changed_since")])
    before = {"round": round.number, "points": {str(pk): v for pk, v in locked.results[round.number].items()}}
    Round.objects.filter(pk=round.pk).update(state=RoundState.STRUCK)
    locked.drop_round(round.number)
    settle_end(locked, at)
    write_log(
        by=by, at=at, action="strike_round", subject=f"sheet:{sheet.pk}", before=before, after=None, reason=reason
    )
    return give_receipt(locked, request_id, "strike", digest, at, number=round.number)
