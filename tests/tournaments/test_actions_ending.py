"""Ties, final and closing: what is refused."""

import pytest

from club.log import Actor
from scoring.models import Stage
from scoring.rules.problems import Problems
from tests.factories import (
    AT,
    WHO,
    codes,
    correct,
    fresh,
    make_board,
    make_host,
    people,
    person,
    play_final,
    play_tables,
    record,
    seat_of,
    sit,
    start_evening,
    table_of,
)
from tournaments import actions
from tournaments.models import Decision, Draw, Settler, TournamentState

pytestmark = pytest.mark.django_db


@pytest.fixture
def tied(db):
    evening = start_evening("Anna Berta Cora Dora")
    return play_tables(evening, ["5000 3000 3000 100"])


def decide(evening, names, settler=Settler.LOT, number=1, **values):
    return actions.decide_tie(
        tournament=evening,
        table=table_of(evening, number),
        order=people(evening, names),
        settler=settler,
        **(WHO | values),
    )


@pytest.mark.parametrize("names", ["Berta", "Anna Berta", "Anna Berta Cora", "Berta Berta"])
def test_R2_15_decision_names_exactly_the_tied(tied, names):
    with pytest.raises(Problems) as problems:
        decide(tied, names)
    assert codes(problems) == [("order", "invalid_decision")]


def test_R2_15_order_by_people_needs_a_reason_and_the_board_is_the_board(tied):
    with pytest.raises(Problems) as problems:
        decide(tied, "Berta Cora", Settler.HOST, reason=" ")
    assert codes(problems) == [("reason", "missing_reason")]
    with pytest.raises(Problems) as problems:
        decide(tied, "Berta Cora", Settler.BOARD, reason="so", by=Actor(account=make_host()))
    assert codes(problems) == [("settler", "only_board")]
    decision = decide(tied, "Berta Cora", Settler.BOARD, reason="so", by=Actor(account=make_board()))
    assert (decision.reason, decision.decided_by.is_board) == ("so", True)


def test_R2_15_settled_tie_is_not_settled_anew_by_accident(tied):
    first = decide(tied, "Berta Cora")
    assert decide(tied, "Berta Cora") == first
    with pytest.raises(Problems) as problems:
        decide(tied, "Cora Berta")
    assert codes(problems) == [("order", "already_decided")]

    second = decide(tied, "Cora Berta", Settler.HOST, reason="Los war gezinkt", replace=True)

    first.refresh_from_db()
    assert (first.void, second.void) == (True, False)
    assert Decision.objects.count() == 2


def test_tie_at_a_table_that_still_plays_is_not_settled():
    evening = start_evening("Anna Berta", "Cora Dora")
    record(evening, 1, "100 100")
    with pytest.raises(Problems) as problems:
        decide(evening, "Anna Berta")
    assert codes(problems) == [("table", "still_playing")]


def test_R2_17_only_who_reached_the_final_can_decline_it(tied):
    with pytest.raises(Problems) as problems:
        actions.decline_final(tournament=tied, participant=person(tied, "Dora"), **WHO)
    assert codes(problems) == [("participant", "not_a_finalist")]
    actions.decline_final(tournament=tied, participant=person(tied, "Berta"), **WHO)
    actions.seat_final(tournament=tied, **WHO)
    with pytest.raises(Problems) as problems:
        actions.decline_final(tournament=tied, participant=person(tied, "Cora"), **WHO)
    assert codes(problems) == [("state", "wrong_state")]


def test_nobody_declines_while_the_table_plays():
    evening = start_evening("Anna Berta", "Cora Dora")
    record(evening, 1, "100 50")
    with pytest.raises(Problems) as problems:
        actions.decline_final(tournament=evening, participant=person(evening, "Anna"), **WHO)
    assert codes(problems) == [("participant", "still_playing")]


def test_R2_7_only_finalists_draw_the_final_and_only_before_it(tied):
    decide(tied, "Berta Cora")
    actions.seat_final(tournament=tied, **WHO)
    with pytest.raises(Problems) as problems:
        actions.assign_seat(tournament=tied, seat=seat_of(tied, "F.1"), participant=person(tied, "Cora"), **WHO)
    assert codes(problems) == [("participant", "not_a_finalist")]
    with pytest.raises(Problems) as problems:
        actions.start_final(tournament=tied, **WHO)
    assert codes(problems) == [("seats", "seat_empty")] * 2

    sit(tied, 0, "Berta Anna")
    actions.start_final(tournament=tied, **WHO)
    with pytest.raises(Problems) as problems:
        actions.assign_seat(tournament=tied, seat=seat_of(tied, "F.1"), participant=None, **WHO)
    assert codes(problems) == [("state", "play_has_begun")]


def test_R2_7_lots_of_the_final_can_be_made_anew_until_its_round(tied):
    decide(tied, "Berta Cora")
    actions.seat_final(tournament=tied, **WHO)
    old = seat_of(tied, "F.1").lot
    draw = actions.renew_final_lots(tournament=tied, **WHO)
    assert (draw.number, Draw.objects.filter(stage=Stage.FINAL).count()) == (2, 2)
    assert seat_of(tied, "F.1").lot != old

    sit(tied, 0, "Berta Anna")
    actions.start_final(tournament=tied, **WHO)
    record(fresh(tied), 0, "50 100")
    for step in (actions.renew_final_lots, actions.unseat_final):
        with pytest.raises(Problems) as problems:
            step(tournament=tied, **WHO)
        assert codes(problems) == [("state", "play_has_begun")]


def test_digital_draw_of_the_final(tied):
    decide(tied, "Berta Cora")
    actions.seat_final(tournament=tied, **WHO)
    draw = actions.commit_draw(tournament=tied, stage=Stage.FINAL, seed="12" * 32, **WHO)
    assert (draw.participants, draw.seats) == (["Anna", "Berta"], ["F.1", "F.2"])
    actions.run_draw(tournament=tied, stage=Stage.FINAL, salt="", **WHO)
    assert actions.start_final(tournament=tied, **WHO).final_group is not None


def test_evening_without_its_final_cannot_close(tied):
    with pytest.raises(Problems) as problems:
        actions.close_tournament(tournament=tied, **WHO)
    assert codes(problems) == [("", "final_incomplete"), ("tables.0", "tie_unresolved")]
    decide(tied, "Berta Cora")
    actions.seat_final(tournament=tied, **WHO)
    with pytest.raises(Problems) as problems:
        actions.close_tournament(tournament=tied, **WHO)
    assert codes(problems) == [("final.rounds", "final_incomplete")]
    assert fresh(tied).state == TournamentState.FINAL


def test_R2_23_early_end_needs_a_reason_and_nobody_with_5000(tied):
    with pytest.raises(Problems) as problems:
        actions.end_early(tournament=tied, reason=" ", **WHO)
    assert codes(problems) == [("reason", "missing_reason"), ("state", "game_is_over")]


def test_reopening_is_for_the_board_with_a_reason(tied):
    decide(tied, "Berta Cora")
    evening = actions.close_tournament(tournament=play_final(tied, "Anna Berta", "100 50"), **WHO)
    with pytest.raises(Problems) as problems:
        actions.reopen_tournament(tournament=evening, reason="", by=Actor(account=make_host()), at=AT)
    assert codes(problems) == [("reason", "missing_reason"), ("state", "only_board")]
    reopened = actions.reopen_tournament(tournament=evening, reason="prüfen", by=Actor(account=make_board()), at=AT)
    assert reopened.state == TournamentState.FINAL


def test_correction_needs_a_reason_and_a_sheet_of_the_evening(tied):
    with pytest.raises(Problems) as problems:
        correct(tied, 1, 1, reason="", Anna=4990)
    assert codes(problems) == [("reason", "missing_reason")]
    other = start_evening("Emil Fritz", name="Zweites")
    record(other, 1, "100 50")
    sheet = table_of(other, 1).sheet
    with pytest.raises(Problems) as problems:
        actions.correct_round(tournament=tied, sheet=sheet, round=sheet.rounds.get(), entries={}, reason="x", **WHO)
    assert codes(problems) == [("sheet", "unknown_sheet")]


def test_correction_is_checked_like_a_round(tied):
    with pytest.raises(Problems) as problems:
        correct(tied, 1, 1, Anna=4997)
    assert [code for _, code in codes(problems)] == ["not_multiple_of_5"]


def test_training_that_was_closed_too_soon_goes_on():
    evening = start_evening("Anna Berta", kind="training")
    record(evening, 1, "100 50")
    actions.close_tournament(tournament=evening, **WHO)
    actions.reopen_tournament(tournament=evening, reason="Wir spielen weiter", **WHO)
    record(evening, 1, "100 50")
    assert fresh(evening).state == TournamentState.RUNNING
