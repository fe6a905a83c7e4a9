"""Every code of the public formats has its sentence, with whatever figures a problem brings."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.sentences import FILES, LESS, MORE, SENTENCES, SHEETS, TOURNAMENTS, sentence
from scoring.rules.problems import Problem

PUBLIC = [
    "invalid_json",
    "schema",
    "unknown_ruleset",
    "wrong_number_of_players",
    "invalid_sides",
    "duplicate_player",
    "unknown_player",
    "missing_player",
    "not_multiple_of_5",
    "out_of_range",
    "canasta_not_allowed",
    "canastas_exceed_melded",
    "bonus_without_canasta",
    "hand_left_after_going_out",
    "concealed_without_going_out",
    "concealed_after_opening",
    "several_went_out",
    "several_last_cards",
    "too_many_red_threes",
    "deck_value_exceeded",
    "too_many_cards",
    "round_after_end",
    "game_not_finished",
    "final_incomplete",
    "tie_unresolved",
    "invalid_decision",
    "ambiguous_member",
    "not_qualified",
    "draw_mismatch",
    "outside_season",
    "unreadable_file",
    "unknown_column",
    "invalid_date",
    "ambiguous_date",
    "duplicate_member",
    "duplicate_tournament",
]


def test_all_public_codes_have_a_sentence_and_no_other():
    assert sorted(PUBLIC) == sorted({*FILES, *SHEETS, *TOURNAMENTS})


@pytest.mark.parametrize("code", PUBLIC)
def test_a_problem_without_figures_has_a_whole_sentence(code):
    text = sentence(Problem("rounds.0", code))
    assert re.fullmatch(r"[A-ZÄÖÜ].*[.)]", text)
    assert not re.search(r"%|  | [.,:;]|„“|\(\)", text)


def test_figures_and_names_are_told():
    assert "Anna" in sentence(Problem("rounds.0", "missing_player", {"player": "Anna"}))
    assert "„hand“" in sentence(Problem("rounds.0.counts.Anna", "schema", {"key": "hand"}))
    assert "„hand“" in sentence(Problem("rounds.0.counts.Anna.hand", "schema", {"twice": "hand"}))
    assert "20000" in sentence(Problem("rounds.0.points.Anna", "out_of_range", {"most": 20000}))
    text = sentence(Problem("rounds.0", "too_many_red_threes", {"number": 5, "most": 4}))
    assert "5 Rote Dreien" in text
    assert "(4)" in text


def test_names_may_look_like_placeholders():
    assert "%(player)s 100%" in sentence(Problem("", "unknown_player", {"player": "%(player)s 100%"}))


def test_longer_and_shorter_forms_belong_to_codes():
    assert {*MORE, *LESS} <= set(SENTENCES)


@given(
    st.sampled_from(sorted(SENTENCES)) | st.text(max_size=10),
    st.dictionaries(st.sampled_from(["player", "number", "most", "key", "rank", "value"]), st.text() | st.integers()),
)
def test_no_problem_is_without_words(code, params):
    assert isinstance(sentence(Problem("", code, params)), str)
