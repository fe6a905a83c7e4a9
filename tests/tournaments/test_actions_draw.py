"""Digital draws, and decks at the tables: what is refused, and what happens once."""

import datetime as dt

import pytest

from club.models import Deck, LogEntry
from scoring.models import Stage
from scoring.rules.problems import Problems
from tests.factories import (
    DATE,
    SEED,
    WHO,
    codes,
    make_decks,
    make_member,
    person,
    plan_evening,
    seat_evening,
    seat_of,
    seating,
    start_evening,
    table_of,
)
from tournaments import actions
from tournaments.draw_files import check_draw
from tournaments.draws import draw_document
from tournaments.models import Attendance, Kind, TournamentState

pytestmark = pytest.mark.django_db


def test_R2_6_digital_draw_follows_from_seed_and_salt_and_runs_once():
    evening = plan_evening(people="Anna Berta Cora Dora Emil Fritz Greta")
    actions.make_seats(tournament=evening, **WHO)
    draw = actions.commit_draw(tournament=evening, stage=Stage.TABLE, seed=SEED, **WHO)
    again = actions.commit_draw(tournament=evening, stage=Stage.TABLE, seed="00" * 32, **WHO)
    assert (again, again.commitment, again.seed) == (draw, draw.commitment, SEED)

    drawn = actions.run_draw(tournament=evening, stage=Stage.TABLE, salt="Gurke", **WHO)
    second = actions.run_draw(tournament=evening, stage=Stage.TABLE, salt="anders", **WHO)

    assert seating(evening) == drawn.result == second.result
    assert second.salt == "Gurke"
    document = draw_document(drawn.seed, drawn.salt, drawn.participants, drawn.seats)
    assert check_draw(document) == []
    assert (document["commitment"], document["result"]) == (draw.commitment, drawn.result)


def test_R2_6_draw_for_the_rest_when_some_have_drawn_paper():
    evening = plan_evening(people="Anna Berta Cora Dora")
    actions.make_seats(tournament=evening, **WHO)
    actions.assign_seat(tournament=evening, seat=seat_of(evening, "1.2"), participant=person(evening, "Dora"), **WHO)
    draw = actions.commit_draw(tournament=evening, stage=Stage.TABLE, seed=SEED, **WHO)
    assert (draw.participants, draw.seats) == (["Anna", "Berta", "Cora"], ["1.1", "1.3", "1.4"])
    actions.run_draw(tournament=evening, stage=Stage.TABLE, salt="", **WHO)
    assert seating(evening)["1.2"] == "Dora"
    assert set(seating(evening).values()) == {"Anna", "Berta", "Cora", "Dora"}


def test_draw_without_a_valid_commitment_is_refused():
    evening = plan_evening(people="Anna Berta Cora")
    actions.make_seats(tournament=evening, **WHO)
    with pytest.raises(Problems) as problems:
        actions.run_draw(tournament=evening, stage=Stage.TABLE, salt="x" * 41, **WHO)
    assert codes(problems) == [("draw", "not_committed"), ("salt", "out_of_range")]

    first = actions.commit_draw(tournament=evening, stage=Stage.TABLE, seed=SEED, **WHO)
    actions.set_attendance(
        tournament=evening, participant=person(evening, "Anna"), attendance=Attendance.NO_SHOW, **WHO
    )
    with pytest.raises(Problems) as problems:
        actions.run_draw(tournament=evening, stage=Stage.TABLE, salt="", **WHO)
    assert codes(problems) == [("draw", "draw_outdated")]
    with pytest.raises(Problems) as problems:
        actions.commit_draw(tournament=evening, stage=Stage.TABLE, seed=SEED, **WHO)
    assert codes(problems) == [("seats", "seats_do_not_match")]

    actions.set_attendance(
        tournament=evening, participant=person(evening, "Anna"), attendance=Attendance.PRESENT, **WHO
    )
    assert actions.commit_draw(tournament=evening, stage=Stage.TABLE, seed=SEED, **WHO).commitment == first.commitment


def test_R1_2_decks_by_the_number_of_people_at_the_tables():
    make_decks(4)
    evening = seat_evening("A B C D E", "F G H I", "J K L M")
    assert actions.assign_decks(tournament=evening, **WHO) == {
        "1": ["Blatt A", "Blatt B"], "2": ["Blatt C"], "3": ["Blatt D"],
    }  # fmt: skip
    before = LogEntry.objects.count()
    actions.assign_decks(tournament=evening, **WHO)
    assert LogEntry.objects.count() == before


def test_R1_1_too_few_accredited_decks_stop_what_counts():
    make_decks(1)
    Deck.objects.create(label="Neu")
    Deck.objects.create(label="Alt", accredited_on=dt.date(2000, 1, 1), retired_on=DATE)
    evening = seat_evening("Anna Berta", "Cora Dora")
    for step in (actions.assign_decks, actions.start_play):
        with pytest.raises(Problems) as problems:
            step(tournament=evening, **WHO)
        assert codes(problems) == [("decks", "too_few_decks")]
        assert problems.value.problems[0].params == {"needed": 2, "available": 1}

    evening = actions.change_tournament(tournament=evening, kind=Kind.TRAINING, **WHO)
    assert actions.start_play(tournament=evening, **WHO).state == TournamentState.RUNNING
    assert table_of(evening, 2).decks.get().label == "Neu"


def test_R1_1_club_that_keeps_no_book_of_decks_may_start():
    evening = start_evening("Anna Berta", "Cora Dora")
    assert evening.state == TournamentState.RUNNING
    assert table_of(evening, 1).decks.count() == 0


def test_late_comer_is_refused_at_a_full_table_and_at_a_second_one():
    evening = start_evening("A B C D E F", "G H I J K L")
    with pytest.raises(Problems) as problems:
        actions.join_table(tournament=evening, table=table_of(evening, 1), member=make_member("Spät"), **WHO)
    assert codes(problems) == [("table", "table_full")]
    with pytest.raises(Problems) as problems:
        actions.join_table(tournament=evening, table=table_of(evening, 1), member=make_member("G"), **WHO)
    assert codes(problems) == [("participant", "already_seated")]


def test_R1_2_late_comer_brings_another_deck_to_the_table_if_there_is_one():
    make_decks(2)
    evening = start_evening("A B C D")
    assert table_of(evening, 1).decks.count() == 1
    actions.join_table(tournament=evening, table=table_of(evening, 1), member=make_member("E"), **WHO)
    assert table_of(evening, 1).decks.count() == 2

    Deck.objects.all().delete()
    make_decks(1)
    evening = start_evening("A B C D", name="Zweites")
    with pytest.raises(Problems) as problems:
        actions.join_table(tournament=evening, table=table_of(evening, 1), member=make_member("E"), **WHO)
    assert codes(problems) == [("decks", "too_few_decks")]
    assert evening.participants.count() == 4
