"""Addresses of the app scoring; included by club.urls."""

from django.urls import URLPattern, URLResolver, path

from scoring import views

app_name = "scoring"
urlpatterns: list[URLPattern | URLResolver] = [
    path("s/<str:token>/", views.sheet, name="sheet"),
    path("s/<str:token>/stand", views.state, name="state"),
    path("s/<str:token>/runden", views.rounds, name="rounds"),
    path("s/<str:token>/zurueck", views.undo, name="undo"),
    path("s/<str:token>/keine-runde", views.no_round, name="no_round"),
]
