import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.written import evening, ranking
from tournaments.standings import (
    SCHEME_2014,
    Decision,
    Evening,
    LeaguePoints,
    Part,
    Scheme,
    TableStanding,
    league_points,
    points_under,
    settle,
)


def totals(evening):
    return {key: points.total for key, points in league_points(evening).items()}


# Settling a tie


def test_R2_15_a_settled_tie_is_groups_of_one_in_the_order_decided():
    assert settle(ranking("A B=C=D E"), [("D", "B", "C")]) == ranking("A D B C E")


def test_R2_15_ties_without_a_decision_stay():
    assert settle(ranking("A=B C=D"), [("D", "C")]) == ranking("A=B D C")


@pytest.mark.parametrize("order", [(), ("B",), ("B", "C", "A"), ("B", "B", "C"), ("B", "X"), ("A",)])
def test_R2_15_an_order_that_does_not_name_exactly_the_tied_settles_nothing(order):
    assert settle(ranking("A B=C D"), [order]) == ranking("A B=C D")


def test_R2_15_the_first_decision_on_a_tie_holds():
    assert settle(ranking("A=B"), [("B", "A"), ("A", "B")]) == ranking("B A")


def test_R2_15_a_decision_on_a_table_leaves_other_tables_and_the_final_alone():
    played = evening("A=B C", "D=E", final="A=B D E", decisions=(Decision("table", 1, ("B", "A")),))
    assert played.table_ranking(played.tables[0]) == ranking("B A C")
    assert played.table_ranking(played.tables[1]) == ranking("D=E")
    assert played.final_result() == ranking("A=B D E")


def test_R2_19_a_void_decision_settles_nothing():
    played = evening("A=B", decisions=(Decision("table", 1, ("B", "A"), void=True),))
    assert played.table_ranking(played.tables[0]) == ranking("A=B")


# League points


def test_R2_9_taking_part_table_and_final_add_up():
    played = evening("A B C D", "E F G", final="A F E B")
    assert totals(played) == {"A": 8, "B": 3, "C": 1, "D": 1, "E": 5, "F": 5, "G": 1}
    assert league_points(played)["A"] == LeaguePoints(1, 2, 5, 1, 1)


def test_R2_9_derivation_names_what_is_not_zero():
    points = league_points(evening("A B C", "D E", final="A D E B"))
    assert points["A"].derivation == (
        Part("taking_part", None, 1),
        Part("table", 1, 2),
        Part("final", 1, 5),
    )
    assert points["C"].derivation == (Part("taking_part", None, 1),)


def test_R2_9_only_four_places_of_a_large_final_score():
    played = evening("A B", "C D", "E F", final="F E D C B A")
    assert totals(played) == {"A": 3, "B": 2, "C": 4, "D": 4, "E": 6, "F": 7}
    assert league_points(played)["A"].in_final


def test_R2_5_a_single_finalist_has_won_without_a_round():
    played = evening("A B", declined=("A",), final_seats=("B",))
    assert totals(played) == {"A": 3, "B": 7}
    assert league_points(played)["B"].final_place == 1


def test_R2_5_a_final_of_nobody_brings_no_points():
    played = evening("A B", declined=("A", "B"), final_seats=())
    assert totals(played) == {"A": 3, "B": 2}
    assert played.final_result() == []


def test_R2_23_an_evening_ended_early_without_a_final_counts_without_final_points():
    assert totals(evening("A B C", ended_early=True)) == {"A": 3, "B": 2, "C": 1}


def test_R1_3_training_brings_no_points():
    assert totals(evening("A B C", final="A B", counts=False)) == {}


def test_R2_10_a_season_without_a_scheme_brings_no_points():
    assert totals(evening("A B C", final="A B", scheme=None)) == {}


def test_R2_10_another_scheme():
    scheme = Scheme(2020, 0, (3,), (4, 4, 1))
    assert totals(evening("A B", "C D", final="A=B C D", scheme=scheme)) == {"A": 7, "B": 4, "C": 4, "D": 0}
    assert scheme.most == 7
    assert SCHEME_2014.most == 8


def test_R2_10_the_same_places_under_a_trial_scheme():
    scheme = Scheme(2020, 2, (3,), (4, 4, 1))
    points = league_points(evening("A B", "C D", final="A B C D"))
    assert [points_under(scheme, points[key]).total for key in "ABCD"] == [9, 6, 6, 2]
    assert points_under(SCHEME_2014, points["A"]) == points["A"]


def test_R2_14_a_guest_gets_nothing_and_nobody_moves_up():
    played = evening("G A B", "C H D", final="G C A H", guests=frozenset("GH"))
    assert totals(played) == {"A": 1 + 1 + 2, "B": 1, "C": 1 + 2 + 3, "D": 1}
    assert league_points(played)["A"].table_place == 2
    assert league_points(played)["C"].final_place == 2


def test_R2_14_a_tie_with_a_guest_settled_for_the_guest():
    tied = evening("A G B", final="A=G", guests=frozenset("G"), decisions=(Decision("final", None, ("G", "A")),))
    assert totals(tied) == {"A": 1 + 2 + 3, "B": 1}


def test_R2_17_table_points_stay_with_who_did_not_play_the_final():
    played = evening("A B C", final="B C", declined=("A",))
    assert totals(played) == {"A": 3, "B": 1 + 1 + 5, "C": 1 + 3}


def test_R2_18_late_comers_and_substitutes_count_once_they_are_named_in_a_round():
    """Otto left his seat to Hanna: both are ranked; Emil, who never sat down, is not."""
    played = evening("Anna Hanna Berta Otto", final="Anna Hanna")
    assert totals(played) == {"Anna": 8, "Hanna": 1 + 1 + 3, "Berta": 1, "Otto": 1}
    assert "Emil" not in totals(played)


def test_R2_19_somebody_admitted_keeps_the_points_of_the_final_played():
    played = evening("A C B", final="B A", admitted={"B": "gespielt", "C": "gespielt"})
    assert totals(played) == {"A": 6, "C": 2, "B": 6}


def test_R2_15_while_a_tie_is_open_each_has_what_the_last_of_them_gets():
    points = league_points(evening("A=B C", "D E", final="D=A=B E"))
    assert [points[key].total for key in "ABDE"] == [1 + 1 + 2, 1 + 1 + 2, 1 + 2 + 2, 1 + 1 + 1]
    assert [points[key].table_place for key in "ABC"] == [1, 1, 3]
    assert [points[key].final_place for key in "ABDE"] == [1, 1, 1, 4]


@given(st.permutations("ABCDEFGH"), st.permutations([1, 2, 3, 4]), st.sets(st.sampled_from("ABCDEFGH")))
def test_R2_9_members_share_what_the_scheme_gives_and_guests_take_their_part_with_them(order, final, guests):
    one, two = order[:4], order[4:]
    finalists = [one[0], one[1], two[0], two[1]]
    played = Evening(
        counts=True,
        tables=(TableStanding(1, [[k] for k in one]), TableStanding(2, [[k] for k in two])),
        guests=frozenset(guests),
        final_seats=tuple(finalists),
        final_ranking=[[finalists[n - 1]] for n in final],
    )
    everybody = totals(Evening(**{**vars(played), "guests": frozenset()}))
    assert sum(everybody.values()) == 8 * 1 + 2 * 3 + 11
    assert totals(played) == {key: total for key, total in everybody.items() if key not in guests}
