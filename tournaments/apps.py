"""The app tournaments: the evening and the table of the year."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Name and label of the app."""

    name = "tournaments"
    verbose_name = "Turniere"
    default_auto_field = "django.db.models.BigAutoField"
