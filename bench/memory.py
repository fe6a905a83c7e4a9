"""What the server process needs, before and after it has made PDFs."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from bench.limits import Report
from bench.pages import fill
from club.actions import create_account
from club.log import Actor
from club.models import Account
from tournaments.models import Tournament

LIMIT, LIMIT_WITH_PDF = 150, 200
ROOT = Path(__file__).resolve().parent.parent


def run(report: Report) -> None:
    """The largest process of a server that has served a season and an evening's prints."""
    if not Tournament.objects.exists():
        fill(2022, 60)
    cookie = login()
    evening = Tournament.objects.order_by("date").first()
    assert evening is not None
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    environment = dict(os.environ, PORT=str(port), PYTHONPATH=str(ROOT))
    subprocess.run([sys.executable, "manage.py", "collectstatic", "--noinput", "-v0"], cwd=ROOT, check=True)
    command = [sys.executable, "-m", "gunicorn", "--config", "python:club.server", "club.wsgi"]
    server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        wait_for(address)
        for _ in range(20):
            for path in ("/", "/turniere/", f"/turniere/{evening.pk}/"):
                ask(address + path, cookie)
        report.figure("server process", largest(server.pid), LIMIT, "MB")
        for _ in range(5):
            ask(f"{address}/turniere/{evening.pk}/leitung/drucken/lose/", cookie)
        report.figure("server process after PDFs", largest(server.pid), LIMIT_WITH_PDF, "MB")
    finally:
        server.terminate()
        server.wait(timeout=20)


def login() -> str:
    """The cookie of a board account's session."""
    board = Account.objects.filter(username="bench").first() or create_account(
        username="bench", password="bench-only", is_board=True, by=Actor(device="bench"), at=timezone.now()
    )
    session = SessionStore()
    session[SESSION_KEY] = str(board.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = board.get_session_auth_hash()
    session.create()
    return f"sessionid={session.session_key}"


def ask(address: str, cookie: str) -> bytes:
    request = urllib.request.Request(address, headers={"Cookie": cookie})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return bytes(answer.read())


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(address: str) -> None:
    for _ in range(100):
        try:
            urllib.request.urlopen(address, timeout=2).close()
            return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.2)
    raise SystemExit("the server did not start")


def largest(pid: int) -> float:
    """Megabytes of resident memory of the largest of the server's processes."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return max(resident(each) for each in [str(pid), *children])


def resident(pid: str) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0
