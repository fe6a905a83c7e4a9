import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.problems import Problem, Problems
from tournaments import seating


def decks_for(people):
    return max(1, -(-people // 2) - 1)


@pytest.mark.parametrize(
    ("people", "sizes"),
    [
        (2, (2,)),
        (5, (5,)),
        (6, (6,)),
        (7, (4, 3)),
        (12, (6, 6)),
        (13, (5, 4, 4)),
        (19, (5, 5, 5, 4)),
        (60, (6,) * 10),
    ],
)
def test_R2_2_fewest_tables_filled_evenly_larger_first(people, sizes):
    assert seating.table_sizes(people) == sizes


@pytest.mark.parametrize(
    ("people", "tables", "sizes"),
    [(6, 2, (3, 3)), (13, 4, (4, 3, 3, 3)), (13, 6, (3, 2, 2, 2, 2, 2)), (4, 2, (2, 2)), (12, 2, (6, 6))],
)
def test_R2_2_host_may_choose_more_tables(people, tables, sizes):
    assert seating.table_sizes(people, tables) == sizes


@pytest.mark.parametrize("people", [-1, 0, 1])
@pytest.mark.parametrize("tables", [None, 1])
def test_R2_2_nobody_or_one_person_is_a_clear_problem(people, tables):
    with pytest.raises(Problems) as caught:
        seating.table_sizes(people, tables)
    (problem,) = caught.value.problems
    assert (problem.path, problem.code) == ("people", "wrong_number_of_players")


@pytest.mark.parametrize(("people", "tables"), [(13, 2), (13, 7), (13, 0), (13, -3), (7, 1), (3, 2)])
def test_R2_2_impossible_number_of_tables_is_refused(people, tables):
    with pytest.raises(Problems) as caught:
        seating.table_sizes(people, tables)
    params = {"players": people, "most": 6, "fewest": 2, "tables": tables}
    assert caught.value.problems == (Problem("tables", "wrong_number_of_players", params),)


def test_R2_2_choice_of_the_number_of_tables():
    assert list(seating.table_counts(13)) == [3, 4, 5, 6]
    assert list(seating.table_counts(2)) == [1]
    assert list(seating.table_counts(1)) == []


def test_R2_2_other_rule_sets_have_other_sizes():
    assert seating.table_sizes(7, most=3) == (3, 2, 2)
    assert list(seating.table_counts(5, most=4, fewest=4)) == []


@given(st.integers(2, 400), st.data())
def test_R2_2_everybody_sits_exactly_once(people, data):
    counts = seating.table_counts(people)
    sizes = seating.table_sizes(people, data.draw(st.sampled_from(counts)))
    assert sum(sizes) == people
    assert all(2 <= size <= 6 for size in sizes)
    assert max(sizes) - min(sizes) <= 1
    assert list(sizes) == sorted(sizes, reverse=True)
    assert len(seating.table_sizes(people)) == -(-people // 6)


def test_R2_6_labels_are_table_and_seat():
    assert seating.seat_labels((3, 2)) == ("1.1", "1.2", "1.3", "2.1", "2.2")
    assert seating.parse_label("1.3") == (1, 3)


def test_R2_7_labels_of_the_final():
    assert seating.final_labels(4) == ("F.1", "F.2", "F.3", "F.4")
    assert seating.parse_label("F.10") == (None, 10)


@pytest.mark.parametrize(
    "text", ["", "1", "1.", ".1", "0.1", "1.0", "01.1", "f.1", "F.01", "1.1 ", "1.1\n", "١.١", "1.2.3", "-1.2"]
)
def test_R2_6_what_is_no_label_is_refused(text):
    with pytest.raises(ValueError, match="seat label"):
        seating.parse_label(text)


def test_R2_7_numeric_order_of_labels():
    assert seating.in_numeric_order(["F.10", "F.2", "10.1", "2.10", "2.9"]) == (
        "2.9",
        "2.10",
        "10.1",
        "F.2",
        "F.10",
    )


def test_R1_2_decks_and_lots_of_the_evening():
    line = seating.setup(13, decks_for)
    assert (line.people, line.sizes, line.decks, line.deck_count) == (13, (5, 4, 4), (2, 1, 1), 4)
    assert len(line.lots) == 13
    assert seating.setup(13, decks_for, 4).decks == (1, 1, 1, 1)
    with pytest.raises(Problems):
        seating.setup(1, decks_for)
