"""What was played in the product goes out as a file and comes in again as the same evening."""

import pytest

from club.models import LogEntry, Member
from scoring.models import Round, RoundResult, SheetGroup, SheetPlayer
from tests.commands.written import Files, export
from tests.factories import (
    WHO,
    correct,
    league_table,
    make_member,
    people,
    person,
    play_final,
    play_tables,
    record,
    start_evening,
    table_of,
)
from tournaments import actions
from tournaments.models import Settler, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


def goes_round(files, evening):
    """The export after an import of the export is the export, and the league points are the same."""
    first, points = export(), league_table(evening)
    Round.objects.update(replaces=None)
    for model in (Tournament, RoundResult, SheetPlayer, SheetGroup, LogEntry, Member):
        model.objects.all().delete()
    files.good(first.encode())
    assert export() == first
    assert league_table(Tournament.objects.get()) == points


def close(evening):
    return actions.close_tournament(tournament=evening, **WHO)


def test_evening_with_everything(files):
    evening = start_evening("Anna Berta Gast Otto", "Dora Emil Fritz", guests="Gast")
    record(evening, 1, "100 100 100 100")
    actions.leave_table(tournament=evening, participant=person(evening, "Otto"), **WHO)
    actions.join_table(tournament=evening, table=table_of(evening, 1), member=make_member("Hanna"), seat=4, **WHO)
    actions.join_table(tournament=evening, table=table_of(evening, 1), member=make_member("Ida"), **WHO)
    record(evening, 1, "4900 900 900 500 300")
    evening = play_tables(evening, [], ["1000 500 200"])
    actions.decline_final(tournament=evening, participant=person(evening, "Dora"), **WHO)
    actions.decide_tie(
        tournament=evening,
        table=table_of(evening, 1),
        order=people(evening, "Gast Berta"),
        settler=Settler.HOST,
        reason="Gäste zuerst",
        **WHO,
    )
    goes_round(files, close(play_final(evening, "Gast Anna Emil Fritz", "100 200 300 400")))


def test_evening_corrected_after_its_end(files):
    evening = start_evening("Anna Berta Cora Dora")
    play_tables(evening, ["5000 3000 2900 0"])
    evening = close(play_final(evening, "Anna Berta", "100 50"))
    correct(evening, 1, 1, Berta=2800)
    goes_round(files, evening)


def test_evening_whose_tie_was_corrected_away(files):
    evening = start_evening("Anna Berta Cora")
    evening = play_tables(evening, ["5000 3000 3000"])
    actions.decide_tie(
        tournament=evening, table=table_of(evening, 1), order=people(evening, "Cora Berta"), settler=Settler.LOT, **WHO
    )
    evening = close(play_final(evening, "Anna Cora", "100 50"))
    correct(evening, 1, 1, Berta=2900)
    goes_round(files, evening)


@pytest.mark.parametrize("declined", ["Anna", "Anna Berta"])
def test_final_of_one_and_of_nobody(files, declined):
    evening = start_evening("Anna Berta")
    evening = play_tables(evening, ["5000 3000"])
    for one in people(evening, declined):
        actions.decline_final(tournament=evening, participant=one, **WHO)
    actions.seat_final(tournament=evening, **WHO)
    goes_round(files, close(evening))


def test_evening_ended_early(files):
    evening = start_evening("Anna Berta Cora")
    record(evening, 1, "500 300 100")
    actions.end_early(tournament=evening, reason="Heizung ausgefallen", **WHO)
    goes_round(files, close(evening))


def test_evening_that_is_still_going_on(files):
    evening = start_evening("Anna Berta Cora", "Dora Emil")
    record(evening, 1, "500 300 100")
    goes_round(files, evening)
