"""What is recorded for one player in one round, and its check and storing."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from club.log import Actor
from club.prepared_queries import PreparedInsert
from scoring.actions.sheets import LockedSheet
from scoring.models import Round, RoundResult, SheetPlayer
from scoring.rules.problems import Problem, Problems
from scoring.rules.rounds import Count, count_result
from scoring.rules.rounds import Round as WrittenRound
from scoring.rules.sheets import check_round

_ROUNDS, _RESULTS = PreparedInsert(Round), PreparedInsert(RoundResult)


@dataclass(frozen=True, slots=True)
class Entry:
    """Either the result as typed (`points`) or the counting of cards that gives it (`count`)."""

    points: int | None = None
    count: Count | None = None


def work_out(locked: LockedSheet, players: Sequence[SheetPlayer], entries: Mapping[int, Entry]) -> dict[int, int]:
    """Each player's points. Raises `Problems`, each under `entries.<player>`."""
    points = {
        str(pk): entry.points for pk, entry in entries.items() if entry.count is None and entry.points is not None
    }
    counts = {str(pk): entry.count for pk, entry in entries.items() if entry.count is not None}
    found = check_round(
        locked.ruleset,
        WrittenRound(points, counts),
        [str(player.pk) for player in players],
        decks=locked.decks,
        alone=locked.is_alone,
    )
    if found:
        raise Problems([_at_entry(problem) for problem in found])
    counted = {key: count_result(locked.ruleset, count).points for key, count in counts.items()}
    return {int(key): value for key, value in (points | counted).items()}


def _at_entry(problem: Problem) -> Problem:
    """Points and counts are both entries; somebody missing is a problem at his or her box."""
    if problem.code == "missing_player":
        return Problem(f"entries.{problem.params['player']}", problem.code, problem.params)
    first, _, rest = problem.path.partition(".")
    return Problem(f"entries.{rest}" if first in ("points", "counts") else "", problem.code, problem.params)


def store_round(
    locked: LockedSheet,
    *,
    number: int,
    entries: Mapping[int, Entry],
    points: Mapping[int, int],
    by: Actor,
    at: dt.datetime,
    device_at: dt.datetime | None = None,
    replaces: Round | None = None,
    reason: str = "",
) -> Round:
    """The row of a round and those of its results."""
    row = Round(
        sheet=locked.sheet,
        number=number,
        replaces=replaces,
        recorded_at=at,
        device_at=device_at,
        device=by.device[:80],
        account=by.account,
        reason=reason,
    )
    (row.pk,) = _ROUNDS.add(row)
    _RESULTS.add(
        *(
            RoundResult(round_id=row.pk, player_id=pk, points=value, count=as_document(entries[pk].count))
            for pk, value in points.items()
        )
    )
    return row


def as_document(count: Count | None) -> dict[str, Any] | None:
    """A count as the sheet file has it; what claims nothing is left out."""
    if count is None:
        return None
    written: dict[str, Any] = {"melded": _cards(count.melded), "hand": _cards(count.hand)}
    if any(count.canastas.values()):
        written["canastas"] = dict(count.canastas)
    for field in ("red_threes", "red_threes_in_hand", "went_out", "concealed", "last_card"):
        if getattr(count, field):
            written[field] = getattr(count, field)
    return written


def _cards(cards: int | Mapping[str, int]) -> int | dict[str, int]:
    return cards if isinstance(cards, int) else dict(cards)


def digest_of(**content: Any) -> str:
    """What the same request must have in common with the first one of its id."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, default=str).encode()).hexdigest()


def plain(entries: Mapping[int, Entry]) -> dict[str, Any]:
    """Entries as plain values, for digests."""
    return {str(pk): entry.points if entry.count is None else as_document(entry.count) for pk, entry in entries.items()}
