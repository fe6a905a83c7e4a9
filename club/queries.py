"""What all pages ask about members: who bears the title, and how to tell people of equal name apart."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping

from club.models import Season


def prime_on(day: dt.date) -> int | None:
    """Primary key of the member who bears the name CANASTA-PRIME on `day`: last season's champion (R2.12)."""
    return (
        Season.objects.filter(year=day.year - 1, champion__declines_title=False)
        .values_list("champion_id", flat=True)
        .first()
    )


def names_shown(people: Iterable[tuple[int, str, int | None]]) -> Mapping[int, str]:
    """Primary key → name for (primary key, name, number); people of equal name as `Name (17)`."""
    known = {key: (name, number) for key, name, number in people}
    bearers = Counter(name for name, _ in known.values())
    return {
        key: f"{name} ({number})" if bearers[name] > 1 and number is not None else name
        for key, (name, number) in known.items()
    }


def champion_name(year: int) -> str | None:
    """The plain name of that season's winner; None until the board has closed it."""
    return Season.objects.filter(year=year).values_list("champion__name", flat=True).first()
