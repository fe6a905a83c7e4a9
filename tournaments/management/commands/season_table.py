"""`season_table`: the table of a year for a terminal, a spreadsheet, a printer, another program."""

import argparse
import datetime as dt
import sys
from typing import Any

from django.core.management import BaseCommand, CommandParser
from django.utils import timezone

from club.management.answers import as_errors, print_bytes, print_json, write_file
from club.queries import champion_name
from club.sentences import sentence
from scoring.rules.problems import Problem
from tournaments.files.season_table import WRITERS
from tournaments.queries.schemes import read_schemes
from tournaments.queries.season import read_season_table
from tournaments.season import scheme_for


class Command(BaseCommand):
    """Prints the season table (R2.16); a season without a points scheme has none (`outside_season`, status 1)."""

    help = "Print the table of a season."

    def add_arguments(self, parser: CommandParser) -> None:
        """A year, and how it is wanted."""
        parser.add_argument("year", type=parse_year, help="the season, January to November of this year")
        parser.add_argument("--format", choices=[*WRITERS], default="text", help="text if not said otherwise")
        parser.add_argument("--as-of", type=_parse_date, metavar="DATE", help="up to and including 2014-03-08")
        parser.add_argument("--output", metavar="FILE", help="write there instead of standard output")

    def handle(
        self,
        *args: Any,
        year: int,
        format: str,
        as_of: dt.date | None,
        output: str | None,
        **options: Any,
    ) -> None:
        """One file in the wanted format."""
        table = read_season_table(year, today=timezone.localdate(), as_of=as_of)
        if not table.tournaments and scheme_for(year, read_schemes()) is None:
            self._refuse(Problem("", "outside_season", {"year": year}), format)
        champion = champion_name(year) if as_of is None else None
        data = WRITERS[format](table, champion)
        if output is None:
            print_bytes(self.stdout, data)
        else:
            write_file(output, data)

    def _refuse(self, problem: Problem, format: str) -> None:
        if format == "json":
            print_json(self, as_errors([problem]))
        else:
            self.stderr.write(sentence(problem))
        sys.exit(1)


def parse_year(text: str) -> int:
    """A year from 1 to 9999; anything else is wrong usage."""
    if not text.isascii() or not text.isdecimal() or not dt.MINYEAR <= int(text) <= dt.MAXYEAR:
        raise argparse.ArgumentTypeError(f"not a year: {text!r}")
    return int(text)


def _parse_date(text: str) -> dt.date:
    try:
        return dt.datetime.strptime(text, "%Y-%m-%d").date()  # noqa: DTZ007 (a day, no moment)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"not a date like 2014-03-08: {text!r}") from error
