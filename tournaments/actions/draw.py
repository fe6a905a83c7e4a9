"""The digital draw that anyone can check: first the commitment, then somebody's salt, then the seats (R2.6, R2.7)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction

from club.log import Actor
from scoring.rules.problems import Problem, Problems
from tournaments.actions.seats import label_of, lock_for_seating, may_sit, new_draw
from tournaments.actions.transitions import save_change
from tournaments.draws import LONGEST_SALT, commitment, deal, distinct_names, normal
from tournaments.models import Draw, Participant, Seat, Tournament
from tournaments.seating import in_numeric_order


@transaction.atomic
def commit_draw(*, tournament: Tournament, stage: str, seed: str, by: Actor, at: dt.datetime) -> Draw:
    """Fix who draws which seats: all who have none yet, and all that are free; `seed` is 32 random bytes in hex.

    A second call gives the first commitment, unless people or seats have changed since; a draw that has run stays.
    Raises `Problems`: `seats_do_not_match`, `nothing_to_draw`, `play_has_begun`, `wrong_state`.
    """
    locked = lock_for_seating(tournament, stage)
    draw = _current(locked, stage, at)
    if draw.drawn_at is not None:
        return draw
    people, seats = _to_draw(locked, stage)
    names, labels = _names(people), _labels(seats)
    if draw.commitment and (draw.participants, draw.seats) == (sorted(names), labels):
        return draw
    if not people and not seats:
        raise Problems([Problem("participants", "nothing_to_draw")])
    if len(people) != len(seats):
        raise Problems([Problem("seats", "seats_do_not_match", {"players": len(people), "seats": len(seats)})])
    draw.seed, draw.participants, draw.seats = seed, sorted(names), labels
    draw.commitment = commitment(seed, names, labels)
    draw.committed_at = at
    draw.save()
    after = {"draw": draw.number, "commitment": draw.commitment}
    save_change(locked, by=by, at=at, action="commit_draw", after=after)
    return draw


@transaction.atomic
def run_draw(*, tournament: Tournament, stage: str, salt: str, by: Actor, at: dt.datetime) -> Draw:
    """Seat everybody as seed and salt say. Drawn is drawn: a second call gives the first draw.

    Raises `Problems`: `not_committed`, `draw_outdated` when people or seats changed after the commitment (commit
    again), `out_of_range` for a salt that is too long, `play_has_begun`, `wrong_state`.
    """
    locked = lock_for_seating(tournament, stage)
    draw = _current(locked, stage, at)
    if draw.drawn_at is not None:
        return draw
    salt = normal(salt)
    people, seats = _to_draw(locked, stage)
    names = _names(people)
    _check_run(draw, names, _labels(seats), salt)
    draw.salt, draw.drawn_at = salt, at
    draw.result = deal(draw.seed, salt, names, draw.seats)
    draw.save()
    by_name = dict(zip(names, people, strict=True))
    for seat in seats:
        seat.participant = by_name[draw.result[label_of(seat)]]
    Seat.objects.bulk_update(seats, ["participant"])
    after = {"draw": draw.number, "seed": draw.seed, "salt": salt, "result": draw.result}
    save_change(locked, by=by, at=at, action="run_draw", after=after)
    return draw


def _check_run(draw: Draw, names: Sequence[str], labels: Sequence[str], salt: str) -> None:
    problems = []
    if not draw.commitment:
        problems.append(Problem("draw", "not_committed"))
    elif (draw.participants, draw.seats) != (sorted(names), labels):
        problems.append(Problem("draw", "draw_outdated"))
    if len(salt) > LONGEST_SALT:
        problems.append(Problem("salt", "out_of_range", {"value": len(salt), "most": LONGEST_SALT}))
    if problems:
        raise Problems(problems)


def _current(locked: Tournament, stage: str, at: dt.datetime) -> Draw:
    """The draw that counts; one that came in from a file begins here."""
    draw = Draw.objects.filter(tournament=locked, stage=stage).order_by("number").last()
    return draw or new_draw(locked, stage, [], at)


def _to_draw(locked: Tournament, stage: str) -> tuple[list[Participant], list[Seat]]:
    """Who has no seat of that stage yet, and which seats are free."""
    seats = list(Seat.objects.filter(table__tournament=locked, stage=stage).select_related("table"))
    seated = {seat.participant_id for seat in seats}
    people = [person for person in may_sit(locked, stage) if person.pk not in seated]
    return people, [seat for seat in seats if seat.participant_id is None]


def _names(people: Sequence[Participant]) -> list[str]:
    return distinct_names((person.member.name, person.member.number) for person in people)


def _labels(seats: Sequence[Seat]) -> list[str]:
    return list(in_numeric_order(label_of(seat) for seat in seats))
