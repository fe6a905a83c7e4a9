"""What all tests share: a clean cache, Chromium as Debian ships it, windows that watch themselves."""

import os
import shutil
from importlib import import_module
from urllib.parse import urlsplit

import hypothesis
import pytest
from django.apps import apps
from django.core.cache import cache

# Playwright's loop runs in the test's thread; the tests still ask the database there.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

hypothesis.settings.register_profile("house", deadline=None, derandomize=bool(os.environ.get("CI")))
hypothesis.settings.load_profile("house")

CHROMIUM_FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage")


def pytest_collection_modifyitems(items):
    """Whatever lies in tests/browser/ is a browser test."""
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(autouse=True)
def _what_migrations_brought(request):
    """Tests that commit are cleaned up by emptying all tables: the statute's points belong to every database."""
    mark = request.node.get_closest_marker("django_db")
    if (
        "live_server" in request.fixturenames
        or "transactional_db" in request.fixturenames
        or (mark is not None and mark.kwargs.get("transaction"))
    ):
        request.getfixturevalue("transactional_db")
        import_module("club.migrations.0002_points_scheme_of_2014").add_scheme(apps, None)


@pytest.fixture(autouse=True)
def _clean_cache():
    """No test sees what another one cached."""
    cache.clear()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """Start the machine's own Chromium; a missing one fails, it never skips."""
    names = ("chromium", "chromium-browser", "google-chrome")
    app = "/Applications/Chromium.app/Contents/MacOS/Chromium"
    found = next((path for name in (*names, app) if (path := shutil.which(name))), None)
    assert found, "Chromium is missing: apt-get install -y chromium (python3 run.py test does it)"
    return {**browser_type_launch_args, "executable_path": found, "args": list(CHROMIUM_FLAGS)}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args):
    """A German browser in the club's time zone."""
    return {**browser_context_args, "locale": "de-DE", "timezone_id": "Europe/Berlin"}


@pytest.fixture
def open_window(live_server, new_context):
    """Opens windows, each with cookies of its own: `open_window("/", width=768, height=1024)`.

    At the end no window may have loaded anything from another host, logged an error, or broken the
    Content-Security-Policy. A test that provokes one empties `page.troubles`.
    """
    pages = []

    def open_one(path="/", *, width=1280, height=800, **options):
        context = new_context(base_url=live_server.url, viewport={"width": width, "height": height}, **options)
        page = context.new_page()
        watch(page, live_server.url)
        pages.append(page)
        page.goto(path)
        return page

    yield open_one
    for page in pages:
        assert page.troubles == []


def watch(page, own_url):
    """Collect in `page.troubles` whatever the window should not do."""
    page.troubles = []
    own_host = urlsplit(own_url).netloc

    def on_request(request):
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https") and parts.netloc != own_host:
            page.troubles.append(f"loaded {request.url}")

    page.on("request", on_request)
    page.on("pageerror", lambda error: page.troubles.append(f"error {error}"))
    page.on("console", lambda message: message.type == "error" and page.troubles.append(f"console {message.text}"))
