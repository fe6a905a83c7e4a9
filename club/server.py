"""How gunicorn serves the product: `gunicorn --config python:club.server club.wsgi`."""

import logging
import os
from typing import Any
from urllib.parse import urlsplit

from club import environment
from club.masking import MaskTokens

PORT = environment.read_port("PORT", 8000)
BASE_URL = environment.read_base_url("BASE_URL", f"http://127.0.0.1:{PORT}")
_base = urlsplit(BASE_URL)
_for_others = _base.scheme == "http" and _base.hostname not in ("127.0.0.1", "localhost", "::1")

# A plain http address that other devices reach is served to them; https means that a proxy stands in front.
bind = f"{'0.0.0.0' if _for_others else '127.0.0.1'}:{PORT}"  # noqa: S104
workers = int(os.environ.get("WEB_CONCURRENCY", "1"))
worker_class = "gthread"
threads = 8
preload_app = True
timeout = 60
graceful_timeout = 10
keepalive = 5
loglevel = "warning"
control_socket_disable = True
worker_tmp_dir = "/dev/shm" if os.path.isdir("/dev/shm") else None  # noqa: S108


def on_starting(server: Any) -> None:
    """Keep tokens out of gunicorn's own log too."""
    logging.getLogger("gunicorn.error").addFilter(MaskTokens())


def when_ready(server: Any) -> None:
    """Say where it runs, once it answers."""
    print(f"Tischtabelle: {BASE_URL}/  (Ctrl-C stops it)", flush=True)  # noqa: T201
