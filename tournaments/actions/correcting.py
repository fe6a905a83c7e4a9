"""Rounds corrected or struck by the host, while people play or long after the game (R2.19, R2.21)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import replace

from django.db import transaction

from club.log import Actor
from scoring import actions as scoring_actions
from scoring.actions import Entry
from scoring.models import Round, RoundResult, RoundState, ScoreSheet
from scoring.rules.problems import Problem, Problems
from tournaments.actions.review import Review, find_review, review
from tournaments.actions.transitions import AFTER_START, check_reason, lock_tournament, raise_if_any, save_change
from tournaments.models import Tournament, TournamentState


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
    Raises `scoring.actions.Conflict` when `round` holds no more; `Problems`: those of the round, `missing_reason`,
    `unknown_sheet`, `wrong_state`.
    """
    locked = _lock(tournament, sheet, reason, AFTER_START)

    def write() -> None:
        scoring_actions.correct_round(
            sheet=sheet, round=round, entries=entries, reason=reason.strip(), request_id=None, by=by, at=at
        )

    return _change(locked, sheet, round, write, "correct_round", reason, by=by, at=at)


@transaction.atomic
def strike_round(
    *, tournament: Tournament, sheet: ScoreSheet, round: Round, reason: str, by: Actor, at: dt.datetime
) -> Review:
    """Strike the last round of a sheet, one that was played after the end, say (R2.21). Until the evening is closed.

    A second call changes nothing. Raises `Problems`: `not_the_last_round`, `people_changed_since`, `missing_reason`,
    `unknown_sheet`, `wrong_state`.
    """
    locked = _lock(tournament, sheet, reason, (TournamentState.RUNNING, TournamentState.FINAL))
    if Round.objects.filter(pk=round.pk, state=RoundState.STRUCK).exists():
        return replace(find_review(locked), has_changed=False)

    def write() -> None:
        scoring_actions.strike_last_round(
            sheet=sheet, round=round, request_id=None, reason=reason.strip(), by=by, at=at
        )

    return _change(locked, sheet, round, write, "strike_round", reason, by=by, at=at)


def _lock(tournament: Tournament, sheet: ScoreSheet, reason: str, states: tuple[TournamentState, ...]) -> Tournament:
    locked = lock_tournament(tournament, states)
    if sheet.group_id not in (locked.group_id, locked.final_group_id):
        raise Problems([Problem("sheet", "unknown_sheet")])
    raise_if_any(check_reason(reason))
    return locked


def _change(
    locked: Tournament,
    sheet: ScoreSheet,
    round: Round,
    write: Callable[[], None],
    action: str,
    reason: str,
    *,
    by: Actor,
    at: dt.datetime,
) -> Review:
    """Write on the sheet, then bring everything that follows up to date."""
    row, before = _held(sheet, round.number)
    write()
    new_row, after = _held(sheet, round.number)
    if new_row == row:
        return replace(find_review(locked), has_changed=False)
    if locked.state != TournamentState.RUNNING:
        _keep_finished(locked, at)
    found = review(locked, reason.strip())
    save_change(
        locked,
        by=by,
        at=at,
        action=action,
        before={"sheet": sheet.pk, "round": round.number, "points": before},
        after={"sheet": sheet.pk, "round": round.number, "points": after},
        reason=reason,
    )
    return found


def _keep_finished(locked: Tournament, at: dt.datetime) -> None:
    """A 5000 that is gone opens no table again once the final is seated; `end_early` says why it stands so."""
    sheets = ScoreSheet.objects.filter(group__in=[locked.group_id, locked.final_group_id], finished_at__isnull=True)
    (sheets if locked.state == TournamentState.CLOSED else sheets.filter(group=locked.group_id)).update(finished_at=at)


def _held(sheet: ScoreSheet, number: int) -> tuple[int | None, dict[str, int]]:
    """The row of that round which holds now, and its points by player."""
    row = Round.objects.filter(sheet=sheet, number=number, state=RoundState.CURRENT).first()
    if row is None:
        return None, {}
    points = RoundResult.objects.filter(round=row).values_list("player_id", "points")
    return row.pk, {str(player): value for player, value in points}
