"""All addresses. Each view carries one mark of `club.access`."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

from club.access import public

urlpatterns: list[URLPattern | URLResolver] = [
    path("sprache", public(set_language), name="set_language"),
    path("", include("scoring.urls")),
    path("", include("tournaments.urls")),
]
