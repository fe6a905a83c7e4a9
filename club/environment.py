"""Settings read from the environment: each usable, or a stop with one clear sentence."""

import os
import secrets
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
SQLITE_PRAGMAS = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
YES_AND_NO = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}


class UnusableSetting(SystemExit):
    """Stops the start; its text names the setting and what would be usable (exit status 1)."""


def read_text(name: str, default: str = "") -> str:
    """The setting `name`, without surrounding blanks; an empty one counts as missing."""
    return os.environ.get(name, "").strip() or default


def read_flag(name: str, default: bool) -> bool:
    """The setting `name` as yes or no."""
    value = read_text(name)
    if not value:
        return default
    try:
        return YES_AND_NO[value.lower()]
    except KeyError:
        raise UnusableSetting(f"{name}={value!r} cannot be used: write 1 or 0.") from None


def read_list(name: str) -> list[str]:
    """The setting `name`, separated by commas."""
    return [item for part in read_text(name).split(",") if (item := part.strip())]


def read_choice(name: str, default: str, choices: Mapping[str, str]) -> str:
    """The setting `name`, one of the keys of `choices`."""
    value = read_text(name, default)
    if value not in choices:
        raise UnusableSetting(f"{name}={value!r} cannot be used: write one of {', '.join(choices)}.")
    return value


def read_time_zone(name: str, default: str) -> str:
    """The setting `name`, a time zone of the IANA list."""
    value = read_text(name, default)
    try:
        ZoneInfo(value)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise UnusableSetting(f"{name}={value!r} cannot be used: write a time zone such as Europe/Berlin.") from None
    return value


def read_port(name: str, default: int) -> int:
    """The setting `name`, a port of this machine."""
    value = read_text(name, str(default))
    if not value.isdecimal() or not 0 < int(value) < 65536:
        raise UnusableSetting(f"{name}={value!r} cannot be used: write a number from 1 to 65535.")
    return int(value)


def read_hosts(name: str, base_url: str) -> list[str]:
    """The setting `name`, host names only; without it this machine's own and the host of `base_url`."""
    hosts = read_list(name)
    for host in hosts:
        if "/" in host or (":" in host and not host.startswith("[")):
            raise UnusableSetting(f"{name}: {host!r} cannot be used: write host names only, such as club.example.")
    base = urlsplit(base_url).hostname or ""
    return hosts or list(dict.fromkeys([*LOOPBACK, f"[{base}]" if ":" in base else base]))


def read_origins(name: str) -> list[str]:
    """The setting `name`: origins with their scheme."""
    origins = read_list(name)
    for origin in origins:
        parts = split_url(name, origin, "https://club.example")
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path:
            raise UnusableSetting(f"{name}: {origin!r} cannot be used: write origins such as https://club.example.")
    return origins


def read_base_url(name: str, default: str) -> str:
    """The setting `name`: where the product is reached, without a slash at the end."""
    value = read_text(name, default).rstrip("/")
    parts = split_url(name, value, "https://club.example")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise UnusableSetting(f"{name}={value!r} cannot be used: write an address such as https://club.example.")
    return value


def split_url(name: str, value: str, example: str) -> SplitResult:
    """The parts of an address, its port checked."""
    try:
        parts = urlsplit(value)
        _ = parts.port
    except ValueError:
        raise UnusableSetting(f"{name} cannot be used: write an address such as {example}.") from None
    return parts


def read_database(name: str, root: Path) -> dict[str, Any]:
    """The setting `name` as Django's database settings; paths are relative to `root`.

    SQLite begins each transaction IMMEDIATE, so that two writers wait for one another instead of
    failing, and syncs fully, because a tablet forgets what was acknowledged.
    """
    value = read_text(name, "sqlite:///var/club.sqlite3")
    parts = split_url(name, value, "postgres://user:password@host/name")
    if parts.scheme == "sqlite":
        return _sqlite(name, parts, root)
    if parts.scheme in ("postgres", "postgresql"):
        return _postgresql(name, parts)
    raise UnusableSetting(
        f"{name} cannot be used: write sqlite:///var/club.sqlite3 or postgres://user:password@host/name."
    )


def _sqlite(name: str, parts: SplitResult, root: Path) -> dict[str, Any]:
    path = unquote(parts.path).removeprefix("/")
    if not path or parts.netloc:
        raise UnusableSetting(f"{name} cannot be used: write sqlite:///var/club.sqlite3 or sqlite:////full/path.")
    file = root / path
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise UnusableSetting(f"{name} cannot be used: {file.parent} cannot be made ({error.strerror}).") from None
    if file.is_dir() or not os.access(file if file.exists() else file.parent, os.W_OK):
        raise UnusableSetting(f"{name} cannot be used: {file} cannot be written.")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "CONN_MAX_AGE": 60,
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 20, "init_command": SQLITE_PRAGMAS},
    }


def _postgresql(name: str, parts: SplitResult) -> dict[str, Any]:
    database = unquote(parts.path).removeprefix("/")
    if not database:
        raise UnusableSetting(f"{name} cannot be used: the name of the database is missing after the host.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": database,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": dict(parse_qsl(parts.query)),
    }


def read_email(name: str) -> dict[str, Any]:
    """The setting `name` as Django's e-mail settings; without it letters are printed in the terminal."""
    parts = split_url(name, read_text(name, "console:"), "smtp://user:password@host:587")
    if parts.scheme == "console":
        return {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}
    if parts.scheme not in ("smtp", "smtps", "smtp+tls") or not parts.hostname:
        raise UnusableSetting(f"{name} cannot be used: write console:, smtp+tls://user:password@host:587 or smtps://….")
    ports = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
    return {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or ports[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_TIMEOUT": 20,
        "DEFAULT_FROM_EMAIL": dict(parse_qsl(parts.query)).get("from", f"noreply@{parts.hostname}"),
    }


def read_secret_key(name: str, keep_in: Path) -> str:
    """The setting `name`; without it a key made once and kept in the file `keep_in`."""
    value = read_text(name)
    if value:
        return value
    try:
        if not keep_in.exists():
            _make_secret_key(keep_in)
        key = keep_in.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        raise UnusableSetting(f"{name} is missing and {keep_in} cannot be made or read: set {name}.") from None
    if not key:
        raise UnusableSetting(f"{name} is missing and {keep_in} is empty: remove that file or set {name}.")
    return key


def _make_secret_key(keep_in: Path) -> None:
    """Write a new key; of two processes that start together the first one's stays."""
    keep_in.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(dir=keep_in.parent)
    try:
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(64) + "\n")
        if not keep_in.exists():
            os.link(draft, keep_in)
    except FileExistsError:
        pass
    finally:
        os.unlink(draft)
