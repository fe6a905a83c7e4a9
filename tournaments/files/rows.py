"""Evenings from documents into the database, each kind of row in one go for all of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field

from club.models import Member
from scoring.models import Round, RoundResult, ScoreSheet, SheetGroup, SheetPlayer, Stage
from tournaments.actions.review import award_row
from tournaments.files.document import Document, WrittenTable
from tournaments.files.evening import CheckedEvening
from tournaments.files.sheets import CheckedTable, columns
from tournaments.models import (
    Attendance,
    Award,
    Decision,
    DecisionPlace,
    Participant,
    Seat,
    Table,
    Tournament,
    TournamentState,
)
from tournaments.standings import LeaguePoints


@dataclass(frozen=True)
class Import:
    """One evening that is right, ready to be written; `points` are those of its members, once it is closed."""

    evening: CheckedEvening
    members: Mapping[str, Member]
    host: Member | None
    points: Mapping[str, LeaguePoints]

    @property
    def document(self) -> Document:
        """The file with its rounds."""
        return self.evening.document


@dataclass
class Rows:
    """All new rows. Parents are saved before their children, which only then learn their primary keys."""

    at: dt.datetime
    groups: list[SheetGroup] = field(default_factory=list)
    tournaments: list[Tournament] = field(default_factory=list)
    participants: list[Participant] = field(default_factory=list)
    sheets: list[ScoreSheet] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    players: list[SheetPlayer] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    results: list[RoundResult] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    places: list[DecisionPlace] = field(default_factory=list)
    points: list[tuple[Participant, LeaguePoints]] = field(default_factory=list)
    enders: dict[int, ScoreSheet] = field(default_factory=dict)
    recorded: dict[int, int] = field(default_factory=dict)

    def add(self, one: Import) -> None:
        """Everything of one evening."""
        tournament = self._tournament(one)
        participants = self._participants(one, tournament)
        tables = {}
        for checked in one.evening.tables:
            group = tournament.group if checked.written.number else tournament.final_group
            sheet = self._sheet(checked, one, group) if group else None
            tables[checked.written.number] = self._table(checked.written, sheet, tournament, participants)
        self._decisions(one.document, tournament, tables, participants)
        for reference, points in one.points.items():
            self.points.append((participants[reference], points))

    def _tournament(self, one: Import) -> Tournament:
        document = one.document
        state = TournamentState.CLOSED
        if document.is_running:
            state = TournamentState.FINAL if document.final else TournamentState.RUNNING
        tournament = Tournament(
            name=document.name,
            date=document.date,
            kind=document.kind,
            venue=document.venue,
            host=one.host,
            host_name="" if one.host else document.host or "",
            state=state,
            ruleset=document.ruleset,
            target=document.target,
            ended_early=document.ended_early,
            group=self._group(document),
            final_group=self._group(document) if document.final and len(document.final.people) > 1 else None,
            closed_at=None if document.is_running else self.at,
            created_at=self.at,
        )
        self.tournaments.append(tournament)
        return tournament

    def _group(self, document: Document) -> SheetGroup:
        group = SheetGroup(title=document.name)
        self.groups.append(group)
        return group

    def _participants(self, one: Import, tournament: Tournament) -> dict[str, Participant]:
        document = one.document
        seated = {person for table in document.tables for person in table.people}
        finalists = set(document.final.people) if document.final else set()
        absent = Attendance.REGISTERED if document.is_running else Attendance.NO_SHOW
        participants = {
            player.reference: Participant(
                tournament=tournament,
                member=one.members[player.reference],
                is_guest=player.is_guest,
                attendance=Attendance.PRESENT if player.reference in seated else absent,
                is_finalist=player.reference in finalists,
                declined_final=player.reference in document.declined,
                admitted=document.admitted.get(player.reference, ""),
            )
            for player in document.players
        }
        self.participants += participants.values()
        return participants

    def _table(
        self,
        written: WrittenTable,
        sheet: ScoreSheet | None,
        tournament: Tournament,
        participants: Mapping[str, Participant],
    ) -> Table:
        stage = Stage.TABLE if written.number else Stage.FINAL
        table = Table(
            tournament=tournament,
            stage=stage,
            number=written.number,
            sheet=sheet,
            first=participants[written.first] if written.first else None,
            scribe=participants[written.scribe] if written.scribe else None,
        )
        self.tables.append(table)
        for number, people in enumerate(written.seats, 1):
            participant = participants[people[0]] if people else None
            self.seats.append(Seat(table=table, stage=stage, number=number, participant=participant))
        return table

    def _sheet(self, checked: CheckedTable, one: Import, group: SheetGroup) -> ScoreSheet:
        document, written = one.document, checked.written
        is_left = written.number > 0 and document.final is not None
        is_over = is_left or not document.is_running
        sheet = ScoreSheet(
            group=group,
            stage=Stage.TABLE if written.number else Stage.FINAL,
            number=max(written.number, 1),
            ruleset=document.ruleset,
            target=checked.target,
            first_chosen=written.first is not None,
            scribe_chosen=written.scribe is not None,
            finished_at=self.at if is_over or checked.is_finished else None,
            locked_at=self.at if is_over else None,
            started_at=self.at,
        )
        self.sheets.append(sheet)
        self._end(group, sheet, checked)
        players = self._players(written, one, sheet)
        for number, written_round in enumerate(written.rounds, 1):
            current = Round(sheet=sheet, number=number, recorded_at=self.at)
            self.rounds.append(current)
            for reference, points in checked.round_points[number - 1].items():
                count = written_round.counts.get(reference)
                self.results.append(RoundResult(round=current, player=players[reference], points=points, count=count))
        return sheet

    def _end(self, group: SheetGroup, sheet: ScoreSheet, checked: CheckedTable) -> None:
        """The first sheet that reached its target ends the group (R2.3)."""
        self.recorded[id(sheet)] = len(checked.written.rounds)
        if checked.is_finished and checked.written.number and id(group) not in self.enders:
            group.ended_at = self.at
            self.enders[id(group)] = sheet

    def _players(self, written: WrittenTable, one: Import, sheet: ScoreSheet) -> dict[str, SheetPlayer]:
        order, scribe = columns(
            one.document.ruleset, written, {person: one.members[person].born for person in written.people}
        )
        place = {reference: index for index, reference in enumerate(order)}
        players = {
            reference: SheetPlayer(
                sheet=sheet,
                seat=seat,
                turn=turn,
                position=place[reference],
                member=one.members[reference],
                joined_after=written.joined_after.get(reference, 0),
                left_after=written.left_after.get(reference),
                is_scribe=reference == scribe,
            )
            for seat, people in enumerate(written.seats, 1)
            for turn, reference in enumerate(people)
        }
        self.players += players.values()
        return players

    def _decisions(
        self,
        document: Document,
        tournament: Tournament,
        tables: Mapping[int, Table],
        participants: Mapping[str, Participant],
    ) -> None:
        for written in document.decisions:
            decision = Decision(
                tournament=tournament,
                table=tables[0 if written.table is None else written.table],
                by=written.by,
                reason=written.reason,
                void=written.is_void,
                decided_at=self.at,
            )
            self.decisions.append(decision)
            for place, reference in enumerate(written.order, 1):
                participant = participants[reference]
                self.places.append(DecisionPlace(decision=decision, participant=participant, place=place))

    def _limit_others(self) -> None:
        """How far the other sheets of a group that has ended may still go: the round they are in (R2.3)."""
        for sheet in self.sheets:
            ender = self.enders.get(id(sheet.group))
            if ender is not None and sheet is not ender:
                sheet.last_round = self.recorded[id(sheet)] + (sheet.finished_at is None)

    def _name_enders(self) -> None:
        """Groups are saved before their sheets, and learn only then which of these ended them."""
        for group in self.groups:
            group.ended_by = self.enders.get(id(group))
        SheetGroup.objects.bulk_update([group for group in self.groups if group.ended_by], ["ended_by"])

    def write(self) -> None:
        """Save all rows; inside the caller's transaction."""
        SheetGroup.objects.bulk_create(self.groups)
        Tournament.objects.bulk_create(self.tournaments)
        Participant.objects.bulk_create(self.participants)
        self._limit_others()
        ScoreSheet.objects.bulk_create(self.sheets)
        self._name_enders()
        Table.objects.bulk_create(self.tables)
        Seat.objects.bulk_create(self.seats)
        SheetPlayer.objects.bulk_create(self.players)
        Round.objects.bulk_create(self.rounds)
        RoundResult.objects.bulk_create(self.results)
        Decision.objects.bulk_create(self.decisions)
        DecisionPlace.objects.bulk_create(self.places)
        Award.objects.bulk_create([award_row(person, person.tournament, points) for person, points in self.points])
