"""Whole evenings through the actions, from the plan to the season's points."""

import pytest

from club.models import LogEntry
from scoring.models import SheetPlayer
from scoring.rules.problems import Problems
from tests.factories import (
    WHO,
    codes,
    correct,
    fresh,
    league_table,
    make_decks,
    make_member,
    people,
    person,
    plan_evening,
    play_final,
    play_tables,
    record,
    seat_evening,
    seating,
    sheet_of,
    sit,
    start_evening,
    table_of,
)
from tournaments import actions
from tournaments.finalists import finalists
from tournaments.models import Attendance, Participant, Settler, TournamentState
from tournaments.queries.evening import load_evening

pytestmark = pytest.mark.django_db


def named(evening, keys):
    names = load_evening(evening).names
    return [names[key] for key in keys]


def close(evening):
    return actions.close_tournament(tournament=evening, **WHO)


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


def test_R2_17_who_leaves_keeps_the_points_and_does_not_block_the_next_round():
    evening = start_evening("Anna Berta Cora Dora Emil Otto")
    record(evening, 1, "100 100 100 100 100 580", "100 100 100 100 100 600")
    actions.leave_table(tournament=evening, participant=person(evening, "Otto"), **WHO)
    actions.leave_table(tournament=evening, participant=person(evening, "Otto"), **WHO)
    record(evening, 1, "4800 500 100 100 100")

    loaded = load_evening(evening)
    otto = SheetPlayer.objects.get(sheet=sheet_of(evening, 1), member__name="Otto")
    assert (otto.left_after, loaded.totals[1][str(person(evening, "Otto").pk)]) == (2, 1180)
    assert named(evening, finalists(loaded.evening).qualified) == ["Anna", "Otto"]

    actions.decline_final(tournament=evening, participant=person(evening, "Otto"), **WHO)
    evening = close(play_final(evening, "Anna Berta", "100 50"))
    assert league_table(evening) == {"Anna": 8, "Otto": 2, "Berta": 4, "Cora": 1, "Dora": 1, "Emil": 1}


def test_R2_18_late_comer_starts_at_0_and_a_no_show_gets_nothing():
    evening = plan_evening(people="Anna Berta Cora Dora Otto")
    emil = actions.register_guest(tournament=evening, name="Emil", attendance=Attendance.REGISTERED, **WHO)
    actions.make_seats(tournament=evening, **WHO)
    sit(evening, 1, "Anna Berta Cora Dora Otto")
    evening = actions.start_play(tournament=evening, **WHO)
    record(evening, 1, "100 100 100 100 590", "100 100 100 100 590")
    actions.leave_table(tournament=evening, participant=person(evening, "Otto"), **WHO)

    hanna = make_member("Hanna")
    first = actions.join_table(tournament=evening, table=table_of(evening, 1), member=hanna, **WHO)
    second = actions.join_table(tournament=evening, table=table_of(evening, 1), member=hanna, **WHO)
    record(evening, 1, "4800 500 100 100 700")

    loaded = load_evening(evening)
    assert first == second
    assert loaded.totals[1][str(first.pk)] == 700
    assert seating(evening)["1.6"] == "Hanna"
    assert "Emil" not in seating(evening).values()

    evening = close(play_final(evening, "Anna Otto", "100 50"))
    assert league_table(evening) == {"Anna": 8, "Otto": 5, "Berta": 1, "Cora": 1, "Dora": 1, "Hanna": 1}
    emil.refresh_from_db()
    assert emil.attendance == Attendance.NO_SHOW


def test_R2_18_substitute_takes_the_seat_and_not_the_points_of_who_has_left():
    evening = start_evening("Anna Berta Cora")
    record(evening, 1, "100 100 590")
    actions.leave_table(tournament=evening, participant=person(evening, "Cora"), **WHO)
    actions.join_table(tournament=evening, table=table_of(evening, 1), member=make_member("Hanna"), seat=3, **WHO)
    record(evening, 1, "4900 0 200")

    totals = load_evening(evening).totals[1]
    assert {load_evening(evening).names[key]: total for key, total in totals.items()} == {
        "Anna": 5000, "Berta": 100, "Cora": 590, "Hanna": 200,
    }  # fmt: skip
    assert seating(evening) == {"1.1": "Anna", "1.2": "Berta", "1.3": "Cora"}


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


def test_R2_17_declined_place_moves_on_and_table_points_stay():
    evening = start_evening("Anna Berta Cora", "Dora Emil Fritz")
    evening = play_tables(evening, ["5000 3000 100"], ["300 200 100"])
    actions.decline_final(tournament=evening, participant=person(evening, "Dora"), **WHO)

    assert named(evening, finalists(load_evening(evening).evening).qualified) == ["Anna", "Berta", "Emil", "Fritz"]
    evening = close(play_final(evening, "Fritz Anna Berta Emil", "400 300 200 100"))
    assert league_table(evening) == {"Anna": 6, "Berta": 4, "Cora": 1, "Dora": 3, "Emil": 3, "Fritz": 6}


def test_undone_decline_gives_the_place_back():
    evening = start_evening("Anna Berta Cora")
    evening = play_tables(evening, ["5000 3000 100"])
    berta = person(evening, "Berta")
    actions.decline_final(tournament=evening, participant=berta, **WHO)
    actions.undo_decline(tournament=evening, participant=berta, **WHO)
    assert named(evening, finalists(load_evening(evening).evening).qualified) == ["Anna", "Berta"]


def test_R2_5_single_finalist_has_won_without_a_round():
    evening = start_evening("Anna Berta")
    evening = play_tables(evening, ["5000 3000"])
    actions.decline_final(tournament=evening, participant=person(evening, "Anna"), **WHO)

    actions.seat_final(tournament=evening, **WHO)

    assert seating(evening, "final") == {"F.1": "Berta"}
    assert actions.start_final(tournament=evening, **WHO).final_group is None
    assert league_table(close(evening)) == {"Anna": 3, "Berta": 7}


def test_R2_5_empty_final_when_everybody_declines():
    evening = start_evening("Anna Berta")
    evening = play_tables(evening, ["5000 3000"])
    for one in people(evening, "Anna Berta"):
        actions.decline_final(tournament=evening, participant=one, **WHO)

    actions.seat_final(tournament=evening, **WHO)

    assert seating(evening, "final") == {}
    assert league_table(close(evening)) == {"Anna": 3, "Berta": 2}


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


def test_no_show_after_the_draw_offers_one_table_of_six():
    evening = plan_evening(people="A B C D E F G")
    evening = actions.make_seats(tournament=evening, **WHO)
    assert list(seating(evening)) == ["1.1", "1.2", "1.3", "1.4", "2.1", "2.2", "2.3"]

    actions.set_attendance(tournament=evening, participant=person(evening, "G"), attendance=Attendance.NO_SHOW, **WHO)
    actions.make_seats(tournament=evening, renew=True, **WHO)

    assert list(seating(evening)) == ["1.1", "1.2", "1.3", "1.4", "1.5", "1.6"]


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


def test_R2_18_nobody_without_a_round_takes_part():
    evening = seat_evening("Anna Berta Cora")
    assert Participant.objects.filter(tournament=evening).count() == 3
    assert load_evening(evening).league_points == {}


def test_reopened_evening_loses_its_points_until_it_is_closed_again():
    evening = start_evening("Anna Berta Cora")
    play_tables(evening, ["5000 3000 0"])
    evening = close(play_final(evening, "Anna Berta", "100 50"))
    before = league_table(evening)

    evening = actions.reopen_tournament(tournament=evening, reason="Runde 1 prüfen", **WHO)
    assert (evening.state, league_table(evening)) == (TournamentState.FINAL, {})

    correct(evening, 0, 1, Berta=90)
    assert league_table(close(evening)) == before
