"""A round corrected by the host, while people play or long after the game (R2.19)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from django.db import transaction

from club.log import Actor
from scoring.models import Round, RoundResult, ScoreSheet
from scoring.rules.problems import Problem, Problems
from tournaments.actions.review import Review, find_review, review
from tournaments.actions.transitions import AFTER_START, check_reason, lock_tournament, raise_if_any, save_change
from tournaments.models import Tournament, TournamentState

if TYPE_CHECKING:
    from scoring.actions import Entry


@transaction.atomic
def correct_round(
    *,
    tournament: Tournament,
    sheet: ScoreSheet,
    round: Round,
    entries: Mapping[int, Entry],
    reason: str,
    by: Actor,
    at: dt.datetime,
) -> Review:
    """Replace a recorded round; ranks, decisions, league points and season table follow, once.

    The players of a final already seated or played are never exchanged: `Review.concerns` names whom it would
    concern. The same values again change nothing.
    Raises `Problems`: those of the round, `missing_reason`, `unknown_sheet`, `wrong_state`.
    """
    from scoring import actions as scoring_actions

    locked = lock_tournament(tournament, AFTER_START)
    if sheet.group_id not in (locked.group_id, locked.final_group_id):
        raise Problems([Problem("sheet", "unknown_sheet")])
    raise_if_any(check_reason(reason))
    before = _points_of(sheet, round.number)
    if before == {str(player): entry.points for player, entry in entries.items() if entry.count is None}:
        return replace(find_review(locked), has_changed=False)
    scoring_actions.correct_round(
        sheet=sheet, round=round, entries=entries, reason=reason.strip(), request_id=None, by=by, at=at
    )
    if locked.state != TournamentState.RUNNING:
        _keep_finished(locked, at)
    after = _points_of(sheet, round.number)
    found = review(locked, reason.strip())
    save_change(
        locked,
        by=by,
        at=at,
        action="correct_round",
        before={"sheet": sheet.pk, "round": round.number, "points": before},
        after={"sheet": sheet.pk, "round": round.number, "points": after},
        reason=reason,
    )
    return found


def _keep_finished(locked: Tournament, at: dt.datetime) -> None:
    """A 5000 that is gone opens no table again once the final is seated; `end_early` says why it stands so."""
    open_sheets = ScoreSheet.objects.filter(group__in=[locked.group_id, locked.final_group_id])
    open_sheets.filter(finished_at__isnull=True, rounds__isnull=False).update(finished_at=at)


def _points_of(sheet: ScoreSheet, number: int) -> dict[str, int]:
    """Points by player of the round that holds."""
    rows = RoundResult.objects.filter(round__sheet=sheet, round__number=number, round__state="current")
    return {str(player): points for player, points in rows.values_list("player_id", "points")}
