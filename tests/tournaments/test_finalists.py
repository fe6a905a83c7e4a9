from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.written import evening, ranking
from tournaments.finalists import TableFinalists, finalists, table_finalists
from tournaments.standings import Decision


def line(text, *declined):
    return table_finalists(1, ranking(text), declined)


def test_R2_4_two_best_of_each_table_reach_the_final():
    reached = finalists(evening("A B C", "D E", "F G H I"))
    assert reached.qualified == ("A", "B", "D", "E", "F", "G")
    assert reached.is_settled
    assert line("A B C") == TableFinalists(1, ("A", "B"), (), ())


def test_R2_4_two_tied_for_the_first_place_both_reach_the_final():
    assert line("A=B C") == TableFinalists(1, ("A", "B"), (), ())


def test_R2_5_one_table_sends_two():
    assert finalists(evening("A B C D E F")).qualified == ("A", "B")


@pytest.mark.parametrize(
    ("declined", "qualified", "moved_up"),
    [
        ("A", ("B", "C"), ("C",)),
        ("B", ("A", "C"), ("C",)),
        ("AB", ("C", "D"), ("C", "D")),
        ("AC", ("B", "D"), ("D",)),
        ("ABC", ("D",), ("D",)),
        ("ABCD", (), ()),
    ],
)
def test_R2_17_the_next_of_the_same_table_moves_up(declined, qualified, moved_up):
    assert line("A B C D", *declined) == TableFinalists(1, qualified, moved_up, tuple(declined))


def test_R2_17_nobody_of_another_table_moves_up():
    assert finalists(evening("A B", "C D E", declined=("A",))).qualified == ("B", "C", "D")


def test_R2_17_declining_below_the_line_does_not_count():
    assert line("A B C D", "C") == TableFinalists(1, ("A", "B"), (), ())
    assert line("A=B C", "C") == TableFinalists(1, ("A", "B"), (), ())


def test_R2_15_tie_across_the_line_names_no_finalist():
    assert line("A B=C D") == TableFinalists(1, ("A",), (), (), ("B", "C"), ("B", "C"), 1)
    assert line("A=B=C D") == TableFinalists(1, (), (), (), ("A", "B", "C"), ("A", "B", "C"), 2)


def test_R2_15_line_lies_where_it_is_after_declines():
    assert line("A B C=D", "A") == TableFinalists(1, ("B",), (), ("A",), ("C", "D"), ("C", "D"), 1)
    assert line("A B C=D", "A", "B") == TableFinalists(1, ("C", "D"), ("C", "D"), ("A", "B"))


def test_R2_15_a_decline_can_take_the_tie_off_the_line():
    assert line("A B=C D", "B") == TableFinalists(1, ("A", "C"), (), ("B",))
    assert line("A=B=C D", "C") == TableFinalists(1, ("A", "B"), (), ("C",))


def test_R2_15_who_declined_still_belongs_to_the_tie_that_is_to_be_settled():
    tie = line("A B C=D=E", "A", "D")
    assert tie == TableFinalists(1, ("B",), (), ("A", "D"), ("C", "D", "E"), ("C", "E"), 1)


def test_R2_15_a_decision_settles_the_line():
    decided = evening("A B=C", decisions=(Decision("table", 1, ("C", "B")),))
    assert finalists(decided).qualified == ("A", "C")
    assert not finalists(evening("A B=C")).is_settled
    assert finalists(evening("A B=C")).candidates == ("B", "C")


@st.composite
def rankings(draw):
    groups, people = [], list("ABCDEF")[: draw(st.integers(2, 6))]
    while people:
        size = draw(st.integers(1, len(people)))
        groups.append(people[:size])
        people = people[size:]
    return groups


def all_orders(groups):
    if not groups:
        return [[]]
    return [[*first, *rest] for first in permutations(groups[0]) for rest in all_orders(groups[1:])]


@given(rankings(), st.sets(st.sampled_from("ABCDEF")))
def test_R2_15_certain_and_open_are_what_every_settling_and_some_settling_give(groups, declined):
    """Against all ways in which the ties could be settled."""
    found = table_finalists(1, groups, declined)
    results = [[key for key in order if key not in declined][:2] for order in all_orders(groups)]
    always = set.intersection(*map(set, results))
    sometimes = set.union(*map(set, results))
    assert set(found.qualified) == always
    assert set(found.candidates) == sometimes - always
    assert bool(found.open_tie) == (len({frozenset(result) for result in results}) > 1)
    assert len(found.qualified) + found.open_places == len(results[0])


@given(rankings(), st.sets(st.sampled_from("ABCDEF")))
def test_R2_17_declining_counts_where_it_may_have_changed_the_finalists(groups, declined):
    found = table_finalists(1, groups, declined)
    for key in declined & {key for group in groups for key in group}:
        others = declined - {key}
        may_have = any(key in [k for k in order if k not in others][:2] for order in all_orders(groups))
        assert (key in found.declined) == may_have
