"""The table of one season (R2.11, R2.16): what its page, its exports and its chart are made from."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Min

from club.collation import collation_key
from club.models import PointsScheme, Season
from club.queries import names_shown
from tournaments.models import Award, Kind, Tournament, TournamentState
from tournaments.reach import tournaments_left
from tournaments.season import SeasonRow, season_order, tournament_label

german_order = lru_cache(maxsize=4096)(collation_key)


class SeasonAward(NamedTuple):
    """One member's points of one tournament, with the places they came from."""

    member: int
    name: str
    number: int | None
    tournament: int
    total: int
    table_place: int | None
    final_place: int | None
    in_final: bool


@dataclass(frozen=True, slots=True)
class SeasonTournament:
    """One closed tournament that counts: a column of the table."""

    pk: int
    date: dt.date
    name: str
    venue: str
    is_camp: bool

    @property
    def label(self) -> str:
        """Its key in a row's `by_tournament`."""
        return tournament_label(self.date, self.name)


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """Tournaments by date, rows in the order of R2.16; a row's key is the member's primary key as text.

    `names` are as shown, people of equal name with their number. `champion` is set once the season is closed.
    """

    year: int
    as_of: dt.date | None
    tournaments: Sequence[SeasonTournament]
    rows: Sequence[SeasonRow]
    names: Mapping[str, str]
    champion: str | None


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """The table with what stands around it.

    `ranks_before` are those before the last tournament, `final_wins` the labels of finals won by row key, `left` the
    number of tournaments still to come (R2.22), `prime` the row key of the CANASTA-PRIME, if in the table.
    """

    table: SeasonTable
    left: int
    ranks_before: Mapping[str, int]
    final_wins: Mapping[str, Sequence[str]]
    prime: str | None
    has_scheme: bool
    years: Sequence[int]

    @property
    def leaders(self) -> Sequence[SeasonRow]:
        """Whoever stands first; several while rank 1 is shared."""
        return [row for row in self.table.rows if row.rank == 1]


def read_season_page(year: int, *, today: dt.date) -> SeasonPage:
    """Everything on the season's page: at most five queries, whatever the size."""
    champion, prime = _titles(year, today)
    tournaments, left = _tournaments(year, today)
    awards = _awards(year)
    table = _table(year, None, tournaments, awards, champion)
    labels = {tournament.pk: tournament.label for tournament in tournaments}
    return SeasonPage(
        table=table,
        left=left,
        ranks_before=_ranks_before(tournaments, awards, table.names),
        final_wins=_final_wins(awards, labels),
        prime=None if prime is None else str(prime),
        has_scheme=bool(awards) or PointsScheme.objects.filter(first_year__lte=year).exists(),
        years=range(today.year, min(_first_year(today), year) - 1, -1),
    )


def _titles(year: int, today: dt.date) -> tuple[int | None, int | None]:
    """The season's champion, and who bears the title on this day (R2.12): one query."""
    champions = {
        season: (champion, declines)
        for season, champion, declines in Season.objects.filter(year__in={year, today.year - 1}).values_list(
            "year", "champion_id", "champion__declines_title"
        )
    }
    title, is_declined = champions.get(today.year - 1, (None, None))
    return champions.get(year, (None, None))[0], None if is_declined else title


def read_season_table(year: int, *, today: dt.date, as_of: dt.date | None = None) -> SeasonTable:
    """The table alone, for exports; with `as_of` only tournaments up to and including that day, no champion."""
    champion = None
    if as_of is None:
        champion = Season.objects.filter(year=year).values_list("champion_id", flat=True).first()
    tournaments, _left = _tournaments(year, today)
    shown = [tournament for tournament in tournaments if as_of is None or tournament.date <= as_of]
    return _table(year, as_of, shown, _awards(year), champion)


def _table(
    year: int,
    as_of: dt.date | None,
    tournaments: Sequence[SeasonTournament],
    awards: Iterable[SeasonAward],
    champion: int | None,
) -> SeasonTable:
    labels = {tournament.pk: tournament.label for tournament in tournaments}
    counted = [award for award in awards if award.tournament in labels]
    names = _names(counted)
    return SeasonTable(
        year=year,
        as_of=as_of,
        tournaments=tournaments,
        rows=season_order(_add_up(counted, labels), lambda key: german_order(names[key])),
        names=names,
        champion=None if champion is None else str(champion),
    )


def _final_wins(awards: Iterable[SeasonAward], labels: Mapping[int, str]) -> dict[str, list[str]]:
    wins: dict[str, list[str]] = {}
    for award in awards:
        if award.final_place == 1 and award.tournament in labels:
            wins.setdefault(str(award.member), []).append(labels[award.tournament])
    return wins


def _ranks_before(
    tournaments: Sequence[SeasonTournament], awards: Iterable[SeasonAward], names: Mapping[str, str]
) -> dict[str, int]:
    labels = {tournament.pk: tournament.label for tournament in tournaments[:-1]}
    rows = _add_up((award for award in awards if award.tournament in labels), labels)
    return {row.key: row.rank for row in season_order(rows, names.__getitem__)}


def _add_up(awards: Iterable[SeasonAward], labels: Mapping[int, str]) -> list[SeasonRow]:
    """A row without rank for each member; the same figures as `tournaments.season.season_rows`, in one pass."""
    figures: dict[int, list[int]] = {}
    results: dict[int, dict[int, int]] = {}
    for member, _name, _number, tournament, total, table_place, final_place, in_final in awards:
        if member not in figures:
            figures[member] = [0, 0, 0, 0, 0, 0, 0]
            results[member] = {}
        sums = figures[member]
        sums[0] += total
        sums[1] += 1
        sums[2] += table_place == 1
        sums[3] += table_place == 2
        sums[4] += in_final
        sums[5] += final_place == 1
        sums[6] += final_place == 2
        results[member][tournament] = total
    return [_row(member, sums, results[member], labels) for member, sums in figures.items()]


def _row(member: int, sums: Sequence[int], results: Mapping[int, int], labels: Mapping[int, str]) -> SeasonRow:
    points, played, table_wins, table_seconds, finals, final_wins, final_seconds = sums
    return SeasonRow(
        key=str(member),
        points=points,
        played=played,
        table_wins=table_wins,
        table_seconds=table_seconds,
        finals=finals,
        final_wins=final_wins,
        final_seconds=final_seconds,
        by_tournament={label: results[pk] for pk, label in labels.items() if pk in results},
    )


def _names(awards: Iterable[SeasonAward]) -> dict[str, str]:
    people = {(award.member, award.name, award.number) for award in awards}
    return {str(member): name for member, name in names_shown(people).items()}


def _tournaments(year: int, today: dt.date) -> tuple[list[SeasonTournament], int]:
    """Closed ones by date and name, and how many are left (R2.22): one query."""
    shown: list[SeasonTournament] = []
    closed: list[tuple[dt.date, str]] = []
    planned: list[tuple[dt.date, str]] = []
    found = Tournament.objects.counting().of_season(year).order_by("date", "name")
    for pk, date, name, venue, kind, state in found.values_list("pk", "date", "name", "venue", "kind", "state"):
        if state == TournamentState.CLOSED:
            closed.append((date, kind))
            shown.append(SeasonTournament(pk, date, name, venue, is_camp=kind == Kind.TRAINING_CAMP))
        else:
            planned.append((date, kind))
    return shown, tournaments_left(year, today, planned, closed)


def _first_year(today: dt.date) -> int:
    """The year of the club's first tournament: one query."""
    first = Tournament.objects.aggregate(first=Min("date"))["first"]
    return (first or today).year


def _awards(year: int) -> list[SeasonAward]:
    return [
        SeasonAward._make(row)
        for row in Award.objects.filter(season=year).values_list(
            "member_id",
            "member__name",
            "member__number",
            "tournament_id",
            "total",
            "table_place",
            "final_place",
            "in_final",
        )
    ]
