"""The FINAL TABLE: who declines, seats with lots, play (R2.4, R2.5, R2.7, R2.17)."""

from __future__ import annotations

import datetime as dt

from django.db import transaction

from club.log import Actor
from scoring.actions import lock_sheets, unlock_sheets
from scoring.models import Stage
from scoring.rules.problems import Problem, Problems
from tournaments.actions.decks import check_decks
from tournaments.actions.review import mark_void
from tournaments.actions.seats import final_lots, label_of
from tournaments.actions.sheets import discard_sheets, open_stage
from tournaments.actions.transitions import (
    check_belongs,
    has_rounds,
    lock_tournament,
    named_problems,
    raise_if_any,
    save_change,
)
from tournaments.finalists import finalists
from tournaments.models import Draw, Participant, Seat, Table, Tournament, TournamentState
from tournaments.queries.evening import FINAL_NUMBER, LoadedEvening, load_evening
from tournaments.ties import deciding_ties


@transaction.atomic
def decline_final(*, tournament: Tournament, participant: Participant, by: Actor, at: dt.datetime) -> Participant:
    """Somebody who reached the final does not play it, or has left: the next of the table moves up (R2.17).

    Raises `Problems`: `not_a_finalist`, `still_playing` while that table plays, `wrong_state` once the final is
    seated (take it back first).
    """
    locked = lock_tournament(tournament, [TournamentState.RUNNING])
    raise_if_any(check_belongs(locked, participant))
    loaded = load_evening(locked)
    key, person = str(participant.pk), loaded.people[str(participant.pk)]
    if person.declined_final:
        return person
    number = next((number for number, totals in loaded.totals.items() if key in totals), None)
    if number in loaded.open_tables:
        raise Problems([Problem("participant", "still_playing", {"tables": str(number)})])
    reached = finalists(loaded.evening)
    if key not in (*reached.qualified, *reached.candidates):
        raise Problems([Problem("participant", "not_a_finalist", {"player": loaded.names[key]})])
    return _set_declined(locked, person, has_declined=True, by=by, at=at)


@transaction.atomic
def undo_decline(*, tournament: Tournament, participant: Participant, by: Actor, at: dt.datetime) -> Participant:
    """Plays the final after all. Until it is seated (`wrong_state`)."""
    locked = lock_tournament(tournament, [TournamentState.RUNNING])
    raise_if_any(check_belongs(locked, participant))
    participant.refresh_from_db()
    if not participant.declined_final:
        return participant
    return _set_declined(locked, participant, has_declined=False, by=by, at=at)


def _set_declined(
    locked: Tournament, person: Participant, *, has_declined: bool, by: Actor, at: dt.datetime
) -> Participant:
    person.declined_final = has_declined
    person.save(update_fields=["declined_final"])
    action = "decline_final" if has_declined else "undo_decline"
    save_change(locked, by=by, at=at, action=action, after={"participant": person.pk})
    return person


@transaction.atomic
def seat_final(*, tournament: Tournament, by: Actor, at: dt.datetime) -> Table:
    """running → final: the finalists are fixed, seats with lots `F.1` … are made, the tables' sheets are locked.

    A single finalist has the seat at once and has won without a round; without anybody the final stays empty (R2.5).
    A second call gives the table that there is.
    Raises `Problems`: `still_playing`, `game_not_finished`, `tie_unresolved` (who reaches the final), `wrong_state`.
    """
    locked = lock_tournament(tournament, [TournamentState.RUNNING, TournamentState.FINAL])
    if locked.state == TournamentState.FINAL:
        return Table.objects.get(tournament=locked, stage=Stage.FINAL)
    loaded = load_evening(locked)
    raise_if_any(check_final(loaded))
    mark_void(loaded)
    reached = finalists(loaded.evening)
    _fix_finalists(loaded, set(reached.qualified), set(reached.declined))
    table = Table.objects.create(tournament=locked, stage=Stage.FINAL, number=FINAL_NUMBER)
    final_lots(locked, table, len(reached.qualified), at)
    if len(reached.qualified) == 1:
        table.seats.update(participant=loaded.people[reached.qualified[0]])
    _lock_tables(locked, at)
    locked.state = TournamentState.FINAL
    after = {"finalists": [int(key) for key in reached.qualified], "declined": [int(key) for key in reached.declined]}
    save_change(locked, "state", by=by, at=at, action="seat_final", after=after)
    return table


def check_final(loaded: LoadedEvening) -> list[Problem]:
    """What still stands in the way of seating the final: for the page as for the action (R2.3, R2.15)."""
    problems = []
    if loaded.open_tables:
        problems.append(Problem("tables", "still_playing", {"tables": ", ".join(map(str, loaded.open_tables))}))
    elif loaded.evening.counts and not loaded.has_reached_target and not loaded.evening.ended_early:
        problems.append(Problem("tables", "game_not_finished"))
    ties = [tie for tie in deciding_ties(loaded.with_final) if "qualifying" in tie.reasons]
    problems += [
        Problem(f"tables.{tie.table}", "tie_unresolved", {"players": ", ".join(tie.keys), "why": tie.why})
        for tie in ties
        if tie.table not in loaded.open_tables
    ]
    return named_problems(problems, loaded.names)


def _fix_finalists(loaded: LoadedEvening, qualified: set[str], declined: set[str]) -> None:
    """From here on the finalists are these, whatever is corrected; declines that no longer count are gone."""
    for key, person in loaded.people.items():
        person.is_finalist = key in qualified
        person.declined_final = key in declined
    Participant.objects.bulk_update(loaded.people.values(), ["is_finalist", "declined_final"])


@transaction.atomic
def unseat_final(*, tournament: Tournament, by: Actor, at: dt.datetime) -> Tournament:
    """final → running, until the final's round is recorded: for a decline, or after a correction (R2.19).

    Raises `Problems`: `play_has_begun`, `wrong_state`.
    """
    locked = lock_tournament(tournament, [TournamentState.RUNNING, TournamentState.FINAL])
    if locked.state == TournamentState.RUNNING:
        return locked
    if has_rounds(locked, Stage.FINAL):
        raise Problems([Problem("state", "play_has_begun")])
    discard_sheets(locked, Stage.FINAL)
    Table.objects.filter(tournament=locked, stage=Stage.FINAL).delete()
    Participant.objects.filter(tournament=locked).update(is_finalist=False, admitted="")
    _unlock_tables(locked)
    locked.state = TournamentState.RUNNING
    save_change(locked, "state", by=by, at=at, action="unseat_final")
    return locked


@transaction.atomic
def renew_final_lots(*, tournament: Tournament, by: Actor, at: dt.datetime) -> Draw:
    """A new draw of the final's seats, numbered, with lots of its own; until its round is recorded (R2.7).

    Raises `Problems`: `play_has_begun`, `wrong_state`.
    """
    locked = lock_tournament(tournament, [TournamentState.FINAL])
    if has_rounds(locked, Stage.FINAL):
        raise Problems([Problem("state", "play_has_begun")])
    discard_sheets(locked, Stage.FINAL)
    table = Table.objects.get(tournament=locked, stage=Stage.FINAL)
    people = table.seats.count()
    Participant.objects.filter(seats__table=table).update(is_finalist=True)
    table.seats.all().delete()
    Table.objects.filter(pk=table.pk).update(first=None, scribe=None)
    draw = final_lots(locked, table, people, at)
    save_change(locked, by=by, at=at, action="renew_final_lots", after={"draw": draw.number})
    return draw


@transaction.atomic
def start_final(*, tournament: Tournament, by: Actor, at: dt.datetime) -> Tournament:
    """The final's sheet opens once each seat is drawn; a second call, or a single finalist, changes nothing (R2.5).

    Raises `Problems`: `seat_empty`, `too_few_decks`, `wrong_state`.
    """
    locked = lock_tournament(tournament, [TournamentState.FINAL])
    seats = list(Seat.objects.filter(table__tournament=locked, stage=Stage.FINAL).select_related("table"))
    if locked.final_group_id is not None or len(seats) <= 1:
        return locked
    empty = [Problem("seats", "seat_empty", {"seat": label_of(seat)}) for seat in seats if seat.participant_id is None]
    raise_if_any([*empty, *check_decks(locked, Stage.FINAL)])
    open_stage(locked, Stage.FINAL, at)
    save_change(locked, "final_group", by=by, at=at, action="start_final")
    return locked


def _lock_tables(locked: Tournament, at: dt.datetime) -> None:
    if locked.group is not None:
        lock_sheets(group=locked.group, at=at)


def _unlock_tables(locked: Tournament) -> None:
    if locked.group is not None:
        unlock_sheets(group=locked.group)
