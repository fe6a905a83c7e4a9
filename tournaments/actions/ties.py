"""Tie decisions: lots drawn in the product, or an order laid down with a reason (R2.15)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction

from club.log import Actor
from scoring.rules.problems import Problem, Problems
from tournaments.actions.review import review
from tournaments.actions.transitions import AFTER_START, check_belongs, lock_tournament, raise_if_any, save_change
from tournaments.draws import deal
from tournaments.models import Decision, DecisionPlace, Participant, Settler, Table, Tournament
from tournaments.queries.evening import FINAL_NUMBER, LoadedEvening, load_evening
from tournaments.seating import final_labels


@transaction.atomic
def decide_tie(
    *,
    tournament: Tournament,
    table: Table,
    order: Sequence[Participant],
    settler: str,
    reason: str = "",
    replace: bool = False,
    by: Actor,
    at: dt.datetime,
) -> Decision:
    """Lay down the order of exactly those who are tied at this table or at the final, best first.

    By host or board it needs a reason; `settler` "lot" is for lots that were drawn on the table. The same order again
    gives the first decision; another one is refused unless `replace`, and then the first stays on record as void.
    Raises `Problems`: `invalid_decision`, `missing_reason`, `only_board`, `still_playing`, `already_decided`,
    `wrong_state`.
    """
    locked = lock_tournament(tournament, AFTER_START)
    loaded = load_evening(locked)
    keys = tuple(str(person.pk) for person in order)
    raise_if_any(
        [
            *(problem for person in order for problem in check_belongs(locked, person)),
            *_check_tie(loaded, table.number, keys),
            *_check_settler(settler, reason, by),
        ]
    )
    standing = _standing_decision(loaded, table.number, keys)
    if standing is not None:
        if loaded.evening.decisions[loaded.decisions.index(standing)].order == keys:
            return standing
        if not replace:
            raise Problems([Problem("order", "already_decided")])
    return _record(locked, loaded.tables[table.number], order, settler, reason, by=by, at=at)


@transaction.atomic
def draw_lots_for_tie(
    *, tournament: Tournament, table: Table, participants: Sequence[Participant], seed: str, by: Actor, at: dt.datetime
) -> Decision:
    """The product draws lots among those who are tied; `seed` is 32 random bytes in hex and stays in the log.

    Repeatable: the shuffle of a digital draw with an empty salt, people as their keys, on `F.1`, `F.2` … Drawn is
    drawn: a second call gives the first decision. Raises `Problems` like `decide_tie`.
    """
    locked = lock_tournament(tournament, AFTER_START)
    loaded = load_evening(locked)
    by_key = {str(person.pk): person for person in participants}
    raise_if_any(_check_tie(loaded, table.number, tuple(by_key)))
    standing = _standing_decision(loaded, table.number, tuple(by_key))
    if standing is not None:
        return standing
    labels = final_labels(len(by_key))
    drawn = deal(seed, "", by_key, labels)
    order = [by_key[drawn[label]] for label in labels]
    return _record(locked, loaded.tables[table.number], order, Settler.LOT, "", seed=seed, by=by, at=at)


def _check_tie(loaded: LoadedEvening, number: int, keys: Sequence[str]) -> list[Problem]:
    if number not in loaded.tables:
        return [Problem("table", "invalid_decision")]
    if number in loaded.open_tables:
        return [Problem("table", "still_playing", {"tables": str(number)})]
    ranking = (
        loaded.evening.final_ranking or ()
        if number == FINAL_NUMBER
        else next(standing.ranking for standing in loaded.evening.tables if standing.number == number)
    )
    is_tie = len(set(keys)) == len(keys) > 1 and any(set(group) == set(keys) for group in ranking)
    return [] if is_tie else [Problem("order", "invalid_decision")]


def _check_settler(settler: str, reason: str, by: Actor) -> list[Problem]:
    problems = []
    if settler != Settler.LOT and not reason.strip():
        problems.append(Problem("reason", "missing_reason"))
    if settler == Settler.BOARD and by.account is not None and not by.account.is_board:
        problems.append(Problem("settler", "only_board"))
    return problems


def _standing_decision(loaded: LoadedEvening, number: int, keys: Sequence[str]) -> Decision | None:
    """The decision that holds on this tie, if there is one."""
    for row, decision in zip(loaded.decisions, loaded.evening.decisions, strict=True):
        if row.table.number == number and not decision.void and set(decision.order) == set(keys):
            return row
    return None


def _record(
    locked: Tournament,
    table: Table,
    order: Sequence[Participant],
    settler: str,
    reason: str,
    *,
    seed: str = "",
    by: Actor,
    at: dt.datetime,
) -> Decision:
    decision = Decision.objects.create(
        tournament=locked, table=table, by=settler, reason=reason.strip(), decided_at=at, decided_by=by.account
    )
    DecisionPlace.objects.bulk_create(
        [DecisionPlace(decision=decision, participant=person, place=place) for place, person in enumerate(order, 1)]
    )
    after = {"table": table.number, "order": [person.pk for person in order], "by": settler}
    if seed:
        after["seed"] = seed
    save_change(locked, by=by, at=at, action="decide_tie", after=after, reason=reason)
    review(locked, reason)
    return decision
