"""Settings from the environment: what comes out of a usable one, and that any other stops with one sentence."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from club import environment
from club.environment import UnusableSetting

ROOT = Path(__file__).resolve().parents[2]
READERS = {
    "DEBUG": lambda: environment.read_flag("DEBUG", default=False),
    "PORT": lambda: environment.read_port("PORT", 8000),
    "BASE_URL": lambda: environment.read_base_url("BASE_URL", "http://127.0.0.1:8000"),
    "ALLOWED_HOSTS": lambda: environment.read_hosts("ALLOWED_HOSTS", "http://127.0.0.1:8000"),
    "CSRF_TRUSTED_ORIGINS": lambda: environment.read_origins("CSRF_TRUSTED_ORIGINS"),
    "TIME_ZONE": lambda: environment.read_time_zone("TIME_ZONE", "Europe/Berlin"),
    "LANGUAGE_CODE": lambda: environment.read_choice("LANGUAGE_CODE", "de", {"de": "Deutsch", "en": "English"}),
    "EMAIL_URL": lambda: environment.read_email("EMAIL_URL"),
    "DATABASE_URL": lambda: environment.read_database("DATABASE_URL", ROOT),
}
LOOPBACK = ["127.0.0.1", "localhost", "[::1]"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "maybe"),
        ("PORT", "http"),
        ("PORT", "70000"),
        ("BASE_URL", "club.example"),
        ("BASE_URL", "https://club.example:port"),
        ("BASE_URL", "ftp://club.example"),
        ("ALLOWED_HOSTS", "https://club.example"),
        ("ALLOWED_HOSTS", "club.example:8000"),
        ("CSRF_TRUSTED_ORIGINS", "club.example"),
        ("TIME_ZONE", "Europe/Burgdorf"),
        ("TIME_ZONE", "../etc/passwd"),
        ("LANGUAGE_CODE", "lb"),
        ("EMAIL_URL", "mail.example"),
        ("EMAIL_URL", "smtp://"),
        ("DATABASE_URL", "mysql://club@host/club"),
        ("DATABASE_URL", "postgres://club@host/"),
        ("DATABASE_URL", "postgres://club@host:5432x/club"),
        ("DATABASE_URL", "sqlite://"),
        ("DATABASE_URL", "sqlite:///club"),
    ],
)
def test_unusable_setting_stops_with_one_sentence_that_names_it(monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(UnusableSetting) as stop:
        READERS[name]()
    sentence = str(stop.value)
    assert sentence.startswith(name)
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_unusable_setting_ends_a_command_without_a_traceback():
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "club.settings", "TIME_ZONE": "Mars"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr == "TIME_ZONE='Mars' cannot be used: write a time zone such as Europe/Berlin.\n"


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("DEBUG", "1", True),
        ("DEBUG", "", False),
        ("PORT", "8123", 8123),
        ("BASE_URL", "https://club.example/", "https://club.example"),
        ("ALLOWED_HOSTS", "", LOOPBACK),
        ("ALLOWED_HOSTS", "club.example, .other.example", ["club.example", ".other.example"]),
        ("CSRF_TRUSTED_ORIGINS", "https://club.example", ["https://club.example"]),
        ("TIME_ZONE", "", "Europe/Berlin"),
        ("LANGUAGE_CODE", "en", "en"),
        ("EMAIL_URL", "", {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}),
    ],
)
def test_usable_setting(monkeypatch, name, value, expected):
    monkeypatch.setenv(name, value)
    assert READERS[name]() == expected


def test_hosts_take_in_the_address_that_the_qr_codes_point_to(monkeypatch):
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    assert environment.read_hosts("ALLOWED_HOSTS", "http://192.168.7.4:8000") == [*LOOPBACK, "192.168.7.4"]


def test_sqlite_waits_for_other_writers_and_forgets_nothing(monkeypatch, tmp_path):
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/new/club.sqlite3")
    database = environment.read_database("DATABASE_URL", ROOT)
    assert database == {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": f"{tmp_path}/new/club.sqlite3",
        "CONN_MAX_AGE": 60,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
        },
    }


def test_postgresql_takes_name_password_and_options(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://club:p%40ss@db.example:5433/canasta?sslmode=require")
    database = environment.read_database("DATABASE_URL", ROOT)
    assert database == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "canasta",
        "USER": "club",
        "PASSWORD": "p@ss",
        "HOST": "db.example",
        "PORT": "5433",
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"sslmode": "require"},
    }


def test_e_mail_through_a_server(monkeypatch):
    monkeypatch.setenv("EMAIL_URL", "smtp+tls://club:secret@mail.example?from=vorstand@club.example")
    assert environment.read_email("EMAIL_URL") == {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "EMAIL_HOST": "mail.example",
        "EMAIL_PORT": 587,
        "EMAIL_HOST_USER": "club",
        "EMAIL_HOST_PASSWORD": "secret",
        "EMAIL_USE_TLS": True,
        "EMAIL_USE_SSL": False,
        "EMAIL_TIMEOUT": 20,
        "DEFAULT_FROM_EMAIL": "vorstand@club.example",
    }


def test_secret_key_is_made_once_and_kept_for_its_owner_only(monkeypatch, tmp_path):
    monkeypatch.delenv("SECRET_KEY", raising=False)
    file = tmp_path / "var" / "secret_key"
    key = environment.read_secret_key("SECRET_KEY", file)
    assert len(key) > 50
    assert environment.read_secret_key("SECRET_KEY", file) == key
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["secret_key"]


def test_secret_key_from_the_environment_wins(monkeypatch, tmp_path):
    monkeypatch.setenv("SECRET_KEY", "from outside")
    assert environment.read_secret_key("SECRET_KEY", tmp_path / "secret_key") == "from outside"
    assert list(tmp_path.iterdir()) == []
