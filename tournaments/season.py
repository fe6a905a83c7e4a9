"""The season: what counts, under which scheme, and the table of the year (R2.1, R2.10, R2.11, R2.16)."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.rules.problems import Problem
from tournaments.standings import LeaguePoints, Scheme

MONTHLY = "monthly"
COUNTING_KINDS = frozenset({MONTHLY, "training_camp"})
LAST_MONTH = 11


def counts(kind: str) -> bool:
    """Whether a tournament of that kind brings league points: all but training (R1.3, R2.8)."""
    return kind in COUNTING_KINDS


def scheme_for(year: int, schemes: Iterable[Scheme]) -> Scheme | None:
    """The scheme of a season: that with the greatest first year not after it; None where none is set (R2.10)."""
    return max(
        (scheme for scheme in schemes if scheme.first_year <= year),
        key=lambda scheme: scheme.first_year,
        default=None,
    )


def check_season(
    date: dt.date, kind: str, schemes: Iterable[Scheme], *, has_imported_table: bool = False
) -> list[Problem]:
    """A tournament that counts is dated January to November, in a season with a scheme (`outside_season`; R2.1)."""
    if not counts(kind):
        return []
    if date.month > LAST_MONTH or (scheme_for(date.year, schemes) is None and not has_imported_table):
        return [Problem("date", "outside_season", {"year": date.year, "month": date.month})]
    return []


def is_second_monthly(date: dt.date, kind: str, other_monthlies: Iterable[dt.date]) -> bool:
    """Whether that month has a monthly tournament already: a warning, no error (R2.1)."""
    return kind == MONTHLY and any((other.year, other.month) == (date.year, date.month) for other in other_monthlies)


def tournament_label(date: dt.date, name: str) -> str:
    """A tournament in a season's table: `2014-03-08 März-Turnier`."""
    return f"{date.isoformat()} {name}"


@dataclass(frozen=True)
class SeasonRow:
    """One member's season, ranked or (0) not yet.

    Wins and seconds are places held at a table or a final: a place that a guest holds is nobody's (R2.14), a shared
    first place is a win for each who shares it, and the place behind it is no second. `finals` counts the finals
    played, that of a single finalist too.
    """

    key: str
    points: int = 0
    played: int = 0
    table_wins: int = 0
    table_seconds: int = 0
    finals: int = 0
    final_wins: int = 0
    final_seconds: int = 0
    by_tournament: Mapping[str, int] = field(default_factory=dict)
    rank: int = 0

    @property
    def standing(self) -> "Standing":
        """What the order of the table goes by, higher is better (R2.16)."""
        return self.points, self.final_wins, self.final_seconds, self.table_wins


Standing = tuple[int, int, int, int]


def season_rows(evenings: Iterable[tuple[str, Mapping[str, LeaguePoints]]]) -> list[SeasonRow]:
    """A row, not ranked yet, for each member with a tournament that counts.

    `evenings`: each tournament's label with its league points, in the order in which rows shall name them.
    """
    rows: dict[str, SeasonRow] = {}
    for label, points_by_member in evenings:
        for key, points in points_by_member.items():
            rows[key] = _with_evening(rows.get(key, SeasonRow(key)), label, points)
    return list(rows.values())


def _with_evening(row: SeasonRow, label: str, points: LeaguePoints) -> SeasonRow:
    return replace(
        row,
        points=row.points + points.total,
        played=row.played + 1,
        table_wins=row.table_wins + (points.table_place == 1),
        table_seconds=row.table_seconds + (points.table_place == 2),
        finals=row.finals + points.in_final,
        final_wins=row.final_wins + (points.final_place == 1),
        final_seconds=row.final_seconds + (points.final_place == 2),
        by_tournament={**row.by_tournament, label: points.total},
    )


def season_order(rows: Iterable[SeasonRow], name_key: Callable[[str], Any]) -> list[SeasonRow]:
    """The table of the year with its ranks: 1, 2, 2, 4; equals are listed by name (R2.16).

    `name_key` gives the sort key of the name that a member is shown by; whose names are equal stand by their keys.
    """
    listed = sorted(rows, key=lambda row: (name_key(row.key), row.key))
    listed.sort(key=lambda row: row.standing, reverse=True)
    ranked: list[SeasonRow] = []
    for index, row in enumerate(listed):
        is_equal = bool(ranked) and ranked[-1].standing == row.standing
        ranked.append(replace(row, rank=ranked[-1].rank if is_equal else index + 1))
    return ranked
