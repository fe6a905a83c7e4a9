"""The app club: members, seasons, decks, roles; the ground floor."""

from django.apps import AppConfig


class ClubConfig(AppConfig):
    """Name and label of the app."""

    name = "club"
    verbose_name = "Verein"
    default_auto_field = "django.db.models.BigAutoField"
