"""`demo_season`: on every day of the year, and only where nothing is."""

import datetime as dt

import pytest
import time_machine
from django.conf import settings
from django.core.management import CommandError

from club.models import Account, Member, Season
from scoring.models import Round, ScoreSheet
from tests.commands.written import run
from tournaments.models import Tournament, TournamentState

pytestmark = pytest.mark.django_db
NOON = "T12:00:00+01:00"


def on(day):
    return time_machine.travel(f"{day}{NOON}", tick=False)


def tonight():
    return Tournament.objects.get(state=TournamentState.RUNNING)


@pytest.mark.parametrize(
    ("day", "months", "kind"),
    [
        ("2026-01-01", 0, "monthly"),
        ("2026-02-14", 1, "monthly"),
        ("2028-02-29", 1, "monthly"),
        ("2027-06-12", 5, "monthly"),
        ("2027-06-20", 5, "monthly"),
        ("2026-11-30", 10, "monthly"),
        ("2026-12-01", 11, "training"),
        ("2031-12-31", 11, "training"),
    ],
)
def test_past_months_are_closed_and_one_evening_runs_today(day, months, kind):
    today = dt.date.fromisoformat(day)
    with on(day):
        run("demo_season")
    closed = Tournament.objects.closed()
    assert [closed.filter(kind="monthly").of_season(today.year - back).count() for back in (0, 1, 2)] == [
        months,
        11,
        11,
    ]
    assert (tonight().date, tonight().kind) == (today, kind)
    assert Tournament.objects.filter(date__gte=today).count() == 1
    assert list(Round.objects.filter(sheet__table__tournament=tonight()).values_list("number", flat=True)) == [1, 1, 1]
    assert [season.champion is not None for season in Season.objects.order_by("year")] == [True, True]


def test_it_prints_how_to_log_in_and_where_the_tablets_are():
    status, out, err = run("demo_season")
    assert (status, err) == (0, "")
    for account in Account.objects.all():
        line = next(line for line in out.splitlines() if line.startswith(account.username))
        assert account.check_password(line.split()[1])
    for sheet in ScoreSheet.objects.filter(table__tournament=tonight()):
        assert f"{settings.BASE_URL}/s/{sheet.token}/" in out
    board, host, member = Account.objects.order_by("pk")
    assert (board.is_board, host.is_board, member.is_board) == (True, False, False)
    assert host.member == tonight().host
    assert len({board.member, host.member, member.member}) == 3


def test_a_second_time_says_the_same_and_changes_nothing():
    first = run("demo_season")
    count = Tournament.objects.count()
    assert run("demo_season") == first
    assert Tournament.objects.count() == count


def test_a_database_with_data_of_its_own_is_left_alone():
    Member.objects.create(name="Anna")
    with pytest.raises(CommandError):
        run("demo_season")
    assert (Tournament.objects.count(), Account.objects.count()) == (0, 0)
