"""A scribe records rounds: each exactly once, whatever the network does."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from club.log import Actor, write_log
from club.prepared_queries import PreparedInsert
from scoring.actions.conflicts import Conflict
from scoring.actions.ending import settle_end
from scoring.actions.entries import Entry, digest_of, plain, store_round, work_out
from scoring.actions.sheets import LockedSheet, check_open, find_receipt, lock_sheet
from scoring.models import Receipt, ScoreSheet
from scoring.rules.problems import Problem, Problems

_RECEIPTS = PreparedInsert(Receipt)


@transaction.atomic
def record_round(
    *,
    sheet: ScoreSheet,
    number: int,
    entries: Mapping[int, Entry],
    request_id: uuid.UUID,
    device: str,
    device_at: dt.datetime | None,
    by: Actor,
    at: dt.datetime,
) -> dict[str, Any]:
    """Record the next round. The same id, or the same values again, give the same answer and no second round.

    Raises `Conflict` when the round is there with other values; `Problems`: those of the values (under
    `entries.<player>`), `round_after_end`, `sheet_locked`, `round_out_of_order`, `request_id_reused`.
    """
    locked = lock_sheet(sheet)
    digest = digest_of(kind="record", number=number, entries=plain(entries))
    known = find_receipt(request_id, locked.sheet, digest)
    if known is not None:
        return known
    check_open(locked)
    players = locked.scoring(number)
    points = work_out(locked, players, entries)
    if number in locked.rounds:
        _compare(locked, number, points)
        return give_receipt(locked, request_id, "record", digest, at, round=locked.rounds[number], number=number)
    check_next(locked, number)
    by = Actor(account=by.account, device=device or by.device)
    row = store_round(locked, number=number, entries=entries, points=points, by=by, at=at, device_at=device_at)
    locked.add_round(number, row.pk, points)
    settle_end(locked, at)
    write_log(
        by=by,
        at=at,
        action="record_round",
        subject=f"sheet:{sheet.pk}",
        after={"round": number, "points": {str(pk): value for pk, value in points.items()}},
    )
    return give_receipt(locked, request_id, "record", digest, at, round=row.pk, number=number)


def _compare(locked: LockedSheet, number: int, points: Mapping[int, int]) -> None:
    if locked.results[number] != points:
        raise Conflict(number, locked.rounds[number])


def check_next(locked: LockedSheet, number: int) -> None:
    """Only the next round can be recorded, and none after the end."""
    if number != locked.recorded + 1:
        raise Problems([Problem("number", "round_out_of_order", {"next": locked.recorded + 1})])
    is_over = locked.sheet.finished_at is not None
    last = locked.sheet.last_round
    if is_over or (last is not None and number > last):
        raise Problems([Problem("number", "round_after_end")])
    if len(locked.present(number)) < 2:
        raise Problems([Problem("", "wrong_number_of_players", {"number": len(locked.present(number))})])


@transaction.atomic
def declare_no_round_running(
    *, sheet: ScoreSheet, request_id: uuid.UUID, device: str = "", by: Actor, at: dt.datetime
) -> dict[str, Any]:
    """ "Bei uns lief keine Runde": a table between two rounds at the moment of the end stops at once (R2.3).

    Raises `Problems`: `no_end_to_follow` while no other table has ended, `sheet_locked`.
    """
    locked = lock_sheet(sheet)
    digest = digest_of(kind="declare")
    known = find_receipt(request_id, locked.sheet, digest)
    if known is not None:
        return known
    check_open(locked)
    if locked.sheet.finished_at is None:
        if locked.sheet.last_round is None:
            raise Problems([Problem("", "no_end_to_follow")])
        locked.sheet.last_round = locked.recorded
        locked.sheet.save(update_fields=["last_round"])
        by = Actor(account=by.account, device=device or by.device)
        settle_end(locked, at)
        write_log(
            by=by,
            at=at,
            action="declare_no_round_running",
            subject=f"sheet:{sheet.pk}",
            after={"rounds": locked.recorded},
        )
    return give_receipt(locked, request_id, "declare", digest, at)


def give_receipt(
    locked: LockedSheet, request_id: uuid.UUID | None, kind: str, digest: str, at: dt.datetime, **answer: Any
) -> dict[str, Any]:
    """Keep and return the answer of a request."""
    full = {"saved": True, **answer}
    if request_id is not None:
        _RECEIPTS.add(Receipt(id=request_id, sheet=locked.sheet, kind=kind, digest=digest, answer=full, at=at))
    return full
