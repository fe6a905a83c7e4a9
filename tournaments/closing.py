"""What has to be right before an evening is closed, or brought in from a file as closed."""

from scoring.rules.problems import Problem
from tournaments.finalists import Finalists, finalists
from tournaments.standings import Evening
from tournaments.ties import Tie, check_decisions, deciding_ties


def check_evening(evening: Evening, *, is_closed: bool = True) -> list[Problem]:
    """All that is wrong with ties, final and decisions, with paths as in the tournament file, in its order.

    Of an evening that is still running only the decisions are checked: its final may yet be seated anew, its ties
    may yet vanish.
    """
    if not is_closed:
        return check_decisions(evening)
    ties = deciding_ties(evening)
    return [
        *_check_that_there_is_a_final(evening),
        *(_unresolved(evening, tie) for tie in ties if tie.stage == "table"),
        *check_final_seats(evening),
        *_check_final_rounds(evening),
        *(_unresolved(evening, tie) for tie in ties if tie.stage == "final"),
        *check_decisions(evening),
    ]


def _unresolved(evening: Evening, tie: Tie) -> Problem:
    index = [standing.number for standing in evening.tables].index(tie.table) if tie.table is not None else None
    path = "final" if index is None else f"tables.{index}"
    return Problem(path, "tie_unresolved", {"players": ", ".join(tie.keys), "why": tie.why})


def _check_that_there_is_a_final(evening: Evening) -> list[Problem]:
    if evening.counts and not evening.ended_early and evening.final_seats is None:
        return [Problem("", "final_incomplete")]
    return []


def _check_final_rounds(evening: Evening) -> list[Problem]:
    """A final of several is one round (R4.10); for a single finalist none is played (R2.5)."""
    if evening.final_seats is None or len(evening.final_seats) <= 1:
        return []
    if evening.final_ranking is None or evening.final_rounds != 1:
        return [Problem("final.rounds", "final_incomplete")]
    return []


def check_final_seats(evening: Evening) -> list[Problem]:
    """Whether those at the final are those who reached it (`not_qualified`; R2.4, R2.17, R2.19).

    Three sides: somebody seated who did not reach it, a qualified player neither seated nor declined, somebody in
    `declined` who did not qualify. `admitted` lifts each of them; that nobody is both seated and declined is never
    lifted. Who hangs on an open tie is left to the decision on it.
    """
    if evening.final_seats is None:
        return []
    reached = finalists(evening)
    return [
        *_check_seated(evening, reached),
        *_check_absent(evening, reached),
        *_check_declined(evening, reached),
    ]


def _check_seated(evening: Evening, reached: Finalists) -> list[Problem]:
    rightly = {*reached.qualified, *reached.candidates, *evening.admitted, *evening.declined}
    return [
        _not_qualified(f"final.seats.{index}", key)
        for index, key in enumerate(evening.final_seats or ())
        if key not in rightly
    ]


def _check_absent(evening: Evening, reached: Finalists) -> list[Problem]:
    excused = {*(evening.final_seats or ()), *evening.admitted}
    return [_not_qualified("final.seats", key) for key in reached.qualified if key not in excused]


def _check_declined(evening: Evening, reached: Finalists) -> list[Problem]:
    seated = evening.final_seats or ()
    rightly = {*reached.declined, *evening.admitted}
    return [
        _not_qualified(f"final.declined.{index}", key)
        for index, key in enumerate(evening.declined)
        if key in seated or key not in rightly
    ]


def _not_qualified(path: str, key: str) -> Problem:
    return Problem(path, "not_qualified", {"player": key})
