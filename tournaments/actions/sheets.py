"""The sheets of an evening before their first round: opened, opened anew, discarded; first player and scribe chosen."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.db import transaction
from django.db.models import F

from club.log import Actor
from scoring.actions import NewPlayer, NewSheet, open_sheets
from scoring.models import ScoreSheet, SheetGroup, SheetPlayer, Stage
from scoring.rules.problems import Problem, Problems
from scoring.rules.ruleset import get_ruleset
from tournaments.actions.transitions import has_rounds, lock_tournament, save_change, wrong_state
from tournaments.models import Participant, Seat, Table, Tournament, TournamentState
from tournaments.queries.places import card_token

PLAYING = (TournamentState.RUNNING, TournamentState.FINAL)


def open_stage(tournament: Tournament, stage: str, at: dt.datetime) -> SheetGroup:
    """A sheet for each table of that stage, side by side in one group (R2.3); the caller saves the tournament."""
    tables = list(
        Table.objects.filter(tournament=tournament, stage=stage).select_related("first", "scribe").order_by("number")
    )
    seats: dict[int, list[Seat]] = {}
    taken = Seat.objects.filter(table__in=tables, participant__isnull=False).select_related("participant__member")
    for seat in taken.order_by("table", "number"):
        seats.setdefault(seat.table_id, []).append(seat)
    group = open_sheets(
        title=tournament.name,
        sheets=[_new_sheet(tournament, table, seats.get(table.pk, [])) for table in tables],
        at=at,
    )
    sheets = {sheet.number: sheet for sheet in group.sheets.all()}
    for table in tables:
        table.sheet = sheets[max(table.number, 1)]
        ScoreSheet.objects.filter(pk=table.sheet.pk).update(token=card_token(table.pk))
    Table.objects.bulk_update(tables, ["sheet"])
    if stage == Stage.FINAL:
        tournament.final_group = group
    else:
        tournament.group = group
    return group


def _new_sheet(tournament: Tournament, table: Table, seats: Sequence[Seat]) -> NewSheet:
    is_final = table.stage == Stage.FINAL
    people = [seat.participant for seat in seats]
    return NewSheet(
        stage=table.stage,
        number=max(table.number, 1),
        ruleset=tournament.ruleset,
        target=None if is_final else tournament.target or get_ruleset(tournament.ruleset).target,
        players=[
            NewPlayer(member=seat.participant.member, seat=seat.number)
            for seat in seats
            if seat.participant is not None
        ],
        first=people.index(table.first) if table.first in people else None,
        scribe=people.index(table.scribe) if table.scribe in people else None,
    )


def discard_sheets(tournament: Tournament, stage: str = Stage.TABLE) -> None:
    """Remove the sheets of a stage that nobody has written on; the caller saves the tournament."""
    field = "final_group" if stage == Stage.FINAL else "group"
    group = getattr(tournament, field)
    if group is None:
        return
    Table.objects.filter(tournament=tournament, stage=stage).update(sheet=None)
    setattr(tournament, field, None)
    tournament.save(update_fields=[field])
    group.delete()


def open_again(tournament: Tournament, stage: str, at: dt.datetime) -> None:
    """Sheets that were open already, laid out anew under the same addresses; nothing if they were not."""
    old = tournament.final_group if stage == Stage.FINAL else tournament.group
    if old is None:
        return
    tokens = dict(ScoreSheet.objects.filter(group=old).values_list("number", "token"))
    discard_sheets(tournament, stage)
    group = open_stage(tournament, stage, at)
    SheetGroup.objects.filter(pk=group.pk).update(version=old.version + 1)
    for number, token in tokens.items():
        ScoreSheet.objects.filter(group=group, number=number).update(token=token)
    tournament.save(update_fields=["final_group" if stage == Stage.FINAL else "group"])


@transaction.atomic
def choose_first(
    *, tournament: Tournament, table: Table, participant: Participant | None, by: Actor, at: dt.datetime
) -> Table:
    """Whom the host puts first on the sheet, in place of R4.2; None is R4.2. Until the first round is recorded.

    Raises `Problems`: `not_at_the_table`, `unknown_table`, `play_has_begun`, `wrong_state`.
    """
    locked = lock_before_rounds(tournament, table.stage)
    found = _find_table(locked, table, "first", participant)
    if found.first_id != (participant.pk if participant else None):
        _store_choice(locked, found, "first", participant, by=by, at=at)
        open_again(locked, found.stage, at)
    return found


@transaction.atomic
def choose_scribe(
    *, tournament: Tournament, table: Table, participant: Participant | None, by: Actor, at: dt.datetime
) -> Table:
    """Whom the host makes scribe, in place of R4.1; None is R4.1, until the first round is recorded.

    Somebody else may take over at any time while people play.
    Raises `Problems`: `not_at_the_table`, `unknown_table`, `play_has_begun`, `wrong_state`.
    """
    is_takeover = participant is not None and has_rounds(lock_tournament(tournament), table.stage)
    locked = lock_tournament(tournament, PLAYING) if is_takeover else lock_before_rounds(tournament, table.stage)
    found = _find_table(locked, table, "scribe", participant)
    if found.scribe_id == (participant.pk if participant else None):
        return found
    _store_choice(locked, found, "scribe", participant, by=by, at=at)
    if is_takeover and participant is not None:
        _hand_over(found, participant)
    else:
        open_again(locked, found.stage, at)
    return found


def _find_table(locked: Tournament, table: Table, role: str, participant: Participant | None) -> Table:
    """The table as it is now; refuses one of another evening, and who does not sit there."""
    found = Table.objects.filter(pk=table.pk, tournament=locked).select_related("sheet").first()
    if found is None:
        raise Problems([Problem("table", "unknown_table")])
    if participant is not None and not _sits_at(found, participant):
        raise Problems([Problem(role, "not_at_the_table", {"player": participant.member.name, "table": str(found)})])
    return found


def _sits_at(table: Table, participant: Participant) -> bool:
    if table.seats.filter(participant=participant).exists():
        return True
    return SheetPlayer.objects.filter(sheet=table.sheet_id, member=participant.member_id).exists()


def _store_choice(
    locked: Tournament, table: Table, role: str, participant: Participant | None, *, by: Actor, at: dt.datetime
) -> None:
    before = getattr(table, f"{role}_id")
    setattr(table, role, participant)
    table.save(update_fields=[role])
    save_change(
        locked,
        by=by,
        at=at,
        action=f"choose_{role}",
        before={"table": table.number, "participant": before},
        after={"table": table.number, "participant": participant.pk if participant else None},
    )


def _hand_over(table: Table, participant: Participant) -> None:
    """Another scribe on a sheet that is being written."""
    players = SheetPlayer.objects.filter(sheet=table.sheet_id)
    players.filter(is_scribe=True).update(is_scribe=False)
    players.filter(member=participant.member_id).update(is_scribe=True)
    ScoreSheet.objects.filter(table=table).update(scribe_chosen=True)
    SheetGroup.objects.filter(sheets=table.sheet_id).update(version=F("version") + 1)


def lock_before_rounds(tournament: Tournament, stage: str) -> Tournament:
    """Locked, if no round of that stage is recorded yet, whether its sheets are open or not."""
    locked = lock_tournament(tournament)
    states = [TournamentState.SEATED, TournamentState.RUNNING]
    if locked.state not in ([TournamentState.FINAL] if stage == Stage.FINAL else states):
        raise Problems([wrong_state(locked)])
    if has_rounds(locked, stage):
        raise Problems([Problem("state", "play_has_begun")])
    return locked
