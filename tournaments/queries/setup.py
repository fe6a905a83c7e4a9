"""The line "13 Teilnehmer · 3 Tische (5 + 4 + 4) · 13 Lose · 4 Blätter (2 + 1 + 1)" for an evening's rule set."""

from __future__ import annotations

from scoring.rules.ruleset import get_ruleset
from tournaments.models import Tournament
from tournaments.seating import Setup, setup


def setup_for(tournament: Tournament, people: int) -> Setup:
    """Tables, lots and decks for that many people, with the number of tables that the host wants (R1.2, R2.2).

    In a tournament everybody plays alone. Raises `Problems` (`wrong_number_of_players` at `people` or `tables`).
    """
    ruleset = get_ruleset(tournament.ruleset)
    sizes = ruleset.players.alone or (0,)
    return setup(people, ruleset.decks_for, tournament.tables_wanted, most=max(sizes), fewest=min(sizes))
