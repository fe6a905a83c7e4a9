"""Addresses of the app scoring; included by club.urls."""

from django.urls import URLPattern, URLResolver

app_name = "scoring"
urlpatterns: list[URLPattern | URLResolver] = []
