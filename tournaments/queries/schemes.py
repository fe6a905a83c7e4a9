"""The points schemes that the board has set (R2.10), as the rules know them."""

from __future__ import annotations

from club.models import PointsScheme
from tournaments.standings import Scheme


def read_schemes() -> tuple[Scheme, ...]:
    """All of them, the earliest first; one query."""
    return tuple(
        Scheme(
            first_year=row.first_year,
            taking_part=row.taking_part,
            table=(row.table_first, row.table_second),
            final=(row.final_first, row.final_second, row.final_third, row.final_fourth),
        )
        for row in PointsScheme.objects.order_by("first_year")
    )
