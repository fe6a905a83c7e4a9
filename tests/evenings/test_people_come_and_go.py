"""Late, gone, never came, declined: whole evenings through the actions (R2.5, R2.17, R2.18; field report 6)."""

import pytest

from scoring.models import SheetPlayer
from tests.factories import (
    WHO,
    close,
    league_table,
    make_member,
    named,
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
from tournaments.models import Attendance, Participant
from tournaments.queries.evening import load_evening

pytestmark = pytest.mark.django_db


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


def test_no_show_after_the_draw_offers_one_table_of_six():
    evening = plan_evening(people="A B C D E F G")
    evening = actions.make_seats(tournament=evening, **WHO)
    assert list(seating(evening)) == ["1.1", "1.2", "1.3", "1.4", "2.1", "2.2", "2.3"]

    actions.set_attendance(tournament=evening, participant=person(evening, "G"), attendance=Attendance.NO_SHOW, **WHO)
    actions.make_seats(tournament=evening, renew=True, **WHO)

    assert list(seating(evening)) == ["1.1", "1.2", "1.3", "1.4", "1.5", "1.6"]


def test_R2_18_nobody_without_a_round_takes_part():
    evening = seat_evening("Anna Berta Cora")
    assert Participant.objects.filter(tournament=evening).count() == 3
    assert load_evening(evening).league_points == {}
