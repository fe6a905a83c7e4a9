"""`score_sheet`: counts a sheet file without touching the database."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.core.management import BaseCommand, CommandParser

from club.jsonfiles import read_document
from club.management.answers import as_errors, print_json
from scoring.files.file_order import in_file_order
from scoring.files.sheet import count_sheet
from scoring.rules.problems import Problem, Problems


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
            content, twice = read_document(file)
        except Problems as unreadable:
            print_json(self, as_errors(unreadable.problems))
            sys.exit(1)
        if not isinstance(content, list):
            answer, is_bad = _answer(content, "", twice)
            print_json(self, answer)
        else:
            found = [_answer(sheet, str(index), _below(index, twice)) for index, sheet in enumerate(content)]
            print_json(self, [answer for answer, _ in found])
            is_bad = any(bad for _, bad in found)
        if is_bad:
            sys.exit(1)


def _below(index: int, problems: Iterable[Problem]) -> list[Problem]:
    """Those in one sheet of a list, as that sheet sees them."""
    prefix = f"{index}."
    return [replace(one, path=one.path.removeprefix(prefix)) for one in problems if one.path.startswith(prefix)]


def _answer(sheet: object, prefix: str, twice: Sequence[Problem]) -> tuple[Any, bool]:
    """The answer for one sheet and whether it is bad; `twice` are its keys that stand twice."""
    result, problems = count_sheet(sheet)
    problems = in_file_order(sheet, [*twice, *problems]) if twice else problems
    return (as_errors(one.under(prefix) for one in problems), True) if problems else (result, False)
