"""All addresses. Each view carries one mark of `club.access`."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

from club.access import public

urlpatterns: list[URLPattern | URLResolver] = [
    path("sprache", public(set_language), name="set_language"),
    path(
        "anmelden/",
        public(LoginView.as_view(template_name="club/login.html", redirect_authenticated_user=True)),
        name="login",
    ),
    path("abmelden/", public(LogoutView.as_view()), name="logout"),
    path("", include("scoring.urls")),
    path("", include("tournaments.urls")),
]
