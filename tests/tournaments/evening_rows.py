"""Rows of evenings as the database holds them once an evening is closed; for tests of pages that only read."""

import datetime as dt

from django.utils import timezone

from club.models import Member
from scoring.models import Round, RoundResult, RoundState, ScoreSheet, SheetGroup, SheetPlayer, Stage
from tournaments.models import (
    Award,
    Decision,
    DecisionPlace,
    Kind,
    Participant,
    Seat,
    Table,
    Tournament,
    TournamentState,
)


def make_tournament(day, name="Turnier", *, kind=Kind.MONTHLY, state=TournamentState.CLOSED, **fields):
    """A tournament without people."""
    now = timezone.now()
    return Tournament.objects.create(
        name=name,
        date=day,
        kind=kind,
        state=state,
        created_at=now,
        closed_at=now if state == TournamentState.CLOSED else None,
        **fields,
    )


def award(tournament, member, *, table=0, final=0, table_place=3, final_place=None):
    """One member's league points: taking part, table and final."""
    participant = Participant.objects.create(tournament=tournament, member=member)
    return Award.objects.create(
        participant=participant,
        tournament=tournament,
        member=member,
        season=tournament.date.year,
        taking_part=1,
        table_points=table,
        final_points=final,
        total=1 + table + final,
        table_place=table_place,
        final_place=final_place,
        in_final=final_place is not None,
    )


def make_season(year, points_by_name):
    """Members by name; each gets that many points, spread over as many evenings as it takes."""
    most = max(points_by_name.values())
    evenings = [make_tournament(dt.date(year, 1 + n % 11, 1 + n // 11), f"Turnier {n}") for n in range(most)]
    members = {name: Member.objects.create(name=name) for name in points_by_name}
    for name, points in points_by_name.items():
        for evening in evenings[:points]:
            award(evening, members[name])
    return members


def lay_sheet(tournament, group, rounds, *, stage=Stage.TABLE, number=1, left=None, joined=None, guests=()):
    """A finished sheet with its table, seats and participants; `rounds` are lists of points by name."""
    now = timezone.now()
    names = list(dict.fromkeys(name for points in rounds for name in points))
    sheet = ScoreSheet.objects.create(
        group=group, stage=stage, number=max(number, 1), ruleset="bcc", started_at=now, finished_at=now
    )
    table = Table.objects.create(tournament=tournament, stage=stage, number=number, sheet=sheet)
    players = {}
    for position, name in enumerate(names):
        member, _ = Member.objects.get_or_create(name=name)
        participant, _ = Participant.objects.get_or_create(
            tournament=tournament, member=member, defaults={"is_guest": name in guests}
        )
        Seat.objects.create(table=table, stage=stage, number=position + 1, participant=participant)
        players[name] = SheetPlayer.objects.create(
            sheet=sheet,
            seat=position + 1,
            position=position,
            member=member,
            joined_after=(joined or {}).get(name, 0),
            left_after=(left or {}).get(name),
            is_scribe=position == len(names) - 1,
        )
    for index, points in enumerate(rounds, start=1):
        row = Round.objects.create(sheet=sheet, number=index, recorded_at=now)
        for name, value in points.items():
            RoundResult.objects.create(round=row, player=players[name], points=value)
    return sheet


def correct_round(sheet, number, points):
    """A new round in the place of the recorded one, which stays as replaced."""
    old = sheet.rounds.get(number=number, state=RoundState.CURRENT)
    old.state = RoundState.REPLACED
    old.save()
    new = Round.objects.create(sheet=sheet, number=number, recorded_at=timezone.now(), replaces=old)
    for name, value in points.items():
        RoundResult.objects.create(round=new, player=sheet.players.get(member__name=name), points=value)
    SheetGroup.objects.filter(pk=sheet.group_id).update(version=sheet.group.version + 1)


def settle_tie(tournament, table, names, *, by="lot", reason=""):
    """A decision on a tie, best first."""
    decision = Decision.objects.create(
        tournament=tournament, table=table, by=by, reason=reason, decided_at=timezone.now()
    )
    for place, name in enumerate(names, start=1):
        participant = Participant.objects.get(tournament=tournament, member__name=name)
        DecisionPlace.objects.create(decision=decision, participant=participant, place=place)
