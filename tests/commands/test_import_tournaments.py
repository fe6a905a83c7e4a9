"""`import_tournaments`: what comes in, what it answers, what is there afterwards."""

import json
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from club.models import FormerName, LogEntry, Member
from scoring.models import RoundResult, ScoreSheet, SheetGroup, SheetPlayer
from tests.commands.written import (
    Files,
    at_table,
    decision,
    evening,
    points,
    run,
    running,
    tied_final,
)
from tournaments.models import Attendance, Award, Participant, Tournament

pytestmark = pytest.mark.django_db
HANDED = Path(__file__).parents[1] / "cases" / "tournaments"


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


def handed(name):
    return json.loads((HANDED / name).read_text(encoding="utf-8"))


def test_R2_9_handed_season_comes_in_as_expected():
    expected = handed("2026-expected.json")
    status, out, err = run("import_tournaments", str(HANDED / "2026.json"))
    assert (status, err) == (0, "")
    assert json.loads(out) == {"imported": expected["imported"], "unchanged": expected["unchanged"]}


def test_the_same_season_again_changes_nothing():
    run("import_tournaments", str(HANDED / "2026.json"))
    before = (Award.objects.count(), LogEntry.objects.count(), SheetGroup.objects.count())
    status, out, _ = run("import_tournaments", str(HANDED / "2026.json"))
    expected = [{"name": one["name"], "date": one["date"]} for one in handed("2026.json")]
    assert (status, json.loads(out)) == (0, {"imported": [], "unchanged": expected})
    assert (Award.objects.count(), LogEntry.objects.count(), SheetGroup.objects.count()) == before


def test_ten_evenings_need_no_more_queries_than_one(files):
    files.good(evening())
    with CaptureQueriesContext(connection) as one:
        files.good(evening(name="Einer", date="2014-04-08"))
    with CaptureQueriesContext(connection) as ten:
        files.good([evening(name=f"Einer von zehn {day}", date=f"2014-04-{day}") for day in range(10, 20)])
    assert len(ten) == len(one)


def test_answer_of_a_small_evening(files):
    assert files.good(evening()) == {
        "imported": [
            {
                "name": "März-Turnier",
                "date": "2014-03-08",
                "counts": True,
                "points": {"Anna": 1 + 2 + 3, "Berta": 1 + 1 + 5, "Cora": 1},
                "tables": [{"number": 1, "ranking": [["Anna"], ["Berta"], ["Cora"]]}],
                "final": {"ranking": [["Berta"], ["Anna"]]},
            }
        ],
        "unchanged": [],
    }


def test_R2_15_a_settled_tie_is_two_groups_and_one_that_matters_not_stays_one(files):
    answer = files.good({**tied_final(), "decisions": [decision("Anna", "Berta")]})
    assert answer["imported"][0]["final"] == {"ranking": [["Anna"], ["Berta"]]}
    training = {**tied_final(), "kind": "training", "name": "Übung"}
    assert files.good(training)["imported"][0]["final"] == {"ranking": [["Berta", "Anna"]]}


def test_R2_14_guests_play_and_rank_and_have_no_points(files):
    players = [{"name": "Anna", "guest": True}, {"name": "Berta"}, {"name": "Cora"}]
    answer = files.good(evening(players=players))["imported"][0]
    assert answer["points"] == {"Berta": 7, "Cora": 1}
    assert answer["tables"][0]["ranking"] == [["Anna"], ["Berta"], ["Cora"]]
    assert Member.objects.get(name="Anna").is_guest
    files.good(evening(name="Später", date="2014-05-01"))
    assert Member.objects.get(name="Anna").is_guest  # the mark is the evening's, the status stays
    assert list(Award.objects.filter(member__name="Anna").values_list("tournament__name", flat=True)) == ["Später"]


def test_R1_3_training_has_no_points(files):
    answer = files.good(evening(kind="training"))["imported"][0]
    assert (answer["counts"], answer["points"], Award.objects.count()) == (False, {}, 0)


def test_R1_3_training_may_have_a_target_and_a_december_date(files):
    files.good(
        evening(
            kind="training",
            target=2500,
            date="2014-12-06",
            tables=[{"number": 1, "seats": ["Anna", "Berta", "Cora"], "rounds": [points(Anna=2500, Berta=0, Cora=5)]}],
            final=None,
        )
    )
    assert ScoreSheet.objects.get().target == 2500


def test_a_running_evening_has_its_rankings_and_no_points(files):
    answer = files.good(running())["imported"][0]
    assert (answer["points"], answer["final"]) == ({}, None)
    assert answer["tables"] == [{"number": 1, "ranking": [["Anna"], ["Berta"], ["Cora"]]}]
    sheet = ScoreSheet.objects.get()
    assert (sheet.finished_at, sheet.locked_at, sheet.last_round) == (None, None, None)
    assert Tournament.objects.get().state == "running"


def test_R2_3_where_one_table_of_a_running_evening_has_the_5000_the_others_play_one_round_more(files):
    tables = [
        evening()["tables"][0],
        {"number": 2, "seats": ["Dora", "Emma"], "rounds": [points(Dora=100, Emma=200)]},
    ]
    players = [{"name": name} for name in ("Anna", "Berta", "Cora", "Dora", "Emma")]
    files.good(evening(state="running", final=None, tables=tables, players=players))
    first, second = ScoreSheet.objects.order_by("number")
    assert first.finished_at
    assert (second.finished_at, second.last_round) == (None, 2)
    assert SheetGroup.objects.get().ended_by == first


def test_R2_5_a_single_finalist_has_won(files):
    final = {"seats": ["Anna"], "rounds": [], "declined": ["Berta", "Cora"]}
    answer = files.good(evening(final=final))["imported"][0]
    assert answer["final"] == {"ranking": [["Anna"]]}
    assert answer["points"] == {"Anna": 1 + 2 + 5, "Berta": 1 + 1, "Cora": 1}
    assert SheetGroup.objects.count() == 1


def test_R2_23_an_evening_that_ended_early_counts_without_a_final(files):
    document = {**running(), "ended_early": "Stromausfall"}
    del document["state"]
    answer = files.good(document)["imported"][0]
    assert (answer["points"], answer["final"]) == ({"Anna": 3, "Berta": 2, "Cora": 1}, None)


def test_R2_18_substitute_has_the_seat_and_totals_of_its_own(files):
    table = {
        "number": 1,
        "seats": ["Anna", ["Otto", "Hanna"], None, "Cora"],
        "left_after": {"Otto": 1},
        "joined_after": {"Hanna": 1},
        "rounds": [points(Anna=2500, Otto=2495, Cora=0), points(Anna=2500, Hanna=150, Cora=5)],
    }
    players = [{"name": name} for name in ("Anna", "Otto", "Hanna", "Cora", "Emil")]
    document = evening(
        players=players, tables=[table], final={"seats": ["Anna", "Otto"], "rounds": [points(Anna=0, Otto=5)]}
    )
    answer = files.good(document)["imported"][0]
    assert answer["tables"][0]["ranking"] == [["Anna"], ["Otto"], ["Hanna"], ["Cora"]]
    assert answer["points"] == {"Anna": 6, "Otto": 7, "Hanna": 1, "Cora": 1}  # Emil never sat down
    assert Participant.objects.get(member__name="Emil").attendance == Attendance.NO_SHOW
    seats = SheetPlayer.objects.filter(sheet__stage="table").order_by("seat", "turn")
    assert list(seats.values_list("member__name", "seat", "turn", "joined_after", "left_after")) == [
        ("Anna", 1, 0, 0, None),
        ("Otto", 2, 0, 0, 1),
        ("Hanna", 2, 1, 1, None),
        ("Cora", 4, 0, 0, None),
    ]


def test_R4_2_the_sheet_is_ordered_by_the_birth_dates_that_the_club_knows(files):
    for name, born in (("Anna", "1950-01-01"), ("Berta", "1940-01-01"), ("Cora", "1960-01-01")):
        Member.objects.create(name=name, born=born)
    files.good(evening())
    players = SheetPlayer.objects.filter(sheet__stage="table").order_by("position")
    assert [(one.member.name, one.is_scribe) for one in players.select_related("member")] == [
        ("Berta", False),
        ("Cora", True),
        ("Anna", False),
    ]


def test_counted_rounds_are_kept_as_they_were_counted(files):
    count = {"melded": {"K": 4, "2": 1}, "hand": {"A": 1, "joker": 1}, "red_threes": 2}
    counts = {"counts": {"Anna": count}, "points": {"Berta": 5000, "Cora": 0}}
    files.good(at_table(rounds=[counts]) | {"final": {"seats": ["Berta", "Cora"], "rounds": [points(Berta=5, Cora=0)]}})
    result = RoundResult.objects.get(player__member__name="Anna")
    assert (result.points, result.count) == (60 - 70 - 200, count)


# Who is meant


def test_members_are_found_by_number_before_name(files):
    anna = Member.objects.create(name="Anna Neu", number=17)
    FormerName.objects.create(member=anna, name="Anna Alt", until="2014-01-01T00:00Z")
    players = [{"name": "Anna", "number": 17}, {"name": "Berta"}, {"name": "Cora"}]
    answer = files.good(evening(players=players))
    assert answer["imported"][0]["points"] == {"Anna Neu": 6, "Berta": 7, "Cora": 1}
    assert "Anna Neu" in files.warnings


def test_R2_20_members_are_found_by_a_former_name_and_shown_by_the_present_one(files):
    anna = Member.objects.create(name="Anna Neu", number=17)
    FormerName.objects.create(member=anna, name="Anna", until="2014-01-01T00:00Z")
    assert files.good(evening())["imported"][0]["points"] == {"Anna Neu": 6, "Berta": 7, "Cora": 1}
    assert files.good(evening())["unchanged"] == [{"name": "März-Turnier", "date": "2014-03-08"}]
    assert Member.objects.count() == 3


def test_people_of_equal_name_have_keys_in_the_file_and_numbers_in_the_answer(files):
    players = [
        {"name": "Anna", "number": 17},
        {"name": "Anna", "number": 18, "key": "Berta"},
        {"name": "Cora", "guest": True},
    ]
    answer = files.good(evening(players=players))["imported"][0]
    assert answer["points"] == {"Anna (17)": 6, "Anna (18)": 7}
    assert answer["tables"][0]["ranking"] == [["Anna (17)"], ["Anna (18)"], ["Cora"]]
    assert answer["final"] == {"ranking": [["Anna (18)"], ["Anna (17)"]]}


def test_what_is_not_known_of_a_member_is_taken_over_and_what_differs_is_reported(files):
    files.good(evening())
    players = [{"name": "Anna", "born": "1950-01-01", "number": 17}, {"name": "Berta"}, {"name": "Cora"}]
    files.good(evening(name="Zweites", date="2014-04-01", players=players))
    assert files.warnings == ""
    players = [{"name": "Anna", "born": "1950-01-02"}, {"name": "Berta"}, {"name": "Cora"}]
    files.good(evening(name="Drittes", date="2014-05-01", players=players))
    assert "1950-01-02" in files.warnings
    anna = Member.objects.get(name="Anna")
    assert (anna.number, str(anna.born)) == (17, "1950-01-01")


def test_names_are_the_same_composed_or_not(files):
    files.good(evening(players=[{"name": "Zoë"}, {"name": "Berta"}, {"name": "Cora"}], **renamed("Anna", "Zoë")))
    again = evening(
        players=[{"name": "Zoe\u0308"}, {"name": "Berta"}, {"name": "Cora"}], **renamed("Anna", "Zoe\u0308")
    )
    assert len(files.good(again)["unchanged"]) == 1
    assert Member.objects.filter(name="Zoë").exists()


def renamed(before, after):
    document = evening()
    return json.loads(
        json.dumps({"tables": document["tables"], "final": document["final"]}).replace(f'"{before}"', json.dumps(after))
    )


def test_host_need_not_play_nor_be_known(files):
    files.good(evening(host="Anna"))
    files.good(evening(host="Wirt", name="Zweites", date="2014-04-01"))
    first, second = Tournament.objects.order_by("date").select_related("host")
    assert (first.host.name, second.host, second.host_name) == ("Anna", None, "Wirt")
    assert (
        len(files.good(evening(host="Anna"), evening(host="Wirt", name="Zweites", date="2014-04-01"))["unchanged"]) == 2
    )


# All or nothing, once


def test_two_files_are_one_import(files):
    assert len(files.good(evening(), [evening(name="Zweites"), evening(name="Drittes")])["imported"]) == 3


def test_a_bad_file_keeps_the_good_ones_out_and_is_named(files):
    status, answer = files.bring_in(evening(), {**evening(name="Zweites"), "venue": 5})
    assert status == 1
    assert [(error["file"][-6:], error["path"], error["code"]) for error in answer["errors"]] == [
        ("2.json", "venue", "schema")
    ]
    assert Tournament.objects.count() == 0


def test_one_file_that_is_no_json_hides_nothing_of_the_others(files):
    _, answer = files.bring_in(b"{", {**evening(), "venue": 5})
    assert [(error["path"], error["code"]) for error in answer["errors"]] == [("", "invalid_json"), ("venue", "schema")]


def test_the_same_tournament_twice_in_one_import_is_there_once(files):
    answer = files.good([evening(), evening()])
    assert (len(answer["imported"]), len(answer["unchanged"])) == (1, 1)


def test_other_content_under_the_same_date_and_name_is_refused(files):
    files.good(evening())
    assert files.bad(evening(venue="Anderswo")) == [("", "duplicate_tournament")]
    assert files.bad([evening(name="Neu"), evening(name="Neu", venue="Anderswo")]) == [("1", "duplicate_tournament")]


def test_the_same_content_written_differently_is_the_same(files):
    files.good(evening(players=[{"name": "Anna", "born": "1950-01-01"}, {"name": "Berta"}, {"name": "Cora"}]))
    document = evening(players=[{"name": "Cora"}, {"name": "Berta", "key": "B"}, {"name": "Anna"}], decisions=[])
    text = json.dumps(document).replace('"Berta"', '"B"').replace('{"name": "B",', '{"name": "Berta",')
    assert len(files.good(json.loads(text))["unchanged"]) == 1


def test_R2_1_second_monthly_of_a_month_is_a_warning(files):
    files.good(evening(), evening(name="Lager", kind="training_camp"))
    assert files.warnings == ""
    files.good(evening(name="Nochmal", date="2014-03-29"))
    assert "Nochmal" in files.warnings


def test_nothing_to_bring_in_is_no_error(files):
    assert files.good([]) == {"imported": [], "unchanged": []}
