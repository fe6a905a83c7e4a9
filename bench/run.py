"""Speed and memory of the product, as ratios measured in one run: `python3 run.py bench [pages|saving|rounds|memory]`.

Each page is compared with a bare Django view that renders as many cells and bytes; a save with a bare view that
inserts as many rows in one transaction. Both are asked in turns, through the same middleware, in the same database.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

FOLDER = tempfile.mkdtemp(prefix="tischtabelle-bench-")
os.environ.setdefault("DATABASE_URL", f"sqlite:///{FOLDER}/bench.sqlite3")
os.environ["DJANGO_SETTINGS_MODULE"] = "club.settings"
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import django  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test.utils import override_settings  # noqa: E402

SECTIONS = ("pages", "saving", "rounds", "memory")


def main(arguments: list[str]) -> int:
    """Run the sections named, or all; 1 if a limit was not kept."""
    django.setup()
    from bench import memory, pages, rounds, saving
    from bench.limits import Report

    wanted = arguments or list(SECTIONS)
    if set(wanted) - set(SECTIONS):
        print(__doc__, file=sys.stderr)
        return 2
    call_command("migrate", verbosity=0)
    report = Report()
    modules = {"pages": pages, "saving": saving, "rounds": rounds, "memory": memory}
    with override_settings(ROOT_URLCONF="bench.urls", ALLOWED_HOSTS=["*"]):
        for name in SECTIONS:
            if name in wanted:
                print(f"\n{name}")
                modules[name].run(report)
    print(f"\n{report.kept} limits kept, {report.broken} not kept")
    return 1 if report.broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
