"""Everything that changes an evening, from the plan to the league points.

planned → seated → running → final → closed. Each action locks the evening's row, checks everything at once, writes,
raises the version and logs. It answers what is there now, never the row it was given, and raises `Problems`.
"""

from tournaments.actions.check_in import check_in
from tournaments.actions.closing import (
    check_closing,
    close_tournament,
    end_early,
    rebuild_awards,
    reopen_tournament,
    resume_play,
)
from tournaments.actions.correcting import correct_round, strike_round
from tournaments.actions.decks import assign_decks
from tournaments.actions.draw import commit_draw, run_draw
from tournaments.actions.final import (
    check_final,
    decline_final,
    renew_final_lots,
    seat_final,
    start_final,
    undo_decline,
    unseat_final,
)
from tournaments.actions.people import register, register_guest, remove_participant, set_attendance
from tournaments.actions.planning import change_tournament, check_plan, plan_tournament
from tournaments.actions.play import check_seats, join_table, leave_table, start_play
from tournaments.actions.review import Concern, Review
from tournaments.actions.seats import assign_seat, back_to_check_in, choose_tables, make_seats, swap_seats
from tournaments.actions.sheets import choose_first, choose_scribe
from tournaments.actions.ties import decide_tie, draw_lots_for_tie

__all__ = [
    "Concern",
    "Review",
    "assign_decks",
    "assign_seat",
    "back_to_check_in",
    "change_tournament",
    "check_closing",
    "check_final",
    "check_in",
    "check_plan",
    "check_seats",
    "choose_first",
    "choose_scribe",
    "choose_tables",
    "close_tournament",
    "commit_draw",
    "correct_round",
    "decide_tie",
    "decline_final",
    "draw_lots_for_tie",
    "end_early",
    "join_table",
    "leave_table",
    "make_seats",
    "plan_tournament",
    "rebuild_awards",
    "register",
    "register_guest",
    "remove_participant",
    "renew_final_lots",
    "reopen_tournament",
    "resume_play",
    "run_draw",
    "seat_final",
    "set_attendance",
    "start_final",
    "start_play",
    "strike_round",
    "swap_seats",
    "undo_decline",
    "unseat_final",
]
