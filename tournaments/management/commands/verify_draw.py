"""`verify_draw`: whether a draw's commitment and result follow from its seed."""

import sys
from typing import Any

from django.core.management import BaseCommand, CommandParser

from club.jsonfiles import read_json
from club.management.answers import as_errors, print_json
from scoring.rules.problems import Problems
from tournaments.draw_files import check_draw


class Command(BaseCommand):
    """Prints one JSON document: `{"valid": true}` or `{"errors": […]}`, for a list of draws a list of them."""

    help = "Check a draw file, version 1, with one draw or a list; - reads standard input."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """One file."""
        parser.add_argument("file", help="a draw file, or - for standard input")

    def handle(self, *args: Any, file: str, **options: Any) -> None:
        """Exits 1 if the file, or any draw in it, is bad."""
        try:
            content = read_json(file)
        except Problems as unreadable:
            print_json(self, as_errors(unreadable.problems))
            sys.exit(1)
        draws = content if isinstance(content, list) else [content]
        found = [check_draw(draw) for draw in draws]
        answers = [as_errors(problems) if problems else {"valid": True} for problems in found]
        print_json(self, answers if isinstance(content, list) else answers[0])
        if any(found):
            sys.exit(1)
