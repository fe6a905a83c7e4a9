"""`export_tournaments`: canonical, and bytes that come out again after an import into an empty database."""

import json
from pathlib import Path

import pytest

from club.models import FormerName, LogEntry, Member
from scoring.models import RoundResult, SheetGroup, SheetPlayer
from tests.commands.written import Files, at_final, at_table, decision, evening, export, points, running, tied_final
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
HANDED = Path(__file__).parents[1] / "cases" / "tournaments" / "2026.json"


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


def goes_round(files):
    """The export after an import of the export is the export."""
    first = export()
    start_anew()
    files.good(first.encode())
    assert export() == first
    assert files.good(first.encode())["imported"] == []
    return json.loads(first)


def start_anew():
    """An empty database, but for the points scheme."""
    for model in (Tournament, RoundResult, SheetPlayer, SheetGroup, LogEntry, Member):
        model.objects.all().delete()


def test_nothing_is_an_empty_list():
    assert export() == "[]\n"


def test_handed_season_goes_round(files):
    files.good(json.loads(HANDED.read_text(encoding="utf-8")))
    assert len(goes_round(files)) == 13


def test_a_small_evening_is_exported_as_it_was_written(files):
    document = evening(host="Anna", venue="Gasthof Linde")
    files.good(document)
    assert json.loads(export()) == [document]


def test_only_one_season(files):
    files.good(evening(), evening(date="2015-02-01"), evening(date="2014-12-06", kind="training"))
    assert [one["date"] for one in json.loads(export("--season", "2014"))] == ["2014-03-08"]
    assert len(json.loads(export())) == 3


def test_people_of_equal_name_with_and_without_numbers(files):
    guests = [
        {"name": "Anna", "number": 17},
        {"name": "Anna", "key": "Berta", "guest": True},
        {"name": "Anna", "key": "Cora", "guest": True},
    ]
    members = [{"name": "Anna", "number": 17}, {"name": "Anna", "number": 18, "key": "Berta"}, {"name": "Cora"}]
    alone = [{"name": "Anna", "number": 18}, {"name": "Berta"}, {"name": "Cora"}]
    files.good(evening(name="Gäste", players=guests))
    files.good([evening(players=members), evening(date="2014-04-05", players=alone)])
    exported = goes_round(files)
    assert [[player.get("key") for player in one["players"]] for one in exported] == [
        ["Anna (17)", "Anna #1", "Anna #2"],
        ["Anna (17)", "Anna (18)", None],
        [None, None, None],
    ]


def test_names_that_look_like_marks(files):
    files.good(
        evening(
            players=[
                {"name": "Anna", "number": 17, "key": "Anna"},
                {"name": "Anna", "number": 18, "key": "Berta"},
                {"name": "Anna (17)", "key": "Cora"},
            ]
        )
    )
    goes_round(files)


def test_guest_who_is_a_member_elsewhere_and_the_other_way_round(files):
    guest = [{"name": "Anna", "guest": True}, {"name": "Berta"}, {"name": "Cora"}]
    files.good(evening(players=guest), evening(date="2014-05-01"), evening(date="2014-06-01", players=guest))
    exported = goes_round(files)
    assert [one["players"][0].get("guest") for one in exported] == [True, None, True]


@pytest.mark.parametrize("host", ["Wirt", "Wirt (17)", "Berta", "Dora"])
def test_hosts_who_play_and_who_do_not(files, host):
    Member.objects.create(name="Wirt", number=17)
    Member.objects.create(name="Dora")
    files.good(
        evening(host=host),
        evening(
            host=host,
            date="2014-04-01",
            players=[{"name": "Anna"}, {"name": "Berta"}, {"name": "Wirt", "number": 18, "key": "Cora"}],
        ),
    )
    goes_round(files)


def test_substitutes_late_comers_empty_seats_and_chosen_roles(files):
    table = {
        "number": 7,
        "seats": ["Anna", ["Otto", "Hanna"], None, "Cora", None],
        "first": "Cora",
        "scribe": "Hanna",
        "left_after": {"Otto": 1},
        "joined_after": {"Hanna": 1},
        "rounds": [points(Anna=2500, Otto=2495, Cora=0), points(Anna=2500, Hanna=150, Cora=5)],
    }
    document = evening(
        players=[{"name": name} for name in ("Anna", "Otto", "Hanna", "Cora", "Emil")],
        tables=[table],
        final={"seats": ["Otto", "Anna"], "first": "Anna", "scribe": "Otto", "rounds": [points(Anna=0, Otto=5)]},
    )
    files.good(document)
    exported = goes_round(files)
    assert {**exported[0], "players": sorted(one["name"] for one in exported[0]["players"])} == {
        **document,
        "players": ["Anna", "Cora", "Emil", "Hanna", "Otto"],
    }


def test_decisions_declines_and_admissions(files):
    files.good(
        {
            **tied_final(),
            "decisions": [
                {**decision("Berta", "Cora", by="board", reason="Versehen", stage="table", table=1), "void": True},
                decision("Anna", "Berta", by="host", reason="Stechen"),
            ],
        },
        evening(
            name="Ohne Anna",
            final={"seats": ["Cora", "Berta"], "declined": ["Anna"], "rounds": [points(Cora=0, Berta=5)]},
        ),
        {
            **at_final(
                seats=["Anna", "Cora"],
                rounds=[points(Anna=5, Cora=0)],
                admitted={"Berta": "Korrektur", "Cora": "Korrektur"},
            ),
            "name": "Nach Korrektur",
        },
        evening(name="Niemand", final={"seats": [], "declined": ["Anna", "Berta", "Cora"], "rounds": []}),
        evening(name="Eine", final={"seats": ["Anna"], "declined": ["Berta", "Cora"], "rounds": []}),
    )
    exported = {one["name"]: one for one in goes_round(files)}
    assert exported["März-Turnier"]["decisions"] == [
        {"stage": "table", "table": 1, "order": ["Berta", "Cora"], "by": "board", "reason": "Versehen", "void": True},
        {"stage": "final", "order": ["Anna", "Berta"], "by": "host", "reason": "Stechen"},
    ]
    assert exported["Nach Korrektur"]["final"]["admitted"] == {"Berta": "Korrektur", "Cora": "Korrektur"}
    assert exported["Niemand"]["final"] == {"seats": [], "rounds": [], "declined": ["Anna", "Berta", "Cora"]}


def test_running_evenings_with_and_without_rounds_and_final(files):
    empty = {"number": 1, "seats": ["Anna", "Berta", "Cora"], "rounds": []}
    files.good(
        running(),
        evening(name="Leer", state="running", tables=[empty], final=None),
        evening(name="Finale", state="running", final={"seats": ["Anna", "Berta"], "rounds": []}),
    )
    assert [one["state"] for one in goes_round(files)] == ["running"] * 3


def test_training_with_its_target(files):
    files.good({**at_table(rounds=[points(Anna=500, Berta=5, Cora=0)]), "kind": "training", "target": 500})
    assert goes_round(files)[0]["target"] == 500


def test_counts_are_exported_as_counted(files):
    anna = {"melded": {"joker": 1, "K": 4, "3": 0}, "hand": {}, "red_threes": 2, "went_out": False}
    berta = {"hand": 15, "melded": 500, "canastas": {"mixed": 1, "wild": 0}, "last_card": True}
    files.good(
        at_table(
            rounds=[
                {"counts": {"Berta": berta, "Anna": anna}, "points": {"Cora": 5000}},
            ]
        )
        | {"final": {"seats": ["Cora", "Berta"], "rounds": [points(Berta=5, Cora=0)]}}
    )
    first = goes_round(files)[0]["tables"][0]["rounds"][0]
    assert json.dumps(first) == json.dumps(
        {
            "points": {"Cora": 5000},
            "counts": {
                "Anna": {"melded": {"K": 4, "joker": 1}, "hand": {}, "red_threes": 2},
                "Berta": {"melded": 500, "hand": 15, "canastas": {"mixed": 1}, "last_card": True},
            },
        }
    )


def test_R2_20_exports_name_people_as_they_are_called_now(files):
    files.good(evening())
    anna = Member.objects.get(name="Anna")
    FormerName.objects.create(member=anna, name="Anna", until="2015-01-01T00:00Z")
    Member.objects.filter(pk=anna.pk).update(name="Änne")
    assert json.loads(export())[0]["players"][0] == {"name": "Änne"}
    assert len(files.good(evening())["unchanged"]) == 1
    goes_round(files)
