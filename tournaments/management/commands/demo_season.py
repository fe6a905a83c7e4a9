"""`demo_season`: fills a new database with seasons to look at, and an evening that is going on right now."""

import datetime as dt
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from club.log import Actor, write_log
from club.models import Account, LogEntry, Member, Season
from scoring.models import ScoreSheet
from tournaments.files.demo import demo_tournaments
from tournaments.files.importing import SourceFile, import_tournaments
from tournaments.models import Tournament, TournamentState
from tournaments.queries.season import read_season_table

ACTION = "demo_season"
BY = Actor(device=ACTION)
BOARD, HOST, MEMBER = "vorstand", "gastgeber", "mitglied"
PASSWORDS = {BOARD: "gurke-vorstand", HOST: "gurke-gastgeber", MEMBER: "gurke-mitglied"}


class Command(BaseCommand):
    """Brings the demo seasons in; in a database that has them already it only says again how to log in."""

    help = "Fill a new database with demo seasons and an evening that is running today."

    def handle(self, *args: Any, **options: Any) -> None:
        """Refuses a database with data of its own."""
        if not LogEntry.objects.filter(action=ACTION).exists():
            if any(model.objects.exists() for model in (Account, Member, Season, Tournament)):
                raise CommandError("This database has data of its own; the demo seasons need an empty one.")
            fill(timezone.now())
        self.stdout.write("\n".join([*describe_logins(), *describe_tablets()]))


@transaction.atomic
def fill(at: dt.datetime) -> None:
    """Everything or nothing: evenings by the product's own import, closed seasons, accounts."""
    today = timezone.localdate(at)
    import_tournaments([SourceFile("", demo_tournaments(today))], by=BY, at=at)
    for year in (today.year - 2, today.year - 1):
        close_season(year, today=today, at=at)
    make_accounts()
    write_log(by=BY, at=at, action=ACTION, subject="database", after={"day": today.isoformat()})


def close_season(year: int, *, today: dt.date, at: dt.datetime) -> None:
    """Close an earlier season with its best player as champion (R2.12)."""
    best = [row for row in read_season_table(year, today=today).rows if row.rank == 1]
    champion = int(best[0].key) if len(best) == 1 else None
    Season.objects.create(year=year, closed_at=at, champion_id=champion)


def make_accounts() -> None:
    """One account for each role: the board's, that of tonight's host, and a member's."""
    host = Tournament.objects.filter(state=TournamentState.RUNNING).values_list("host", flat=True).get()
    others = Member.objects.filter(is_guest=False).exclude(pk=host).order_by("number")
    board, member = others[0], others[1]
    for name, person in ((BOARD, board.pk), (HOST, host), (MEMBER, member.pk)):
        Account.objects.create_user(name, password=PASSWORDS[name], member_id=person, is_board=name == BOARD)


def describe_logins() -> list[str]:
    """Name, password and person of each demo account that is still there."""
    accounts = Account.objects.filter(username__in=PASSWORDS).select_related("member").order_by("pk")
    return [f"{one.username:<10} {PASSWORDS[one.username]:<16} {one.member}" for one in accounts]


def describe_tablets() -> list[str]:
    """The addresses of the tablets at the tables of an evening that is running."""
    sheets = ScoreSheet.objects.filter(table__tournament__state=TournamentState.RUNNING, locked_at__isnull=True)
    return [
        f"Tablet, Tisch {sheet.number}: {settings.BASE_URL}/s/{sheet.token}/" for sheet in sheets.order_by("number")
    ]
