"""Names say what is inside; files stay of a size that a person can read."""

import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("club", "scoring", "tournaments", "tests", "bench")
FORBIDDEN = {"utils", "helpers", "common", "misc", "services", "managers", "base"}
MOST_LINES = 350


def find_python_files():
    yield ROOT / "run.py"
    for folder in FOLDERS:
        yield from (path for path in sorted((ROOT / folder).rglob("*.py")) if "migrations" not in path.parts)


def test_no_module_is_a_drawer_for_anything():
    assert [str(path) for path in find_python_files() if {path.stem, path.parent.name} & FORBIDDEN] == []


def test_long_files_are_named():
    for path in find_python_files():
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > MOST_LINES:
            warnings.warn(f"{path.relative_to(ROOT)} has {lines} lines: are there two things in it?", stacklevel=1)
