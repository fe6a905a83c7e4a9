"""`season_table` in all its formats."""

import csv
import io
import json
import time
from pathlib import Path

import openpyxl
import pytest
from django.core.management import CommandError
from django.utils import timezone
from pypdf import PdfReader

from club.models import Member, PointsScheme, Season
from tests.commands.written import Files, evening, points, run

pytestmark = pytest.mark.django_db
HANDED = Path(__file__).parents[1] / "cases" / "tournaments"


@pytest.fixture
def files(tmp_path):
    return Files(tmp_path)


def table(*arguments):
    status, out, _ = run("season_table", *arguments, "--format", "json")
    assert status == 0
    return json.loads(out)


def test_R2_16_handed_season_table():
    run("import_tournaments", str(HANDED / "2026.json"))
    expected = json.loads((HANDED / "2026-expected.json").read_text(encoding="utf-8"))
    assert table("2026") == expected["season_table"]


def test_R2_10_season_without_scheme_says_so():
    status, out, err = run("season_table", "2013", "--format", "json")
    assert (status, err) == (1, "")
    assert [(one["path"], one["code"]) for one in json.loads(out)["errors"]] == [("", "outside_season")]
    status, out, err = run("season_table", "2013")
    assert (status, out) == (1, "")
    assert err


def test_R2_10_another_scheme_for_earlier_years(files):
    PointsScheme.objects.create(
        first_year=2010,
        taking_part=2,
        table_first=1,
        table_second=0,
        final_first=1,
        final_second=0,
        final_third=0,
        final_fourth=0,
    )
    files.good(evening(date="2012-03-10"))
    assert [(row["name"], row["points"]) for row in table("2012")["rows"]] == [("Berta", 3), ("Anna", 3), ("Cora", 2)]


def test_season_without_tournaments_is_empty():
    assert table("2020") == {"season": 2020, "as_of": None, "champion": None, "tournaments": [], "rows": []}
    for format_ in ("text", "csv"):
        assert run("season_table", "2020", "--format", format_)[0] == 0


def test_as_of_includes_the_day_and_names_no_champion(files):
    files.good(evening(), evening(name="Später", date="2014-04-12"))
    anna = Member.objects.get(name="Anna")
    Season.objects.create(year=2014, closed_at=timezone.now(), champion=anna)
    assert table("2014")["champion"] == "Anna"
    until = table("2014", "--as-of", "2014-03-08")
    assert (until["as_of"], until["champion"]) == ("2014-03-08", None)
    assert [one["name"] for one in until["tournaments"]] == ["März-Turnier"]
    assert table("2014", "--as-of", "2014-03-07")["rows"] == []


def test_R2_14_guests_and_training_and_running_evenings_are_not_in_the_table(files):
    files.good(
        evening(players=[{"name": "Anna", "guest": True}, {"name": "Berta"}, {"name": "Cora"}]),
        evening(name="Übung", kind="training"),
        evening(name="Läuft", date="2014-04-05", state="running", final=None),
    )
    assert [row["name"] for row in table("2014")["rows"]] == ["Berta", "Cora"]
    assert len(table("2014")["tournaments"]) == 1


def test_people_of_equal_name_stand_there_with_their_numbers(files):
    files.good(
        evening(
            players=[{"name": "Anna", "number": 17}, {"name": "Anna", "number": 18, "key": "Berta"}, {"name": "Cora"}]
        )
    )
    assert [row["name"] for row in table("2014")["rows"]] == ["Anna (18)", "Anna (17)", "Cora"]


def dangerous(files):
    names = ["=1+1", "@SUM(A1)", "+49 30 1234"]
    players = [{"name": name, "key": key} for name, key in zip(names, ("Anna", "Berta", "Cora"), strict=True)]
    files.good(evening(name="=cmd()", players=players))


def test_csv_opens_in_german_excel_and_runs_nothing(files, tmp_path):
    dangerous(files)
    path = tmp_path / "table.csv"
    assert run("season_table", "2014", "--format", "csv", "--output", str(path)) == (0, "", "")
    content = path.read_bytes()
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))
    assert [row[:3] for row in rows[1:]] == [["1", "'@SUM(A1)", "7"], ["2", "'=1+1", "6"], ["3", "'+49 30 1234", "1"]]
    assert rows[0][9] == "2014-03-08 =cmd()"


def test_xlsx_holds_text_as_text_and_numbers_as_numbers(files, tmp_path):
    dangerous(files)
    path = tmp_path / "table.xlsx"
    run("season_table", "2014", "--format", "xlsx", "--output", str(path))
    sheet = openpyxl.load_workbook(path).worksheets[0]
    cells = [[(cell.value, cell.data_type) for cell in row[:3]] for row in sheet.iter_rows(min_row=2)]
    assert cells == [
        [(1, "n"), ("@SUM(A1)", "s"), (7, "n")],
        [(2, "n"), ("=1+1", "s"), (6, "n")],
        [(3, "n"), ("+49 30 1234", "s"), (1, "n")],
    ]


def test_text_shows_every_member_and_tournament(files):
    files.good(evening())
    out = run("season_table", "2014")[1]
    assert all(word in out for word in ("Anna", "Berta", "Cora", "März-Turnier", "8.3.2014"))


@pytest.mark.parametrize(
    "arguments", [["x"], ["0"], ["10000"], ["2014", "--as-of", "8.3.2014"], ["2014", "--format", "html"], []]
)
def test_wrong_usage(arguments):
    with pytest.raises(CommandError):
        run("season_table", *arguments)


def test_place_that_cannot_be_written_is_wrong_usage(tmp_path):
    with pytest.raises(CommandError) as stopped:
        run("season_table", "2014", "--output", str(tmp_path / "nowhere" / "x.txt"))
    assert stopped.value.returncode == 2


def test_R2_16_equals_share_a_rank_and_stand_in_german_order(files):
    names = {"Anna": "Adler", "Berta": "Straube", "Cora": "Zander", "Dora": "Oster", "Emma": "Strauß", "Finn": "Ärmel"}
    players = [{"name": name, "key": key} for key, name in names.items()]
    tables = [
        evening()["tables"][0],
        {"number": 2, "seats": ["Dora", "Emma", "Finn"], "rounds": [points(Dora=10, Emma=5, Finn=0)]},
    ]
    final = {"seats": ["Anna", "Berta", "Dora", "Emma"], "rounds": [points(Anna=20, Berta=10, Dora=15, Emma=5)]}
    files.good(evening(players=players, tables=tables, final=final))
    rows = [(row["rank"], row["name"], row["points"]) for row in table("2014")["rows"]]
    assert rows == [
        (1, "Adler", 8),
        (2, "Oster", 6),
        (3, "Straube", 4),
        (4, "Strauß", 3),
        (5, "Ärmel", 1),
        (5, "Zander", 1),
    ]


def test_pdf_has_every_member_once_however_long_the_name(files, tmp_path):
    long = ["Wolfeschlegelsteinhausen-Oberschleißheimer-Großkreutz", "W" * 69, "<img src=x>"]
    names = [*long, *(f"Mitglied Nummer {number}" for number in range(177))]
    tables = []
    for number, start in enumerate(range(0, 180, 6), 1):
        seats = names[start : start + 6]
        best = 5000 if number == 1 else 100
        rounds = [points(**{name: best - 5 * place for place, name in enumerate(seats)})]
        tables.append({"number": number, "seats": seats, "rounds": rounds})
    final = [name for table in tables for name in table["seats"][:2]]
    rounds = [points(**{name: 5 * place for place, name in enumerate(final)})]
    files.good(
        evening(players=[{"name": name} for name in names], tables=tables, final={"seats": final, "rounds": rounds})
    )
    path = tmp_path / "table.pdf"
    started = time.monotonic()
    run("season_table", "2014", "--format", "pdf", "--output", str(path))
    assert time.monotonic() - started < 10
    pages = [page.extract_text() for page in PdfReader(path).pages]
    text = "".join("".join(pages).split())
    assert [text.count("".join(name.split())) >= 1 for name in names] == [True] * 180
    assert all("Rang" in page and f"Seite {n} von {len(pages)}" in page for n, page in enumerate(pages, 1))


def test_pdf_of_an_empty_season_is_one_page(tmp_path):
    path = tmp_path / "table.pdf"
    run("season_table", "2020", "--format", "pdf", "--output", str(path))
    assert len(PdfReader(path).pages) == 1
