"""Every code that a tournament file can be refused with, where it stands, and that nothing is written then."""

import json

import pytest

from club.models import Member
from tests.commands.written import Files, at_final, at_table, decision, evening, points, running, tied_final

pytestmark = pytest.mark.django_db

COUNT = {"melded": 120, "hand": 35}


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


def counted(**anna):
    """The evening whose first round Anna counted so."""
    rounds = evening()["tables"][0]["rounds"]
    return at_table(rounds=[{"counts": {"Anna": {**COUNT, **anna}}, "points": {"Berta": 0, "Cora": 0}}, *rounds])


def two_counts(anna, berta):
    first = {"counts": {"Anna": {**COUNT, **anna}, "Berta": {**COUNT, **berta}}, "points": {"Cora": 0}}
    return at_table(rounds=[first, *evening()["tables"][0]["rounds"]])


OUT = {"hand": 0, "canastas": {"mixed": 1}, "went_out": True}
ROUND = "tables.0.rounds.0"
ANNA = f"{ROUND}.counts.Anna"

WITH_CODE = {
    "invalid_json": b"{",
    "schema": {**evening(), "version": 2},
    "unknown_ruleset": evening(kind="training", ruleset="samba"),
    "wrong_number_of_players": at_table(seats=["Anna", None], rounds=[points(Anna=5000)]),
    "duplicate_player": at_table(seats=["Anna", "Berta", "Anna"]),
    "unknown_player": at_table(rounds=[points(Anna=5000, Berta=0, Cora=0, Dora=5)]),
    "missing_player": at_table(rounds=[points(Anna=5000, Berta=0)]),
    "not_multiple_of_5": at_table(rounds=[points(Anna=5001, Berta=0, Cora=0)]),
    "out_of_range": at_table(rounds=[points(Anna=20005, Berta=0, Cora=0)]),
    "canasta_not_allowed": counted(canastas={"concealed_mixed": 1}),
    "canastas_exceed_melded": counted(canastas={"wild": 1}),
    "bonus_without_canasta": counted(last_card=True),
    "hand_left_after_going_out": counted(canastas={"mixed": 1}, went_out=True),
    "concealed_without_going_out": counted(canastas={"mixed": 1}, concealed=True),
    "concealed_after_opening": two_counts({**OUT, "concealed": True}, {}),
    "several_went_out": two_counts(OUT, OUT),
    "several_last_cards": two_counts(
        {"canastas": {"mixed": 1}, "last_card": True}, {"canastas": {"mixed": 1}, "last_card": True}
    ),
    "too_many_red_threes": counted(red_threes=5),
    "deck_value_exceeded": counted(melded=1200),
    "too_many_cards": counted(melded={"K": 9}),
    "round_after_end": at_table(rounds=[*evening()["tables"][0]["rounds"], points(Anna=0, Berta=0, Cora=0)]),
    "game_not_finished": at_table(rounds=[points(Anna=2500, Berta=1500, Cora=100)]),
    "final_incomplete": at_final(rounds=[]),
    "tie_unresolved": tied_final(),
    "invalid_decision": evening(decisions=[decision("Anna", "Berta")]),
    "not_qualified": at_final(seats=["Anna", "Cora"], rounds=[points(Anna=5, Cora=0)]),
    "outside_season": evening(date="2014-12-13"),
}


@pytest.mark.parametrize("code", WITH_CODE)
def test_each_code_is_found_and_nothing_is_written(files, code):
    assert code in [found for _, found in files.bad(WITH_CODE[code])]


def test_ambiguous_member(files):
    Member.objects.create(name="Anna", number=17)
    Member.objects.create(name="Anna", number=18)
    assert files.bad(evening()) == [("players.0.name", "ambiguous_member")]


def test_ambiguous_host(files):
    Member.objects.create(name="Wirt", number=17)
    Member.objects.create(name="Wirt", number=18)
    assert files.bad(evening(host="Wirt")) == [("host", "ambiguous_member")]


PLACES = [
    (5, [("", "schema")]),
    ([5], [("0", "schema")]),
    ([evening(), {}], [("1", "schema")] * 7),
    (evening(format="tischtabelle/sheet"), [("format", "schema")]),
    (evening(version=True), [("version", "schema")]),
    (evening(version=1.0), [("version", "schema")]),
    (evening(date="2014-02-30"), [("date", "schema")]),
    (evening(date="8.3.2014"), [("date", "schema")]),
    (evening(kind="weekly"), [("kind", "schema")]),
    (evening(name=""), [("name", "schema")]),
    (evening(name="a\nb"), [("name", "schema")]),
    (evening(name="a\u0000b"), [("name", "schema")]),
    (evening(name="x" * 201), [("name", "schema")]),
    (evening(unknown=1), [("unknown", "schema")]),
    (evening(state="closed"), [("state", "schema")]),
    (evening(target=2500), [("target", "schema")]),
    (evening(kind="training", target=4), [("target", "out_of_range")]),
    (evening(kind="training", target=12), [("target", "out_of_range")]),
    (
        evening(players=[{"name": "Anna"}, {"name": "Berta"}, {"name": "Anna"}]),
        [("players.2.name", "duplicate_player"), ("tables.0.seats.2", "unknown_player")],
    ),
    (
        evening(players=[{"name": "Anna", "number": 1}, {"name": "Berta", "number": 1}, {"name": "Cora"}]),
        [("players.1.number", "duplicate_player")],
    ),
    (
        evening(players=[{"name": "Anna", "number": 0}, {"name": "Berta"}, {"name": "Cora"}]),
        [("players.0.number", "out_of_range")],
    ),
    (
        evening(players=[{"name": "Anna", "born": "1950"}, {"nam": "Berta"}, {"name": "Cora"}]),
        [("players.0.born", "schema"), ("players.1", "schema"), ("players.1.nam", "schema")],
    ),
    (at_table(number=0), [("tables.0.number", "out_of_range")]),
    (
        evening(tables=evening()["tables"] * 2),
        [("tables.1.number", "schema"), *[(f"tables.1.seats.{seat}", "duplicate_player") for seat in range(3)]],
    ),
    (at_table(seats=["Anna", "Berta", "Dora"]), [("tables.0.seats.2", "unknown_player")]),
    (at_table(seats=["Anna", "Berta", []]), [("tables.0.seats.2", "schema")]),
    (at_table(seats=["Anna", ["Berta", "Cora"]]), [("tables.0.seats.1.1", "schema")]),
    (at_table(first="Dora"), [("tables.0.first", "unknown_player")]),
    (at_table(left_after={"Dora": 1}), [("tables.0.left_after.Dora", "unknown_player")]),
    (at_table(rounds=[points(Anna=5000, Berta=0, Cora=True)]), [(f"{ROUND}.points.Cora", "schema")]),
    (at_table(rounds=[points(Anna=5000, Berta=0, Cora=1.5)]), [(f"{ROUND}.points.Cora", "schema")]),
    (counted(hand=-5), [(f"{ANNA}.hand", "out_of_range")]),
    (counted(hand=33), [(f"{ANNA}.hand", "not_multiple_of_5")]),
    (at_final(seats=["Anna", "Dora"]), [("final.seats.1", "unknown_player")]),
    (at_final(left_after={"Anna": 1}), [("final.left_after", "schema")]),
    (at_final(declined=["Cora"]), [("final.declined.0", "not_qualified")]),
    (at_final(admitted={"Anna": ""}), [("final.admitted.Anna", "schema")]),
    (
        at_final(seats=[None, "Anna", "Cora"], rounds=[points(Anna=5, Cora=0)]),
        [("final.seats", "not_qualified"), ("final.seats.2", "not_qualified")],
    ),
    (evening(final=None), [("", "final_incomplete")]),
    (at_table(rounds=[]) | {"final": {"seats": [], "rounds": []}}, [("tables", "game_not_finished")]),
    ({**tied_final(), "decisions": [decision("Anna", "Berta", by="host")]}, [("decisions.0", "schema")]),
    ({**tied_final(), "decisions": [decision("Anna", "Berta", by="oracle")]}, [("decisions.0.by", "schema")]),
    ({**tied_final(), "decisions": [decision("Anna", "Berta", table=1)]}, [("decisions.0.table", "schema")]),
    ({**tied_final(), "decisions": [decision("Anna", "Berta", stage="table")]}, [("decisions.0", "schema")]),
    (
        {**tied_final(), "decisions": [decision("Anna", "Berta", stage="table", table=2)]},
        [("final", "tie_unresolved"), ("decisions.0.table", "invalid_decision")],
    ),
    (
        evening(decisions=[decision("Anna", "Berta", stage="table", table=2, void=True)]),
        [("decisions.0.table", "invalid_decision")],
    ),
    (evening(date="2013-03-08"), [("date", "outside_season")]),
]


@pytest.mark.parametrize(("document", "expected"), PLACES, ids=range(len(PLACES)))
def test_each_problem_stands_where_it_is(files, document, expected):
    assert files.bad(document) == expected


def test_everything_is_found_in_one_go_in_the_order_of_the_file(files):
    document = evening(venue=5, tables=[{**evening()["tables"][0], "rounds": [points(Anna=5001, Berta=0)]}], x=1)
    assert files.bad([evening(), document]) == [
        ("1.tables.0.rounds.0", "missing_player"),
        ("1.tables.0.rounds.0.points.Anna", "not_multiple_of_5"),
        ("1.venue", "schema"),
        ("1.x", "schema"),
    ]


def test_R2_19_who_was_admitted_after_a_correction_is_no_error(files):
    document = at_final(
        seats=["Anna", "Cora"], rounds=[points(Anna=5, Cora=0)], admitted={"Cora": "Korrektur", "Berta": "Korrektur"}
    )
    document["decisions"] = [{**decision("Berta", "Cora", stage="table", table=1), "void": True}]
    assert files.good(document)["imported"][0]["final"] == {"ranking": [["Anna"], ["Cora"]]}


def test_a_key_that_is_there_twice_is_refused(files):
    text = json.dumps([evening(), evening(venue=5)]).replace('"kind"', '"name": "X", "kind"')
    assert files.bad(text.encode()) == [("0.name", "schema"), ("1.name", "schema"), ("1.venue", "schema")]


HOSTILE = [
    b"",
    b"\xff\xfe{",
    b"[" * 100_000,
    b'{"a":' * 5_000,
    b"null",
    b'"\\ud800"',
    b"[1e999]",
    b"[NaN]",
    json.dumps(evening(name="\ud800")).encode(),
    json.dumps(evening(tables=[{"number": 1e999}])).encode(),
    json.dumps(evening(players=[{"name": "Anna", "number": 10**400}])).encode(),
    json.dumps(at_table(number=10**30)).encode(),
    json.dumps(at_table(left_after={"Anna": 10**30})).encode(),
    json.dumps(at_table(rounds="x")).encode(),
    b'[{"tables": [{"rounds": [' + b"9" * 6000 + b"]}]}]",
    b" " * (10 * 1024 * 1024 + 1),
]


@pytest.mark.parametrize("content", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_files_are_refused_in_words(files, content):
    assert files.bad(content)


def test_a_running_evening_needs_no_end(files):
    files.good(running(date="2014-04-01"))
    assert files.bad(running(date="2014-12-01", name="Winter")) == [("date", "outside_season")]
