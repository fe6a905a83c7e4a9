#!/usr/bin/env python3
"""Sets this machine up and starts the product; needs nothing but Python's standard library.

python3 run.py          the product with demo data, in a database of its own
python3 run.py serve    the club's own; a new one prints a code that opens the page for the first account
python3 run.py test     lint, types, migrations and all tests, on SQLite and on PostgreSQL
python3 run.py bench    speed and memory, as ratios
python3 run.py setup    only the set-up: afterwards .venv/bin/python manage.py … works
"""

from __future__ import annotations

import ctypes
import hashlib
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import time
from glob import glob
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.lock"
STAMP = VENV / "made-from"
PYTHON = VENV / "bin" / "python"
OLDEST = (3, 11)
NEWER_PYTHONS = ("python3.14", "python3.13", "python3.12", "python3.11")

PANGO = ("libpango-1.0.so.0", "libpangoft2-1.0.so.0", "libharfbuzz-subset.so.0")
PANGO_ON_DEBIAN = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")
INSTALL_LINES = (
    ("apt-get", "sudo apt-get update && sudo apt-get install -y --no-install-recommends {debian}"),
    ("dnf", "sudo dnf install -y pango harfbuzz python3 postgresql-server chromium poppler-utils libatomic"),
    ("pacman", "sudo pacman -S --needed pango python postgresql chromium poppler"),
    ("brew", "brew install pango python@3.12 postgresql@17 poppler && brew install --cask chromium"),
)


def main(arguments: list[str]) -> int:
    """Run the task named first in `arguments`; the exit status."""
    find_newer_python()
    tasks = {"": demo, "serve": serve, "test": test, "bench": bench, "setup": setup}
    name = arguments[0] if arguments else ""
    if name not in tasks:
        print(__doc__, file=sys.stderr)
        return 2
    os.chdir(ROOT)
    prepare_machine(name)
    prepare_packages()
    return tasks[name](arguments[1:])


def demo(_arguments: list[str]) -> int:
    """The product with demo data; the club's own database is left alone."""
    environment = dict(os.environ, DATABASE_URL="sqlite:///var/demo.sqlite3")
    return start_server(environment, "--demo")


def serve(_arguments: list[str]) -> int:
    """The club's own."""
    return start_server(dict(os.environ))


def test(arguments: list[str]) -> int:
    """Everything that must hold before a change is taken; `arguments` go to pytest."""
    return run_script("tests/whole_suite.py", arguments)


def bench(arguments: list[str]) -> int:
    """Speed and memory."""
    return run_script("bench/run.py", arguments)


def setup(_arguments: list[str]) -> int:
    """Nothing more than what every task does first."""
    print("Ready. Try: .venv/bin/python manage.py help")
    return 0


def run_script(path: str, arguments: list[str]) -> int:
    """Become a script of the project, which finds the project's packages; never returns."""
    command = [str(PYTHON), path, *arguments]
    return os.execve(command[0], command, dict(os.environ, PYTHONPATH=str(ROOT)))


def start_server(environment: dict[str, str], *options: str) -> int:
    """Migrate, collect static files, then become the server; returns only where that fails."""
    port = environment.get("PORT") or "8000"
    if port.isdecimal() and is_taken(int(port)):
        return stop(f"Port {port} is in use. Another one: PORT={int(port) + 1} python3 run.py")
    status = subprocess.call([str(PYTHON), "manage.py", "make_ready", *options], env=environment)
    if status == 0:
        command = [str(PYTHON), "-m", "gunicorn", "--config", "python:club.server", "club.wsgi"]
        os.execve(command[0], command, environment)
    return status


def is_taken(port: int) -> bool:
    """Whether somebody listens on this port of this machine already."""
    with socket.socket() as probe:
        probe.settimeout(1)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def find_newer_python() -> None:
    """Go on under a newer Python where this one is too old."""
    if sys.version_info >= OLDEST:
        return
    for name in NEWER_PYTHONS:
        found = shutil.which(name)
        if found:
            os.execv(found, [found, str(ROOT / "run.py"), *sys.argv[1:]])
    sys.exit(stop(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}."))


def prepare_machine(task: str) -> None:
    """Install what the machine lacks, where that is possible; else stop with the line to type."""
    missing = find_missing(task)
    if not missing:
        return
    debian = [package for packages in missing.values() for package in packages]
    if os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get"):
        install_on_debian(missing, debian)
        missing = find_missing(task)
    if missing:
        line = next((line for tool, line in INSTALL_LINES if shutil.which(tool)), "")
        hint = f"Type this, then start again:\n  {line.format(debian=' '.join(debian))}" if line else "Install it."
        sys.exit(stop(f"This machine lacks {', '.join(missing)}. {hint}"))


def find_missing(task: str) -> dict[str, tuple[str, ...]]:
    """What the machine lacks for `task`, each with Debian's packages for it."""
    missing = {}
    if not PYTHON.exists() and importlib.util.find_spec("ensurepip") is None:
        missing["Python's venv"] = (f"python{sys.version_info[0]}.{sys.version_info[1]}-venv",)
    if not has_pango():
        missing["Pango (for the PDFs)"] = PANGO_ON_DEBIAN
    return {**missing, **find_missing_for_tests()} if task == "test" else missing


def find_missing_for_tests() -> dict[str, tuple[str, ...]]:
    """What only the tests need: a browser and its driver's library, a database server, a look into PDFs."""
    missing = {}
    browsers = ("chromium", "chromium-browser", "google-chrome")
    if not any(shutil.which(name) for name in browsers) and not glob("/Applications/Chromium.app"):
        missing["Chromium"] = ("chromium",)
    if sys.platform == "linux" and not can_load("libatomic.so.1"):
        missing["libatomic (for Playwright)"] = ("libatomic1",)
    if not shutil.which("initdb") and not glob("/usr/lib/postgresql/*/bin/initdb"):
        missing["PostgreSQL"] = ("postgresql",)
    if not shutil.which("pdftoppm"):
        missing["Poppler"] = ("poppler-utils",)
    return missing


def has_pango() -> bool:
    """Whether the libraries that WeasyPrint loads are there."""
    if sys.platform == "darwin":
        return any(glob(f"{place}/lib/libpango-1.0.dylib") for place in ("/opt/homebrew", "/usr/local"))
    return can_load(*PANGO)


def can_load(*libraries: str) -> bool:
    """Whether these shared libraries are installed."""
    try:
        for library in libraries:
            ctypes.CDLL(library)
    except OSError:
        return False
    return True


def install_on_debian(missing: dict[str, tuple[str, ...]], packages: list[str]) -> None:
    """As root: what is missing through apt-get."""
    print(f"Installing {', '.join(missing)} …", flush=True)
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    for command in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
        done = subprocess.run(
            ["apt-get", "-q", *command], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
        )
        if done.returncode:
            sys.stderr.write(done.stdout.decode(errors="replace"))
            sys.exit(stop(f"apt-get {' '.join(command)} failed."))


def prepare_packages() -> None:
    """Make the virtual environment anew when the lock or the Python has changed."""
    wanted = hashlib.sha256(LOCK.read_bytes() + sys.version.encode()).hexdigest()
    if PYTHON.exists() and STAMP.exists() and STAMP.read_text() == wanted:
        return
    print("Installing the Python packages, once, about half a minute …", flush=True)
    started = time.monotonic()
    install = ("install", "--quiet", "--disable-pip-version-check", "--no-input", "--require-hashes", "-r", str(LOCK))
    for command in ([sys.executable, "-m", "venv", "--clear", str(VENV)], [str(PYTHON), "-m", "pip", *install]):
        if subprocess.call(command):
            sys.exit(stop(f"This failed: {' '.join(command)}"))
    STAMP.write_text(wanted)
    print(f"Packages installed in {time.monotonic() - started:.0f} s.", flush=True)


def stop(sentence: str) -> int:
    """Say why it does not go on; the exit status."""
    print(sentence, file=sys.stderr)
    return 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
