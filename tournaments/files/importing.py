"""Brings tournaments in from files: all of them or none."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db import transaction

from club.live import MEMBERS, raise_versions, season_topic
from club.log import Actor
from club.models import LogEntry, Member
from scoring.files.file_order import in_file_order
from scoring.rules.problems import Problem
from tournaments.files.document import Document, Player, canonical, with_references
from tournaments.files.evening import CheckedEvening, check_tournament
from tournaments.files.people import Difference, People
from tournaments.files.rows import Import, Rows
from tournaments.files.stored import read_documents
from tournaments.models import Kind, Tournament
from tournaments.queries.schemes import read_schemes
from tournaments.season import is_second_monthly
from tournaments.standings import Scheme, league_points


@dataclass(frozen=True)
class SourceFile:
    """A file with its JSON value, one tournament or a list of them, and what was wrong with it as JSON already."""

    name: str
    value: object
    problems: Sequence[Problem] = ()


@dataclass(frozen=True)
class FileProblem:
    """What is wrong in one of the files; the path is from the file's root."""

    file: str
    problem: Problem


class FileProblems(Exception):  # noqa: N818 (what people are told about their files)
    """All problems of all files; nothing was written."""

    def __init__(self, problems: Iterable[FileProblem]) -> None:
        self.problems = tuple(problems)
        super().__init__(", ".join(f"{one.file}: {one.problem.path}: {one.problem.code}" for one in self.problems))


@dataclass
class ImportReport:
    """What came in and what was there already, in the order of the files; and what a person should look at."""

    imported: list[Import] = field(default_factory=list)
    unchanged: list[Document] = field(default_factory=list)
    second_monthlies: list[Document] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)


def import_tournaments(files: Sequence[SourceFile], *, by: Actor, at: dt.datetime) -> ImportReport:
    """Write the tournaments of all files.

    What is stored already with the same content stays as it is. Raises `FileProblems`, and then nothing is written.
    """
    with transaction.atomic():
        run = _Run(read_schemes())
        run.check_files(files)
        if run.problems:
            raise FileProblems(run.problems)
        _write(run, by=by, at=at)
    return run.report


@dataclass(frozen=True)
class _Known:
    """A tournament that is stored; `document` (people by primary key) is None while it has not begun."""

    document: Document | None


class _Run:
    """One import: what has been read so far, by whom it was played, what is wrong."""

    def __init__(self, schemes: Sequence[Scheme]) -> None:
        self.schemes = schemes
        self.report = ImportReport()
        self.problems: list[FileProblem] = []
        self.people = People.known()
        self.report.differences = self.people.differences
        self.known: dict[tuple[dt.date, str], _Known] = {}
        self.coming: dict[tuple[dt.date, str], Document] = {}
        self.monthlies: list[dt.date] = []

    def check_files(self, files: Sequence[SourceFile]) -> None:
        """Everything in the order of the files, since a later one may name people whom an earlier one makes."""
        checked = [
            (file, [(path, *check_tournament(value, self.schemes)) for path, value in _tournaments(file.value)])
            for file in files
        ]
        self._read_known([evening.document.date for _, found in checked for _, evening, _ in found if evening])
        for file, tournaments in checked:
            problems = list(file.problems)
            for path, evening, found in tournaments:
                problems += [one.under(path) for one in (found if evening is None else self._match(evening))]
            self.problems += [FileProblem(file.name, one) for one in in_file_order(file.value, problems)]

    def _read_known(self, dates: Iterable[dt.date]) -> None:
        """What is stored on these days, and the monthly tournaments of their years."""
        days = set(dates)
        stored = Tournament.objects.filter(date__in=days)
        self.known = {(one.date, one.name): _Known(None) for one in stored}
        self.known |= {
            (one.date, one.name): _Known(_without_details(document)) for one, document in read_documents(stored)
        }
        monthlies = Tournament.objects.filter(kind=Kind.MONTHLY, date__year__in={day.year for day in days})
        self.monthlies = list(monthlies.values_list("date", flat=True))

    def _match(self, evening: CheckedEvening) -> list[Problem]:
        """Find the people of one evening; then it is new, unchanged, or another one under the same name."""
        document = evening.document
        known = self.known.get((document.date, document.name))
        stored = known.document if known else None
        members, problems = self.people.find_players(document, _members_of(stored))
        host, host_problems = self.people.find_host(document.host, members) if document.host else (None, [])
        if problems or host_problems:
            return [*problems, *host_problems]
        compared = _compared(document, members, host, stored)
        before = stored or self.coming.get((document.date, document.name))
        if before == compared:
            self.report.unchanged.append(document)
            return []
        if known or before:
            return [Problem("", "duplicate_tournament", {"name": document.name, "date": document.date.isoformat()})]
        self.coming[document.date, document.name] = compared
        points = {} if document.is_running else league_points(evening.evening)
        self.report.imported.append(Import(evening, members, host, points))
        if is_second_monthly(document.date, document.kind, self.monthlies):
            self.report.second_monthlies.append(document)
        if document.kind == Kind.MONTHLY:
            self.monthlies.append(document.date)
        return []


def _tournaments(root: object) -> list[tuple[str, object]]:
    """The tournaments of one file with their paths."""
    if isinstance(root, list):
        return [(f"{index}", value) for index, value in enumerate(root)]
    return [("", root)]


def _members_of(stored: Document | None) -> frozenset[int]:
    return frozenset(int(player.reference) for player in stored.players) if stored else frozenset()


def _compared(
    document: Document, members: Mapping[str, Member], host: Member | None, stored: Document | None
) -> Document:
    """The evening as it would be stored, people by identity: what exports the same is the same.

    A host who was unknown when the evening was stored is still the name that was written then.
    """
    is_named = host is None or (stored is not None and stored.host is None and stored.host_name == document.host)
    evening = with_references(
        replace(document, host=None), {reference: _identity(member) for reference, member in members.items()}
    )
    return _without_details(
        replace(
            evening,
            host=None if is_named or host is None else _identity(host),
            host_name=(document.host or "") if is_named else "",
        )
    )


def _without_details(document: Document) -> Document:
    """Names, numbers and birth dates belong to the members, not to the evening."""
    players = sorted((Player(player.reference, is_guest=player.is_guest) for player in document.players), key=str)
    return canonical(replace(document, players=tuple(players)))


def _identity(member: Member) -> str:
    return f"{member.pk}" if member.pk is not None else f"new {id(member)}"


def _write(run: _Run, *, by: Actor, at: dt.datetime) -> None:
    Member.objects.bulk_create(run.people.new)
    Member.objects.bulk_update(run.people.completed.values(), ["number", "born"])
    rows = Rows(at)
    for one in run.report.imported:
        rows.add(one)
    rows.write()
    LogEntry.objects.bulk_create(_log(rows.tournaments, run.people, by=by, at=at))
    topics = {season_topic(one.date.year) for one in rows.tournaments}
    if run.people.new or run.people.completed:
        topics.add(MEMBERS)
    raise_versions(topics)


def _log(tournaments: Iterable[Tournament], people: People, *, by: Actor, at: dt.datetime) -> list[LogEntry]:
    """One row for each tournament, for each person made and for each completed."""
    entries: list[tuple[str, str, dict[str, object]]] = [
        ("import_tournament", f"tournament:{one.pk}", {"name": one.name, "date": one.date.isoformat()})
        for one in tournaments
    ]
    entries += [("make_member", f"member:{one.pk}", _described(one)) for one in people.new]
    entries += [("complete_member", f"member:{one.pk}", _described(one)) for one in people.completed.values()]
    return [
        LogEntry(at=at, account=by.account, device=by.device[:80], action=action, subject=subject, after=after)
        for action, subject, after in entries
    ]


def _described(member: Member) -> dict[str, object]:
    born = member.born.isoformat() if member.born else None
    return {"name": member.name, "number": member.number, "born": born, "guest": member.is_guest}
