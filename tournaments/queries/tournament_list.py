"""The tournaments of a year for the list: four queries, whatever the size."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from club.queries import prime_on
from scoring.models import Stage
from tournaments.models import Award, Kind, Tournament, TournamentState


@dataclass(frozen=True, slots=True)
class TournamentEntry:
    """One line of the list. `winner` is the member who won the final, "" without one or for a guest."""

    pk: int
    name: str
    date: dt.date
    venue: str
    kind: str
    state: str
    does_count: bool
    is_open: bool
    players: int
    tables: int
    winner: str
    winner_is_prime: bool


@dataclass(frozen=True, slots=True)
class TournamentList:
    """Newest first; `years` are those with tournaments, and this one."""

    year: int
    years: Sequence[int]
    entries: Sequence[TournamentEntry]

    @property
    def has_year(self) -> bool:
        """Whether there is anything to show for that year."""
        return self.year in self.years


def read_tournament_list(year: int, *, today: dt.date) -> TournamentList:
    """All tournaments dated in `year`, training and those to come included."""
    years = {date.year for date in Tournament.objects.dates("date", "year")} | {today.year}
    prime = prime_on(today)
    winners = {
        tournament: (name, member == prime)
        for tournament, member, name in Award.objects.filter(tournament__date__year=year, final_place=1).values_list(
            "tournament_id", "member_id", "member__name"
        )
    }
    rows = (
        Tournament.objects.filter(date__year=year)
        .annotate(
            players=Count("participants", distinct=True),
            tables_laid=Count("tables", filter=Q(tables__stage=Stage.TABLE), distinct=True),
        )
        .order_by("-date", "name")
    )
    return TournamentList(
        year, sorted(years, reverse=True), [_entry(row, winners.get(row.pk, ("", False))) for row in rows]
    )


def _entry(row: Tournament, winner: tuple[str, bool]) -> TournamentEntry:
    return TournamentEntry(
        pk=row.pk,
        name=row.name,
        date=row.date,
        venue=row.venue,
        kind=str(Kind(row.kind).label),
        state=str(TournamentState(row.state).label),
        does_count=row.does_count,
        is_open=row.state not in (TournamentState.PLANNED, TournamentState.CLOSED),
        players=row.players,  # type: ignore[attr-defined]
        tables=row.tables_laid,  # type: ignore[attr-defined]
        winner=winner[0],
        winner_is_prime=winner[1],
    )
