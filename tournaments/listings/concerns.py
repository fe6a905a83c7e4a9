"""Whom a correction concerns, in words (R2.19)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.actions.review import Concern


def write_concern(concern: Concern) -> str:
    """Nobody is exchanged by the product; the host reads who would be another one now."""
    name = concern.participant.member.name
    if concern.kind == "plays_without_place":
        return _("%s spielt das Finale, hätte es aber nach der Korrektur nicht erreicht.") % name
    if concern.kind == "place_without_seat":
        return _("%s hätte nach der Korrektur das Finale erreicht, sitzt dort aber nicht.") % name
    return _("%s hat auf das Finale verzichtet, hätte es aber nach der Korrektur nicht erreicht.") % name
