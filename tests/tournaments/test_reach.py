import datetime as dt
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.reach import (
    NOTHING,
    Reach,
    best_gains,
    earliest_safe,
    is_safe,
    most_beside_a_winner,
    outcomes,
    reach,
    tournaments_left,
)
from tournaments.standings import SCHEME_2014, Scheme

SCHEMES = [SCHEME_2014, Scheme(2020, 0, (1,), (3, 2, 1)), Scheme(2021, 2, (), (4,))]


def day(month, number=10):
    return dt.date(2026, month, number)


def plus(*standings):
    return tuple(map(sum, zip(*standings, strict=True)))


# How many are left


def test_R2_22_planned_ones_and_months_without_one_are_left():
    closed = [(day(month), "monthly") for month in range(1, 8)]
    planned = [(day(8), "monthly"), (day(9), "monthly"), (day(9, 20), "training_camp"), (day(10), "training")]
    assert tournaments_left(2026, day(8, 1), planned, closed) == 3 + 2


def test_R2_22_the_present_month_counts_as_long_as_it_has_none():
    assert tournaments_left(2026, day(11, 30), [], []) == 1
    assert tournaments_left(2026, day(11, 30), [], [(day(11), "monthly")]) == 0
    assert tournaments_left(2026, day(12, 1), [], []) == 0


def test_R2_22_months_that_have_gone_by_bring_nothing_unless_their_evening_is_still_open():
    assert tournaments_left(2026, day(10), [(day(3), "monthly")], []) == 1 + 2
    assert tournaments_left(2026, dt.date(2027, 2, 1), [], []) == 0
    assert tournaments_left(2026, dt.date(2025, 6, 1), [], []) == 11


def test_R2_22_a_training_camp_leaves_its_month_free():
    assert tournaments_left(2026, day(10), [], [(day(10), "training_camp")]) == 2


# Within reach, in the own hand


def test_R2_22_the_most_beside_a_winner_is_six_of_each():
    assert most_beside_a_winner(SCHEME_2014, 1) == (6, 0, 1, 1)
    assert most_beside_a_winner(SCHEME_2014, 3) == (18, 0, 3, 3)


def test_R2_22_shared_is_won_and_the_key_decides_between_equal_points():
    standings = {"A": (20, 2, 0, 1), "B": (12, 1, 0, 0), "C": (12, 0, 0, 0), "D": (11, 3, 3, 3)}
    found = reach(standings, SCHEME_2014, 1)
    assert found["A"] == Reach(True, True, 0, 0)
    assert found["B"] == Reach(True, False, 8, 1)  # 20, 2 finals won, 0 seconds, 1 table won: shared
    assert found["C"] == Reach(False, False, None, None)
    assert found["D"] == Reach(False, False, None, None)


def test_R2_22_in_the_own_hand_against_each_rival_by_itself():
    assert reach({"A": (10, 1, 0, 1), "B": (8, 1, 0, 1)}, SCHEME_2014, 1)["B"].in_own_hand
    assert not reach({"A": (10, 1, 0, 1), "B": (7, 1, 0, 1)}, SCHEME_2014, 1)["B"].in_own_hand
    assert reach({"A": (10, 1, 0, 1), "B": (6, 1, 0, 1)}, SCHEME_2014, 2)["B"].in_own_hand


def test_R2_22_points_needed_may_be_more_than_the_difference():
    """Level on points is not enough for who has fewer wins in finals."""
    standings = {"A": (15, 2, 0, 2), "B": (10, 0, 0, 0)}
    assert reach(standings, SCHEME_2014, 2)["B"] == Reach(True, False, 6, 1)


def test_R2_22_nobody_has_points_yet():
    assert reach({"A": NOTHING}, SCHEME_2014, 11) == {"A": Reach(True, True, 0, 0)}
    assert reach({}, SCHEME_2014, 11) == {}


# Safe


def test_R2_22_the_leader_is_safe_as_soon_as_nobody_else_can_win():
    assert is_safe("A", {"A": (20, 2, 0, 1), "B": (11, 0, 0, 0)}, SCHEME_2014, 1)
    assert not is_safe("A", {"A": (20, 2, 0, 1), "B": (12, 1, 0, 0)}, SCHEME_2014, 1)
    assert is_safe("A", {"A": (20, 2, 0, 1), "B": (12, 0, 0, 0)}, SCHEME_2014, 1)
    assert not is_safe("B", {"A": (20, 2, 0, 1), "B": (12, 0, 0, 0)}, SCHEME_2014, 1)


def test_R2_22_shared_leaders_are_never_safe():
    assert not is_safe("A", {"A": (20, 2, 0, 1), "B": (20, 2, 0, 1)}, SCHEME_2014, 0)
    assert earliest_safe("A", {"A": (20, 2, 0, 1), "B": (20, 2, 0, 1)}, SCHEME_2014, 0) is None


@pytest.mark.parametrize(("left", "expected"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)])
def test_R2_22_when_the_leader_is_safe_at_the_earliest(left, expected):
    assert earliest_safe("A", {"A": (20, 2, 0, 1), "B": (11, 0, 0, 0)}, SCHEME_2014, left) == expected


# Brute force on small seasons

STANDINGS = st.tuples(st.integers(0, 30), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3))
SEASONS = st.dictionaries(st.sampled_from("ABCDE"), STANDINGS, min_size=1)


@settings(deadline=None)
@given(SEASONS, st.sampled_from(SCHEMES), st.integers(0, 3))
def test_R2_22_reach_against_all_seasons_that_may_follow(standings, scheme, left):
    """Every way in which one member's evenings can go while everybody else stays away."""
    futures = [plus(NOTHING, *evenings) for evenings in combinations_with_replacement(outcomes(scheme), left)]
    for key, found in reach(standings, scheme, left).items():
        others = [standing for other, standing in standings.items() if other != key]
        enough = [gain for gain in futures if all(other <= plus(standings[key], gain) for other in others)]
        assert found.can_win == bool(enough)
        assert found.needed == min((gain[0] for gain in enough), default=None)


@settings(deadline=None)
@given(SEASONS, st.sampled_from(SCHEMES), st.integers(0, 2))
def test_R2_22_own_hand_against_all_that_a_rival_can_do_beside_a_winner(standings, scheme, left):
    """A rival's evening while somebody else is best of a table and wins the final."""
    most = max(outcomes(scheme))
    beside = [one for one in outcomes(scheme) if one[1] == 0]
    futures = [plus(NOTHING, *evenings) for evenings in combinations_with_replacement(beside, left)]
    for key, found in reach(standings, scheme, left).items():
        own = plus(standings[key], *[most] * left)
        others = [standing for other, standing in standings.items() if other != key]
        held = all(plus(other, gain) <= own for other, gain in product(others, futures))
        assert found.in_own_hand == held


@settings(deadline=None)
@given(SEASONS, st.sampled_from(SCHEMES), st.integers(0, 4))
def test_R2_22_safe_means_that_no_other_is_within_reach(standings, scheme, left):
    found = reach(standings, scheme, left)
    for key in standings:
        others_can = any(found[other].can_win for other in standings if other != key)
        leads = all(standing <= standings[key] for standing in standings.values())
        assert is_safe(key, standings, scheme, left) == (leads and not others_can)


@settings(deadline=None)
@given(SEASONS, st.sampled_from(SCHEMES), st.integers(0, 2))
def test_R2_22_earliest_safe_against_all_that_the_leader_can_win(standings, scheme, left):
    key = max(standings, key=standings.__getitem__)
    earliest = None
    for played in reversed(range(left + 1)):
        for evenings in combinations_with_replacement(outcomes(scheme), played):
            ahead = {**standings, key: plus(standings[key], *evenings)}
            if is_safe(key, ahead, scheme, left - played):
                earliest = played
    assert earliest_safe(key, standings, scheme, left) == earliest


def test_R2_22_a_whole_season_ahead_is_quick_and_starts_at_zero():
    gains = best_gains(SCHEME_2014, 11)
    assert gains[0] == NOTHING
    assert gains[-1] == (88, 11, 0, 11)
