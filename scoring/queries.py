"""A score sheet as its tablet shows it: one function, a constant number of queries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from club.prepared_queries import Parameter, Prepared, PreparedInstances
from scoring.models import RoundResult, RoundState, ScoreSheet, SheetGroup, SheetPlayer, Stage
from scoring.rules import sheets as rules
from scoring.rules.ranking import places
from scoring.rules.ruleset import RuleSet, get_ruleset

_SHEET = PreparedInstances(ScoreSheet, lambda: ScoreSheet.objects.filter(token=Parameter("token")))
_VERSION = Prepared(lambda: SheetGroup.objects.filter(sheets__token=Parameter("token")).values_list("version"))


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A column of the sheet; `opening` is the minimum of the first meld in the coming round (R4.7)."""

    id: int
    name: str
    total: int
    opening: int
    is_scribe: bool
    plays: bool
    joined_after: int
    left_after: int | None
    place: int | None


@dataclass(frozen=True, slots=True)
class RecordedRound:
    """A recorded round: results and running totals by player."""

    id: int
    number: int
    points: Mapping[int, int]
    totals: Mapping[int, int]
    corrected: bool


@dataclass(frozen=True, slots=True)
class SheetState:
    """All that a tablet shows. `next` is the round that may be recorded, None when none may.

    `openings` are the steps of R4.7, (totals below, first meld), the last without a limit: a tablet without a
    network works the next minimum out itself.
    """

    version: int
    title: str
    stage: str
    number: int
    target: int | None
    finished: bool
    locked: bool
    last_round: int | None
    ended_by: Mapping[str, Any] | None
    may_declare: bool
    next: int | None
    decks: int
    cards_dealt: int
    players: Sequence[PlayerState]
    openings: Sequence[tuple[int | None, int]]
    roles: Mapping[str, int] | None
    rounds: Sequence[RecordedRound]

    def as_document(self) -> dict[str, Any]:
        """Plain values for JSON."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        fields["players"] = [{name: getattr(one, name) for name in one.__slots__} for one in self.players]
        fields["rounds"] = [{name: getattr(one, name) for name in one.__slots__} for one in self.rounds]
        return fields


def find_sheet(token: str) -> ScoreSheet | None:
    """The sheet at that address."""
    return next(iter(_SHEET.instances(token=token)), None)


def find_version(token: str) -> int | None:
    """The number that changes with every change of the sheet or of those beside it; None for an unknown address."""
    return next((version for (version,) in _VERSION.rows(token=token)), None)


def sheet_state(sheet: ScoreSheet) -> SheetState:
    """The sheet as it is now. The version is read first: a change in between shows at the next look."""
    row = ScoreSheet.objects.select_related("group__ended_by").get(pk=sheet.pk)
    players = list(SheetPlayer.objects.filter(sheet=row).select_related("member").order_by("seat", "turn"))
    heads, written = _read_rounds(row)
    names = {player.pk: str(player) for player in players}
    ruleset = get_ruleset(row.ruleset)
    counted = rules.score(_as_rules(ruleset, row, players, written))
    coming = len(heads) + 1
    may_go_on = row.finished_at is None and row.locked_at is None
    place = places(counted.ranking)
    roles = None
    if may_go_on:
        present = [{str(p.pk) for p in players if _plays(p, number)} for number in range(1, coming + 1)]
        last = rules.deal_roles(list(counted.order), present)[-1]
        roles = {name: int(key) for name, key in last._asdict().items() if key is not None}
    return SheetState(
        version=row.group.version,
        title=row.group.title,
        stage=row.stage,
        number=row.number,
        target=row.target,
        finished=row.finished_at is not None,
        locked=row.locked_at is not None,
        last_round=row.last_round,
        ended_by=_ended_by(row),
        may_declare=may_go_on and row.last_round is not None and row.last_round >= coming,
        next=coming if may_go_on and (row.last_round is None or coming <= row.last_round) else None,
        decks=counted.decks,
        cards_dealt=counted.cards_dealt,
        players=[
            PlayerState(
                id=player.pk,
                name=names[player.pk],
                total=counted.totals.get(str(player.pk), 0),
                opening=ruleset.opening_minimum(counted.totals.get(str(player.pk), 0)),
                is_scribe=player.is_scribe,
                plays=_plays(player, coming),
                joined_after=player.joined_after,
                left_after=player.left_after,
                place=place.get(str(player.pk)),
            )
            for player in sorted(players, key=lambda one: one.position)
        ],
        openings=[(step.below, step.needs) for step in ruleset.opening],
        roles=roles,
        rounds=[
            RecordedRound(
                id=head[0],
                number=one.number,
                points={int(key): value for key, value in one.points.items()},
                totals={int(key): value for key, value in one.totals.items()},
                corrected=head[1],
            )
            for head, one in zip(heads, counted.rounds, strict=True)
        ],
    )


def _plays(player: SheetPlayer, number: int) -> bool:
    return player.joined_after < number and (player.left_after is None or player.left_after >= number)


def _read_rounds(row: ScoreSheet) -> tuple[list[tuple[int, bool]], list[dict[str, int]]]:
    """Id and whether it is a correction, and the points by player, of each current round in order."""
    results = RoundResult.objects.filter(round__sheet=row, round__state=RoundState.CURRENT)
    heads: dict[int, tuple[int, bool]] = {}
    points: dict[int, dict[str, int]] = {}
    for number, pk, replaces, player, value in results.order_by("round__number").values_list(
        "round__number", "round_id", "round__replaces_id", "player_id", "points"
    ):
        heads[number] = (pk, replaces is not None)
        points.setdefault(number, {})[str(player)] = value
    return list(heads.values()), list(points.values())


def _as_rules(
    ruleset: RuleSet, row: ScoreSheet, players: Sequence[SheetPlayer], written: Sequence[dict[str, int]]
) -> rules.Sheet:
    """The sheet as the rules see it; the column order is the stored one."""
    first = min(players, key=lambda player: player.position)
    return rules.Sheet(
        ruleset=ruleset,
        players=tuple(
            rules.SheetPlayer(str(player.pk), None, player.left_after, player.joined_after) for player in players
        ),
        target=row.target,
        stage=row.stage,
        first=str(first.pk),
        rounds=tuple(rules.Round(points=points) for points in written),
    )


def _ended_by(row: ScoreSheet) -> dict[str, Any] | None:
    """Table and name of who has reached the target at another table."""
    ender = row.group.ended_by
    if ender is None or ender.pk == row.pk or row.stage == Stage.FINAL:
        return None
    totals: dict[int, int] = {}
    for player, value in RoundResult.objects.filter(round__sheet=ender, round__state=RoundState.CURRENT).values_list(
        "player_id", "points"
    ):
        totals[player] = totals.get(player, 0) + value
    best = max(totals, key=lambda pk: totals[pk], default=None)
    name = str(SheetPlayer.objects.select_related("member").get(pk=best)) if best is not None else ""
    return {"table": ender.number, "player": name, "total": totals.get(best, 0) if best is not None else 0}
