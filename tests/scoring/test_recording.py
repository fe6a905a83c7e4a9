"""Rounds recorded by scribes: exactly once, corrected by new rows, tables that end together (R2.3, R2.21)."""

import uuid

import pytest

from club.models import LogEntry
from scoring.actions import Conflict, Entry, correct_round, declare_no_round_running, record_round, strike_last_round
from scoring.models import Round, RoundState, ScoreSheet, SheetPlayer
from scoring.queries import sheet_state
from scoring.rules.problems import Problems
from tests.factories import AT, WHO, codes, record, scribe_corrects, sheet_of, start_evening

pytestmark = pytest.mark.django_db


def send(sheet, number, points, request_id=None, **values):
    players = SheetPlayer.objects.filter(sheet=sheet).order_by("seat")
    return record_round(
        sheet=sheet,
        number=number,
        entries={player.pk: Entry(points=value) for player, value in zip(players, points, strict=False)},
        request_id=request_id or uuid.uuid4(),
        device="Tablet",
        device_at=AT,
        **(WHO | values),
    )


def states(sheet):
    return list(sheet.rounds.order_by("pk").values_list("number", "state"))


def stands(evening, number):
    sheet = sheet_of(evening, number)
    return sheet.finished_at is not None, sheet.last_round


@pytest.fixture
def sheet(db):
    return sheet_of(start_evening("Anna Berta Cora"), 1)


def test_the_same_id_gives_the_same_answer_and_one_round(sheet):
    request_id = uuid.uuid4()
    first = send(sheet, 1, [500, 0, -15], request_id)
    assert send(sheet, 1, [500, 0, -15], request_id) == first
    assert states(sheet) == [(1, "current")]
    assert LogEntry.objects.filter(action="record_round").count() == 1


def test_the_same_id_with_other_content_is_refused(sheet):
    request_id = uuid.uuid4()
    send(sheet, 1, [500, 0, -15], request_id)
    with pytest.raises(Problems) as refused:
        send(sheet, 1, [505, 0, -15], request_id)
    assert codes(refused) == [("id", "request_id_reused")]


def test_the_same_values_from_another_device_are_one_round(sheet):
    send(sheet, 1, [500, 0, -15])
    send(sheet, 1, [500, 0, -15])
    assert states(sheet) == [(1, "current")]


def test_other_values_for_a_recorded_round_are_a_conflict(sheet):
    answer = send(sheet, 1, [500, 0, -15])
    with pytest.raises(Conflict) as conflict:
        send(sheet, 1, [500, 0, 15])
    assert (conflict.value.number, conflict.value.current) == (1, answer["round"])
    assert states(sheet) == [(1, "current")]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([12, 0, 5], [("entries.{0}", "not_multiple_of_5")]),
        ([20005, 0, 5], [("entries.{0}", "out_of_range")]),
        ([10, 5], [("entries.{2}", "missing_player")]),
    ],
)
def test_values_that_cannot_be_are_refused_at_their_box(sheet, points, expected):
    ids = list(SheetPlayer.objects.filter(sheet=sheet).order_by("seat").values_list("pk", flat=True))
    with pytest.raises(Problems) as refused:
        send(sheet, 1, points)
    assert codes(refused) == [(path.format(*ids), code) for path, code in expected]
    assert not Round.objects.exists()


def test_somebody_of_another_table_is_unknown(db):
    evening = start_evening("Anna Berta", "Dora Emil")
    sheet, other = sheet_of(evening, 1), sheet_of(evening, 2)
    ids = [*sheet.players.values_list("pk", flat=True), other.players.first().pk]
    with pytest.raises(Problems) as refused:
        record_round(
            sheet=sheet,
            number=1,
            entries={pk: Entry(points=5) for pk in ids},
            request_id=uuid.uuid4(),
            device="",
            device_at=None,
            **WHO,
        )
    assert codes(refused) == [(f"entries.{ids[-1]}", "unknown_player")]


def test_rounds_come_in_order(sheet):
    with pytest.raises(Problems) as refused:
        send(sheet, 2, [5, 5, 5])
    assert codes(refused) == [("number", "round_out_of_order")]


def test_a_correction_is_a_new_row_and_a_stale_one_a_conflict(sheet):
    send(sheet, 1, [500, 0, -15])
    first = Round.objects.get()
    ids = list(sheet.players.order_by("seat").values_list("pk", flat=True))

    def correct(points):
        entries = {pk: Entry(points=value) for pk, value in zip(ids, points, strict=True)}
        return correct_round(sheet=sheet, round=first, entries=entries, reason="", request_id=uuid.uuid4(), **WHO)

    correct([510, 0, -15])
    assert states(sheet) == [(1, "replaced"), (1, "current")]
    assert Round.objects.get(state=RoundState.CURRENT).replaces == first
    with pytest.raises(Conflict):
        correct([520, 0, -15])
    correct([510, 0, -15])
    assert states(sheet) == [(1, "replaced"), (1, "current")]


def test_only_the_last_round_can_be_taken_back(sheet):
    send(sheet, 1, [500, 0, -15])
    send(sheet, 2, [500, 0, -15])
    first, last = Round.objects.order_by("number")
    with pytest.raises(Problems) as refused:
        strike_last_round(sheet=sheet, round=first, request_id=uuid.uuid4(), **WHO)
    assert codes(refused) == [("round", "not_the_last_round")]
    strike_last_round(sheet=sheet, round=last, request_id=uuid.uuid4(), **WHO)
    assert states(sheet) == [(1, "current"), (2, "struck")]
    send(sheet, 2, [100, 0, 0])
    assert [player.total for player in sheet_state(sheet).players] == [600, 0, -15]


def test_R2_3_exactly_5000_ends_the_table_and_gives_the_others_one_more_round():
    evening = start_evening("Karl Anna", "Berta Cora", "Dora Emil")
    record(evening, 1, "4995 0")
    record(evening, 2, "100 200")
    record(evening, 1, "5 0")
    assert stands(evening, 1) == (True, None)
    assert stands(evening, 2) == (False, 2)
    assert stands(evening, 3) == (False, 1)
    record(evening, 2, "5 5")
    assert stands(evening, 2) == (True, 2)
    with pytest.raises(Problems) as refused:
        record(evening, 2, "5 5")
    assert codes(refused) == [("number", "round_after_end")]
    declare_no_round_running(sheet=sheet_of(evening, 3), request_id=uuid.uuid4(), **WHO)
    assert stands(evening, 3) == (True, 0)


def test_R2_3_4995_does_not_end_and_nobody_may_stop_for_it():
    evening = start_evening("Karl Anna", "Berta Cora")
    record(evening, 1, "4995 0")
    assert stands(evening, 1) == (False, None)
    with pytest.raises(Problems) as refused:
        declare_no_round_running(sheet=sheet_of(evening, 2), request_id=uuid.uuid4(), **WHO)
    assert codes(refused) == [("", "no_end_to_follow")]


def test_R2_3_a_correction_that_takes_the_5000_away_withdraws_the_end():
    evening = start_evening("Karl Anna", "Berta Cora")
    record(evening, 1, "4995 0", "5 0")
    assert sheet_state(sheet_of(evening, 2)).ended_by == {"table": 1, "player": "Karl", "total": 5000}
    scribe_corrects(evening, 1, 2, Karl=0)
    assert stands(evening, 1) == (False, None)
    assert stands(evening, 2) == (False, None)
    assert sheet_state(sheet_of(evening, 2)).ended_by is None


def test_R2_21_a_5000_that_arrives_late_counts_from_its_arrival():
    evening = start_evening("Karl Anna", "Berta Cora")
    record(evening, 2, "100 0", "100 0", "100 0")
    record(evening, 1, "5000 0")
    assert stands(evening, 2) == (False, 4)


def test_R2_3_the_second_table_over_5000_keeps_the_end_when_the_first_is_corrected():
    evening = start_evening("Karl Anna", "Berta Cora", "Dora Emil")
    record(evening, 1, "5000 0")
    record(evening, 2, "5005 0")
    scribe_corrects(evening, 1, 1, Karl=4000)
    assert stands(evening, 1) == (False, 2)
    assert stands(evening, 2) == (True, 1)
    assert stands(evening, 3) == (False, 1)


def test_R4_9_a_correction_cannot_end_the_game_before_its_last_round(sheet):
    send(sheet, 1, [1000, 0, 0])
    send(sheet, 2, [1000, 0, 0])
    with pytest.raises(Problems) as refused:
        correct_round(
            sheet=sheet,
            round=Round.objects.get(number=1),
            entries={
                pk: Entry(points=value)
                for pk, value in zip(
                    sheet.players.order_by("seat").values_list("pk", flat=True), [5000, 0, 0], strict=True
                )
            },
            reason="",
            request_id=uuid.uuid4(),
            **WHO,
        )
    assert codes(refused) == [("", "round_after_end")]


def test_R4_10_the_final_ends_after_its_round():
    from scoring.actions import NewPlayer, NewSheet, open_sheets
    from tests.factories import make_member

    people = [NewPlayer(member=make_member(name), seat=seat) for seat, name in enumerate(("Anna", "Berta"), 1)]
    open_sheets(title="Finale", sheets=[NewSheet("final", 1, "bcc", None, people)], at=AT)
    sheet = ScoreSheet.objects.get()
    send(sheet, 1, [100, 200])
    assert sheet_state(sheet).finished
    assert sheet_state(sheet).next is None


@pytest.mark.parametrize("rounds", [1, 12])
def test_a_save_needs_the_same_queries_however_long_the_game(sheet, rounds, django_assert_max_num_queries):
    for number in range(1, rounds):
        send(sheet, number, [100, 50, 5])
    with django_assert_max_num_queries(18):
        send(sheet, rounds, [100, 50, 5])
