import pytest

from scoring.rules.problems import Problem
from tests.tournaments.written import evening
from tournaments.closing import check_evening
from tournaments.standings import Decision, Evening, TableStanding


def problems(*tables, **values):
    return [(problem.path, problem.code) for problem in check_evening(evening(*tables, **values))]


def not_qualified(*tables, **values):
    found = check_evening(evening(*tables, **values))
    assert {problem.code for problem in found} <= {"not_qualified"}
    return [(problem.path, problem.params["player"]) for problem in found]


def test_R2_4_a_good_evening_has_no_problems():
    assert problems("A B C", "D E F", final="A E D B") == []


# Ties


def test_R2_15_tie_that_decides_the_final_blocks_closing():
    assert check_evening(evening("D E", "A B=C", final="A B D E")) == [
        Problem("tables.1", "tie_unresolved", {"players": "B, C", "why": "qualifying"})
    ]


def test_R2_15_tie_for_points_blocks_closing():
    assert problems("A=B C", "D E", final="A=B D E") == [
        ("tables.0", "tie_unresolved"),
        ("final", "tie_unresolved"),
    ]


def test_R2_15_paths_go_by_the_place_in_the_file_not_by_the_number():
    tables = (TableStanding(7, [["A", "B"], ["C"]]), TableStanding(2, [["D"], ["E"]]))
    checked = Evening(True, tables, final_seats=tuple("ABDE"), final_ranking=[["A"], ["B"], ["D"], ["E"]])
    assert [problem.path for problem in check_evening(checked)] == ["tables.0"]


def test_R2_15_decisions_open_the_way():
    decisions = (
        Decision("table", 1, ("B", "A")),
        Decision("table", 2, ("D", "E")),
        Decision("final", None, ("B", "A")),
    )
    assert problems("A=B C", "D E", final="A=B D E", decisions=(decisions[0], decisions[2])) == []
    assert problems("A=B C", "D E", final="A=B D E", decisions=decisions) == [("decisions.1.order", "invalid_decision")]


def test_all_problems_come_in_file_order():
    found = problems(
        "A=B C",
        "D E F",
        final="A=B D F",
        declined=("C",),
        final_rounds=2,
        decisions=(Decision("table", 1, ("A", "C")),),
    )
    assert found == [
        ("tables.0", "tie_unresolved"),
        ("final.seats.3", "not_qualified"),
        ("final.seats", "not_qualified"),
        ("final.declined.0", "not_qualified"),
        ("final.rounds", "final_incomplete"),
        ("final", "tie_unresolved"),
        ("decisions.0.order", "invalid_decision"),
    ]


# The final is there


def test_R2_4_a_counting_evening_needs_a_final():
    assert problems("A B C") == [("", "final_incomplete")]


def test_R2_23_but_not_when_it_ended_early():
    assert problems("A B C", ended_early=True) == []


def test_R1_3_nor_in_training():
    assert problems("A B C", counts=False) == []


@pytest.mark.parametrize("values", [{"final_rounds": 0}, {"final_rounds": 2}, {"final_ranking": None}])
@pytest.mark.parametrize("counts", [True, False])
def test_R4_10_a_final_of_several_is_exactly_one_round(values, counts):
    arguments = {"final_seats": ("A", "B"), "final_ranking": [["A"], ["B"]], "counts": counts, **values}
    assert problems("A B C", **arguments) == [("final.rounds", "final_incomplete")]


@pytest.mark.parametrize(("declined", "seats"), [(("A",), ("B",)), (("A", "B"), ())])
def test_R2_5_a_final_of_one_or_nobody_has_no_round(declined, seats):
    assert problems("A B", declined=declined, final_seats=seats, final_rounds=0) == []


# The right people are in it


def test_R2_4_somebody_who_did_not_reach_the_final():
    assert not_qualified("A B C D", final="A B C") == [("final.seats.2", "C")]
    assert not_qualified("A B C D", final="A B X") == [("final.seats.2", "X")]


def test_R2_17_a_qualified_player_neither_seated_nor_declined():
    assert not_qualified("A B C", "D E", final="A D E") == [("final.seats", "B")]
    assert not_qualified("A B C", "D E", final="A C D E") == [("final.seats.1", "C"), ("final.seats", "B")]


def test_R2_17_who_declined_makes_room_for_the_next():
    assert not_qualified("A B C", "D E", final="A C D E", declined=("B",)) == []
    assert not_qualified("A B C", "D E", final="A D E", declined=("B",)) == [("final.seats", "C")]
    assert not_qualified("A B C", "D E", final="A D E", declined=("B", "C")) == []


def test_R2_17_declining_without_having_qualified():
    assert not_qualified("A B C", "D E", final="A B D E", declined=("C",)) == [("final.declined.0", "C")]
    assert not_qualified("A B C", "D E", final="A B D E", declined=("X",)) == [("final.declined.0", "X")]


def test_R2_17_declining_and_seated():
    assert not_qualified("A B C", "D E", final="A B C D E", declined=("B",)) == [("final.declined.0", "B")]


def test_R2_15_who_hangs_on_an_open_tie_is_left_to_the_decision():
    assert problems("A B=C", "D E", final="A C D E") == [("tables.0", "tie_unresolved")]
    decided = (Decision("table", 1, ("B", "C")),)
    assert not_qualified("A B=C", "D E", final="A C D E", decisions=decided) == [
        ("final.seats.1", "C"),
        ("final.seats", "B"),
    ]
    assert not_qualified("A B=C", "D E", final="A B D E", decisions=decided) == []


def test_R2_15_declining_while_tied_may_count():
    guests = frozenset("BC")
    assert problems("A B=C", final="A C", declined=("B",), guests=guests) == []


def test_R1_3_training_finals_are_seated_by_the_same_rule():
    assert not_qualified("A B C", counts=False, final="A C") == [("final.seats.1", "C"), ("final.seats", "B")]


def test_R2_19_admitted_lifts_either_side():
    reason = "berichtigt nach dem Finale"
    final = {"final": "A C D E"}
    assert not_qualified("A B C", "D E", **final, admitted={"C": reason, "B": reason}) == []
    assert not_qualified("A B C", "D E", **final, admitted={"C": reason}) == [("final.seats", "B")]
    assert not_qualified("A B C", "D E", **final, admitted={"B": reason}) == [("final.seats.1", "C")]
    assert not_qualified("A B C", "D E", final="A B D E", declined=("C",), admitted={"C": reason}) == []


def test_R2_19_admitted_does_not_lift_a_contradiction():
    both = {"declined": ("B",), "admitted": {"B": "x", "C": "x"}}
    assert not_qualified("A B C", "D E", final="A B C D E", **both) == [("final.declined.0", "B")]


def test_a_running_evening_has_only_its_decisions_checked():
    running = evening("A=B C", "D E F", decisions=(Decision("table", 1, ("A", "C")),))
    assert check_evening(running, is_closed=False) == [Problem("decisions.0.order", "invalid_decision")]
    assert check_evening(evening("A=B C", final="C"), is_closed=False) == []
