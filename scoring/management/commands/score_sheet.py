"""`score_sheet`: counts a sheet file without touching the database."""

import sys
from typing import Any

from django.core.management import BaseCommand, CommandParser

from club.jsonfiles import read_json
from club.management.answers import as_errors, print_json
from scoring.files.sheet import count_sheet
from scoring.rules.problems import Problems


class Command(BaseCommand):
    """Prints one JSON document: a result or `{"errors": […]}`, for a list of sheets a list of them."""

    help = "Count a sheet file, version 1, with one sheet or a list; - reads standard input."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """One file."""
        parser.add_argument("file", help="a sheet file, or - for standard input")
        parser.add_argument("--format", choices=["json"], default="json", help="JSON is the only one")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        """Exits 1 if the file, or any sheet in it, is bad."""
        try:
            content = read_json(file)
        except Problems as unreadable:
            print_json(self, as_errors(unreadable.problems))
            sys.exit(1)
        is_bad = False
        answers: list[Any] = []
        for index, sheet in enumerate(content if isinstance(content, list) else [content]):
            result, problems = count_sheet(sheet)
            is_bad |= bool(problems)
            prefix = str(index) if isinstance(content, list) else ""
            answers.append(as_errors([one.under(prefix) for one in problems]) if problems else result)
        print_json(self, answers if isinstance(content, list) else answers[0])
        if is_bad:
            sys.exit(1)
