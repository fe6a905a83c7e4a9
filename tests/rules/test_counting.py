"""What a round counts and what it cannot count (R3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.files.sheet import count_sheet, read_sheet
from scoring.rules.cards import RANKS
from scoring.rules.rounds import Count, count_result
from scoring.rules.ruleset import get_ruleset, load_rulesets
from tests.rules.written import counts, nothing, sheet

BCC = get_ruleset("bcc")
OUT = {"melded": 120, "hand": 0, "canastas": {"mixed": 1}, "went_out": True}


def result(count, ruleset="bcc"):
    return count_result(get_ruleset(ruleset), Count(**count))


def codes(document):
    return [(problem.path, problem.code) for problem in read_sheet(document)[1]]


def one_round(ruleset="bcc", **anna):
    others = {name: nothing() for name in ("Berta", "Cora")}
    return sheet(counts(Anna={"melded": 120, "hand": 35, **anna}, **others), ruleset=ruleset)


@pytest.mark.parametrize("ruleset", load_rulesets())
def test_R3_1_card_values(ruleset):
    values = get_ruleset(ruleset).card_values
    assert {rank: values[rank] for rank in RANKS} == {
        **dict.fromkeys(("3", "4", "5", "6", "7"), 5),
        **dict.fromkeys(("8", "9", "10", "J", "Q", "K"), 10),
        **dict.fromkeys(("A", "2"), 20),
        "joker": 50,
    }


@pytest.mark.parametrize(
    ("claims", "bonuses"),
    [
        ({"canastas": {"mixed": 1}}, 300),
        ({"canastas": {"natural": 1}}, 500),
        ({"canastas": {"wild": 1}}, 1000),
        ({"canastas": {"mixed": 1}, "went_out": True}, 400),
        ({"canastas": {"mixed": 1}, "last_card": True}, 400),
        ({"canastas": {"mixed": 2, "natural": 1}, "red_threes": 2, "went_out": True, "last_card": True}, 1500),
    ],
)
def test_R3_2_bonuses(claims, bonuses):
    assert result({"melded": 200, "hand": 0, **claims}).bonuses == bonuses


def test_R3_3_variant_1_red_threes_are_a_curse():
    assert result({"melded": 120, "hand": 35, "red_threes": 2}) == (-200, 85, 1, -115)


def test_R3_4_variant_2_adds_two_subtotals():
    assert result({"melded": 470, "hand": 10, "canastas": {"mixed": 1}, "red_threes": 1}) == (400, 460, 1, 860)


def test_R3_5_going_out_concealed_doubles_the_result():
    assert result({**OUT, "concealed": True}) == (400, 120, 2, 1040)
    opened = sheet(counts(Anna={**OUT, "concealed": True}, Berta=nothing(melded=50), Cora=nothing()))
    assert codes(opened) == [("rounds.0.counts.Anna.concealed", "concealed_after_opening")]


@pytest.mark.parametrize(
    ("ruleset", "bonuses"),
    [("beginner", 300 + 100 + 1000), ("classic", 300 + 200), ("salon", 300 + 200), ("letzebuerg", 300 + 200)],
)
def test_R3_5_going_out_concealed_in_the_other_texts(ruleset, bonuses):
    assert result({**OUT, "concealed": True}, ruleset) == (bonuses, 120, 1, bonuses + 120)


@pytest.mark.parametrize(
    ("anna", "expected"),
    [
        ({"went_out": True, "hand": 0}, [("went_out", "bonus_without_canasta")]),
        ({"last_card": True}, [("last_card", "bonus_without_canasta")]),
        ({"canastas": {"mixed": 1}, "went_out": True}, [("hand", "hand_left_after_going_out")]),
        ({"canastas": {"mixed": 1}, "concealed": True}, [("concealed", "concealed_without_going_out")]),
    ],
)
def test_R3_6_going_out_and_the_last_card_need_a_canasta(anna, expected):
    assert codes(one_round(**anna)) == [(f"rounds.0.counts.Anna.{part}", code) for part, code in expected]


def test_R3_6_at_most_one_goes_out_and_one_has_the_last_card():
    both = {**OUT, "last_card": True}
    found = codes(sheet(counts(Anna=both, Berta=both, Cora=nothing())))
    assert found == [("rounds.0", "several_went_out"), ("rounds.0", "several_last_cards")]


@pytest.mark.parametrize(
    ("anna", "code"),
    [
        ({"red_threes": 5}, "too_many_red_threes"),
        ({"melded": 1150}, "deck_value_exceeded"),
        ({"melded": {"K": 9}}, "too_many_cards"),
        ({"melded": {"joker": 5}}, "too_many_cards"),
        ({"canastas": {"wild": 1}}, "canastas_exceed_melded"),
        ({"canastas": {"natural": 4}}, "canastas_exceed_melded"),
    ],
)
def test_R3_8_what_the_cards_make_impossible(anna, code):
    assert [found for _, found in codes(one_round(**anna))] == [code]


@pytest.mark.parametrize("ruleset", ["beginner"])
def test_R3_8_a_deck_of_eight_jokers_is_worth_more(ruleset):
    assert get_ruleset(ruleset).deck_value == 1380
    assert BCC.deck_value == 1180


def test_worked_example_of_the_salon_950_points():
    count = {
        "melded": {"10": 7, "A": 3, "2": 1},
        "hand": 0,
        "canastas": {"natural": 1},
        "red_threes": 2,
        "went_out": True,
    }
    assert result(count, "salon").points == 950


@pytest.mark.parametrize(
    ("ruleset", "claims", "bonuses"),
    [
        ("beginner", {"red_threes": 4}, -800),
        ("beginner", {"red_threes": 4, "canastas": {"natural": 1}}, 1300),
        ("classic", {"red_threes": 4}, 800),
        ("classic", {"red_threes": 1, "red_threes_in_hand": 2}, -100),
        ("salon", {"red_threes": 3}, 300),
        ("letzebuerg", {"canastas": {"concealed_natural": 1, "concealed_mixed": 1}}, 1000),
    ],
)
def test_red_threes_and_canastas_of_the_other_texts(ruleset, claims, bonuses):
    assert result({"melded": 200, "hand": 0, **claims}, ruleset).bonuses == bonuses


@pytest.mark.parametrize(("ruleset", "bonuses"), [("classic", 0), ("salon", -200), ("letzebuerg", -200)])
def test_red_threes_without_a_meld(ruleset, bonuses):
    assert result({"melded": 0, "hand": 30, "red_threes": 2}, ruleset).bonuses == bonuses


fives = st.integers(0, 40).map(lambda number: 5 * number)


@given(
    st.sampled_from(sorted(load_rulesets())),
    fives,
    fives,
    st.integers(0, 4),
    st.dictionaries(st.sampled_from(["natural", "mixed"]), st.integers(0, 3)),
    st.booleans(),
)
def test_R3_7_results_of_counts_are_multiples_of_5(ruleset, melded, hand, red_threes, canastas, went_out):
    count = {"melded": melded, "hand": hand, "red_threes": red_threes, "canastas": canastas, "went_out": went_out}
    parts = result(count, ruleset)
    assert parts.points % 5 == 0
    assert parts.points == parts.factor * (parts.bonuses + parts.cards)


@given(st.dictionaries(st.sampled_from(RANKS), st.integers(0, 4)))
def test_cards_by_rank_and_their_value_count_the_same(cards):
    value = sum(BCC.card_values[rank] * number for rank, number in cards.items())
    assert result({"melded": cards, "hand": 0}).points == result({"melded": value, "hand": 0}).points


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda children: st.lists(children, max_size=3) | st.dictionaries(st.text(max_size=8), children, max_size=3),
    max_leaves=8,
)
PARTS = st.sampled_from(["format", "version", "ruleset", "players", "rounds", "sides", "target", "stage", "first"])


@given(JSON)
def test_any_json_gives_a_result_or_codes(value):
    answer, problems = count_sheet(value)
    assert (answer is None) == bool(problems)


@given(PARTS, JSON)
def test_any_part_of_a_sheet_may_be_anything(part, value):
    answer, problems = count_sheet({**one_round(), part: value})
    assert (answer is None) == bool(problems)


@given(st.sampled_from(["melded", "hand", "canastas", "red_threes", "went_out", "last_card", "other"]), JSON)
def test_any_part_of_a_count_may_be_anything(part, value):
    answer, problems = count_sheet(one_round(**{part: value}))
    assert (answer is None) == bool(problems)
