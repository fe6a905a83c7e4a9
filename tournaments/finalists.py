"""Who reaches the final (R2.4, R2.5, R2.17)."""

from collections.abc import Collection
from dataclasses import dataclass

from tournaments.standings import Evening, Ranking, place_spans

SEATS_OF_A_TABLE = 2


@dataclass(frozen=True)
class TableFinalists:
    """What one table sends to the final.

    `qualified`: certain, best first. `moved_up`: those of them who play for somebody who declined. `declined`: whose
    declining counts, because the place was or may have been theirs. `open_tie`: the whole group of equals across the
    qualifying line (R2.15), `candidates` those of it who have not declined, for `open_places` places.
    """

    number: int
    qualified: tuple[str, ...]
    moved_up: tuple[str, ...]
    declined: tuple[str, ...]
    open_tie: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()
    open_places: int = 0


@dataclass(frozen=True)
class Finalists:
    """The finalists of all tables, in the order of the tables."""

    tables: tuple[TableFinalists, ...]

    @property
    def qualified(self) -> tuple[str, ...]:
        """All who are certain to have reached the final and have not declined."""
        return tuple(key for table in self.tables for key in table.qualified)

    @property
    def candidates(self) -> tuple[str, ...]:
        """All whose place in the final hangs on an open tie."""
        return tuple(key for table in self.tables for key in table.candidates)

    @property
    def declined(self) -> tuple[str, ...]:
        """All whose declining counts."""
        return tuple(key for table in self.tables for key in table.declined)

    @property
    def is_settled(self) -> bool:
        """Whether no tie at a qualifying line is open, so that the final can be seated."""
        return not any(table.open_tie for table in self.tables)


def finalists(evening: Evening) -> Finalists:
    """Who reaches the final, after decisions and declines.

    Two of each table (R2.4); for who declined the next of the same table moves up, and when nobody is left the place
    stays empty (R2.5, R2.17).
    """
    return Finalists(
        tuple(
            table_finalists(standing.number, evening.table_ranking(standing), evening.declined)
            for standing in evening.tables
        )
    )


def table_finalists(number: int, ranking: Ranking, declined: Collection[str]) -> TableFinalists:
    """The finalists of one table from its ranking with settled ties."""
    qualified: list[str] = []
    counting_declines: list[str] = []
    for group in ranking:
        free = SEATS_OF_A_TABLE - len(qualified)
        if free == 0:
            break
        candidates = [key for key in group if key not in declined]
        counting_declines += [key for key in group if key in declined]
        if len(candidates) > free:
            return TableFinalists(
                number,
                tuple(qualified),
                _moved_up(ranking, qualified),
                tuple(counting_declines),
                tuple(group),
                tuple(candidates),
                free,
            )
        qualified += candidates
    return TableFinalists(number, tuple(qualified), _moved_up(ranking, qualified), tuple(counting_declines))


def _moved_up(ranking: Ranking, qualified: Collection[str]) -> tuple[str, ...]:
    spans = place_spans(ranking)
    return tuple(key for key in qualified if spans[key][0] > SEATS_OF_A_TABLE)
