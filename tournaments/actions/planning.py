"""Planning an evening, and changing what was planned (R2.1, R2.20)."""

from __future__ import annotations

import datetime as dt
from typing import TypedDict, Unpack

from django.db import transaction

from club.live import raise_versions, season_topic
from club.log import Actor, write_log
from club.models import Member
from scoring.rules.problems import Problem, Problems
from scoring.rules.ruleset import load_rulesets
from tournaments.actions.transitions import BEFORE_PLAY, lock_tournament, raise_if_any, save_change, wrong_state
from tournaments.models import Tournament, TournamentState
from tournaments.queries.schemes import read_schemes
from tournaments.season import check_season, counts

USUAL_RULESET: str = Tournament._meta.get_field("ruleset").default


class Plan(TypedDict, total=False):
    """What is planned of an evening."""

    name: str
    date: dt.date
    kind: str
    venue: str
    host: Member | None
    ruleset: str
    target: int | None


def check_plan(*, name: str, date: dt.date, kind: str, ruleset: str, target: int | None) -> list[Problem]:
    """All that is wrong with a plan by itself: a blank name, December, rules that do not count (R1.3, R2.1)."""
    problems = [] if name.strip() else [Problem("name", "missing_name")]
    problems += check_season(date, kind, read_schemes())
    if ruleset not in load_rulesets():
        problems.append(Problem("ruleset", "unknown_ruleset", {"ruleset": ruleset}))
    elif counts(kind) and ruleset != USUAL_RULESET:
        problems.append(Problem("ruleset", "ruleset_does_not_count", {"ruleset": ruleset}))
    if target is not None and counts(kind):
        problems.append(Problem("target", "target_does_not_count", {"target": target}))
    elif target is not None and (target <= 0 or target % 5):
        problems.append(Problem("target", "out_of_range", {"value": target}))
    return problems


@transaction.atomic
def plan_tournament(
    *,
    name: str,
    date: dt.date,
    kind: str,
    venue: str = "",
    host: Member | None = None,
    ruleset: str = USUAL_RULESET,
    target: int | None = None,
    by: Actor,
    at: dt.datetime,
) -> Tournament:
    """A new evening. The same plan sent twice gives the first one; another one of that name and day is refused.

    Raises `Problems`: `missing_name`, `outside_season`, `unknown_ruleset`, `ruleset_does_not_count`,
    `target_does_not_count`, `out_of_range`, `duplicate_tournament`.
    """
    name = name.strip()
    raise_if_any(check_plan(name=name, date=date, kind=kind, ruleset=ruleset, target=target))
    plan = Plan(name=name, date=date, kind=kind, venue=venue.strip(), host=host, ruleset=ruleset, target=target)
    tournament, is_new = Tournament.objects.get_or_create(
        date=date, name=name, defaults={**plan, "created_at": at, "created_by": by.account}
    )
    if not is_new:
        if tournament.state == TournamentState.PLANNED and _plan_of(tournament) == plan:
            return tournament
        raise Problems([_duplicate(name, date)])
    raise_versions([season_topic(date.year)])
    write_log(
        by=by, at=at, action="plan_tournament", subject=f"tournament:{tournament.pk}", after=_described(tournament)
    )
    return tournament


@transaction.atomic
def change_tournament(*, tournament: Tournament, by: Actor, at: dt.datetime, **changes: Unpack[Plan]) -> Tournament:
    """Change what was planned: name, venue and host always; date, kind, rule set and target before play begins.

    Raises `Problems`: those of `plan_tournament`, and `wrong_state` for what is settled by now.
    """
    locked = lock_tournament(tournament)
    before, old_year = _described(locked), locked.date.year
    fixed = {"date", "kind", "ruleset", "target"}.intersection(
        field for field, value in changes.items() if getattr(locked, field) != value
    )
    if fixed and locked.state not in BEFORE_PLAY:
        raise Problems([wrong_state(locked)])
    for field, value in changes.items():
        setattr(locked, field, value.strip() if isinstance(value, str) else value)
    problems = check_plan(
        name=locked.name, date=locked.date, kind=locked.kind, ruleset=locked.ruleset, target=locked.target
    )
    if Tournament.objects.filter(date=locked.date, name=locked.name).exclude(pk=locked.pk).exists():
        problems.append(_duplicate(locked.name, locked.date))
    raise_if_any(problems)
    if _described(locked) != before:
        after = _described(locked)
        save_change(locked, *changes, by=by, at=at, action="change_tournament", before=before, after=after)
        raise_versions([season_topic(old_year), season_topic(locked.date.year)])
    return locked


def _plan_of(tournament: Tournament) -> Plan:
    return Plan(
        name=tournament.name,
        date=tournament.date,
        kind=tournament.kind,
        venue=tournament.venue,
        host=tournament.host,
        ruleset=tournament.ruleset,
        target=tournament.target,
    )


def _described(tournament: Tournament) -> dict[str, object]:
    return {
        "name": tournament.name,
        "date": tournament.date.isoformat(),
        "kind": tournament.kind,
        "venue": tournament.venue,
        "host": tournament.host_id,
        "ruleset": tournament.ruleset,
        "target": tournament.target,
    }


def _duplicate(name: str, date: dt.date) -> Problem:
    return Problem("name", "duplicate_tournament", {"name": name, "date": date.isoformat()})
