"""Accredited decks for the tables (R1.1, R1.2)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from django.db import transaction
from django.db.models import Count, Q

from club.log import Actor
from club.models import Deck
from scoring.models import Stage
from scoring.rules.problems import Problem, Problems
from scoring.rules.ruleset import get_ruleset
from tournaments.actions.transitions import lock_tournament, save_change
from tournaments.models import Table, Tournament, TournamentState

WITH_TABLES = (TournamentState.SEATED, TournamentState.RUNNING, TournamentState.FINAL)


@transaction.atomic
def assign_decks(
    *, tournament: Tournament, stage: str = Stage.TABLE, by: Actor, at: dt.datetime
) -> dict[str, list[str]]:
    """Give each table of the stage as many decks as it needs; answers the labels by table.

    Only accredited ones, for training any; tables that have theirs keep them. A club that has recorded no deck at all
    keeps no book of them: nothing is assigned, and nothing stops the evening.
    Raises `Problems`: `too_few_decks` (needed, available) for an evening that counts; training is the way out.
    """
    locked = lock_tournament(tournament, WITH_TABLES)
    given, problems = _give(locked, stage)
    if problems:
        raise Problems(problems)
    if given:
        after = {str(table): [deck.label for deck in decks] for table, decks in given.items()}
        save_change(locked, by=by, at=at, action="assign_decks", after=after)
    tables = Table.objects.filter(tournament=locked, stage=stage).prefetch_related("decks").order_by("number")
    return {str(table): sorted(deck.label for deck in table.decks.all()) for table in tables}


def check_decks(locked: Tournament, stage: str) -> list[Problem]:
    """Give each table what it still lacks; what is wrong if that is not enough (R1.1)."""
    return _give(locked, stage)[1]


def _give(locked: Tournament, stage: str) -> tuple[Mapping[Table, list[Deck]], list[Problem]]:
    if not Deck.objects.exists():
        return {}, []
    ruleset = get_ruleset(locked.ruleset)
    tables = list(
        Table.objects.filter(tournament=locked, stage=stage)
        .annotate(people=Count("seats", filter=Q(seats__isnull=False)))
        .prefetch_related("decks")
        .order_by("number")
    )
    usable = _usable(locked)
    given: dict[Table, list[Deck]] = {}
    free = [deck for deck in usable if not any(deck in table.decks.all() for table in tables)]
    needed = 0
    for table in tables:
        decks = [deck for deck in table.decks.all() if deck in usable]
        missing = ruleset.decks_for(table.people) - len(decks) if table.people else 0
        needed += ruleset.decks_for(table.people) if table.people else 0
        if missing > 0 and free:
            given[table], free = free[:missing], free[missing:]
            decks += given[table]
        missing = ruleset.decks_for(table.people) - len(decks) if table.people else 0
    lacking = needed - sum(len(table.decks.all()) for table in tables) - sum(len(decks) for decks in given.values())
    if lacking > 0 and locked.does_count:
        params = {"needed": needed, "available": len(usable)}
        return {}, [Problem("decks", "too_few_decks", params)]
    for table, decks in given.items():
        table.decks.add(*decks)
    return given, []


def _usable(locked: Tournament) -> list[Deck]:
    decks = Deck.objects.usable_on(locked.date) if locked.does_count else Deck.objects.filter(retired_on__isnull=True)
    return list(decks.order_by("label"))
