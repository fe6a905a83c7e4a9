"""Tables for spreadsheet programs: CSV that opens in German Excel, and XLSX. Text stays text in both.

A cell that a program would run as a formula gets an apostrophe in front in CSV, and one that begins like such a
guarded cell another one, so that `unguarded` gives back exactly what was there. Numbers are numbers.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

Cell = str | int | None

_RUNS_AS_FORMULA = re.compile(r"'*[=+\-@\t\r\n]")
# What no XLSX file can hold: control characters but tab, line feed and carriage return, and lone surrogates.
_NOT_IN_XLSX = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_WIDEST = 60


def guarded(text: str) -> str:
    """The text as a CSV cell that no spreadsheet runs."""
    return f"'{text}" if _RUNS_AS_FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """What `guarded` was given."""
    return text[1:] if text.startswith("'") and _RUNS_AS_FORMULA.match(text) else text


def write_csv(rows: Iterable[Sequence[Cell]]) -> bytes:
    """UTF-8 with BOM, semicolons, CRLF; None is an empty cell."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    for row in rows:
        writer.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue().encode("utf-8-sig")


def write_xlsx(title: str, rows: Sequence[Sequence[Cell]]) -> bytes:
    """A workbook of one sheet, its first row the headings; openpyxl is loaded with the first one written."""
    from openpyxl import Workbook
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = title[:31]
    for row_number, row in enumerate(rows, 1):
        for column, value in enumerate(row, 1):
            cell = sheet.cell(row_number, column)
            if isinstance(value, str):
                cell.value = _NOT_IN_XLSX.sub("\ufffd", value)
                cell.data_type = "s"  # openpyxl would make a formula of whatever begins with "="
                cell.quotePrefix = bool(_RUNS_AS_FORMULA.match(value))  # and Excel, once somebody edits the cell
            else:
                cell.value = value
            if row_number == 1:
                cell.font = Font(bold=True)
    for column in range(1, max(map(len, rows), default=0) + 1):
        widest = max(len(str(row[column - 1] or "")) for row in rows if len(row) >= column)
        sheet.column_dimensions[get_column_letter(column)].width = min(widest + 2, _WIDEST)
    sheet.freeze_panes = "A2"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
