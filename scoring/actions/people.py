"""Late comers, substitutes and leavers (R2.17, R2.18)."""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.db.models import F

from club.log import Actor, write_log
from club.models import Member
from scoring.actions.sheets import LockedSheet, lock_sheet, raise_group_version
from scoring.models import ScoreSheet, SheetPlayer
from scoring.rules.problems import Problem, Problems


@transaction.atomic
def add_player(*, sheet: ScoreSheet, member: Member, seat: int, by: Actor, at: dt.datetime) -> SheetPlayer:
    """A late comer on a free seat, or a substitute on the seat of somebody who has left; starts at 0 (R2.18).

    Raises `Problems`: `round_after_end` once the last round has begun, `seat_taken`, `duplicate_player`.
    """
    locked = lock_sheet(sheet)
    if locked.sheet.finished_at is not None or locked.group.ended_at is not None:
        raise Problems([Problem("seat", "round_after_end")])
    if any(player.member_id == member.pk for player in locked.players):
        raise Problems([Problem("participant", "duplicate_player", {"player": member.name})])
    before = [player for player in locked.players if player.seat == seat]
    if any(player.left_after is None for player in before):
        raise Problems([Problem("seat", "seat_taken", {"seat": seat, "player": str(before[-1])})])
    position = _column_for(locked, seat)
    later = sorted((player for player in locked.players if player.position >= position), key=lambda p: -p.position)
    for player in later:  # one by one, from the last: two columns never have the same position
        SheetPlayer.objects.filter(pk=player.pk).update(position=F("position") + 1)
    player = SheetPlayer.objects.create(
        sheet=locked.sheet,
        seat=seat,
        turn=len(before),
        position=position,
        member=member,
        joined_after=locked.recorded,
    )
    raise_group_version(locked.group)
    write_log(
        by=by,
        at=at,
        action="add_player",
        subject=f"sheet:{sheet.pk}",
        after={"member": member.pk, "seat": seat, "joined_after": locked.recorded},
    )
    return player


def _column_for(locked: LockedSheet, seat: int) -> int:
    """Behind the person replaced, or clockwise behind the seat before."""
    by_seat = sorted(locked.players, key=lambda player: (player.seat, player.turn))
    earlier = [player for player in by_seat if player.seat <= seat]
    neighbour = earlier[-1] if earlier else by_seat[-1]
    return neighbour.position + 1


@transaction.atomic
def player_leaves(*, sheet: ScoreSheet, player: SheetPlayer, by: Actor, at: dt.datetime) -> None:
    """Somebody goes home after the rounds recorded so far; the points stay (R2.17). A second call changes nothing.

    Raises `Problems`: `wrong_number_of_players` when fewer than two would be left to go on.
    """
    locked = lock_sheet(sheet)
    row = next(one for one in locked.players if one.pk == player.pk)
    if row.left_after is not None:
        return
    if locked.sheet.finished_at is None and len(locked.present(locked.recorded + 1)) <= 2:
        raise Problems([Problem("participant", "wrong_number_of_players", {"number": 1})])
    SheetPlayer.objects.filter(pk=row.pk).update(left_after=max(locked.recorded, row.joined_after))
    raise_group_version(locked.group)
    write_log(
        by=by,
        at=at,
        action="player_leaves",
        subject=f"sheet:{sheet.pk}",
        after={"player": row.pk, "after": locked.recorded},
    )
