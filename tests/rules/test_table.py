"""At the table: who is first, deals, cuts, begins and writes; decks, cards, minimums, the end (R1.2, R4)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.files.sheet import count_sheet, read_sheet
from scoring.rules.ruleset import get_ruleset
from tests.rules.written import points, sheet

BCC = get_ruleset("bcc")
THREE = [
    {"name": "Anna", "born": "1960-01-01"},
    {"name": "Berta", "born": "1950-01-01"},
    {"name": "Cora", "born": "1970-01-01"},
]
ROUND = points(Anna=100, Berta=-45, Cora=0)


def counted(document):
    result, problems = count_sheet(document)
    assert problems == []
    return result


def codes(document):
    return [(problem.path, problem.code) for problem in read_sheet(document)[1]]


def roles(document):
    return [(one["dealer"], one["cutter"], one["starter"]) for one in counted(document)["rounds"]]


@pytest.mark.parametrize(
    ("players", "decks"), [(2, 1), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (8, 3), (9, 4), (12, 5)]
)
def test_R1_2_decks_by_number_of_players(players, decks):
    assert BCC.decks_for(players) == decks


def test_R4_1_the_youngest_writes_and_R4_2_the_oldest_is_first():
    result = counted(sheet(ROUND, players=THREE))
    assert result["order"] == ["Berta", "Cora", "Anna"]
    assert result["scribe"] == "Cora"


def test_R4_2_of_equal_birth_dates_the_lower_seat_is_older():
    twins = [{"name": name, "born": "1950-05-05"} for name in ("Anna", "Berta", "Cora")]
    result = counted(sheet(ROUND, players=twins))
    assert (result["order"][0], result["scribe"]) == ("Anna", "Cora")


def test_R4_2_a_missing_birth_date_keeps_the_order_and_names_nobody():
    result = counted(sheet(ROUND, players=[*THREE[:2], {"name": "Cora"}]))
    assert (result["order"], result["scribe"]) == (["Anna", "Berta", "Cora"], None)


def test_R4_1_R4_2_the_table_may_overrule_both():
    result = counted(sheet(ROUND, players=THREE, first="Cora", scribe="Anna"))
    assert (result["order"], result["scribe"]) == (["Cora", "Anna", "Berta"], "Anna")


def test_R4_3_the_deal_passes_clockwise():
    dealers = [dealer for dealer, _, _ in roles(sheet(*[ROUND] * 4, players=THREE))]
    assert dealers == ["Berta", "Cora", "Anna", "Berta"]


def test_R4_4_the_one_before_the_dealer_cuts():
    assert [cutter for _, cutter, _ in roles(sheet(ROUND, ROUND, players=THREE))] == ["Anna", "Berta"]


def test_R4_5_the_one_after_the_dealer_begins():
    assert [starter for _, _, starter in roles(sheet(ROUND, ROUND, players=THREE))] == ["Cora", "Anna"]


@pytest.mark.parametrize(("players", "cards"), [(2, 13), (3, 13), (4, 11), (6, 11), (8, 11)])
def test_R4_6_cards_dealt(players, cards):
    assert BCC.cards_dealt(players) == cards


@pytest.mark.parametrize(
    ("total", "needs"), [(-5, 15), (0, 50), (1495, 50), (1500, 90), (1600, 90), (2995, 90), (3000, 120), (4995, 120)]
)
def test_R4_7_opening_minimum(total, needs):
    assert BCC.opening_minimum(total) == needs


def test_R4_7_worked_example_two_kings_a_joker_and_four_sixes_open_at_1600():
    meld = {"K": 2, "joker": 1, "6": 4}
    assert sum(BCC.card_values[rank] * number for rank, number in meld.items()) == 90 == BCC.opening_minimum(1600)


def test_R4_7_beginners_have_no_step_below_zero():
    assert get_ruleset("beginner").opening_minimum(-100) == 50


def test_R4_9_the_game_ends_with_the_round_that_reaches_the_target():
    end = points(Anna=5000, Berta=0, Cora=0)
    assert counted(sheet(end))["finished"] is True
    assert counted(sheet(points(Anna=4995, Berta=0, Cora=0)))["finished"] is False
    assert codes(sheet(end, ROUND)) == [("rounds.1", "round_after_end")]


def test_R4_10_a_final_is_one_round_of_any_number():
    names = "A B C D E F G H"
    one = points(**dict.fromkeys(names.split(), 5))
    assert counted(sheet(one, players=names, stage="final"))["finished"] is True
    assert codes(sheet(one, one, players=names, stage="final")) == [("rounds.1", "round_after_end")]
    assert codes(sheet(one, players=names)) == [("players", "wrong_number_of_players")]


def test_R2_17_R2_18_people_come_and_go_and_totals_stay_theirs():
    players = [
        {"name": "Otto", "left_after": 1},
        {"name": "Hanna", "joined_after": 1},
        {"name": "Anna"},
        {"name": "Berta"},
    ]
    result = counted(sheet(points(Otto=100, Anna=5, Berta=10), points(Hanna=50, Anna=5, Berta=10), players=players))
    assert [one["dealer"] for one in result["rounds"]] == ["Otto", "Hanna"]
    assert result["rounds"][0]["totals"] == {"Otto": 100, "Anna": 5, "Berta": 10}
    assert result["rounds"][1]["totals"] == {"Otto": 100, "Hanna": 50, "Anna": 10, "Berta": 20}
    assert result["ranking"] == [["Otto"], ["Hanna"], ["Berta"], ["Anna"]]


def test_partners_must_sit_alternately():
    names = "Anna Berta Cora Dora"
    sides = [["Anna", "Cora"], ["Berta", "Dora"]]
    one = {"points": {"Anna & Cora": 100, "Berta & Dora": 50}}
    assert counted(sheet(one, players=names, ruleset="classic", sides=sides))["ranking"] == [
        ["Anna & Cora"],
        ["Berta & Dora"],
    ]
    wrong = [["Anna", "Berta"], ["Cora", "Dora"]]
    assert ("sides", "invalid_sides") in codes(sheet(players=names, ruleset="classic", sides=wrong))
    assert ("sides", "invalid_sides") in codes(sheet(players=names, sides=sides))
    assert "invalid_sides" in [code for _, code in codes(sheet(players=names, ruleset="classic"))]


def test_the_loser_pays_the_difference_in_one_sum():
    document = sheet(points(Anna=5100, Berta=300), players="Anna Berta", ruleset="classic")
    assert counted(document)["settlement"] == {"from": "Berta", "to": "Anna", "points": 4800}
    assert counted(sheet(points(Anna=5100, Berta=300), players="Anna Berta"))["settlement"] is None


results = st.lists(st.tuples(*[st.integers(-100, 160).map(lambda number: 5 * number)] * 3), max_size=6)


@given(results, st.permutations(["Anna", "Berta", "Cora"]))
def test_totals_are_sums_and_do_not_depend_on_the_order_of_players(rounds, order):
    written = [points(**dict(zip(("Anna", "Berta", "Cora"), one, strict=True))) for one in rounds]
    result = counted(sheet(*written, players=" ".join(order), target=100_000))
    expected = [sum(one[place] for one in rounds) for place in range(3)]
    if rounds:
        assert result["rounds"][-1]["totals"] == dict(zip(("Anna", "Berta", "Cora"), expected, strict=True))
