import json
import unicodedata
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.problems import Problem
from tournaments import draws
from tournaments.draw_files import check_draw

CASES = json.loads((Path(__file__).parents[1] / "cases" / "draws.json").read_text(encoding="utf-8"))
SEED = "83dd9a88066f12dc65808d00c41b794d97620a36c54ec7581857d0964ec5e62d"


def changed(**values):
    return {**CASES[0], **values}


def found(document):
    return [(problem.path, problem.code) for problem in check_draw(document)]


@pytest.mark.parametrize("case", CASES)
def test_R2_6_handed_draws_are_valid_and_repeatable(case):
    assert check_draw(case) == []
    assert draws.draw_document(case["seed"], case["salt"], case["participants"], case["seats"]) == case


def test_R2_6_commitment_word_by_word():
    text = SEED + "\nAnna\nBerta\n1.2\n1.10"
    assert draws.commitment(SEED, ["Berta", "Anna"], ["1.10", "1.2"]) == sha256(text.encode()).hexdigest()


def test_R2_6_shuffle_word_by_word():
    """Ten lines that anybody can write from the description."""
    names = sorted(f"Name {n}" for n in range(9))
    for i in range(8, 0, -1):
        k = 0
        while (x := int(sha256(f"{SEED}:prost:{i}:{k}".encode()).hexdigest(), 16)) >= 2**256 - 2**256 % (i + 1):
            k += 1
        names[i], names[x % (i + 1)] = names[x % (i + 1)], names[i]
    seats = [f"1.{n}" for n in range(1, 10)]
    assert draws.deal(SEED, "prost", sorted(names), seats) == dict(zip(seats, names, strict=True))


def test_R2_6_values_at_the_upper_end_are_drawn_again(monkeypatch):
    """2^256 - 1 is not below the limit for three people, so the stream goes on."""
    values = {2: [2**256 - 1, 1], 1: [0]}
    monkeypatch.setattr(draws, "_stream", lambda seed, salt, step: iter(values[step]))
    assert draws.deal(SEED, "", ["A", "B", "C"], ["1.1", "1.2", "1.3"]) == {"1.1": "C", "1.2": "A", "1.3": "B"}


@given(
    st.sets(st.text(st.characters(codec="utf-8"), min_size=1).map(draws.normal).filter(bool), max_size=14),
    st.text(st.characters(codec="utf-8"), max_size=20),
    st.binary(min_size=32, max_size=32).map(bytes.hex),
)
def test_R2_6_everybody_gets_exactly_one_seat(names, salt, seed):
    seats = [f"{1 + n // 6}.{1 + n % 6}" for n in range(len(names))]
    document = draws.draw_document(seed, salt, names, seats[::-1])
    assert document["seats"] == seats
    assert sorted(document["result"].values()) == sorted(names)
    assert list(document["result"]) == seats
    assert check_draw(document) == []


def test_R2_6_the_salt_changes_the_result_not_the_commitment():
    one, other = (draws.draw_document(SEED, salt, list("ABCDEFGH"), [f"1.{n}" for n in range(1, 9)]) for salt in "xy")
    assert one["commitment"] == other["commitment"]
    assert one["result"] != other["result"]


def test_R2_7_seats_of_the_final_go_by_number():
    seats = [f"F.{n}" for n in range(1, 13)]
    result = draws.deal(SEED, "", list("ABCDEFGHIJKL"), sorted(seats))
    assert list(result) == seats


@pytest.mark.parametrize(
    ("document", "path"),
    [
        (changed(seed="93" + SEED[2:]), "commitment"),
        (changed(commitment="0" * 64), "commitment"),
        (changed(participants=["Otto Neu", *CASES[0]["participants"][1:]]), "commitment"),
        (changed(participants=CASES[0]["participants"][1:]), "commitment"),
        (changed(seats=[*CASES[0]["seats"][:-1], "3.5"]), "commitment"),
        (changed(salt="43"), "result.1.1"),
        (changed(result={**CASES[0]["result"], "1.1": "Otto Neu"}), "result.1.1"),
        (
            changed(
                result={
                    **CASES[0]["result"],
                    "3.3": CASES[0]["result"]["2.1"],
                    "2.1": CASES[0]["result"]["3.3"],
                }
            ),
            "result.2.1",
        ),
        (changed(result={s: n for s, n in CASES[0]["result"].items() if s != "2.2"}), "result"),
        (changed(result={**CASES[0]["result"], "9.9": "Otto Neu"}), "result.9.9"),
        (changed(result={}), "result"),
    ],
)
def test_R2_6_meddling_is_found_at_the_first_difference(document, path):
    assert found(document) == [(path, "draw_mismatch")]


def test_R2_6_more_seats_than_people_cannot_be_a_draw():
    document = draws.draw_document(SEED, "", ["Anna", "Berta"], ["1.1", "1.2", "1.3"])
    assert found(document) == [("seats", "draw_mismatch")]


@pytest.mark.parametrize("document", [None, 5, "x", [], True])
def test_draw_file_that_is_no_object(document):
    assert check_draw(document) == [Problem("", "schema")]


@pytest.mark.parametrize("key", list(CASES[0]))
def test_draw_file_with_a_key_missing(key):
    document = {k: v for k, v in CASES[0].items() if k != key}
    assert check_draw(document) == [Problem("", "schema", {"key": key})]


@pytest.mark.parametrize(
    ("values", "paths"),
    [
        ({"format": "tischtabelle/sheet"}, ["format"]),
        ({"version": 2}, ["version"]),
        ({"version": True}, ["version"]),
        ({"version": 1.0}, ["version"]),
        ({"version": "1"}, ["version"]),
        ({"seed": 5}, ["seed"]),
        ({"seed": SEED[1:]}, ["seed"]),
        ({"seed": SEED.upper()}, ["seed"]),
        ({"seed": SEED + "\n"}, ["seed"]),
        ({"seed": None, "salt": 42}, ["seed", "salt"]),
        ({"salt": None}, ["salt"]),
        ({"salt": "x" * 41}, ["salt"]),
        ({"salt": "\ud800"}, ["salt"]),
        ({"commitment": 0}, ["commitment"]),
        ({"commitment": None}, ["commitment"]),
        ({"participants": "Anna"}, ["participants"]),
        ({"participants": {"Anna": 1}}, ["participants"]),
        ({"participants": ["Anna", 5, "", None, ["Berta"], "A\nB", "C\n", "D\u2028", "\ud800"]},
         [f"participants.{n}" for n in range(1, 9)]),
        ({"seats": None}, ["seats"]),
        ({"seats": ["1.1", "1.x", 1.2, "1.1", ["1.2"], "01.1"]}, [f"seats.{n}" for n in range(1, 6)]),
        ({"result": []}, ["result"]),
        ({"result": {"1.1": 5, "1.2": None}}, ["result.1.1", "result.1.2"]),
        ({"note": "x"}, ["note"]),
    ],
)  # fmt: skip
def test_draw_file_with_values_of_the_wrong_form(values, paths):
    assert found(changed(**values)) == [(path, "schema") for path in paths]


def test_draw_file_with_a_name_twice():
    names = ["Jürgen", "Berta", unicodedata.normalize("NFD", "Jürgen")]
    document = changed(participants=names)
    assert check_draw(document) == [Problem("participants.2", "duplicate_player", {"player": names[2]})]


def test_draw_file_may_have_names_and_salt_in_any_normal_form_and_order():
    text = json.dumps(CASES[0], ensure_ascii=False)
    document = json.loads(unicodedata.normalize("NFD", text))
    document["participants"].reverse()
    document["seats"].reverse()
    assert document != CASES[0]
    assert check_draw(document) == []


def test_draw_file_with_a_salt_of_forty_characters_after_composition():
    salt = "ü" * 40
    document = draws.draw_document(SEED, salt, ["Anna", "Berta"], ["1.1", "1.2"])
    document["salt"] = unicodedata.normalize("NFD", salt)
    assert check_draw(document) == []
    assert found({**document, "salt": salt + "ü"}) == [("salt", "schema")]


def test_R2_6_equal_names_are_numbered_by_membership_number():
    people = [("Anna", None), ("Anna", 12), ("Berta", 1), ("Anna", 3), ("Anna", None)]
    assert draws.distinct_names(people) == ["Anna #3", "Anna #2", "Berta", "Anna", "Anna #4"]


def test_R2_6_equal_names_in_different_normal_forms():
    people = [(unicodedata.normalize("NFD", "Jürgen"), 2), ("Jürgen", 1)]
    assert draws.distinct_names(people) == ["Jürgen #2", "Jürgen"]


def test_R2_6_a_name_that_looks_numbered_stays_apart():
    assert draws.distinct_names([("Anna", 1), ("Anna", 2), ("Anna #2", 3)]) == ["Anna", "Anna #3", "Anna #2"]


def test_R2_6_line_breaks_in_a_name_are_spaces():
    assert draws.distinct_names([("Anna\nMaria\r\nX", 1), ("Berta\n", 2)]) == ["Anna Maria X", "Berta"]
