"""The Tischtabelle in the words and figures of paper: blank, or as far as it has been written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from club.figures import write_points
from scoring.rules.ruleset import RuleSet
from tournaments.listings.plan import table_title
from tournaments.queries.places import Role, TablePlaces

USUAL_ROUNDS = 12
LONGEST_NAME = 28  # in two lines of the narrowest column


@dataclass(frozen=True, slots=True)
class PaperCell:
    """What stands in one field; None where nothing is written (yet)."""

    points: int | None = None
    total: int | None = None
    is_dealer: bool = False
    is_absent: bool = False

    @property
    def written(self) -> str:
        return "–" if self.is_absent else "" if self.points is None else write_points(self.points)

    @property
    def written_total(self) -> str:
        return "" if self.total is None else write_points(self.total)


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """The head of a player's column and the total under it."""

    name: str
    note: str
    total: int | None = None

    @property
    def is_long(self) -> bool:
        return len(self.name) > LONGEST_NAME

    @property
    def written_total(self) -> str:
        return "" if self.total is None else write_points(self.total)


@dataclass(frozen=True, slots=True)
class PaperRow:
    number: int
    cells: Sequence[PaperCell]


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """One page."""

    title: str
    columns: Sequence[PaperColumn]
    rows: Sequence[PaperRow]
    opening_minimums: str


def blank_sheet(
    table: TablePlaces, order: Sequence[int] = (), roles: Mapping[int, Role] | None = None, minimums: str = ""
) -> PaperSheet:
    """A sheet to be written by hand, seats and names where known; `order` are participants by column (R4.2)."""
    places = {place.participant: place for place in table.places}
    is_ordered = len(order) == len(table.places) and set(order) == set(places)
    columns = [places[key] for key in order] if is_ordered else list(table.places)
    return PaperSheet(
        title=table_title(table),
        columns=[
            PaperColumn(place.name, _note(place.label, (roles or {}).get(place.participant or 0))) for place in columns
        ],
        rows=[
            PaperRow(
                number,
                [
                    PaperCell(is_dealer=is_ordered and column == (number - 1) % len(columns))
                    for column in range(len(columns))
                ],
            )
            for number in range(1, (1 if table.is_final else USUAL_ROUNDS) + 1)
        ],
        opening_minimums=minimums,
    )


def write_opening_minimums(ruleset: RuleSet) -> str:
    """`Aufmachen: unter 0: 15 · unter 1.500: 50 · unter 3.000: 90 · sonst 120` (R4.7)."""
    steps = [
        _("unter %(below)s: %(needs)s") % {"below": write_points(step.below), "needs": step.needs}
        if step.below is not None
        else _("sonst %s") % step.needs
        for step in ruleset.opening
    ]
    return _("Aufmachen: %s") % " · ".join(steps)


def _note(label: str, role: Role | None) -> str:
    return f"{label} · {_('schreibt')}" if role and role.is_scribe else label
