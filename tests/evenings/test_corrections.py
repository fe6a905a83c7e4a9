"""Corrections after the game: rebuilt once, finalists never exchanged (R2.19; field report 3)."""

import pytest

from club.live import read_versions, season_topic
from club.models import LogEntry
from scoring.actions import Conflict, Entry
from scoring.rules.problems import Problems
from tests.factories import (
    WHO,
    codes,
    correct,
    fresh,
    league_table,
    people,
    person,
    play_final,
    play_tables,
    record,
    scribe_corrects,
    sheet_of,
    start_evening,
    table_of,
)
from tournaments import actions
from tournaments.models import Participant, Settler, TournamentState
from tournaments.queries.evening import load_evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def january(db):
    """Berta has 4310 after four rounds, Cora 4200: Berta is second of the table and in the final."""
    evening = start_evening("Anna Berta Cora Dora")
    play_tables(evening, ["2000 1000 1200 0", "1000 1500 1000 0", "1000 1290 1000 0", "1000 520 1000 100"])
    evening = play_final(evening, "Anna Berta", "300 100")
    return actions.close_tournament(tournament=evening, **WHO)


def totals(evening, number=1):
    loaded = load_evening(evening)
    return {loaded.names[key]: total for key, total in loaded.totals[number].items()}


def season_version():
    return read_versions([season_topic(2026)])


def admitted(evening):
    return dict(
        Participant.objects.filter(tournament=evening).exclude(admitted="").values_list("member__name", "admitted")
    )


def test_R2_19_correction_after_closing_rebuilds_everything_once(january):
    assert totals(january) == {"Anna": 5000, "Berta": 4310, "Cora": 4200, "Dora": 100}
    assert league_table(january) == {"Anna": 8, "Berta": 5, "Cora": 1, "Dora": 1}
    version = season_version()

    found = correct(january, 1, 4, Berta=250)

    assert totals(january)["Berta"] == 4040
    assert league_table(january) == {"Anna": 8, "Berta": 4, "Cora": 2, "Dora": 1}
    assert season_version() == (version[0] + 1,)
    assert fresh(january).state == TournamentState.CLOSED
    assert sorted((one.participant.member.name, one.kind) for one in found.concerns) == [
        ("Berta", "plays_without_place"),
        ("Cora", "place_without_seat"),
    ]
    assert admitted(january) == {"Berta": "Schreibfehler", "Cora": "Schreibfehler"}


def test_R2_19_same_values_again_move_nothing(january):
    correct(january, 1, 4, Berta=250)
    before = (league_table(january), season_version(), fresh(january).version, LogEntry.objects.count())
    for _ in range(2):
        found = correct(january, 1, 4, Berta=250)
    assert not found.has_changed
    assert (league_table(january), season_version(), fresh(january).version, LogEntry.objects.count()) == before


def test_R2_19_correcting_back_gives_exactly_the_first_state(january):
    before = (league_table(january), totals(january), admitted(january))
    correct(january, 1, 4, Berta=250)
    found = correct(january, 1, 4, Berta=520)
    assert (league_table(january), totals(january), admitted(january)) == before
    assert found.concerns == ()


def test_correction_is_logged_with_old_and_new_value(january):
    correct(january, 1, 4, Berta=250, reason="Zahlendreher")
    entry = LogEntry.objects.filter(action="correct_round", subject=f"tournament:{january.pk}").get()
    assert (sorted(entry.before["points"].values()), sorted(entry.after["points"].values())) == (
        [100, 520, 1000, 1000],
        [100, 250, 1000, 1000],
    )
    assert (entry.reason, entry.at) == ("Zahlendreher", WHO["at"])


def test_R2_19_correction_between_seating_and_final_exchanges_nobody():
    evening = start_evening("Anna Berta Cora")
    evening = play_tables(evening, ["5000 3000 2900"])
    actions.seat_final(tournament=evening, **WHO)

    found = correct(evening, 1, 1, Berta=2800)

    loaded = load_evening(evening)
    assert [loaded.names[key] for key in loaded.evening.final_seats] == ["Anna", "Berta"]
    assert {one.participant.member.name for one in found.concerns} == {"Berta", "Cora"}


def test_host_may_seat_the_final_anew_after_a_correction():
    evening = start_evening("Anna Berta Cora")
    evening = play_tables(evening, ["5000 3000 2900"])
    actions.seat_final(tournament=evening, **WHO)
    correct(evening, 1, 1, Berta=2800)
    actions.unseat_final(tournament=evening, **WHO)

    evening = play_final(evening, "Anna Cora", "100 50")

    assert admitted(evening) == {}
    assert league_table(actions.close_tournament(tournament=evening, **WHO)) == {"Anna": 8, "Berta": 1, "Cora": 5}


def test_R2_19_decision_whose_tie_has_gone_is_void_and_comes_back_with_it():
    evening = start_evening("Anna Berta Cora")
    evening = play_tables(evening, ["5000 3000 3000"])
    decision = actions.decide_tie(
        tournament=evening,
        table=table_of(evening, 1),
        order=people(evening, "Cora Berta"),
        settler=Settler.LOT,
        **WHO,
    )
    evening = actions.close_tournament(tournament=play_final(evening, "Anna Cora", "100 50"), **WHO)
    points = league_table(evening)

    correct(evening, 1, 1, Berta=2900)
    decision.refresh_from_db()
    assert decision.void
    assert league_table(evening) == points

    correct(evening, 1, 1, Berta=3000)
    decision.refresh_from_db()
    assert not decision.void
    assert league_table(evening) == points


def test_R2_15_tie_that_a_correction_brings_is_named_and_can_be_settled_afterwards(january):
    found = correct(january, 1, 4, Berta=410)
    assert [tie.keys for tie in found.open_ties] == [tuple(str(one.pk) for one in people(january, "Berta Cora"))]
    assert league_table(january) == {"Anna": 8, "Berta": 4, "Cora": 1, "Dora": 1}

    actions.decide_tie(
        tournament=january, table=table_of(january, 1), order=people(january, "Berta Cora"), settler=Settler.LOT, **WHO
    )
    assert league_table(january) == {"Anna": 8, "Berta": 5, "Cora": 1, "Dora": 1}


def test_R2_3_corrected_5000_takes_the_end_back():
    evening = start_evening("Karl Berta", "Cora Dora")
    record(evening, 1, "4995 0", "5 0")
    record(evening, 2, "100 0")
    assert load_evening(evening).has_reached_target

    correct(evening, 1, 2, Karl=0)

    loaded = load_evening(evening)
    assert not loaded.has_reached_target
    assert loaded.open_tables == (1, 2)


def test_correction_of_the_final_changes_its_places(january):
    correct(january, 0, 1, Berta=400)
    assert league_table(january) == {"Anna": 6, "Berta": 7, "Cora": 1, "Dora": 1}
    assert person(january, "Anna").award.final_place == 2


def test_R2_15_decision_whose_tie_a_scribe_corrected_away_stops_nothing():
    evening = start_evening("Anna Berta Cora")
    evening = play_tables(evening, ["5000 3000 3000"])
    decision = actions.decide_tie(
        tournament=evening, table=table_of(evening, 1), order=people(evening, "Cora Berta"), settler=Settler.LOT, **WHO
    )
    scribe_corrects(evening, 1, 1, Berta=3100)

    evening = actions.close_tournament(tournament=play_final(evening, "Anna Berta", "100 50"), **WHO)

    decision.refresh_from_db()
    assert decision.void
    assert league_table(evening) == {"Anna": 8, "Berta": 5, "Cora": 1}


def test_R2_23_closed_evening_whose_5000_was_corrected_away_says_why_it_stands(january):
    correct(january, 1, 4, Anna=900)
    assert load_evening(january).open_tables == ()
    assert not load_evening(january).has_reached_target
    evening = actions.end_early(tournament=january, reason="Zählfehler in Runde 4", **WHO)
    assert (evening.ended_early, evening.state) == ("Zählfehler in Runde 4", TournamentState.CLOSED)
    assert league_table(evening) == {"Anna": 8, "Berta": 5, "Cora": 1, "Dora": 1}


def test_R2_21_round_played_after_a_late_5000_can_be_struck_with_a_reason():
    evening = start_evening("Karl Berta", "Cora Dora")
    record(evening, 1, "4995 0", "5 0")
    record(evening, 2, "100 0")
    sheet = sheet_of(evening, 2)
    last = sheet.rounds.get()
    with pytest.raises(Problems) as problems:
        actions.strike_round(tournament=evening, sheet=sheet, round=last, reason=" ", **WHO)
    assert codes(problems) == [("reason", "missing_reason")]

    first = actions.strike_round(tournament=evening, sheet=sheet, round=last, reason="Netz war weg", **WHO)
    second = actions.strike_round(tournament=evening, sheet=sheet, round=last, reason="Netz war weg", **WHO)

    assert (first.has_changed, second.has_changed) == (True, False)
    assert totals(evening, 2) == {}
    last.refresh_from_db()
    assert (last.state, last.results.count()) == ("struck", 2)


def test_correction_of_a_round_that_holds_no_more_is_a_conflict(january):
    sheet = sheet_of(january, 1)
    old = sheet.rounds.get(number=4)
    correct(january, 1, 4, Berta=250)
    entries = {result.player_id: Entry(points=0) for result in old.results.all()}
    with pytest.raises(Conflict):
        actions.correct_round(tournament=january, sheet=sheet, round=old, entries=entries, reason="alt", **WHO)
    assert totals(january)["Berta"] == 4040
