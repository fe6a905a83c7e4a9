"""Whole evenings through the actions, from the plan to the season's points."""

import pytest

from club.models import LogEntry
from scoring.rules.problems import Problems
from tests.factories import (
    WHO,
    close,
    codes,
    correct,
    fresh,
    league_table,
    make_decks,
    named,
    people,
    plan_evening,
    play_final,
    play_tables,
    record,
    sheet_of,
    sit,
    start_evening,
    table_of,
)
from tournaments import actions
from tournaments.finalists import finalists
from tournaments.models import Settler, TournamentState
from tournaments.queries.evening import load_evening

pytestmark = pytest.mark.django_db


def test_R2_5_one_table_sends_two_to_the_final():
    evening = start_evening("Anna Berta Cora Dora Emil")
    play_tables(evening, ["2500 1000 500 0 -15", "2500 1500 700 200 100"])

    evening = play_final(evening, "Anna Berta", "100 300")
    evening = close(evening)

    assert evening.state == TournamentState.CLOSED
    assert league_table(evening) == {"Anna": 6, "Berta": 7, "Cora": 1, "Dora": 1, "Emil": 1}


def test_R2_14_guest_who_wins_the_final_gets_no_points_and_nobody_moves_up():
    evening = start_evening("Anna Berta Gast", "Dora Emil Fritz Greta", guests="Gast")
    play_tables(evening, ["500 1000 3000", "0 0 1500"], ["5005 1000 800 -15"])

    evening = close(play_final(evening, "Berta Dora Emil Gast", "200 100 -50 900"))

    assert league_table(evening) == {
        "Anna": 1,
        "Berta": 1 + 1 + 3,
        "Dora": 1 + 2 + 2,
        "Emil": 1 + 1 + 1,
        "Fritz": 1,
        "Greta": 1,
    }


def test_R2_15_tie_at_the_qualifying_place_stops_the_final_until_it_is_settled():
    evening = start_evening("Anna Berta Cora", "Dora Emil Fritz Greta", "Hans Ida Jan")
    evening = play_tables(evening, ["100 200 300"], ["5125 3480 3480 2010"], ["300 200 100"])

    with pytest.raises(Problems) as problems:
        actions.seat_final(tournament=evening, **WHO)
    assert codes(problems) == [("tables.2", "tie_unresolved")]
    assert problems.value.problems[0].params == {"players": "Emil, Fritz", "why": "qualifying"}
    assert load_evening(evening).evening.tables[1].ranking[1] == [str(one.pk) for one in people(evening, "Emil Fritz")]

    decision = actions.decide_tie(
        tournament=evening,
        table=table_of(evening, 2),
        order=people(evening, "Fritz Emil"),
        settler=Settler.HOST,
        reason="Fritz war pünktlich",
        **WHO,
    )
    actions.seat_final(tournament=evening, **WHO)

    assert decision.decided_at == WHO["at"]
    assert named(evening, finalists(load_evening(evening).evening).qualified) == [
        "Cora", "Berta", "Dora", "Fritz", "Hans", "Ida",
    ]  # fmt: skip


def test_three_with_5000_at_one_table_are_the_same_stop():
    evening = start_evening("Anna Berta Cora Dora")
    evening = play_tables(evening, ["5000 5000 5000 100"])

    with pytest.raises(Problems) as problems:
        actions.seat_final(tournament=evening, **WHO)
    assert [problem.params["players"] for problem in problems.value.problems] == ["Anna, Berta, Cora"]


def test_R2_15_lots_drawn_for_a_tie_are_recorded_and_drawn_once():
    evening = start_evening("Anna Berta Cora Dora")
    evening = play_tables(evening, ["5000 5000 5000 100"])
    tied = people(evening, "Anna Berta Cora")

    first = actions.draw_lots_for_tie(
        tournament=evening, table=table_of(evening, 1), participants=tied, seed="ab" * 32, **WHO
    )
    second = actions.draw_lots_for_tie(
        tournament=evening, table=table_of(evening, 1), participants=tied, seed="cd" * 32, **WHO
    )

    assert first == second
    assert evening.decisions.count() == 1
    entry = LogEntry.objects.get(action="decide_tie")
    assert entry.after["seed"] == "ab" * 32
    assert sorted(entry.after["order"]) == [one.pk for one in tied]


def test_R2_15_tie_for_points_in_the_final_blocks_closing():
    evening = start_evening("Anna Berta Cora")
    play_tables(evening, ["5000 3000 0"])
    evening = play_final(evening, "Anna Berta", "100 100")

    with pytest.raises(Problems) as problems:
        close(evening)
    assert codes(problems) == [("final", "tie_unresolved")]
    assert problems.value.problems[0].params == {"players": "Anna, Berta", "why": "points"}

    actions.decide_tie(
        tournament=evening, table=table_of(evening, 0), order=people(evening, "Berta Anna"), settler=Settler.LOT, **WHO
    )
    assert league_table(close(evening)) == {"Anna": 6, "Berta": 7, "Cora": 1}


def test_R2_5_four_tables_make_a_final_of_eight():
    make_decks(4)
    evening = start_evening("A1 B1 C1", "A2 B2 C2", "A3 B3 C3", "A4 B4 C4")
    evening = play_tables(evening, ["5000 3000 0"], ["3000 2000 0"], ["3000 2000 0"], ["3000 2000 0"])

    evening = play_final(evening, "A1 B1 A2 B2 A3 B3 A4 B4", "10 80 70 60 50 40 30 20")

    assert table_of(evening, 0).decks.count() == 3
    assert league_table(close(evening)) == {
        "A1": 3, "B1": 2 + 5, "C1": 1,
        "A2": 3 + 3, "B2": 2 + 2, "C2": 1,
        "A3": 3 + 1, "B3": 2, "C3": 1,
        "A4": 3, "B4": 2, "C4": 1,
    }  # fmt: skip


def test_R2_23_evening_ended_early_counts_without_a_final():
    evening = start_evening("Anna Berta Cora", "Dora Emil")
    record(evening, 1, "500 300 100")
    record(evening, 2, "200 400")
    with pytest.raises(Problems) as problems:
        close(evening)
    assert codes(problems) == [("tables", "still_playing"), ("", "final_incomplete")]

    actions.end_early(tournament=evening, reason="Heizung ausgefallen", **WHO)
    evening = close(evening)

    assert evening.ended_early == "Heizung ausgefallen"
    assert league_table(evening) == {"Anna": 3, "Berta": 2, "Cora": 1, "Emil": 3, "Dora": 2}


def test_R2_23_final_may_follow_an_early_end():
    evening = start_evening("Anna Berta Cora")
    record(evening, 1, "500 300 100")
    actions.end_early(tournament=evening, reason="Es ist spät", **WHO)
    evening = close(play_final(evening, "Anna Berta", "10 20"))
    assert league_table(evening) == {"Anna": 6, "Berta": 7, "Cora": 1}


def test_early_end_can_be_taken_back():
    evening = start_evening("Anna Berta")
    record(evening, 1, "500 300")
    actions.end_early(tournament=evening, reason="Versehen", **WHO)
    actions.resume_play(tournament=evening, **WHO)
    record(evening, 1, "4500 300")
    assert load_evening(evening).has_reached_target


def test_R1_3_training_brings_no_points_and_needs_no_final():
    evening = start_evening("Anna Berta Cora", kind="training")
    record(evening, 1, "500 300 100")
    evening = close(evening)
    assert (evening.state, league_table(evening)) == (TournamentState.CLOSED, {})


def test_R2_3_table_that_was_between_rounds_stops():
    evening = start_evening("Karl Berta", "Cora Dora", "Emil Fritz")
    for number in (1, 2, 3):
        record(evening, number, "1000 100")
    record(evening, 3, "10 20")
    record(evening, 1, "4000 0")
    record(evening, 2, "10 20")

    loaded = load_evening(evening)

    assert loaded.has_reached_target
    assert loaded.open_tables == (3,)
    with pytest.raises(Problems) as problems:
        actions.seat_final(tournament=evening, **WHO)
    assert codes(problems) == [("tables", "still_playing")]


def test_everything_sent_twice_happens_once():
    """Double clicks (field report 7)."""
    evening = plan_evening(people="Anna Berta")
    steps = [
        lambda: actions.make_seats(tournament=evening, **WHO),
        lambda: sit(evening, 1, "Anna Berta"),
        lambda: actions.start_play(tournament=evening, **WHO),
        lambda: play_tables(evening, ["5000 100"]) if not sheet_of(evening, 1).finished_at else None,
        lambda: actions.seat_final(tournament=evening, **WHO),
        lambda: sit(evening, 0, "Anna Berta"),
        lambda: actions.start_final(tournament=evening, **WHO),
        lambda: record(evening, 0, "100 50") if not sheet_of(evening, 0).finished_at else None,
        lambda: actions.close_tournament(tournament=evening, **WHO),
    ]
    for step in steps:
        step()
        once = (LogEntry.objects.count(), fresh(evening).version)
        step()
        assert (LogEntry.objects.count(), fresh(evening).version) == once
    assert league_table(evening) == {"Anna": 8, "Berta": 5}


def test_reopened_evening_loses_its_points_until_it_is_closed_again():
    evening = start_evening("Anna Berta Cora")
    play_tables(evening, ["5000 3000 0"])
    evening = close(play_final(evening, "Anna Berta", "100 50"))
    before = league_table(evening)

    evening = actions.reopen_tournament(tournament=evening, reason="Runde 1 prüfen", **WHO)
    assert (evening.state, league_table(evening)) == (TournamentState.FINAL, {})

    correct(evening, 0, 1, Berta=90)
    assert league_table(close(evening)) == before
