"""`make_ready`: everything that must have happened before the server starts."""

import hashlib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import BaseCommand, CommandError, CommandParser, call_command, get_commands
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor


class Command(BaseCommand):
    """Migrates, collects static files, says what a person needs to begin; quick when nothing changed."""

    help = "Migrate, collect static files and, with --demo, bring in the demo season."

    def add_arguments(self, parser: CommandParser) -> None:
        """`--demo` is for a database of its own."""
        parser.add_argument("--demo", action="store_true", help="fill a new database with a demo season")

    def handle(self, *args: Any, demo: bool, **options: Any) -> None:
        """Do what is due; the commands called last print what a person needs to log in."""
        try:
            migrate()
        except Error as error:
            raise CommandError(f"DATABASE_URL: the database cannot be used: {error}") from error
        collect_static_files()
        for name in ("demo_season",) if demo else ("first_start_code",):
            if name in get_commands():
                call_command(name)


def migrate() -> None:
    """Bring the database up to date."""
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", verbosity=0, interactive=False)


def collect_static_files() -> None:
    """Collect and hash the static files when one of them has changed."""
    stamp = Path(settings.STATIC_ROOT) / "collected-from"
    state = describe_static_files()
    if stamp.exists() and stamp.read_text() == state:
        return
    # Nothing is cleared: a server that runs already keeps the names that it knows.
    call_command("collectstatic", verbosity=0, interactive=False)
    stamp.write_text(state)


def describe_static_files() -> str:
    """A hash that changes with any static file's path, size or time."""
    digest = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list([]):
            status = Path(storage.path(path)).stat()
            digest.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    return digest.hexdigest()
