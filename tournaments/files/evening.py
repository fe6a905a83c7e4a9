"""From a document to the rules: each table's sheet, the evening as a whole, and everything that is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.files.file_order import in_file_order
from scoring.rules.problems import Problem
from tournaments.closing import check_evening
from tournaments.files.document import Document
from tournaments.files.schema import Reading, read_schema
from tournaments.files.sheets import CheckedTable, check_table
from tournaments.season import check_season, counts, scheme_for
from tournaments.standings import Decision, Evening, Scheme, TableStanding


@dataclass(frozen=True)
class CheckedEvening:
    """A document with its rounds; `tables` are in the order of the document's sheets, the final's is the last."""

    document: Document
    tables: tuple[CheckedTable, ...]
    evening: Evening


def check_tournament(value: object, schemes: Sequence[Scheme]) -> tuple[CheckedEvening | None, list[Problem]]:
    """All that can be said of one tournament file without knowing the club's people, in file order.

    Ties, final and decisions are checked once every table is right: before that nobody knows who is tied.
    """
    reading = read_schema(value)
    checked, problems = _check_tables(reading)
    document = reading.document
    found = None
    if document is not None:
        problems += check_season(document.date, document.kind, schemes)
        problems += _check_that_it_ended(document, checked)
        if len(checked) == len(document.sheets):
            tables = tuple(checked[table.number] for table in document.sheets)
            found = _checked_evening(document, tables, scheme_for(document.date.year, schemes))
            problems += _check_evening(found)
        else:
            problems += _check_final(document, reading)
    problems = in_file_order(value, [*reading.problems, *problems])
    return (None if problems else found), problems


def _check_tables(reading: Reading) -> tuple[dict[int, CheckedTable], list[Problem]]:
    """The sheets that are right, by table number (0 is the final), and what is wrong with the others."""
    checked: dict[int, CheckedTable] = {}
    problems: list[Problem] = []
    for raw in reading.tables:
        if reading.ruleset is not None:
            table, found = check_table(raw, reading.ruleset, reading.target, reading.unread)
            problems += found
            if table is not None and not found:
                checked[raw.table.number] = table
    return checked, problems


def _checked_evening(document: Document, tables: tuple[CheckedTable, ...], scheme: Scheme | None) -> CheckedEvening:
    by_number = {table.written.number: table for table in tables}
    final = by_number.get(0)
    evening = Evening(
        counts=counts(document.kind),
        tables=tuple(TableStanding(one.number, by_number[one.number].ranking) for one in document.tables),
        guests=frozenset(player.reference for player in document.players if player.is_guest),
        declined=document.declined,
        admitted=document.admitted,
        final_seats=final.written.people if final else None,
        final_ranking=final.ranking if final and final.written.rounds else None,
        final_rounds=len(final.written.rounds) if final else 0,
        decisions=tuple(
            Decision("final" if one.table is None else "table", one.table, one.order, one.is_void)
            for one in document.decisions
        ),
        scheme=scheme,
        ended_early=bool(document.ended_early),
    )
    whole = replace(
        document,
        tables=tuple(by_number[table.number].written for table in document.tables),
        final=final.written if final else None,
    )
    return CheckedEvening(whole, tables, evening)


def _check_that_it_ended(document: Document, checked: dict[int, CheckedTable]) -> list[Problem]:
    """A closed evening that counts has a table with 5000, or says why it has none (R2.3, R2.23)."""
    if document.is_running or document.ended_early or not counts(document.kind):
        return []
    if any(table.number not in checked or checked[table.number].is_finished for table in document.tables):
        return []
    return [Problem("tables", "game_not_finished")]


def _check_final(document: Document, reading: Reading) -> list[Problem]:
    """What can be said of the final while a table is wrong: whether it is there, and its one round (R4.10)."""
    if document.is_running:
        return []
    if document.final is None:
        return [Problem("", "final_incomplete")] if counts(document.kind) and not document.ended_early else []
    rounds = next((raw.rounds for raw in reading.tables if raw.table.number == 0), None)
    is_wrong = isinstance(rounds, list) and len(document.final.people) > 1 and len(rounds) != 1
    return [Problem("final.rounds", "final_incomplete")] if is_wrong else []


def _check_evening(found: CheckedEvening) -> list[Problem]:
    document = found.document
    problems = check_evening(found.evening, is_closed=not document.is_running)
    stages = {table.number for table in document.sheets}
    for index, decision in enumerate(document.decisions):
        if decision.is_void and decision.table != 0 and (decision.table or 0) not in stages:
            part = "stage" if decision.table is None else "table"
            problems.append(Problem(f"decisions.{index}.{part}", "invalid_decision"))
    return [replace(problem, path=_seat_path(problem.path, document)) for problem in problems]


def _seat_path(path: str, document: Document) -> str:
    """The rules number the people at the final, the file its seats, of which some may be empty."""
    prefix, _, index = path.rpartition(".")
    if prefix != "final.seats" or document.final is None:
        return path
    taken = [number for number, people in enumerate(document.final.seats) if people]
    return f"{prefix}.{taken[int(index)]}"
