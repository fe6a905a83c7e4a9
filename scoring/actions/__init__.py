"""All that is written on score sheets. The row of the sheets' group is the lock for each of them."""

from scoring.actions.conflicts import Conflict
from scoring.actions.correcting import correct_round, strike_last_round
from scoring.actions.entries import Entry
from scoring.actions.opening import NewPlayer, NewSheet, lock_sheets, new_token, open_sheets, unlock_sheets
from scoring.actions.people import add_player, player_leaves
from scoring.actions.recording import declare_no_round_running, record_round

__all__ = [
    "Conflict",
    "Entry",
    "NewPlayer",
    "NewSheet",
    "add_player",
    "correct_round",
    "declare_no_round_running",
    "lock_sheets",
    "new_token",
    "open_sheets",
    "player_leaves",
    "record_round",
    "strike_last_round",
    "unlock_sheets",
]
