"""The check-in: who is expected, who is there, and what follows for tables, lots and decks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Q

from club.collation import collation_key, search_key
from club.models import Member
from club.queries import names_shown
from scoring.rules.problems import Problems
from scoring.rules.ruleset import get_ruleset
from tournaments.models import Attendance, Participant, Tournament
from tournaments.queries.setup import setup_for
from tournaments.seating import Setup, table_counts


@dataclass(frozen=True, slots=True)
class Expected:
    """A line of the check-in; a member who has not said anything yet is neither registered nor missing."""

    member: int
    name: str
    search: str
    is_guest: bool
    is_present: bool
    is_registered: bool
    is_missing: bool


@dataclass(frozen=True, slots=True)
class Tables:
    """What follows from the people present; `setup` is None where no table, or not the wanted number, is possible.

    `counts`: the numbers of tables that are possible. `wanted`: what the host has chosen, None for the proposal.
    """

    present: int
    setup: Setup | None
    counts: Sequence[int]
    wanted: int | None

    @property
    def chosen(self) -> int | None:
        """The number of tables that there would be now."""
        return len(self.setup.sizes) if self.setup else None


def read_expected(tournament: Tournament) -> list[Expected]:
    """Everybody who may come: members, and guests who are on the list. In German order, guests last; two queries."""
    participants = {row.member_id: row for row in Participant.objects.filter(tournament=tournament)}
    members = Member.objects.filter(
        Q(is_guest=False) & (Q(left_on__isnull=True) | Q(left_on__gte=tournament.date)) | Q(pk__in=list(participants))
    )
    rows = list(members.values_list("pk", "name", "number"))
    names = names_shown(rows)
    people = [_expected(member, names[member], participants.get(member)) for member, _name, _number in rows]
    return sorted(people, key=lambda person: (person.is_guest, collation_key(person.name)))


def _expected(member: int, name: str, row: Participant | None) -> Expected:
    attendance = row.attendance if row else None
    return Expected(
        member=member,
        name=name,
        search=search_key(name),
        is_guest=bool(row and row.is_guest),
        is_present=attendance == Attendance.PRESENT,
        is_registered=attendance == Attendance.REGISTERED,
        is_missing=attendance == Attendance.NO_SHOW,
    )


def read_tables(tournament: Tournament) -> Tables:
    """Tables, lots and decks for those present (R1.2, R2.2). One query."""
    present = Participant.objects.filter(tournament=tournament, attendance=Attendance.PRESENT).count()
    sizes = get_ruleset(tournament.ruleset).players.alone
    counts = list(table_counts(present, most=max(sizes), fewest=min(sizes))) if sizes else []
    try:
        setup = setup_for(tournament, present)
    except Problems:
        setup = None
    return Tables(present, setup, counts, tournament.tables_wanted)
