"""Static files as the product serves them: collected under hashed names, once."""

import json

import pytest
from django.core.management import call_command
from django.test import Client

from club.management.commands import make_ready


@pytest.fixture
def _collects_into(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "club.hashed_files.HashedFiles"}}


@pytest.mark.usefixtures("_collects_into")
def test_static_files_are_collected_once_under_hashed_names(tmp_path):
    make_ready.collect_static_files()
    manifest = json.loads((tmp_path / "staticfiles.json").read_text())["paths"]
    bootstrap = manifest["js-lib-bootstrap5/css/bootstrap.min.css"]
    assert bootstrap != "js-lib-bootstrap5/css/bootstrap.min.css"
    assert (tmp_path / f"{bootstrap}.gz").exists()
    written = (tmp_path / "staticfiles.json").stat().st_mtime_ns
    make_ready.collect_static_files()
    assert (tmp_path / "staticfiles.json").stat().st_mtime_ns == written


@pytest.mark.django_db
@pytest.mark.usefixtures("_collects_into")
def test_unknown_address_is_answered_with_a_page_in_the_look_of_the_club():
    call_command("collectstatic", verbosity=0, interactive=False)
    response = Client(raise_request_exception=False).get("/gibt-es-nicht")
    assert response.status_code == 404
    assert "Seite nicht gefunden" in response.content.decode()
