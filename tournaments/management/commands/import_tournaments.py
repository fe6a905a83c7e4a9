"""`import_tournaments`: brings tournaments in from files, all of them or none."""

import sys
from typing import Any

from django.core.management import BaseCommand, CommandParser
from django.utils import timezone

from club.jsonfiles import read_document
from club.log import Actor
from club.management.answers import as_error, print_json
from scoring.rules.problems import Problems
from tournaments.files.importing import FileProblems, SourceFile, import_tournaments
from tournaments.files.report import report_json, report_warnings


class Command(BaseCommand):
    """Prints one JSON document: what came in and what was there, or `{"errors": […]}` and exit status 1."""

    help = "Bring in tournament files, version 1, each with one tournament or a list; - reads standard input."

    def add_arguments(self, parser: CommandParser) -> None:
        """Any number of files."""
        parser.add_argument("files", nargs="+", metavar="file", help="a tournament file, or - for standard input")
        parser.add_argument("--format", choices=["json"], default="json", help="JSON is the only one")

    def handle(self, *args: Any, files: list[str], **options: Any) -> None:
        """All or nothing over all files."""
        try:
            report = import_tournaments(
                [_read(name) for name in files], by=Actor(device="import_tournaments"), at=timezone.now()
            )
        except FileProblems as found:
            several = len(files) > 1
            errors = [as_error(one.problem, one.file if several else None) for one in found.problems]
            print_json(self, {"errors": errors})
            sys.exit(1)
        print_json(self, report_json(report))
        for warning in report_warnings(report):
            self.stderr.write(warning)


def _read(name: str) -> SourceFile:
    """The file with its JSON value; of one that is no JSON nothing but the problem."""
    try:
        value, problems = read_document(name)
    except Problems as unreadable:
        return SourceFile(name, [], unreadable.problems)
    return SourceFile(name, value, problems)
