"""Everything that must hold before a change is taken; `python3 run.py test` calls it.

Lint, format, types and migrations; then all tests on SQLite, then those that meet a database again on
a PostgreSQL of their own, which is started here and stopped at the end. Arguments go to pytest.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
WITHOUT_A_DATABASE = ("tests/rules", "tests/house")
CHECKS = (
    ("lint", [str(BIN / "ruff"), "check", "--quiet", "."]),
    ("format", [str(BIN / "ruff"), "format", "--check", "--quiet", "."]),
    ("migrations", [sys.executable, "manage.py", "makemigrations", "--check", "--dry-run"]),
    ("types", [str(BIN / "mypy")]),
)


def main(arguments: list[str]) -> int:
    """Run all; the exit status is 1 when anything failed."""
    os.chdir(ROOT)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with tempfile.TemporaryDirectory(prefix="tischtabelle-") as folder:
        sqlite = f"sqlite:///{folder}/checks.sqlite3"
        failed = [name for name, command in CHECKS if not succeeds(name, command, sqlite)]
        if not pytest_succeeds("tests on SQLite", arguments, sqlite):
            failed.append("tests on SQLite")
    with postgresql() as address:
        second = [*arguments, *(f"--ignore={path}" for path in WITHOUT_A_DATABASE), "-m", "not browser"]
        if not pytest_succeeds("tests on PostgreSQL", second, address):
            failed.append("tests on PostgreSQL")
    if failed:
        print(f"Failed: {', '.join(failed)}", flush=True)
    return 1 if failed else 0


def succeeds(name: str, command: list[str], database: str) -> bool:
    """Whether one check passes; prints how long it took."""
    started = time.monotonic()
    print(f"--- {name}", flush=True)
    status = subprocess.call(command, env=dict(os.environ, DATABASE_URL=database))
    print(f"--- {name}: {'failed' if status else 'ok'}, {time.monotonic() - started:.1f} s", flush=True)
    return status == 0


def pytest_succeeds(name: str, arguments: list[str], database: str) -> bool:
    """Whether the tests pass on that database."""
    return succeeds(name, [sys.executable, "-m", "pytest", "-q", *arguments], database)


@contextmanager
def postgresql() -> Iterator[str]:
    """A PostgreSQL cluster that nobody else uses, reached through a socket in its own folder; its address."""
    programs = find_postgresql()
    owner = find_owner()
    folder = Path(tempfile.mkdtemp(prefix="tischtabelle-pg-"))
    try:
        if owner:
            shutil.chown(folder, **owner)
        make_cluster(programs, folder, owner)
        server = start_cluster(programs, folder, owner)
        try:
            wait_until_ready(programs, folder, server)
            yield f"postgres://club@/club?host={folder}"
        finally:
            server.send_signal(signal.SIGINT)  # fast shutdown: ends open connections
            server.wait(timeout=60)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def find_postgresql() -> Path:
    """The folder with PostgreSQL's server programs, the newest of several."""
    found = sorted(glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: float(path.split("/")[4]))
    initdb = found[-1] if found else shutil.which("initdb")
    if not initdb:
        sys.exit("PostgreSQL is missing; run.py test says how to install it.")
    return Path(initdb).resolve().parent


def find_owner() -> dict[str, Any]:
    """Whom the cluster belongs to: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    name = "postgres" if "postgres" in names else "nobody"
    return {"user": name, "group": pwd.getpwnam(name).pw_gid}


def make_cluster(programs: Path, folder: Path, owner: dict[str, Any]) -> None:
    """initdb, quietly."""
    command = [str(programs / "initdb"), "--pgdata", str(folder / "data"), "--username", "club"]
    options = ["--auth", "trust", "--encoding", "UTF8", "--no-locale", "--no-sync"]
    subprocess.run([*command, *options], check=True, stdout=subprocess.DEVNULL, cwd=folder, **owner)


def start_cluster(programs: Path, folder: Path, owner: dict[str, Any]) -> subprocess.Popen[bytes]:
    """The server process; what is lost at a power cut does not matter here."""
    settings = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "listen_addresses": ""}
    command = [str(programs / "postgres"), "-D", str(folder / "data"), "-k", str(folder)]
    for name, value in settings.items():
        command += ["-c", f"{name}={value}"]
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(command, cwd=folder, stdout=log, stderr=log, **owner)


def wait_until_ready(programs: Path, folder: Path, server: subprocess.Popen[bytes]) -> None:
    """Wait up to half a minute until the cluster answers."""
    for _attempt in range(300):
        if server.poll() is not None:
            break
        if subprocess.call([str(programs / "pg_isready"), "-q", "-h", str(folder)]) == 0:
            return
        time.sleep(0.1)
    sys.exit(f"PostgreSQL did not start:\n{(folder / 'log').read_text(errors='replace')}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
