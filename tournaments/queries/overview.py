"""All tables of an evening while they play: totals, round, who is near the target, last round, silence."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Max

from scoring.models import Round, RoundResult, RoundState, ScoreSheet, SheetPlayer, Stage
from scoring.rules.ranking import places, rank
from tournaments.models import Table, Tournament
from tournaments.queries.places import participant_names

NEAR = 1000  # that many points or fewer are missing to the target
SILENT_AFTER = dt.timedelta(minutes=25)


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One player at a table; `place` is None before the first round, `missing` what is left to the target."""

    pk: int
    participant: int | None
    name: str
    seat: int
    total: int
    place: int | None
    is_scribe: bool
    is_near: bool
    has_reached: bool
    left_after: int | None
    joined_after: int
    missing: int

    @property
    def first_round(self) -> int:
        """The first round that a late comer plays."""
        return self.joined_after + 1


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """A round that can be corrected."""

    pk: int
    number: int


@dataclass(frozen=True, slots=True)
class PlayingTable:
    """A table with its sheet. `state`: playing, last_round, finished."""

    table: int
    sheet: int
    number: int
    is_final: bool
    token: str
    state: str
    recorded: int
    is_silent: bool
    last_at: dt.datetime | None
    target: int | None
    players: Sequence[PlayerLine]
    rounds: Sequence[RecordedRound]

    @property
    def next_round(self) -> int:
        """The round that is being played."""
        return self.recorded + 1

    @property
    def is_finished(self) -> bool:
        return self.state == "finished"


@dataclass(frozen=True, slots=True)
class Overview:
    """Tables by number, the final last. `ended_by`: the table at which somebody has reached the target."""

    tables: Sequence[PlayingTable]
    ended_at: dt.datetime | None
    ended_by: int | None

    @property
    def all_finished(self) -> bool:
        """Whether no table of the evening itself still plays."""
        return all(table.is_finished for table in self.tables if not table.is_final)


def read_overview(tournament: Tournament, now: dt.datetime) -> Overview:
    """Six queries, for one table as for ten."""
    names = _names(tournament)
    sheets = list(
        ScoreSheet.objects.filter(table__tournament=tournament)
        .select_related("table", "group__ended_by")
        .annotate(last_at=Max("rounds__recorded_at"))
    )
    players: dict[int, list[SheetPlayer]] = {}
    for player in SheetPlayer.objects.filter(sheet__in=sheets).order_by("position", "turn"):
        players.setdefault(player.sheet_id, []).append(player)
    totals = _totals(sheets)
    rounds: dict[int, list[RecordedRound]] = {}
    current = Round.objects.filter(sheet__in=sheets, state=RoundState.CURRENT).order_by("number")
    for pk, sheet, number in current.values_list("pk", "sheet_id", "number"):
        rounds.setdefault(sheet, []).append(RecordedRound(pk, number))
    main = next((sheet for sheet in sheets if sheet.stage == Stage.TABLE), None)
    return Overview(
        tables=sorted(
            (
                _playing(sheet, players.get(sheet.pk, []), totals, rounds.get(sheet.pk, []), names, now)
                for sheet in sheets
            ),
            key=lambda table: (table.is_final, table.number),
        ),
        ended_at=main.group.ended_at if main else None,
        ended_by=main.group.ended_by.number if main and main.group.ended_by else None,
    )


def _names(tournament: Tournament) -> dict[int, tuple[int, str]]:
    """Member → participant and name as shown."""
    shown = participant_names(tournament)
    members = dict(tournament.participants.values_list("pk", "member_id"))
    return {members[pk]: (pk, name) for pk, name in shown.items()}


def _totals(sheets: Sequence[ScoreSheet]) -> dict[int, int]:
    totals: dict[int, int] = {}
    results = RoundResult.objects.filter(round__sheet__in=sheets, round__state=RoundState.CURRENT)
    for player, points in results.values_list("player_id", "points"):
        totals[player] = totals.get(player, 0) + points
    return totals


def _playing(
    sheet: ScoreSheet,
    players: Sequence[SheetPlayer],
    totals: Mapping[int, int],
    rounds: Sequence[RecordedRound],
    names: Mapping[int, tuple[int, str]],
    now: dt.datetime,
) -> PlayingTable:
    table: Table = sheet.table
    shared = places(rank({str(p.pk): totals[p.pk] for p in players if p.pk in totals}, [str(p.pk) for p in players]))
    last_at = sheet.last_at  # type: ignore[attr-defined]
    is_open = sheet.finished_at is None
    return PlayingTable(
        table=table.pk,
        sheet=sheet.pk,
        number=table.number,
        is_final=table.stage == Stage.FINAL,
        token=sheet.token,
        state="finished" if not is_open else "last_round" if sheet.last_round is not None else "playing",
        recorded=max((row.number for row in rounds), default=0),
        is_silent=is_open and now - (last_at or sheet.started_at) > SILENT_AFTER,
        last_at=last_at,
        target=sheet.target,
        players=[_line(player, sheet.target, totals, shared, names) for player in players],
        rounds=rounds,
    )


def _line(
    player: SheetPlayer,
    target: int | None,
    totals: Mapping[int, int],
    shared: Mapping[str, int],
    names: Mapping[int, tuple[int, str]],
) -> PlayerLine:
    participant, name = names.get(player.member_id or 0, (None, player.name))
    total = totals.get(player.pk, 0)
    return PlayerLine(
        pk=player.pk,
        participant=participant,
        name=name,
        seat=player.seat,
        total=total,
        place=shared.get(str(player.pk)),
        is_scribe=player.is_scribe,
        is_near=target is not None and target - NEAR <= total < target,
        has_reached=target is not None and total >= target,
        left_after=player.left_after,
        joined_after=player.joined_after,
        missing=max(0, (target or 0) - total),
    )


def overview_version(pk: int) -> tuple[int | None, ...]:
    """What the overview depends on: the evening's version and those of its sheets. One query."""
    versions: tuple[int | None, ...] = (
        Tournament.objects.filter(pk=pk).values_list("version", "group__version", "final_group__version").get()
    )
    return versions
