"""Tablets that save in the same moment: each round once, conflicts told, one end (field reports 7, 8 and 15)."""

import uuid
from functools import partial

import pytest
from django.test import Client

from club.models import LogEntry
from scoring.actions import Entry, new_token, record_round
from scoring.models import Receipt, Round, ScoreSheet, SheetGroup, SheetPlayer
from scoring.queries import sheet_state
from tests.at_once import at_once
from tests.factories import AT, WHO, new_sheets

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def open_tables(*sizes):
    """One sheet for each number of players."""
    return list(ScoreSheet.objects.filter(group=new_sheets(*sizes)).order_by("number"))


def body(sheet, number, *points, request_id=None, **more):
    ids = SheetPlayer.objects.filter(sheet=sheet).order_by("seat").values_list("pk", flat=True)
    entries = {str(pk): value for pk, value in zip(ids, points, strict=True)}
    return {"id": str(request_id or uuid.uuid4()), "number": number, "entries": entries} | more


def send_at_once(*requests):
    """Each (sheet, body) by a browser of its own; the answers in that order."""
    return at_once(*(partial(send, *request) for request in requests))


def send(sheet, content):
    return Client().post(f"/s/{sheet.token}/runden", content, content_type="application/json")


def current(sheet):
    return list(Round.objects.filter(sheet=sheet, state="current").order_by("number").values_list("number", flat=True))


def test_one_request_sent_four_times_is_one_round():
    (sheet,) = open_tables(3)
    request = (sheet, body(sheet, 1, 500, 0, -15))
    answers = send_at_once(request, request, request, request)
    assert [answer.status_code for answer in answers] == [200] * 4
    assert len({answer.json()["round"] for answer in answers}) == 1
    assert Round.objects.count() == 1
    assert LogEntry.objects.filter(action="record_round").count() == 1
    assert Receipt.objects.count() == 1


def test_of_four_different_versions_one_holds_and_three_are_conflicts():
    (sheet,) = open_tables(2)
    answers = send_at_once(*((sheet, body(sheet, 1, 5 * number, 0)) for number in range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    held = next(index for index, answer in enumerate(answers) if answer.status_code == 200)
    for answer in answers:
        if answer.status_code == 409:
            assert max(answer.json()["conflict"]["theirs"]["points"].values()) == 5 * held
    assert Round.objects.count() == 1


def test_of_two_corrections_of_one_version_the_later_is_a_conflict():
    (sheet,) = open_tables(2)
    (first,) = send_at_once((sheet, body(sheet, 1, 100, 0)))
    row = first.json()["round"]
    answers = send_at_once(*((sheet, body(sheet, 1, 100, points, replaces=row)) for points in (5, 10)))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert list(Round.objects.order_by("pk").values_list("state", flat=True)) == ["replaced", "current"]


def test_R2_3_two_tables_that_reach_5000_in_the_same_moment_end_one_evening():
    sheets = open_tables(2, 2, 2)
    answers = send_at_once(*((sheet, body(sheet, 1, 5000, 0)) for sheet in sheets[:2]))
    assert [answer.status_code for answer in answers] == [200, 200]
    group = SheetGroup.objects.get()
    assert group.ended_by_id in {sheet.pk for sheet in sheets[:2]}
    assert [sheet_state(sheet).finished for sheet in sheets] == [True, True, False]
    assert sheet_state(sheets[2]).last_round == 1


@pytest.mark.parametrize("turn", range(3))
def test_eight_tables_save_in_the_same_second(turn):
    sheets = open_tables(*[3] * 8)
    before = SheetGroup.objects.get().version
    for number in (1, 2):
        answers = send_at_once(*((sheet, body(sheet, number, 100, 50, -5)) for sheet in sheets))
        assert [answer.status_code for answer in answers] == [200] * 8
    assert [current(sheet) for sheet in sheets] == [[1, 2]] * 8
    assert SheetGroup.objects.get().version == before + 16


def test_new_addresses_and_rounds_of_one_sheet_wait_for_each_other():
    (sheet,) = open_tables(2)
    ids = list(sheet.players.values_list("pk", flat=True))

    def give_addresses():
        for _time in range(30):
            new_token(sheet=sheet, **WHO)

    def save_rounds():
        for number in range(1, 31):
            entries = {pk: Entry(points=5) for pk in ids}
            request = {"request_id": uuid.uuid4(), "device": "", "device_at": None}
            record_round(sheet=sheet, number=number, entries=entries, **request, **WHO)

    at_once(give_addresses, save_rounds)
    assert current(sheet) == list(range(1, 31))


@pytest.mark.parametrize("rounds", [1, 8])
@pytest.mark.parametrize("tables", [1, 8])
def test_a_state_needs_the_same_queries_however_large_the_evening(django_assert_num_queries, tables, rounds):
    sheets = open_tables(*[3] * tables)
    for number in range(1, rounds + 1):
        send(sheets[0], body(sheets[0], number, 5, 5, 5))
    with django_assert_num_queries(3):
        sheet_state(sheets[0])
    assert sheets[0].started_at == AT
