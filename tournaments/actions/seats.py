"""Tables, seats and lots before play (R2.2, R2.6, R2.7): made, drawn by people, swapped, taken back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Max

from club.log import Actor
from scoring.models import Stage
from scoring.rules.problems import Problem, Problems
from tournaments.actions.sheets import discard_sheets, lock_before_rounds, open_again
from tournaments.actions.transitions import (
    check_belongs,
    has_rounds,
    lock_tournament,
    raise_if_any,
    save_change,
    wrong_state,
)
from tournaments.models import Attendance, Draw, Participant, Seat, Table, Tournament, TournamentState
from tournaments.queries.setup import setup_for
from tournaments.seating import final_labels, seat_labels


@transaction.atomic
def choose_tables(*, tournament: Tournament, tables: int | None, by: Actor, at: dt.datetime) -> Tournament:
    """How many tables the host wants; None is the proposal (R2.2). Whether it fits is asked when seats are made."""
    locked = lock_tournament(tournament, [TournamentState.PLANNED])
    if tables is not None and tables < 1:
        raise Problems([Problem("tables", "out_of_range", {"value": tables})])
    if locked.tables_wanted != tables:
        before, locked.tables_wanted = locked.tables_wanted, tables
        save_change(locked, "tables_wanted", by=by, at=at, action="choose_tables", before=before, after=tables)
    return locked


@transaction.atomic
def make_seats(*, tournament: Tournament, renew: bool = False, by: Actor, at: dt.datetime) -> Tournament:
    """planned → seated: tables and seats with fresh lots for those who are there (R2.2, R2.6, R2.18).

    Drawn is drawn: a second call changes nothing. `renew` makes a new draw, numbered, with lots of its own, until the
    first round is recorded; lots of the draw before are unknown from then on.
    Raises `Problems`: `wrong_number_of_players` (at `people` or `tables`), `play_has_begun`, `wrong_state`.
    """
    locked = lock_tournament(tournament)
    if locked.state == TournamentState.SEATED and not renew:
        return locked
    _take_back(locked, renew=renew)
    present = Participant.objects.filter(tournament=locked, attendance=Attendance.PRESENT).count()
    sizes = setup_for(locked, present).sizes
    tables = Table.objects.bulk_create(
        [Table(tournament=locked, stage=Stage.TABLE, number=number) for number in range(1, len(sizes) + 1)]
    )
    make_lots(zip(tables, sizes, strict=True))
    draw = new_draw(locked, Stage.TABLE, seat_labels(sizes), at)
    locked.state = TournamentState.SEATED
    after = {"tables": list(sizes), "draw": draw.number}
    save_change(locked, "state", by=by, at=at, action="make_seats", after=after)
    return locked


@transaction.atomic
def back_to_check_in(*, tournament: Tournament, by: Actor, at: dt.datetime) -> Tournament:
    """seated (or running without any round) → planned: tables, seats and lots are gone (R2.6).

    Raises `Problems`: `play_has_begun`, `wrong_state`.
    """
    locked = lock_tournament(tournament)
    if locked.state == TournamentState.PLANNED:
        return locked
    _take_back(locked, renew=True)
    locked.state = TournamentState.PLANNED
    save_change(locked, "state", by=by, at=at, action="back_to_check_in")
    return locked


def _take_back(locked: Tournament, *, renew: bool) -> None:
    """Remove tables, seats and unplayed sheets, where that is allowed."""
    before_rounds = [TournamentState.SEATED, TournamentState.RUNNING] if renew else []
    if locked.state not in [TournamentState.PLANNED, *before_rounds]:
        raise Problems([wrong_state(locked)])
    if has_rounds(locked):
        raise Problems([Problem("state", "play_has_begun")])
    discard_sheets(locked)
    Table.objects.filter(tournament=locked).delete()


def make_lots(tables: Iterable[tuple[Table, int]]) -> None:
    """The seats of each table, each with a lot of its own."""
    Seat.objects.bulk_create(
        [Seat(table=table, stage=table.stage, number=number) for table, size in tables for number in range(1, size + 1)]
    )


def new_draw(locked: Tournament, stage: str, labels: Sequence[str], at: dt.datetime) -> Draw:
    """The next draw of that stage: these lots, drawn by hand unless somebody commits to a digital one."""
    last = Draw.objects.filter(tournament=locked, stage=stage).aggregate(last=Max("number"))["last"]
    return Draw.objects.create(
        tournament=locked,
        stage=stage,
        number=(last or 0) + 1,
        participants=[],
        seats=list(labels),
        committed_at=at,
    )


def lock_for_seating(tournament: Tournament, stage: str) -> Tournament:
    """Locked, if seats of that stage are still being drawn: raises `wrong_state` or `play_has_begun`."""
    locked = lock_tournament(tournament)
    wanted = TournamentState.FINAL if stage == Stage.FINAL else TournamentState.SEATED
    if locked.state != wanted:
        raise Problems([wrong_state(locked)])
    if stage == Stage.FINAL and locked.final_group_id is not None:
        raise Problems([Problem("state", "play_has_begun")])
    return locked


def may_sit(tournament: Tournament, stage: str) -> list[Participant]:
    """Who gets a seat of that stage: those present, or the finalists (R2.4, R2.18)."""
    people = Participant.objects.filter(tournament=tournament).select_related("member").order_by("pk")
    if stage == Stage.FINAL:
        return list(people.filter(is_finalist=True))
    return list(people.filter(attendance=Attendance.PRESENT))


@transaction.atomic
def assign_seat(
    *, tournament: Tournament, seat: Seat, participant: Participant | None, by: Actor, at: dt.datetime
) -> Seat:
    """Somebody has drawn this seat's lot, or (None) has not. The same again changes nothing.

    Raises `Problems`: `seat_taken`, `already_seated` (with the label drawn before), `not_present`, `not_a_finalist`,
    `unknown_participant`, `unknown_seat`, `play_has_begun`, `wrong_state`.
    """
    locked = lock_for_seating(tournament, seat.stage)
    current = find_seat(locked, seat)
    if current.participant_id == (participant.pk if participant else None):
        return current
    if participant is not None:
        raise_if_any(_check_assignment(locked, current, participant))
    before, current.participant = current.participant_id, participant
    current.save(update_fields=["participant"])
    label = label_of(current)
    after = {"seat": label, "participant": current.participant_id}
    save_change(locked, by=by, at=at, action="assign_seat", before={"seat": label, "participant": before}, after=after)
    return current


def _check_assignment(locked: Tournament, seat: Seat, participant: Participant) -> list[Problem]:
    problems = check_belongs(locked, participant)
    if problems:
        return problems
    name = participant.member.name
    if seat.participant is not None:
        taken_by = seat.participant.member.name
        problems.append(Problem("seat", "seat_taken", {"seat": label_of(seat), "player": taken_by}))
    if participant not in may_sit(locked, seat.stage):
        code = "not_a_finalist" if seat.stage == Stage.FINAL else "not_present"
        problems.append(Problem("participant", code, {"player": name}))
    other = Seat.objects.filter(participant=participant, stage=seat.stage).select_related("table").first()
    if other is not None:
        problems.append(Problem("participant", "already_seated", {"player": name, "seat": label_of(other)}))
    return problems


@transaction.atomic
def swap_seats(*, tournament: Tournament, seat: Seat, other: Seat, by: Actor, at: dt.datetime) -> None:
    """Two people change places, or one goes to a free one, until the first round is recorded.

    Raises `Problems`: `unknown_seat`, `play_has_begun`, `wrong_state`.
    """
    if seat.stage != other.stage:
        raise Problems([Problem("seat", "unknown_seat")])
    locked = lock_before_rounds(tournament, seat.stage)
    one, two = find_seat(locked, seat), find_seat(locked, other)
    if one == two or one.participant_id == two.participant_id:
        return
    first, second = one.participant, two.participant
    Seat.objects.filter(pk__in=[one.pk, two.pk]).update(participant=None)
    Seat.objects.filter(pk=one.pk).update(participant=second)
    Seat.objects.filter(pk=two.pk).update(participant=first)
    _forget_choices(one.table_id, two.table_id)
    open_again(locked, seat.stage, at)
    labels = [label_of(one), label_of(two)]
    save_change(locked, by=by, at=at, action="swap_seats", after={"seats": labels})


def _forget_choices(*tables: int) -> None:
    """Nobody heads or writes the sheet of a table that he or she has left."""
    for table in Table.objects.filter(pk__in=tables).prefetch_related("seats"):
        there = {seat.participant_id for seat in table.seats.all()}
        table.first_id = table.first_id if table.first_id in there else None
        table.scribe_id = table.scribe_id if table.scribe_id in there else None
        table.save(update_fields=["first", "scribe"])


def find_seat(tournament: Tournament, seat: Seat) -> Seat:
    """The seat as it is now; raises `unknown_seat` for one of another evening or of a former draw."""
    found = (
        Seat.objects.filter(pk=seat.pk, table__tournament=tournament)
        .select_related("table", "participant__member")
        .first()
    )
    if found is None:
        raise Problems([Problem("seat", "unknown_seat")])
    return found


def label_of(seat: Seat) -> str:
    """`1.3`, or `F.2` at the final."""
    return f"{seat.table}.{seat.number}"


def final_lots(tournament: Tournament, table: Table, people: int, at: dt.datetime) -> Draw:
    """The seats of the final with their lots (R2.7), a draw of their own."""
    make_lots([(table, people)])
    return new_draw(tournament, Stage.FINAL, final_labels(people), at)
