"""People, decks and evenings for tests, made through the product's own actions.

An evening is written as text, seats clockwise: `start_evening("Anna Berta Cora", "Dora Emil Fritz")`; rounds likewise:
`record(evening, 1, "500 -45 120")` gives the points of all who play that round, in seat order.
"""

import datetime as dt
import uuid
from zoneinfo import ZoneInfo

from club.actions import add_member, create_account
from club.log import Actor
from club.models import Deck, Member
from scoring.actions import (
    Entry,
    NewPlayer,
    NewSheet,
    correct_round,
    declare_no_round_running,
    open_sheets,
    record_round,
)
from scoring.models import RoundState, ScoreSheet, SheetPlayer, Stage
from tournaments import actions
from tournaments.models import Attendance, Award, Kind, Participant, Seat, Table, Tournament
from tournaments.queries.evening import load_evening

AT = dt.datetime(2026, 3, 14, 19, 0, tzinfo=ZoneInfo("Europe/Berlin"))
DATE = AT.date()
BY = Actor(device="test")
WHO = {"by": BY, "at": AT}
SEED = "7f" * 32


def make_member(name, **values):
    """The member of that name, made when there is none."""
    return Member.objects.filter(name=name).first() or add_member(name=name, **values, **WHO)


def make_board(username="vorstand"):
    """An account of the board; as an Actor it is `Actor(account=make_board())`."""
    return create_account(username=username, password="geheim", is_board=True, **WHO)


def make_host(name="Karl Gastgeber"):
    """A member with an account, for leading an evening."""
    return create_account(username=name.split()[0].lower(), password="geheim", member=make_member(name), **WHO)


def make_decks(count, **values):
    """Accredited decks A, B, C …"""
    defaults = {"accredited_on": dt.date(2020, 1, 1)} | values
    return [Deck.objects.create(label=f"Blatt {chr(65 + number)}", **defaults) for number in range(count)]


def plan_evening(*, people="", guests="", **plan):
    """An evening in planning with these people present; the last name of the list is not special."""
    defaults = {"name": "März-Turnier", "date": DATE, "kind": Kind.MONTHLY}
    evening = actions.plan_tournament(**(defaults | plan), **WHO)
    for name in people.split():
        actions.register(tournament=evening, member=make_member(name), attendance=Attendance.PRESENT, **WHO)
    for name in guests.split():
        actions.register_guest(tournament=evening, name=name, **WHO)
    return fresh(evening)


def seat_evening(*tables, guests="", **plan):
    """An evening whose seats are drawn exactly as written."""
    names = " ".join(tables).split()
    members = [name for name in names if name not in guests.split()]
    evening = plan_evening(people=" ".join(members), guests=guests, **plan)
    actions.choose_tables(tournament=evening, tables=len(tables), **WHO)
    actions.make_seats(tournament=evening, **WHO)
    for number, written in enumerate(tables, 1):
        sit(evening, number, written)
    return fresh(evening)


def start_evening(*tables, **values):
    """An evening whose tables play their first round."""
    return actions.start_play(tournament=seat_evening(*tables, **values), **WHO)


def sit(evening, number, names):
    """Everybody on the seats of one table (0 is the final) in this order, even where sizes differ from the proposal."""
    table = table_of(evening, number)
    for seat_number, name in enumerate(names.split(), 1):
        seat, _ = Seat.objects.get_or_create(table=table, number=seat_number, defaults={"stage": table.stage})
        actions.assign_seat(tournament=evening, seat=seat, participant=person(evening, name), **WHO)
    Seat.objects.filter(table=table, participant=None).delete()


def new_sheets(*sizes, target=5000):
    """Sheets side by side without an evening, for so many players each; returns their group."""
    sheets = [
        NewSheet(
            "table",
            number,
            "bcc",
            target,
            [NewPlayer(name=f"Spieler {number}.{seat}", seat=seat) for seat in range(1, size + 1)],
        )
        for number, size in enumerate(sizes, 1)
    ]
    return open_sheets(title="Abend", sheets=sheets, at=AT)


def record(evening, number, *rounds):
    """One round after the other at a table (0 is the final); each is written as points in seat order."""
    return [_record(sheet_of(evening, number), written) for written in rounds]


def play_tables(evening, *tables):
    """All tables side by side, round by round; who has not finished when all is written had no round running."""
    for index in range(max(map(len, tables))):
        for number, rounds in enumerate(tables, 1):
            if index < len(rounds):
                record(evening, number, rounds[index])
    for sheet in ScoreSheet.objects.filter(group=fresh(evening).group, finished_at=None).order_by("number"):
        declare_no_round_running(sheet=sheet, request_id=uuid.uuid4(), device="Tablet", **WHO)
    return fresh(evening)


def _record(sheet, written):
    recorded = sheet.rounds.filter(state=RoundState.CURRENT).count()
    players = [
        player
        for player in SheetPlayer.objects.filter(sheet=sheet).order_by("seat", "turn")
        if player.joined_after <= recorded and (player.left_after is None or player.left_after > recorded)
    ]
    points = [int(value) for value in written.split()]
    assert len(points) == len(players), [str(player) for player in players]
    return record_round(
        sheet=sheet,
        number=recorded + 1,
        entries={player.pk: Entry(points=value) for player, value in zip(players, points, strict=True)},
        request_id=uuid.uuid4(),
        device="Tablet",
        device_at=AT,
        by=Actor(device="Tablet"),
        at=AT,
    )


def correct(evening, number, round_number, reason="Schreibfehler", **changes):
    """The host corrects some players' points of a recorded round: `correct(evening, 1, 4, Berta=250)`."""
    return actions.correct_round(
        tournament=evening, reason=reason, **_corrected(evening, number, round_number, changes)
    )


def scribe_corrects(evening, number, round_number, **changes):
    """The same on the tablet, while the sheet is open to its scribe."""
    values = _corrected(evening, number, round_number, changes)
    return correct_round(reason="", request_id=uuid.uuid4(), **values)


def _corrected(evening, number, round_number, changes):
    sheet = sheet_of(evening, number)
    current = sheet.rounds.get(number=round_number, state=RoundState.CURRENT)
    entries = {result.player_id: Entry(points=result.points) for result in current.results.all()}
    for name, points in changes.items():
        entries[SheetPlayer.objects.get(sheet=sheet, member__name=name).pk] = Entry(points=points)
    return {"sheet": sheet, "round": current, "entries": entries, **WHO}


def play_final(evening, names, points):
    """Seat the final in this order, play its round, leave it open."""
    actions.seat_final(tournament=evening, **WHO)
    sit(evening, 0, names)
    actions.start_final(tournament=evening, **WHO)
    record(fresh(evening), 0, points)
    return fresh(evening)


def close(evening):
    """The closed evening."""
    return actions.close_tournament(tournament=evening, **WHO)


def named(evening, keys):
    """The names of people whom the rules know by key."""
    names = load_evening(evening).names
    return [names[key] for key in keys]


def fresh(evening):
    return Tournament.objects.get(pk=evening.pk)


def person(evening, name):
    return Participant.objects.get(tournament=evening, member__name=name)


def people(evening, names):
    return [person(evening, name) for name in names.split()]


def table_of(evening, number):
    return Table.objects.get(tournament=evening, number=number)


def sheet_of(evening, number):
    return ScoreSheet.objects.get(table__tournament=evening, table__number=number)


def seat_of(evening, label):
    table, _, seat = label.partition(".")
    number = 0 if table == "F" else int(table)
    return Seat.objects.get(table__tournament=evening, table__number=number, number=seat)


def seating(evening, stage=Stage.TABLE):
    """Label → name, None for a free seat."""
    seats = Seat.objects.filter(table__tournament=evening, stage=stage).select_related("table", "participant__member")
    return {f"{seat.table}.{seat.number}": seat.participant.member.name if seat.participant else None for seat in seats}


def league_table(evening):
    """Name → league points of the closed evening."""
    return dict(Award.objects.filter(tournament=evening).values_list("member__name", "total"))


def codes(problems):
    """(path, code) of each problem that an action raised."""
    return [(problem.path, problem.code) for problem in problems.value.problems]
