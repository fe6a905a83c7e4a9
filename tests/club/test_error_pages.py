"""Pages for what goes wrong: in the club's look and language, with the right status."""

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.template.loader import render_to_string
from django.test import Client, RequestFactory
from django.urls import path
from django.views import defaults

from club.access import public


@public
def crash(request):
    raise RuntimeError("crash")


@public
def refuse(request):
    raise PermissionDenied


@public
def distrust(request):
    raise SuspiciousOperation


@public
def form(request):
    return defaults.page_not_found(request, None)


urlpatterns = [path("crash/", crash), path("refuse/", refuse), path("distrust/", distrust), path("form/", form)]


@pytest.mark.django_db
@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/crash/", 500, "Da ist etwas schiefgegangen"),
        ("/refuse/", 403, "Kein Zutritt"),
        ("/distrust/", 400, "Anfrage nicht verstanden"),
        ("/nichts/", 404, "Seite nicht gefunden"),
    ],
)
def test_page_of_each_failure(address, status, words):
    response = Client(raise_request_exception=False).get(address)
    assert response.status_code == status
    text = response.content.decode()
    assert f"<h1>{words}</h1>" in text
    assert "club/css/tokens" in text


@pytest.mark.django_db
@pytest.mark.urls(__name__)
def test_a_form_from_elsewhere_is_refused_in_words():
    response = Client(enforce_csrf_checks=True).post("/form/", {"a": "b"})
    assert response.status_code == 403
    assert "Formular abgelaufen" in response.content.decode()


def test_too_many_wrong_passwords_are_told_in_words():
    assert "In einer Viertelstunde" in render_to_string("429.html", request=RequestFactory().get("/anmelden/"))
