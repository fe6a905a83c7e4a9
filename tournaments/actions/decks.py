"""Accredited decks for the tables (R1.1, R1.2)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

from django.db import transaction

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
    """Which table got which decks; nothing is given when it is not enough for an evening that counts."""
    usable = _usable(locked)
    if not usable and not Deck.objects.exists():
        return {}, []
    tables = list(
        Table.objects.filter(tournament=locked, stage=stage).prefetch_related("decks", "seats", "sheet__players")
    )
    needed = {table: _decks_needed(locked, table) for table in tables}
    held = {table: [deck for deck in table.decks.all() if deck in usable] for table in tables}
    free = [deck for deck in usable if not any(deck in decks for decks in held.values())]
    if locked.does_count and sum(needed.values()) > len(usable):
        params = {"needed": sum(needed.values()), "available": len(usable)}
        return {}, [Problem("decks", "too_few_decks", params)]
    given = {}
    for table in sorted(tables, key=lambda table: table.number):
        missing = max(0, needed[table] - len(held[table]))
        given[table], free = free[:missing], free[missing:]
    links = Table.decks.through.objects
    links.filter(table__in=tables).exclude(deck__in=usable).delete()
    links.bulk_create(links.model(table=table, deck=deck) for table, decks in given.items() for deck in decks)
    return {table: decks for table, decks in given.items() if decks}, []


def _decks_needed(locked: Tournament, table: Table) -> int:
    """By those who sit there at the same time (R1.2); a single finalist plays no round."""
    people = len(table.seats.all())
    if table.sheet is not None:
        people = sum(player.left_after is None for player in table.sheet.players.all())
    return get_ruleset(locked.ruleset).decks_for(people) if people > 1 else 0


def _usable(locked: Tournament) -> list[Deck]:
    decks = Deck.objects.usable_on(locked.date) if locked.does_count else Deck.objects.filter(retired_on__isnull=True)
    return list(decks.order_by("label"))
