"""run.py on machines that lack something."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

APT_LINE = (
    "Type this, then start again:\n  sudo apt-get update && sudo apt-get install -y --no-install-recommends"
    " libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0\n"
)


@pytest.fixture
def run(monkeypatch):
    """The module run.py on a machine where Pango is missing; what it would have installed is in `installed`."""
    spec = importlib.util.spec_from_file_location("run", ROOT / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.installed = []

    def install(_missing, packages):
        module.installed += packages
        monkeypatch.setattr(module, "has_pango", lambda: True)

    monkeypatch.setattr(module, "has_pango", lambda: False)
    monkeypatch.setattr(module, "install_on_debian", install)
    return module


def on_machine(monkeypatch, run, *, user, tool):
    monkeypatch.setattr(run.os, "geteuid", lambda: user)
    monkeypatch.setattr(run.shutil, "which", lambda name: f"/usr/bin/{name}" if name == tool else None)


def test_root_on_debian_gets_what_is_missing_installed(monkeypatch, run):
    on_machine(monkeypatch, run, user=0, tool="apt-get")
    run.prepare_machine("")
    assert run.installed == ["libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0"]


@pytest.mark.parametrize(
    ("tool", "hint"),
    [
        ("apt-get", APT_LINE),
        ("dnf", "Type this, then start again:\n  sudo dnf install -y pango harfbuzz"),
        ("", "Install it.\n"),
    ],
)
def test_anybody_else_is_told_the_line_to_type(monkeypatch, run, capsys, tool, hint):
    on_machine(monkeypatch, run, user=1000, tool=tool)
    with pytest.raises(SystemExit) as stop:
        run.prepare_machine("")
    assert stop.value.code == 1
    assert capsys.readouterr().err.startswith(f"This machine lacks Pango (for the PDFs). {hint}")
    assert run.installed == []


def test_tests_need_a_browser_and_a_database_server(monkeypatch, run):
    monkeypatch.setattr(run, "glob", lambda _pattern: [])
    monkeypatch.setattr(run, "can_load", lambda *_libraries: False)
    on_machine(monkeypatch, run, user=1000, tool="")
    for_tests = ["Chromium", "libatomic (for Playwright)", "PostgreSQL", "Poppler"]
    assert list(run.find_missing("test")) == ["Pango (for the PDFs)", *for_tests]
    assert list(run.find_missing("serve")) == ["Pango (for the PDFs)"]


def test_unknown_task_is_wrong_usage(run, capsys):
    assert run.main(["tset"]) == 2
    assert "python3 run.py test" in capsys.readouterr().err


def test_lock_names_no_address_and_pins_each_package_by_hash():
    lock = (ROOT / "requirements.lock").read_text()
    assert "://" not in lock
    pins = [line for line in lock.splitlines() if "==" in line and not line.startswith((" ", "#"))]
    assert len(pins) > 40
    assert all(line.endswith("\\") for line in pins)
