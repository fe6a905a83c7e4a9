"""The end of an evening: early, regular, and opened again (R2.3, R2.9, R2.19, R2.23)."""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.db.models import F

from club.live import raise_versions, season_topic
from club.log import Actor
from scoring.actions import lock_sheets, unlock_sheets
from scoring.models import ScoreSheet, SheetGroup, Stage
from scoring.rules.problems import Problem, Problems
from tournaments.actions.review import mark_void, write_awards
from tournaments.actions.transitions import (
    AFTER_START,
    check_reason,
    lock_tournament,
    named_problems,
    raise_if_any,
    save_change,
    wrong_state,
)
from tournaments.closing import check_evening
from tournaments.models import Attendance, Award, Participant, Table, Tournament, TournamentState
from tournaments.queries.evening import LoadedEvening, load_evening


@transaction.atomic
def close_tournament(*, tournament: Tournament, by: Actor, at: dt.datetime) -> Tournament:
    """final → closed (training, and an evening ended early, also running → closed): league points are awarded (R2.9).

    A second call changes nothing.
    Raises `Problems`, all at once: `game_not_finished`, `still_playing`, `final_incomplete`, `tie_unresolved`,
    `not_qualified`, `invalid_decision`, `wrong_state`.
    """
    locked = lock_tournament(tournament)
    if locked.state == TournamentState.CLOSED:
        return locked
    if locked.state not in (TournamentState.RUNNING, TournamentState.FINAL):
        raise Problems([wrong_state(locked)])
    loaded = load_evening(locked)
    raise_if_any(check_closing(loaded))
    mark_void(loaded)
    finish_sheets(locked, at)
    Participant.objects.filter(tournament=locked, attendance=Attendance.REGISTERED).update(
        attendance=Attendance.NO_SHOW
    )
    locked.state, locked.closed_at = TournamentState.CLOSED, at
    write_awards(locked, loaded)
    after = {"points": {key: points.total for key, points in loaded.league_points.items()}}
    save_change(locked, "state", "closed_at", by=by, at=at, action="close_tournament", after=after)
    raise_versions([season_topic(locked.date.year)])
    return locked


def check_closing(loaded: LoadedEvening) -> list[Problem]:
    """What still stands in the way of closing: for the page as for the action."""
    problems = []
    evening = loaded.evening
    if evening.counts and not evening.ended_early:
        if loaded.open_tables:
            tables = ", ".join(map(str, loaded.open_tables))
            problems.append(Problem("tables", "still_playing", {"tables": tables}))
        elif not loaded.has_reached_target:
            problems.append(Problem("tables", "game_not_finished"))
    return named_problems([*problems, *check_evening(evening)], loaded.names)


def finish_sheets(locked: Tournament, at: dt.datetime) -> None:
    """No more rounds at any table, and no change by a scribe."""
    for group in (locked.group, locked.final_group):
        if group is not None:
            ScoreSheet.objects.filter(group=group, finished_at__isnull=True).update(finished_at=at)
            lock_sheets(group=group, at=at)


@transaction.atomic
def end_early(*, tournament: Tournament, reason: str, by: Actor, at: dt.datetime) -> Tournament:
    """The evening ends before anybody has 5000; it counts like any other, a final may follow (R2.23).

    Later on only after a correction has taken the 5000 away: then this says why the evening stands as it is.
    A second call changes nothing. Raises `Problems`: `missing_reason`, `game_is_over` when somebody has 5000 already,
    `wrong_state`.
    """
    locked = lock_tournament(tournament, AFTER_START)
    if locked.ended_early:
        return locked
    problems = check_reason(reason)
    if load_evening(locked).has_reached_target:
        problems.append(Problem("state", "game_is_over"))
    raise_if_any(problems)
    ScoreSheet.objects.filter(group=locked.group_id, finished_at__isnull=True).update(finished_at=at)
    SheetGroup.objects.filter(tournament=locked).update(ended_at=at, version=F("version") + 1)
    locked.ended_early = reason.strip()
    save_change(locked, "ended_early", by=by, at=at, action="end_early", reason=reason)
    return locked


@transaction.atomic
def resume_play(*, tournament: Tournament, by: Actor, at: dt.datetime) -> Tournament:
    """Take back an early end: the tables play on. Until the final is seated or the evening closed (`wrong_state`)."""
    locked = lock_tournament(tournament, [TournamentState.RUNNING])
    if not locked.ended_early:
        return locked
    before, locked.ended_early = locked.ended_early, ""
    ScoreSheet.objects.filter(group=locked.group_id).update(finished_at=None)
    SheetGroup.objects.filter(tournament=locked).update(ended_at=None, version=F("version") + 1)
    save_change(locked, "ended_early", by=by, at=at, action="resume_play", before=before)
    return locked


@transaction.atomic
def reopen_tournament(*, tournament: Tournament, reason: str, by: Actor, at: dt.datetime) -> Tournament:
    """closed → final, or running where there was none: its league points are gone until it is closed again.

    Nothing recorded is lost. For the board. Raises `Problems`: `missing_reason`, `only_board`, `wrong_state`.
    """
    locked = lock_tournament(tournament, [TournamentState.CLOSED])
    problems = check_reason(reason)
    if by.account is not None and not by.account.is_board:
        problems.append(Problem("state", "only_board"))
    raise_if_any(problems)
    has_final = Table.objects.filter(tournament=locked, stage=Stage.FINAL).exists()
    locked.state = TournamentState.FINAL if has_final else TournamentState.RUNNING
    locked.closed_at = None
    Award.objects.filter(tournament=locked).delete()
    _unlock(locked)
    save_change(locked, "state", "closed_at", by=by, at=at, action="reopen_tournament", reason=reason)
    raise_versions([season_topic(locked.date.year)])
    return locked


def _unlock(locked: Tournament) -> None:
    """The sheets of the stage that the evening is in again; training that was not over goes on."""
    group = locked.final_group if locked.state == TournamentState.FINAL else locked.group
    if group is None:
        return
    unlock_sheets(group=group)
    if locked.state == TournamentState.RUNNING and group.ended_at is None:
        ScoreSheet.objects.filter(group=group).update(finished_at=None)


@transaction.atomic
def rebuild_awards(*, tournament: Tournament) -> bool:
    """League points of a closed evening as the rules give them now, after a change of scheme; True if any changed."""
    locked = lock_tournament(tournament, [TournamentState.CLOSED])
    return write_awards(locked, load_evening(locked))
