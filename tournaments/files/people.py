"""Who is meant by a player of a tournament file: by number, then by name, then by a former name; else somebody new."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from club.models import FormerName, Member
from scoring.files.fields import normal
from scoring.rules.problems import Problem
from tournaments.files.document import Document, Player

# How exports tell people of equal name apart: by number, or those without one by a running number.
_NUMBERED = re.compile(r"(?P<name>.+) \((?P<number>[1-9][0-9]{0,8})\)", re.DOTALL)
_WITHOUT_NUMBER = re.compile(r"(?P<name>.+) #(?P<index>[1-9][0-9]{0,8})", re.DOTALL)


def with_number(name: str, number: int) -> str:
    """`Karl Beispiel (17)`: how somebody is named whose name others bear too."""
    return f"{name} ({number})"


def without_number(name: str, index: int) -> str:
    """`Karl Beispiel #2`: the second of those of this name who have no number."""
    return f"{name} #{index}"


@dataclass(frozen=True)
class Difference:
    """A name or birth date in a file that is not the known one; reported, and nothing is changed."""

    what: Literal["name", "born"]
    player: Player
    member: Member


@dataclass
class People:
    """Everybody the club knows, and those who come with this import; members not saved yet have no primary key.

    `completed`, by primary key, were known and get a number or a birth date that the club did not have.
    """

    new: list[Member] = field(default_factory=list)
    completed: dict[int, Member] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)
    _by_number: dict[int, Member] = field(default_factory=dict)
    _by_name: dict[str, list[Member]] = field(default_factory=lambda: defaultdict(list))
    _by_former_name: dict[str, list[Member]] = field(default_factory=lambda: defaultdict(list))
    _by_mark: dict[str, Member] = field(default_factory=dict)
    _marked: set[int] = field(default_factory=set)

    @classmethod
    def known(cls) -> People:
        """All members, two queries."""
        people = cls()
        members = {member.pk: member for member in Member.objects.order_by("pk")}
        for member in members.values():
            people._index(member)
        for former in FormerName.objects.order_by("pk"):
            people._by_former_name[normal(former.name)].append(members[former.member_id])
        return people

    def _index(self, member: Member) -> None:
        self._by_name[normal(member.name)].append(member)
        if member.number is not None:
            self._by_number[member.number] = member

    def find_players(
        self, document: Document, taking_part: Collection[int] = frozenset()
    ) -> tuple[dict[str, Member], list[Problem]]:
        """The member for each reference of the evening's players, and whom the file leaves unclear.

        `taking_part`: primary keys of those who take part in the evening that is stored under the same date and
        name; where several bear a name, one of them is meant.
        """
        found: dict[str, Member] = {}
        taken: set[int] = set()
        problems = []
        numbered = [
            (index, player) for index, player in enumerate(document.players) if player.number in self._by_number
        ]
        others = [
            (index, player) for index, player in enumerate(document.players) if player.number not in self._by_number
        ]
        for index, player in [*numbered, *sorted(others, key=lambda one: one[1].number is None)]:
            member = self._find(player, taken, taking_part)
            if member is None:
                problems.append(Problem(f"players.{index}.name", "ambiguous_member", {"player": player.name}))
            elif id(member) in taken:
                problems.append(Problem(f"players.{index}.number", "duplicate_player", {"player": player.name}))
            else:
                found[player.reference] = member
                taken.add(id(member))
                self._complete(member, player)
        return found, problems

    def _find(self, player: Player, taken: Collection[int], taking_part: Collection[int]) -> Member | None:
        """The member meant, perhaps a new one; None if several may be."""
        if player.number is not None and player.number in self._by_number:
            return self._by_number[player.number]
        if player.number is not None:
            without = [member for member in self._free(player.name, taken) if member.number is None]
            return without[0] if len(without) == 1 else self._make(player)
        if without_number_of(player.reference) == player.name:
            return self._find_marked(player, taken)
        free = self._free(player.name, taken)
        if len(free) > 1 or (len(free) == 1 and len(self._bearers(player.name)) > 1):
            return _only(free, taking_part)
        return free[0] if free else self._make(player)

    def _find_marked(self, player: Player, taken: Collection[int]) -> Member:
        """`Karl Beispiel #2` without a number: the same person throughout one import, with others nobody without."""
        member = self._by_mark.get(player.reference)
        if member is None:
            without = (member for member in self._free(player.name, taken) if member.number is None)
            member = self._by_mark[player.reference] = next(without, None) or self._make(player)
            self._marked.add(id(member))
        return member

    def _free(self, name: str, taken: Collection[int]) -> list[Member]:
        """Those who bear the name, without others of the same evening and those whom a mark stands for."""
        return [member for member in self._bearers(name) if id(member) not in taken and id(member) not in self._marked]

    def _bearers(self, name: str) -> list[Member]:
        return self._by_name.get(name) or self._by_former_name.get(name) or []

    def _make(self, player: Player) -> Member:
        member = Member(name=player.name, number=player.number, born=player.born, is_guest=player.is_guest)
        self.new.append(member)
        self._index(member)
        return member

    def _complete(self, member: Member, player: Player) -> None:
        """Take over a number or birth date that is not known yet; note what differs."""
        known = (member.number, member.born)
        if member.number is None and player.number is not None:
            member.number = player.number
            self._by_number[player.number] = member
        if all(member is not one for one in self._bearers(player.name)):
            self.differences.append(Difference("name", player, member))
        if member.born is None:
            member.born = player.born
        elif player.born not in (None, member.born):
            self.differences.append(Difference("born", player, member))
        if (member.number, member.born) != known and member.pk is not None:
            self.completed[member.pk] = member

    def find_host(self, name: str, players: dict[str, Member]) -> tuple[Member | None, list[Problem]]:
        """The host, one of the players or of those the club knows; None for somebody unknown, who stays a name."""
        if name in players:
            return players[name], []
        namesakes = [member for member in players.values() if normal(member.name) == name]
        bearers = self._bearers(name)
        known = [member for member in bearers if member.pk is not None]
        if len(namesakes) > 1 or len(known) > 1:
            return None, [Problem("host", "ambiguous_member", {"player": name})]
        if len(bearers) == 1:
            return bearers[0], []
        if not bearers and (match := _NUMBERED.fullmatch(name)):
            member = self._by_number.get(int(match["number"]))
            return (member if member and member.name == match["name"] else None), []
        return self._by_mark.get(name), []


def _only(namesakes: Sequence[Member], taking_part: Collection[int]) -> Member | None:
    """Which of several is meant, if that is certain.

    Those of the stored evening before all others, and of these, who cannot be told apart by number, the first: files
    name them in the order in which they were made. Else the one who is left beside another of the same evening, if
    neither of them has a number that the file would have to give.
    """
    stored = [member for member in namesakes if member.pk in taking_part]
    if stored and (len(stored) == 1 or all(member.number is None for member in stored)):
        return stored[0]
    return namesakes[0] if len(namesakes) == 1 and namesakes[0].number is None else None


def without_number_of(reference: str) -> str | None:
    """The name in `Karl Beispiel #2`; None for anything else."""
    match = _WITHOUT_NUMBER.fullmatch(reference)
    return match["name"] if match else None


def tell_apart(people: Iterable[tuple[str, str, int | None]]) -> dict[str, str]:
    """By identity, from identities with name and number: the name alone, or what tells its bearers apart."""
    bearers: dict[str, list[tuple[str, int | None]]] = defaultdict(list)
    for identity, name, number in people:
        bearers[name].append((identity, number))
    result = {}
    for name, namesakes in bearers.items():
        index = 0
        for identity, number in namesakes:
            index += number is None
            if len(namesakes) == 1:
                result[identity] = name
            else:
                result[identity] = without_number(name, index) if number is None else with_number(name, number)
    return result
