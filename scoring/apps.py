"""The app scoring: score sheets, with or without a tournament."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Name and label of the app."""

    name = "scoring"
    verbose_name = "Tischtabelle"
    default_auto_field = "django.db.models.BigAutoField"
