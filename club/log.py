"""The log of every change: the one way in which actions write it down."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from club.models import Account, LogEntry
from club.prepared_queries import PreparedInsert

_ENTRIES = PreparedInsert(LogEntry)


@dataclass(frozen=True, slots=True)
class Actor:
    """Who does something: an account, a device at a table, or a command (`device="import_tournaments"`)."""

    account: Account | None = None
    device: str = ""


def write_log(
    *,
    by: Actor,
    at: dt.datetime,
    action: str,
    subject: str,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> None:
    """Add one row to the log; called inside the transaction of the change itself."""
    _ENTRIES.add(
        LogEntry(
            at=at,
            account=by.account,
            device=by.device[:80],
            action=action,
            subject=subject,
            before=before,
            after=after,
            reason=reason,
        )
    )
