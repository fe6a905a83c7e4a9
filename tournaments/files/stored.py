"""What the database holds of evenings, as documents: the same number of queries for one and for a hundred."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import QuerySet

from scoring.models import Round, RoundResult, RoundState, ScoreSheet, SheetPlayer
from scoring.rules.ruleset import get_ruleset
from tournaments.files.document import Document, Player, WrittenDecision, WrittenRound, WrittenTable
from tournaments.models import Decision, DecisionPlace, Participant, Seat, Table, Tournament, TournamentState

STARTED = (TournamentState.RUNNING, TournamentState.FINAL, TournamentState.CLOSED)


@dataclass
class _Rows:
    """All rows of the evenings wanted, sorted into what they belong to."""

    participants: dict[int, list[Participant]] = field(default_factory=lambda: defaultdict(list))
    tables: dict[int, list[Table]] = field(default_factory=lambda: defaultdict(list))
    seats: dict[int, list[Seat]] = field(default_factory=lambda: defaultdict(list))
    players: dict[int, list[SheetPlayer]] = field(default_factory=lambda: defaultdict(list))
    rounds: dict[int, list[Round]] = field(default_factory=lambda: defaultdict(list))
    results: dict[int, list[RoundResult]] = field(default_factory=lambda: defaultdict(list))
    decisions: dict[int, list[Decision]] = field(default_factory=lambda: defaultdict(list))
    places: dict[int, list[DecisionPlace]] = field(default_factory=lambda: defaultdict(list))


def read_documents(wanted: QuerySet[Tournament]) -> list[tuple[Tournament, Document]]:
    """Each evening of `wanted` that has begun, by date and name, people by their member's primary key.

    Ten queries. A host who is known but does not play is in `host` too, without being one of the players.
    """
    tournaments = list(wanted.filter(state__in=STARTED).select_related("host"))
    tournaments.sort(key=lambda tournament: (tournament.date, tournament.name))
    rows = _read_rows(wanted.filter(state__in=STARTED).order_by().values("pk"))
    return [(tournament, _document(tournament, rows)) for tournament in tournaments]


def _read_rows(keys: QuerySet[Tournament, Any]) -> _Rows:
    rows = _Rows()
    for participant in Participant.objects.filter(tournament__in=keys).select_related("member").order_by("pk"):
        rows.participants[participant.tournament_id].append(participant)
    for table in Table.objects.filter(tournament__in=keys).select_related("sheet").order_by("number"):
        rows.tables[table.tournament_id].append(table)
    for seat in Seat.objects.filter(table__tournament__in=keys).order_by("number"):
        rows.seats[seat.table_id].append(seat)
    sheets = ScoreSheet.objects.filter(table__tournament__in=keys).values("pk")
    for player in SheetPlayer.objects.filter(sheet__in=sheets).order_by("seat", "turn"):
        rows.players[player.sheet_id].append(player)
    current = Round.objects.filter(sheet__in=sheets, state=RoundState.CURRENT)
    for one in current.order_by("number"):
        rows.rounds[one.sheet_id].append(one)
    for result in RoundResult.objects.filter(round__in=current.values("pk")):
        rows.results[result.round_id].append(result)
    for decision in Decision.objects.filter(tournament__in=keys).order_by("pk"):
        rows.decisions[decision.tournament_id].append(decision)
    for place in DecisionPlace.objects.filter(decision__tournament__in=keys).order_by("place"):
        rows.places[place.decision_id].append(place)
    return rows


def _document(tournament: Tournament, rows: _Rows) -> Document:
    participants = rows.participants[tournament.pk]
    members = {participant.pk: str(participant.member_id) for participant in participants}
    tables = {table.pk: table for table in rows.tables[tournament.pk]}
    final = next((table for table in tables.values() if table.number == 0), None)
    written_final = _final(final, tournament, rows, members) if final else None
    return Document(
        name=tournament.name,
        date=tournament.date,
        kind=tournament.kind,
        players=tuple(_player(participant) for participant in participants),
        tables=tuple(_table(table, rows, members) for table in tables.values() if table is not final),
        final=written_final,
        decisions=tuple(_decisions(rows.decisions[tournament.pk], tables, rows, members)),
        declined=tuple(members[one.pk] for one in participants if written_final and one.declined_final),
        admitted={members[one.pk]: one.admitted for one in participants if written_final and one.admitted},
        host=None if tournament.host_id is None else str(tournament.host_id),
        host_name="" if tournament.host_id is not None else tournament.host_name,
        venue=tournament.venue,
        is_running=tournament.state != TournamentState.CLOSED,
        ended_early=tournament.ended_early,
        ruleset=tournament.ruleset,
        target=_unusual_target(tournament),
    )


def _unusual_target(tournament: Tournament) -> int | None:
    """Only training may have a target other than its rule set's."""
    if tournament.does_count or tournament.target == get_ruleset(tournament.ruleset).target:
        return None
    return tournament.target


def _player(participant: Participant) -> Player:
    member = participant.member
    return Player(str(member.pk), member.name, member.born, member.number, participant.is_guest)


def _final(table: Table, tournament: Tournament, rows: _Rows, members: Mapping[int, str]) -> WrittenTable | None:
    """The final once it is played; while its seats are only being drawn there is none yet."""
    if tournament.state != TournamentState.CLOSED and table.sheet_id is None:
        return None
    return _table(table, rows, members)


def _table(table: Table, rows: _Rows, members: Mapping[int, str]) -> WrittenTable:
    if table.sheet is None:
        drawn = (members.get(seat.participant_id or 0) for seat in rows.seats[table.pk])
        return WrittenTable(table.number, tuple((person,) if person else () for person in drawn))
    players = rows.players[table.sheet.pk]
    names = {player.pk: str(player.member_id) for player in players}
    scribes = (names[player.pk] for player in players if player.is_scribe)
    return WrittenTable(
        number=table.number,
        seats=_seats(players, [seat.number for seat in rows.seats[table.pk]]),
        rounds=tuple(_round(rows.results[one.pk], names) for one in rows.rounds[table.sheet.pk]),
        first=names[min(players, key=lambda player: player.position).pk] if table.sheet.first_chosen else None,
        scribe=next(scribes, None) if table.sheet.scribe_chosen else None,
        left_after={names[one.pk]: one.left_after for one in players if one.left_after is not None},
        joined_after={names[one.pk]: one.joined_after for one in players if one.joined_after},
    )


def _seats(players: Iterable[SheetPlayer], labels: Iterable[int]) -> tuple[tuple[str, ...], ...]:
    people: dict[int, list[str]] = {number: [] for number in labels}
    for player in players:
        people.setdefault(player.seat, []).append(str(player.member_id))
    return tuple(tuple(people.get(number, ())) for number in range(1, max(people, default=0) + 1))


def _round(results: Iterable[RoundResult], names: Mapping[int, str]) -> WrittenRound:
    points, counts = {}, {}
    for result in results:
        if result.count is None:
            points[names[result.player_id]] = result.points
        else:
            counts[names[result.player_id]] = result.count
    return WrittenRound(points, counts)


def _decisions(
    decisions: Iterable[Decision], tables: Mapping[int, Table], rows: _Rows, members: Mapping[int, str]
) -> Iterable[WrittenDecision]:
    for decision in decisions:
        yield WrittenDecision(
            table=tables[decision.table_id].number or None,
            order=tuple(members[place.participant_id] for place in rows.places[decision.pk]),
            by=decision.by,
            reason=decision.reason,
            is_void=decision.void,
        )
