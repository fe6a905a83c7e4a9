"""Logging in and out."""

import pytest

from club.models import Account

pytestmark = pytest.mark.django_db


def test_leads_back_and_out_again(client):
    Account.objects.create_user("anna", password="geheimgeheim")
    form = {"username": "anna", "password": "geheimgeheim", "next": "/turniere/"}
    assert client.post("/anmelden/", form).headers["Location"] == "/turniere/"
    assert "anna" in client.get("/turniere/").content.decode()
    assert client.post("/abmelden/").headers["Location"] == "/"
    assert "Anmelden" in client.get("/turniere/").content.decode()


def test_never_leads_to_another_host(client):
    Account.objects.create_user("anna", password="geheimgeheim")
    form = {"username": "anna", "password": "geheimgeheim", "next": "https://fremd.example/"}
    assert client.post("/anmelden/", form).headers["Location"] == "/willkommen/"


def test_wrong_password_is_told_where_it_was_typed(client):
    response = client.post("/anmelden/", {"username": "anna", "password": "falsch"})
    assert response.status_code == 200
    assert "alert" in response.content.decode()
