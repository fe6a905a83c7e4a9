"""What is still open before the final and before closing: ties, finalists, whom a correction concerns, points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.rules.problems import Problem
from tournaments.actions.closing import check_closing
from tournaments.actions.final import check_final
from tournaments.actions.review import Concern, find_concerns
from tournaments.finalists import finalists
from tournaments.models import Table, Tournament
from tournaments.queries.evening import FINAL_NUMBER, LoadedEvening, load_evening
from tournaments.queries.tournament import PointsLine
from tournaments.ties import Tie


@dataclass(frozen=True, slots=True)
class OpenTie:
    """A tie that waits for a decision: at which table (0 is the final), between whom, what depends on it (R2.15)."""

    number: int
    tie: Tie
    names: Mapping[str, str]
    total: int

    @property
    def people(self) -> Sequence[str]:
        return [self.names[key] for key in self.tie.keys]

    @property
    def slug(self) -> str:
        """Names the tie in an address: `2-14-17`."""
        return "-".join((str(self.number), *self.tie.keys))


@dataclass(frozen=True, slots=True)
class Finalist:
    """Somebody proposed for the final; `waits`: the place hangs on an open tie (R2.4, R2.17)."""

    participant: int
    name: str
    table: int
    has_moved_up: bool = False
    waits: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """`final_problems` and `closing_problems` are what still stands in the way of the next steps."""

    ties: Sequence[OpenTie]
    finalists: Sequence[Finalist]
    declined: Sequence[tuple[int, str]]
    final_problems: Sequence[Problem]
    closing_problems: Sequence[Problem]
    concerns: Sequence[tuple[Concern, str]]
    points: Sequence[PointsLine]
    final_people: int
    has_reached_target: bool
    may_resume: bool

    @property
    def can_seat_final(self) -> bool:
        return not self.final_problems

    @property
    def can_close(self) -> bool:
        return not self.closing_problems


def read_ending(tournament: Tournament) -> Ending:
    """As the rules see the evening now; as many queries as `load_evening` needs."""
    loaded = load_evening(tournament)
    return Ending(
        ties=_ties(loaded),
        finalists=_finalists(loaded),
        declined=[(int(key), loaded.names[key]) for key in loaded.evening.declined],
        final_problems=check_final(loaded),
        closing_problems=check_closing(loaded),
        concerns=[(concern, loaded.names[str(concern.participant.pk)]) for concern in find_concerns(loaded)],
        points=_points(loaded),
        final_people=len(loaded.evening.final_seats or ()),
        has_reached_target=loaded.has_reached_target,
        may_resume=bool(tournament.ended_early),
    )


def _ties(loaded: LoadedEvening) -> list[OpenTie]:
    """Those that decide something, and before the final also those at its line in training (R2.15)."""
    ties = []
    for tie in loaded.open_ties:
        number = tie.table if tie.table is not None else FINAL_NUMBER
        total = loaded.totals.get(number, {}).get(tie.keys[0], 0)
        ties.append(OpenTie(number, tie, loaded.names, total))
    return ties


def _finalists(loaded: LoadedEvening) -> list[Finalist]:
    lines = []
    for table in finalists(loaded.with_final).tables:
        if table.number in loaded.open_tables:
            continue
        for key in table.qualified:
            lines.append(Finalist(int(key), loaded.names[key], table.number, has_moved_up=key in table.moved_up))
        for key in table.candidates:
            lines.append(Finalist(int(key), loaded.names[key], table.number, waits=True))
    return lines


def _points(loaded: LoadedEvening) -> list[PointsLine]:
    """Most first; equals by their places."""
    last = 1_000_000
    lines = [PointsLine(loaded.names[key], False, points) for key, points in loaded.league_points.items()]
    return sorted(
        lines,
        key=lambda line: (-line.points.total, line.points.final_place or last, line.points.table_place or last),
    )


def find_open_tie(tournament: Tournament, slug: str) -> tuple[OpenTie, Table] | None:
    """The open tie of that name, and its table; None once it is decided or gone."""
    loaded = load_evening(tournament)
    found = next((tie for tie in _ties(loaded) if tie.slug == slug), None)
    return None if found is None else (found, loaded.tables[found.number])
