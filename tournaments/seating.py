"""Tables, seats and lots for n people, as pure values (R1.2, R2.2, R2.6, R2.7)."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from scoring.rules.problems import Problem, Problems

MOST_AT_A_TABLE = 6
FEWEST_AT_A_TABLE = 2
FINAL = "F"

_LABEL = re.compile(r"(F|[1-9][0-9]{0,5})\.([1-9][0-9]{0,5})")


def table_counts(people: int, *, most: int = MOST_AT_A_TABLE, fewest: int = FEWEST_AT_A_TABLE) -> range:
    """All numbers of tables at which that many people can sit; the first is the proposal (R2.2).

    Empty when there is none: fewer than two people, or (another rule set) sizes that cannot be filled evenly.
    """
    return range(max(1, -(-people // most)), people // fewest + 1) if people >= fewest else range(0)


def table_sizes(
    people: int,
    tables: int | None = None,
    *,
    most: int = MOST_AT_A_TABLE,
    fewest: int = FEWEST_AT_A_TABLE,
) -> tuple[int, ...]:
    """How many sit at each table: the fewest tables or the chosen number, filled evenly, larger ones first (R2.2).

    Raises `Problems` (`wrong_number_of_players`): at `people` when no number of tables fits, at `tables` when the
    chosen one does not.
    """
    possible = table_counts(people, most=most, fewest=fewest)
    if not possible:
        raise Problems([_wrong_number("people", people, tables, most, fewest)])
    count = possible[0] if tables is None else tables
    if count not in possible:
        raise Problems([_wrong_number("tables", people, count, most, fewest)])
    size, larger = divmod(people, count)
    return (size + 1,) * larger + (size,) * (count - larger)


def _wrong_number(path: str, people: int, tables: int | None, most: int, fewest: int) -> Problem:
    params = {"players": people, "most": most, "fewest": fewest}
    return Problem(path, "wrong_number_of_players", params if tables is None else {**params, "tables": tables})


def seat_label(table: int, seat: int) -> str:
    """The label of one seat, both counted from 1 (R2.6): `1.3` is seat 3 at table 1."""
    return f"{table}.{seat}"


def final_label(seat: int) -> str:
    """The label of one seat of the final, counted from 1 (R2.7): `F.2`."""
    return f"{FINAL}.{seat}"


def seat_labels(sizes: Sequence[int]) -> tuple[str, ...]:
    """One lot for each seat, in numeric order (R2.6)."""
    return tuple(seat_label(table, seat) for table, size in enumerate(sizes, 1) for seat in range(1, size + 1))


def final_labels(people: int) -> tuple[str, ...]:
    """One lot for each seat of the final, in numeric order (R2.7)."""
    return tuple(final_label(seat) for seat in range(1, people + 1))


def parse_label(text: str) -> tuple[int | None, int]:
    """Table (None for the final) and seat of a label; ValueError for anything that is not one."""
    match = _LABEL.fullmatch(text)
    if match is None:
        raise ValueError(f"not a seat label: {text!r}")
    table, seat = match.groups()
    return (None if table == FINAL else int(table)), int(seat)


def label_order(label: str) -> tuple[bool, int, int]:
    """Sort key: table, then seat, as numbers; the final behind the tables. ValueError for what is no label."""
    table, seat = parse_label(label)
    return table is None, table or 0, seat


def in_numeric_order(labels: Iterable[str]) -> tuple[str, ...]:
    """Labels by table, then seat: `F.2` before `F.10`."""
    return tuple(sorted(labels, key=label_order))


@dataclass(frozen=True)
class Setup:
    """What the line "13 Teilnehmer · 3 Tische (5 + 4 + 4) · 13 Lose · 4 Blätter (2 + 1 + 1)" says."""

    people: int
    sizes: tuple[int, ...]
    decks: tuple[int, ...]

    @property
    def lots(self) -> tuple[str, ...]:
        """The label of each lot, in numeric order."""
        return seat_labels(self.sizes)

    @property
    def deck_count(self) -> int:
        """Decks on all tables together."""
        return sum(self.decks)


def setup(
    people: int,
    decks_for: Callable[[int], int],
    tables: int | None = None,
    *,
    most: int = MOST_AT_A_TABLE,
    fewest: int = FEWEST_AT_A_TABLE,
) -> Setup:
    """Tables, lots and decks for that many people; `decks_for` is the rule set's (R1.2). Raises `Problems`."""
    sizes = table_sizes(people, tables, most=most, fewest=fewest)
    return Setup(people, sizes, tuple(decks_for(size) for size in sizes))
