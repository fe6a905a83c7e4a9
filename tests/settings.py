"""The product's settings as the tests need them: quick passwords, plain static files, a database of this run's own."""

import os
import tempfile
from pathlib import Path

# What somebody's shell says must not change what the tests see.
for _name in ("DEBUG", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "BASE_URL", "TIME_ZONE", "LANGUAGE_CODE", "EMAIL_URL"):
    os.environ.pop(_name, None)
os.environ.setdefault("SECRET_KEY", "only for tests, where nothing is secret")
os.environ.pop("PORT", None)

from club.settings import *  # noqa: E402, F403
from club.settings import DATABASES, INSTALLED_APPS, MIDDLEWARE, STORAGES  # noqa: E402

ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
AXES_ENABLED = False  # the test of the throttle switches it on

# A request that asks the same thing row by row fails and names the line.
INSTALLED_APPS = [*INSTALLED_APPS, "zeal"]
MIDDLEWARE = ["zeal.middleware.zeal_middleware", *(name for name in MIDDLEWARE if "whitenoise" not in name)]
ZEAL_RAISE = True
ZEAL_ALLOWLIST = [
    {"model": "sessions.Session"},  # a logout reads the session, then deletes it
    {"model": "tournaments.Tournament", "field": "get()"},  # an action inside an action takes the same lock again
]

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, not memory: live-server tests write from several threads, as the product does.
    _folder = Path("/dev/shm" if os.access("/dev/shm", os.W_OK) else tempfile.gettempdir())
    DATABASES["default"]["TEST"] = {"NAME": str(_folder / f"tischtabelle-test-{os.getpid()}.sqlite3")}
    DATABASES["default"]["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
DATABASES["default"]["CONN_MAX_AGE"] = 0
