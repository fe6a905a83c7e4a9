"""`export_tournaments`: everything that was played as tournament files, version 1, in one JSON list."""

from typing import Any

from django.core.management import BaseCommand, CommandParser

from club.management.answers import print_json
from tournaments.files.exporting import export_tournaments
from tournaments.management.commands.season_table import parse_year


class Command(BaseCommand):
    """Prints a list that `import_tournaments` reads; the same content always gives the same bytes."""

    help = "Print all tournaments, running ones too, as a JSON list of tournament files."

    def add_arguments(self, parser: CommandParser) -> None:
        """All, or one season."""
        parser.add_argument("--format", choices=["json"], default="json", help="JSON is the only one")
        parser.add_argument("--season", type=parse_year, metavar="YEAR", help="only this season, January to November")

    def handle(self, *args: Any, season: int | None, **options: Any) -> None:
        """One JSON document."""
        print_json(self, export_tournaments(season))
