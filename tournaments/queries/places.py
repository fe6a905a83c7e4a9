"""Tables and seats of one evening with their lots, people and decks: what is drawn, printed and shown from above."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.crypto import salted_hmac

from club.models import Deck
from club.queries import names_shown
from scoring.models import Stage
from tournaments.models import Participant, Seat, Table, Tournament
from tournaments.queries.sheets import seat_label


class Role(NamedTuple):
    """What a participant does at the table in round 1: heads the sheet, deals, writes (R4.1–R4.3)."""

    is_first: bool = False
    is_dealer: bool = False
    is_scribe: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A seat with its lot; `participant` and `name` are None and empty while nobody has drawn it."""

    pk: int
    number: int
    label: str
    lot: str
    participant: int | None = None
    member: int | None = None
    name: str = ""
    is_guest: bool = False


@dataclass(frozen=True, slots=True)
class TablePlaces:
    """A table (number 0 is the FINAL TABLE) with its seats clockwise; `token` opens its sheet once play has begun."""

    pk: int
    stage: str
    number: int
    sheet: int | None = None
    token: str = ""
    places: Sequence[Place] = ()
    decks: Sequence[str] = field(default=())

    @property
    def is_final(self) -> bool:
        return self.stage == Stage.FINAL

    @property
    def is_full(self) -> bool:
        """Whether somebody sits at every seat."""
        return all(place.participant is not None for place in self.places)


def read_places(tournament: Tournament, stages: Iterable[str] = (Stage.TABLE, Stage.FINAL)) -> list[TablePlaces]:
    """All tables of these stages, the final last. Four queries, whatever the size."""
    wanted = list(stages)
    names = participant_names(tournament)
    seats: dict[int, list[Place]] = {}
    rows = Seat.objects.filter(table__tournament=tournament, table__stage__in=wanted).order_by("table", "number")
    for seat in rows.select_related("table", "participant"):
        who = seat.participant
        seats.setdefault(seat.table_id, []).append(
            Place(
                pk=seat.pk,
                number=seat.number,
                label=seat_label(seat.table.stage, seat.table.number, seat.number),
                lot=seat.lot,
                participant=seat.participant_id,
                member=who.member_id if who else None,
                name=names[who.pk] if who else "",
                is_guest=bool(who and who.is_guest),
            )
        )
    decks = _decks(tournament)
    tables = Table.objects.filter(tournament=tournament, stage__in=wanted).select_related("sheet")
    return [
        TablePlaces(
            pk=table.pk,
            stage=table.stage,
            number=table.number,
            sheet=table.sheet_id,
            token=table.sheet.token if table.sheet else card_token(table.pk),
            places=tuple(seats.get(table.pk, ())),
            decks=tuple(decks.get(table.pk, ())),
        )
        for table in sorted(tables, key=lambda table: (table.stage == Stage.FINAL, table.number))
    ]


def card_token(table: int) -> str:
    """The address that the sheet of a table will have: secret, and known before play, so that cards can be printed.

    A table of another draw has another one; the host can replace it once the sheet is open.
    """
    digest = salted_hmac("tournaments.table_card", str(table), algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:24]).decode()


def _decks(tournament: Tournament) -> dict[int, list[str]]:
    decks: dict[int, list[str]] = {}
    rows = Deck.objects.filter(tables__tournament=tournament).order_by("label").values_list("tables__pk", "label")
    for table, label in rows:
        decks.setdefault(table, []).append(label)
    return decks


def participant_names(tournament: Tournament) -> dict[int, str]:
    """Participant → name as shown; people of equal name carry their number. One query."""
    rows = list(
        Participant.objects.filter(tournament=tournament)
        .order_by("pk")
        .values_list("pk", "member_id", "member__name", "member__number")
    )
    names = names_shown((member, name, number) for _, member, name, number in rows)
    return {pk: names[member] for pk, member, _, _ in rows}
