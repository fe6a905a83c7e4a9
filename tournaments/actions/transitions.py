"""What every action on an evening does first and last: lock the row and ask its state; raise its version and log."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from club.log import Actor, write_log
from scoring.models import Round, SheetGroup, Stage
from scoring.rules.problems import Problem, Problems
from tournaments.models import Participant, Tournament, TournamentState

BEFORE_PLAY = (TournamentState.PLANNED, TournamentState.SEATED)
UNTIL_CLOSED = (TournamentState.PLANNED, TournamentState.SEATED, TournamentState.RUNNING, TournamentState.FINAL)
AFTER_START = (TournamentState.RUNNING, TournamentState.FINAL, TournamentState.CLOSED)


def lock_tournament(tournament: Tournament, states: Collection[str] | None = None) -> Tournament:
    """The row as it is now, locked until the end of the transaction, and behind it its sheets' groups.

    So no round is recorded while an action asks how far the tables are.
    Raises `Problems` (`wrong_state`) when it is in none of `states`: an older page, or a second click.
    """
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    groups = [group for group in (locked.group_id, locked.final_group_id) if group is not None]
    if groups:
        list(SheetGroup.objects.select_for_update().filter(pk__in=groups).order_by("pk"))
    if states is not None and locked.state not in states:
        raise Problems([wrong_state(locked)])
    return locked


def wrong_state(tournament: Tournament) -> Problem:
    """The evening is not where this would be possible."""
    return Problem("state", "wrong_state", {"state": str(tournament.get_state_display())})


def raise_if_any(problems: Iterable[Problem]) -> None:
    """All problems at once, or nothing."""
    found = list(problems)
    if found:
        raise Problems(found)


def save_change(
    tournament: Tournament,
    *fields: str,
    by: Actor,
    at: dt.datetime,
    action: str,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> None:
    """Save these fields of the locked row, raise its version, and log the change."""
    tournament.version += 1
    tournament.save(update_fields=[*fields, "version"])
    write_log(
        by=by,
        at=at,
        action=action,
        subject=f"tournament:{tournament.pk}",
        before=before,
        after=after,
        reason=reason,
    )


def has_rounds(tournament: Tournament, stage: str = Stage.TABLE) -> bool:
    """Whether any round of that stage was ever recorded, struck ones included."""
    group = tournament.final_group_id if stage == Stage.FINAL else tournament.group_id
    return group is not None and Round.objects.filter(sheet__group=group).exists()


def check_belongs(tournament: Tournament, participant: Participant) -> list[Problem]:
    """Somebody of another evening cannot be meant."""
    if participant.tournament_id == tournament.pk:
        return []
    return [Problem("participant", "unknown_participant", {"player": participant.member.name})]


def check_reason(reason: str) -> list[Problem]:
    """Whoever overrules or ends something says why."""
    return [] if reason.strip() else [Problem("reason", "missing_reason")]


def named_problems(problems: Iterable[Problem], names: Mapping[str, str]) -> list[Problem]:
    """Problems of the rules, which know people by their keys, with names for the sentence."""
    return [replace(problem, params=_named(problem.params, names)) for problem in problems]


def _named(params: Mapping[str, str | int], names: Mapping[str, str]) -> dict[str, str | int]:
    named = dict(params)
    if "player" in named:
        named["player"] = names.get(str(named["player"]), named["player"])
    if "players" in named:
        named["players"] = ", ".join(names.get(key, key) for key in str(named["players"]).split(", "))
    return named
