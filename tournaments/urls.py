"""Addresses of the app tournaments; included by club.urls."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.views import season, tournament

app_name = "tournaments"
urlpatterns: list[URLPattern | URLResolver] = [
    path("", season.season, name="season"),
    path("saison/<int:year>/", season.season, name="season"),
    path("turniere/", tournament.tournaments, name="tournaments"),
    path("turniere/jahr/<int:year>/", tournament.tournaments, name="tournaments"),
    path("turniere/<int:pk>/", tournament.tournament, name="tournament"),
    path("", include("tournaments.host_urls")),
]
