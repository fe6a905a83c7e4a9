"""The season table as a file: JSON, plain text, CSV, XLSX, PDF (R2.16)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from club import pdf
from club.figures import write_points, write_short_date
from club.spreadsheet_files import Cell, write_csv, write_xlsx
from tournaments.queries.season import SeasonTable
from tournaments.season import SeasonRow

FIGURES = 9  # columns before those of the tournaments


def season_json(table: SeasonTable, champion: str | None) -> dict[str, Any]:
    """The public format of interfaces.md; `champion` is the plain name."""
    return {
        "season": table.year,
        "as_of": table.as_of.isoformat() if table.as_of else None,
        "champion": champion,
        "tournaments": [{"date": one.date.isoformat(), "name": one.name} for one in table.tournaments],
        "rows": [_row_json(row, table.names[row.key]) for row in table.rows],
    }


def _row_json(row: SeasonRow, name: str) -> dict[str, Any]:
    return {
        "rank": row.rank,
        "name": name,
        "points": row.points,
        "played": row.played,
        "table_wins": row.table_wins,
        "table_seconds": row.table_seconds,
        "finals": row.finals,
        "final_wins": row.final_wins,
        "final_seconds": row.final_seconds,
        "by_tournament": dict(row.by_tournament),
    }


def season_cells(table: SeasonTable) -> list[list[Cell]]:
    """Headings and rows as a spreadsheet has them: one column for each tournament, empty where not played."""
    headings: list[Cell] = [
        _("Rang"),
        _("Name"),
        _("Punkte"),
        _("Turniere"),
        _("Tischsiege"),
        _("Zweite am Tisch"),
        _("Finale"),
        _("Finalsiege"),
        _("Zweite im Finale"),
        *(one.label for one in table.tournaments),
    ]
    return [headings, *(_row_cells(row, table) for row in table.rows)]


def _row_cells(row: SeasonRow, table: SeasonTable) -> list[Cell]:
    return [
        row.rank,
        table.names[row.key],
        row.points,
        row.played,
        row.table_wins,
        row.table_seconds,
        row.finals,
        row.final_wins,
        row.final_seconds,
        *(row.by_tournament.get(one.label) for one in table.tournaments),
    ]


def season_text(table: SeasonTable, champion: str | None) -> str:
    """For a terminal: a line for each member, the tournaments as numbered columns explained below."""
    rows = [[_text(cell) for cell in cells] for cells in season_cells(table)]
    rows[0][FIGURES:] = [f"{number}." for number in range(1, len(table.tournaments) + 1)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        _title(table),
        "",
        *(
            "  ".join(
                cell.ljust(width) if column == 1 else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(row, widths, strict=True))
            ).rstrip()
            for row in rows
        ),
    ]
    if table.tournaments:
        lines.append("")
    for number, one in enumerate(table.tournaments, 1):
        lines.append(f"{number:>3}. {write_short_date(one.date)} {one.name}")
    if champion:
        lines += ["", _("Sieger der Saison: %(name)s") % {"name": champion}]
    return "\n".join(lines) + "\n"


def _title(table: SeasonTable) -> str:
    title = _("Saison %(year)s") % {"year": table.year}
    if table.as_of is None:
        return title
    return f"{title} · " + _("Stand %(date)s") % {"date": write_short_date(table.as_of)}


def _text(cell: Cell) -> str:
    return "" if cell is None else write_points(cell) if isinstance(cell, int) else cell


def _json(table: SeasonTable, champion: str | None) -> bytes:
    return (json.dumps(season_json(table, champion), ensure_ascii=False, indent=1) + "\n").encode()


def _xlsx(table: SeasonTable, _champion: str | None) -> bytes:
    return write_xlsx(_("Saison %(year)s") % {"year": table.year}, season_cells(table))


def _pdf(table: SeasonTable, champion: str | None) -> bytes:
    context = {
        "title": _title(table),
        "heading": _title(table),
        "language": get_language() or settings.LANGUAGE_CODE,
        "parts": ["documents/_season_table.html"],
        "champion": champion,
        "figures": season_cells(table)[0][2:FIGURES],
        "days": [f"{one.date.day}.{one.date.month}." for one in table.tournaments],
        "tournaments": [(write_short_date(one.date), one.name) for one in table.tournaments],
        "lines": [
            (cells[0], cells[1], _text(cells[2]), [_text(cell) for cell in cells[3:]])
            for cells in (_row_cells(row, table) for row in table.rows)
        ],
    }
    return pdf.render("documents/document.html", context)


WRITERS: Mapping[str, Callable[[SeasonTable, str | None], bytes]] = {
    "text": lambda table, champion: season_text(table, champion).encode(),
    "json": _json,
    "csv": lambda table, _champion: write_csv(season_cells(table)),
    "xlsx": _xlsx,
    "pdf": _pdf,
}
