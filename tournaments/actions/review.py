"""After a correction or a new decision: which decisions still have their tie, whom it concerns, the points (R2.19)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from club.live import raise_versions, season_topic
from tournaments.closing import check_final_seats
from tournaments.models import Award, Decision, Participant, Tournament, TournamentState
from tournaments.queries.evening import LoadedEvening, load_evening
from tournaments.standings import LeaguePoints
from tournaments.ties import Tie

ConcernKind = Literal["plays_without_place", "place_without_seat", "declined_without_place"]


@dataclass(frozen=True, slots=True)
class Concern:
    """Somebody whose place in a final already seated would be another one now; nobody is exchanged (R2.19)."""

    participant: Participant
    kind: ConcernKind


@dataclass(frozen=True, slots=True)
class Review:
    """What a change after the game means: whom it concerns, which ties are open, whether anything was changed."""

    concerns: tuple[Concern, ...] = ()
    open_ties: tuple[Tie, ...] = ()
    has_changed: bool = True


def review(locked: Tournament, reason: str) -> Review:
    """Bring everything that follows from the rounds up to date, once; inside the caller's transaction.

    Decisions whose tie has gone become void, and count again when it comes back. Who plays a final without having
    reached it any more, or has reached it and does not play, is marked as admitted with `reason`; the mark goes when
    it is no longer needed. Of a closed evening the league points are built anew.
    """
    loaded = load_evening(locked)
    mark_void(loaded)
    concerns = find_concerns(loaded)
    _mark_admitted(loaded, concerns, reason)
    loaded = load_evening(locked)
    if locked.state == TournamentState.CLOSED:
        write_awards(locked, loaded)
    return _found(loaded, concerns)


def find_review(tournament: Tournament) -> Review:
    """The same report without changing anything: for a page that shows what is still open."""
    loaded = load_evening(tournament)
    return _found(loaded, find_concerns(loaded))


def _found(loaded: LoadedEvening, concerns: tuple[Concern, ...]) -> Review:
    return Review(concerns, loaded.open_ties)


def mark_void(loaded: LoadedEvening) -> None:
    """Keep on record which decisions have lost their tie, and which have it again."""
    changed = []
    for row, decision in zip(loaded.decisions, loaded.evening.decisions, strict=True):
        if row.void != decision.void:
            row.void = decision.void
            changed.append(row)
    Decision.objects.bulk_update(changed, ["void"])


def find_concerns(loaded: LoadedEvening) -> tuple[Concern, ...]:
    """Everybody whom `not_qualified` would name if nobody were admitted."""
    evening = replace(loaded.evening, admitted={})
    return tuple(
        Concern(loaded.people[str(problem.params["player"])], _kind(problem.path))
        for problem in check_final_seats(evening)
    )


def _kind(path: str) -> ConcernKind:
    """Which side of `not_qualified` it is, by the path that the rules give it."""
    if path == "final.seats":
        return "place_without_seat"
    return "declined_without_place" if path.startswith("final.declined.") else "plays_without_place"


def _mark_admitted(loaded: LoadedEvening, concerns: Sequence[Concern], reason: str) -> None:
    concerned = {concern.participant.pk for concern in concerns}
    changed = []
    for person in loaded.people.values():
        wanted = (person.admitted or reason) if person.pk in concerned else ""
        if person.admitted != wanted:
            person.admitted = wanted
            changed.append(person)
    Participant.objects.bulk_update(changed, ["admitted"])


def write_awards(locked: Tournament, loaded: LoadedEvening) -> bool:
    """League points as the rules give them now; True if any changed, and then the season knows (R2.9, R2.19)."""
    rows = [award_row(loaded.people[key], locked, points) for key, points in loaded.league_points.items()]
    existing = Award.objects.filter(tournament=locked)
    if {row.participant_id: _values(row) for row in existing} == {row.participant_id: _values(row) for row in rows}:
        return False
    Award.objects.filter(tournament=locked).delete()
    Award.objects.bulk_create(rows)
    raise_versions([season_topic(locked.date.year)])
    return True


def award_row(participant: Participant, tournament: Tournament, points: LeaguePoints) -> Award:
    """One member's league points of a closed evening, not saved yet (R2.9)."""
    return Award(
        participant=participant,
        tournament=tournament,
        member_id=participant.member_id,
        season=tournament.date.year,
        taking_part=points.taking_part,
        table_points=points.table,
        final_points=points.final,
        total=points.total,
        table_place=points.table_place,
        final_place=points.final_place,
        in_final=points.in_final,
    )


def _values(award: Award) -> tuple[object, ...]:
    return (
        award.member_id,
        award.season,
        award.taking_part,
        award.table_points,
        award.final_points,
        award.table_place,
        award.final_place,
        award.in_final,
    )
