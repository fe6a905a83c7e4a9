"""What the host needs before an evening: a date to propose, and the evenings that are still open."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from club.models import Account
from tournaments.models import LAST_MONTH, Kind, Tournament, TournamentState

SATURDAY = 5
MONTHS_AHEAD = 24


def propose_date(today: dt.date) -> dt.date:
    """The second Saturday of the next month that is still to come and has no monthly tournament yet (R2.1)."""
    taken = {
        (date.year, date.month)
        for date in Tournament.objects.filter(kind=Kind.MONTHLY, date__gte=today.replace(day=1)).values_list(
            "date", flat=True
        )
    }
    for month in range(MONTHS_AHEAD):
        year, index = divmod(today.month - 1 + month, 12)
        day = second_saturday(today.year + year, index + 1)
        if index < LAST_MONTH and day >= today and (day.year, day.month) not in taken:
            return day
    return today


def second_saturday(year: int, month: int) -> dt.date:
    """The day on which the club plays as a rule."""
    first = dt.date(year, month, 1)
    return first + dt.timedelta(days=(SATURDAY - first.weekday()) % 7 + 7)


def has_other_monthly(tournament: Tournament) -> bool:
    """Whether the month already has another monthly tournament: worth a warning (R2.1)."""
    others = Tournament.objects.filter(
        kind=Kind.MONTHLY, date__year=tournament.date.year, date__month=tournament.date.month
    )
    return tournament.kind == Kind.MONTHLY and others.exclude(pk=tournament.pk).exists()


@dataclass(frozen=True, slots=True)
class LedEvening:
    """A line of the list of evenings that somebody leads."""

    pk: int
    name: str
    date: dt.date
    venue: str
    state: str
    is_open: bool


def read_led_evenings(account: Account) -> Sequence[LedEvening]:
    """Evenings not yet closed that this account may lead, the next first. One query."""
    rows = Tournament.objects.exclude(state=TournamentState.CLOSED).order_by("date", "pk")
    if not account.is_board:
        led = Q(created_by=account)
        rows = rows.filter(led | Q(host=account.member_id) if account.member_id else led)
    return [
        LedEvening(row.pk, row.name, row.date, row.venue, row.get_state_display(), row.state != TournamentState.PLANNED)
        for row in rows
    ]


def tonight(account: Account, today: dt.date) -> int | None:
    """The one open evening of today that this account leads, also past midnight; None if there are none or several."""
    days = (today, today - dt.timedelta(days=1))
    led = [evening for evening in read_led_evenings(account) if evening.date in days]
    todays = [evening for evening in led if evening.date == today or evening.is_open]
    return todays[0].pk if len(todays) == 1 else None
