import datetime as dt
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.collation import collation_key
from scoring.rules.problems import Problem
from scoring.rules.ranking import rank
from tournaments.closing import check_evening
from tournaments.season import (
    SeasonRow,
    check_season,
    counts,
    is_second_monthly,
    scheme_for,
    season_order,
    season_rows,
    tournament_label,
)
from tournaments.standings import (
    SCHEME_2014,
    Decision,
    Evening,
    LeaguePoints,
    Scheme,
    TableStanding,
    league_points,
)

CASES = Path(__file__).parents[1] / "cases" / "tournaments"
MARCH = dt.date(2026, 3, 14)


# What counts


def test_R1_3_training_does_not_count():
    assert [counts(kind) for kind in ("monthly", "training_camp", "training")] == [True, True, False]


def test_R2_8_a_tournament_at_a_training_camp_counts_like_any_other():
    assert check_season(dt.date(2026, 6, 21), "training_camp", [SCHEME_2014]) == []
    (camp,) = [evening_of(document) for document in read("2026.json") if document["kind"] == "training_camp"]
    assert max(points.total for points in league_points(camp).values()) == 7


def test_R2_10_the_scheme_with_the_greatest_first_year_holds():
    later = Scheme(2020, 2, (3, 1), (6, 4))
    assert scheme_for(2019, [later, SCHEME_2014]) is SCHEME_2014
    assert scheme_for(2020, [SCHEME_2014, later]) is later
    assert scheme_for(2099, [SCHEME_2014, later]) is later
    assert scheme_for(2013, [SCHEME_2014, later]) is None


@pytest.mark.parametrize(
    ("date", "kind", "is_refused"),
    [
        (dt.date(2026, 11, 30), "monthly", False),
        (dt.date(2026, 12, 1), "monthly", True),
        (dt.date(2026, 12, 31), "training_camp", True),
        (dt.date(2026, 12, 31), "training", False),
        (dt.date(2013, 11, 30), "monthly", True),
        (dt.date(2014, 1, 1), "monthly", False),
        (dt.date(1999, 5, 1), "training", False),
    ],
)
def test_R2_1_december_and_seasons_without_a_scheme_are_refused(date, kind, is_refused):
    problems = check_season(date, kind, [SCHEME_2014])
    assert [(problem.path, problem.code) for problem in problems] == [("date", "outside_season")] * is_refused


def test_R2_10_an_imported_table_stands_for_the_scheme_but_december_stays_refused():
    assert check_season(dt.date(2013, 5, 1), "monthly", [], has_imported_table=True) == []
    assert check_season(dt.date(2013, 12, 1), "monthly", [], has_imported_table=True) == [
        Problem("date", "outside_season", {"year": 2013, "month": 12})
    ]


def test_R2_1_a_second_monthly_tournament_in_one_month():
    assert is_second_monthly(MARCH, "monthly", [dt.date(2026, 3, 1)])
    assert not is_second_monthly(MARCH, "monthly", [dt.date(2025, 3, 1), dt.date(2026, 4, 1)])
    assert not is_second_monthly(MARCH, "training_camp", [dt.date(2026, 3, 1)])


# Order


def order(*rows):
    return [(row.rank, row.key) for row in season_order(rows, collation_key)]


def test_R2_16_shared_ranks_are_listed_by_name_in_german_order():
    rows = [SeasonRow(key, points) for key, points in [("Zander", 12), ("Weber", 19), ("Öztürk", 19), ("Adler", 24)]]
    assert order(*rows) == [(1, "Adler"), (2, "Öztürk"), (2, "Weber"), (4, "Zander")]
    assert order(*reversed(rows)) == order(*rows)


def test_R2_16_points_then_final_wins_then_final_seconds_then_table_wins():
    rows = [
        SeasonRow("E", points=9, final_wins=9, final_seconds=9, table_wins=9),
        SeasonRow("D", points=10, final_wins=1, final_seconds=2, table_wins=3),
        SeasonRow("C", points=10, final_wins=1, final_seconds=2, table_wins=4),
        SeasonRow("B", points=10, final_wins=1, final_seconds=3, table_wins=0),
        SeasonRow("A", points=10, final_wins=2, final_seconds=0, table_wins=0),
    ]
    assert order(*rows) == [(1, "A"), (2, "B"), (3, "C"), (4, "D"), (5, "E")]


def test_R2_16_what_is_not_named_there_decides_nothing():
    rows = [SeasonRow("B", 5, played=1, finals=1), SeasonRow("A", 5, played=5, table_seconds=3)]
    assert order(*rows) == [(1, "A"), (1, "B")]


def test_R2_16_equal_names_stand_in_one_fixed_order():
    rows = [SeasonRow("7", 5), SeasonRow("12", 5)]
    assert [row.key for row in season_order(rows, lambda key: "Anna")] == ["12", "7"]
    assert [row.key for row in season_order(rows[::-1], lambda key: "Anna")] == ["12", "7"]


@given(st.lists(st.tuples(*[st.integers(0, 2)] * 4), max_size=12))
def test_R2_16_rank_is_one_more_than_how_many_stand_above(figures):
    rows = [
        SeasonRow(f"{n:02}", points=p, final_wins=w, final_seconds=s, table_wins=t)
        for n, (p, w, s, t) in enumerate(figures)
    ]
    for row in season_order(rows, str):
        assert row.rank == 1 + sum(other.standing > row.standing for other in rows)


# Rows


def test_R2_11_points_of_the_season_add_up():
    rows = season_rows(
        [
            ("2026-01-10 Januar", {"A": LeaguePoints(1, 2, 5, 1, 1), "B": LeaguePoints(1, 1, 3, 2, 2)}),
            ("2026-02-14 Februar", {"B": LeaguePoints(1, 0, 0, 3, None), "C": LeaguePoints(1, 2, 0, 1, 5)}),
        ]
    )
    assert rows == [
        SeasonRow("A", 8, 1, 1, 0, 1, 1, 0, {"2026-01-10 Januar": 8}),
        SeasonRow("B", 6, 2, 0, 1, 1, 0, 1, {"2026-01-10 Januar": 5, "2026-02-14 Februar": 1}),
        SeasonRow("C", 3, 1, 1, 0, 1, 0, 0, {"2026-02-14 Februar": 3}),
    ]


def test_R2_14_a_place_that_a_guest_holds_is_nobodys():
    tables = (TableStanding(1, [["G"], ["A"], ["B"]]),)
    evening = Evening(True, tables, frozenset("G"), final_seats=("A", "G"), final_ranking=[["G"], ["A"]])
    (a, b) = season_rows([("x", league_points(evening))])
    assert (a.table_wins, a.table_seconds, a.final_wins, a.final_seconds) == (0, 1, 0, 1)
    assert (b.table_wins, b.table_seconds, b.finals) == (0, 0, 0)


# The whole season 2026


def table_standing(table):
    seats = [key for seat in table["seats"] if seat for key in ([seat] if isinstance(seat, str) else seat)]
    totals = {}
    for played in table["rounds"]:
        for key, points in played["points"].items():
            totals[key] = totals.get(key, 0) + points
    return rank(totals, seats)


def evening_of(document):
    final = document.get("final")
    return Evening(
        counts=counts(document["kind"]),
        tables=tuple(TableStanding(table["number"], table_standing(table)) for table in document["tables"]),
        guests=frozenset(player["name"] for player in document["players"] if player.get("guest")),
        declined=tuple(final.get("declined", ())) if final else (),
        final_seats=tuple(final["seats"]) if final else None,
        final_ranking=table_standing(final) if final else None,
        final_rounds=len(final["rounds"]) if final else 0,
        decisions=tuple(
            Decision(decision["stage"], decision.get("table"), tuple(decision["order"]))
            for decision in document["decisions"]
        ),
        scheme=SCHEME_2014,
    )


def read(name):
    return json.loads((CASES / name).read_text(encoding="utf-8"))


def test_R2_9_all_evenings_of_the_handed_season():
    expected = {one["name"]: one for one in read("2026-expected.json")["imported"]}
    for document in read("2026.json"):
        evening, wanted = evening_of(document), expected.pop(document["name"])
        assert check_evening(evening) == []
        assert {key: points.total for key, points in league_points(evening).items()} == wanted["points"]
        assert [evening.table_ranking(table) for table in evening.tables] == [
            table["ranking"] for table in wanted["tables"]
        ]
        assert evening.final_result() == wanted["final"]["ranking"]
    assert expected == {}


def test_R2_16_the_table_of_the_handed_season():
    documents = [document for document in read("2026.json") if counts(document["kind"])]
    documents.sort(key=lambda document: (document["date"], document["name"]))
    rows = season_rows(
        (
            tournament_label(dt.date.fromisoformat(document["date"]), document["name"]),
            league_points(evening_of(document)),
        )
        for document in documents
    )
    table = [vars(row) for row in season_order(rows, collation_key)]
    assert table == [
        {("key" if key == "name" else key): value for key, value in row.items()}
        for row in read("2026-expected.json")["season_table"]["rows"]
    ]


def test_R2_15_without_its_decisions_the_handed_season_cannot_be_closed():
    for document in read("2026.json"):
        codes = [p.code for p in check_evening(evening_of({**document, "decisions": []}))]
        assert codes == ["tie_unresolved"] * len(document["decisions"])
