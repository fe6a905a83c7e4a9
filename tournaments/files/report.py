"""What an import says: the tournaments that came in, with their points and rankings, and those that were there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from club.models import Member
from club.queries import names_shown
from tournaments.files.importing import ImportReport
from tournaments.files.people import Difference
from tournaments.files.rows import Import
from tournaments.season import counts
from tournaments.standings import Ranking


def report_json(report: ImportReport) -> dict[str, Any]:
    """The answer of `import_tournaments`; people as shown, those of equal name with their numbers."""
    names = _names(report.imported)
    return {
        "imported": [_imported(one, names) for one in report.imported],
        "unchanged": [{"name": one.name, "date": one.date.isoformat()} for one in report.unchanged],
    }


def _names(imported: Iterable[Import]) -> dict[int, str]:
    """By primary key. Several of equal name who all have no number are counted, since no two may share a key."""
    members = {member.pk: member for one in imported for member in one.members.values()}
    shown = names_shown((pk, member.name, member.number) for pk, member in members.items())
    result, used = {}, Counter[str]()
    for pk, name in shown.items():
        used[name] += 1
        result[pk] = name if used[name] == 1 else f"{name} #{used[name]}"
    return result


def _imported(one: Import, names: Mapping[int, str]) -> dict[str, Any]:
    document, evening = one.document, one.evening.evening
    final = evening.final_result()
    return {
        "name": document.name,
        "date": document.date.isoformat(),
        "counts": counts(document.kind),
        "points": {_shown(person, one.members, names): points.total for person, points in one.points.items()},
        "tables": [
            {"number": table.number, "ranking": _ranking(evening.table_ranking(table), one.members, names)}
            for table in evening.tables
        ],
        "final": None if final is None else {"ranking": _ranking(final, one.members, names)},
    }


def _ranking(ranking: Ranking, members: Mapping[str, Member], names: Mapping[int, str]) -> list[list[str]]:
    return [[_shown(person, members, names) for person in group] for group in ranking]


def _shown(reference: str, members: Mapping[str, Member], names: Mapping[int, str]) -> str:
    return names[members[reference].pk]


def report_warnings(report: ImportReport) -> list[str]:
    """What a person should look at, although nothing is wrong."""
    return [
        *(
            _("%(date)s %(name)s: in diesem Monat gibt es schon ein Monatsturnier.")
            % {"date": one.date.isoformat(), "name": one.name}
            for one in report.second_monthlies
        ),
        *dict.fromkeys(_difference(one) for one in report.differences),
    ]


def _difference(one: Difference) -> str:
    if one.what == "name":
        return _("Die Mitgliedsnummer %(number)s gehört %(known)s, nicht %(name)s; sie gilt.") % {
            "number": one.member.number,
            "known": one.member.name,
            "name": one.player.name,
        }
    return _("%(name)s: das Geburtsdatum %(born)s weicht ab; bekannt ist %(known)s, und das bleibt.") % {
        "name": one.player.name,
        "born": one.player.born,
        "known": one.member.born,
    }
