"""An evening's figures in the words of the host page."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.models import Tournament, TournamentState
from tournaments.seating import Setup

STEPS = (
    (TournamentState.PLANNED, _("Check-in")),
    (TournamentState.SEATED, _("Auslosung")),
    (TournamentState.RUNNING, _("Spiel")),
    (TournamentState.FINAL, _("Finale")),
    (TournamentState.CLOSED, _("Abschluss")),
)


def setup_parts(setup: Setup) -> tuple[str, ...]:
    """The parts of `13 Teilnehmer · 3 Tische (5 + 4 + 4) · 13 Lose · 4 Blätter (2 + 1 + 1)` (R1.2, R2.2, R2.6)."""
    tables, decks = len(setup.sizes), setup.deck_count
    return (
        ngettext("%d Teilnehmer", "%d Teilnehmer", setup.people) % setup.people,
        ngettext("%d Tisch", "%d Tische", tables) % tables + _sum(setup.sizes),
        ngettext("%d Los", "%d Lose", setup.people) % setup.people,
        ngettext("%d Blatt", "%d Blätter", decks) % decks + _sum(setup.decks),
    )


def _sum(parts: Sequence[int]) -> str:
    return f" ({' + '.join(map(str, parts))})" if len(parts) > 1 else ""


def evening_steps(tournament: Tournament) -> list[tuple[str, bool, bool]]:
    """The steps of the evening: word, whether it is the present one, whether it is behind us."""
    states = [state for state, _word in STEPS]
    now = states.index(TournamentState(tournament.state))
    return [(str(word), index == now, index < now) for index, (_state, word) in enumerate(STEPS)]
