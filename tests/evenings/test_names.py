"""People with a past: renamed, and never simply deleted (R2.20; field report 24)."""

import datetime as dt
import json

import pytest
from django.db.models import ProtectedError

from club.actions import rename_member
from club.models import FormerName, Member
from tests.commands.written import run
from tests.factories import WHO, league_table, play_final, play_tables, start_evening
from tournaments import actions

pytestmark = pytest.mark.django_db


def play(names, **plan):
    evening = start_evening(names, **plan)
    play_tables(evening, ["5000 3000 0"])
    finalists = " ".join(names.split()[:2])
    return actions.close_tournament(tournament=play_final(evening, finalists, "100 50"), **WHO)


def season():
    status, answer, _ = run("season_table", "2026", "--format", "json")
    assert status == 0
    return {row["name"]: row["points"] for row in json.loads(answer)["rows"]}


def test_R2_20_renamed_member_is_one_line_with_all_points():
    play("Inge Berta Greta")
    inge = rename_member(member=Member.objects.get(name="Inge"), name="Ingeborg", **WHO)
    play("Ingeborg Berta Greta", name="Juni-Turnier", date=dt.date(2026, 6, 13))

    assert season() == {"Ingeborg": 16, "Berta": 10, "Greta": 2}
    assert FormerName.objects.get().member == inge


def test_member_with_games_cannot_be_deleted_and_one_without_can():
    evening = play("Inge Berta Greta")
    points = league_table(evening)
    with pytest.raises(ProtectedError):
        Member.objects.get(name="Greta").delete()
    assert league_table(evening) == points
    Member.objects.create(name="Neu").delete()
    assert not Member.objects.filter(name="Neu").exists()
