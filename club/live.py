"""Version numbers by topic: what makes a cached page or a waiting browser notice a change.

A change raises the number of its topics inside its own transaction; a page reads the numbers of
all its topics in one query and uses them as cache key and ETag, so that it can never be stale.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import F

from club.models import Version

MEMBERS = "members"


def season_topic(year: int) -> str:
    """Everything that the season table of `year` shows, except names (those are `MEMBERS`)."""
    return f"season:{year}"


def raise_versions(topics: Iterable[str]) -> None:
    """Raise the number of each topic; inside the transaction of the change."""
    for topic in sorted(set(topics)):
        if not Version.objects.filter(topic=topic).update(number=F("number") + 1):
            Version.objects.bulk_create([Version(topic=topic)], ignore_conflicts=True)
            Version.objects.filter(topic=topic).update(number=F("number") + 1)


def read_versions(topics: Iterable[str]) -> tuple[int, ...]:
    """The numbers of `topics` in sorted order of topic; 0 for one that never changed. One query."""
    wanted = sorted(set(topics))
    known = dict(Version.objects.filter(topic__in=wanted).values_list("topic", "number"))
    return tuple(known.get(topic, 0) for topic in wanted)
