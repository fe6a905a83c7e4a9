"""Tables, lots, draws, decks and the start: what is refused, and what happens once."""

import datetime as dt

import pytest

from scoring.models import SheetPlayer
from scoring.rules.problems import Problems
from tests.factories import (
    WHO,
    codes,
    fresh,
    make_member,
    person,
    plan_evening,
    record,
    seat_evening,
    seat_of,
    seating,
    sheet_of,
    start_evening,
    table_of,
)
from tournaments import actions
from tournaments.models import Attendance, Draw, Seat, Table, TournamentState

pytestmark = pytest.mark.django_db


def lots(evening):
    return set(Seat.objects.filter(table__tournament=evening).values_list("lot", flat=True))


def columns(evening, number=1):
    return [
        player.member.name
        for player in SheetPlayer.objects.filter(sheet=sheet_of(evening, number)).order_by("position")
    ]


@pytest.mark.parametrize(("present", "sizes"), [(2, [2]), (6, [6]), (7, [4, 3]), (13, [5, 4, 4]), (19, [5, 5, 5, 4])])
def test_R2_2_fewest_tables_filled_evenly(present, sizes):
    evening = plan_evening(people=" ".join(f"P{number}" for number in range(present)))
    actions.make_seats(tournament=evening, **WHO)
    assert [table.seats.count() for table in Table.objects.filter(tournament=evening)] == sizes


@pytest.mark.parametrize(
    ("people", "tables", "path"), [("", None, "people"), ("Anna", None, "people"), ("A B C", 2, "tables")]
)
def test_R2_2_seats_that_cannot_be_made_leave_nothing_behind(people, tables, path):
    evening = plan_evening(people=people)
    actions.choose_tables(tournament=evening, tables=tables, **WHO)
    with pytest.raises(Problems) as problems:
        actions.make_seats(tournament=evening, **WHO)
    assert codes(problems) == [(path, "wrong_number_of_players")]
    assert (Table.objects.count(), Draw.objects.count(), fresh(evening).state) == (0, 0, TournamentState.PLANNED)


def test_R2_18_seats_are_for_those_who_are_there():
    evening = plan_evening(people="Anna Berta")
    actions.register(tournament=evening, member=make_member("Emil"), **WHO)
    actions.make_seats(tournament=evening, **WHO)
    assert list(seating(evening)) == ["1.1", "1.2"]


def test_R2_6_drawn_is_drawn_and_a_new_draw_is_numbered_with_new_lots():
    evening = plan_evening(people="Anna Berta Cora")
    actions.make_seats(tournament=evening, **WHO)
    first = lots(evening)
    actions.make_seats(tournament=evening, **WHO)
    assert lots(evening) == first

    actions.make_seats(tournament=evening, renew=True, **WHO)

    assert lots(evening).isdisjoint(first)
    assert list(Draw.objects.values_list("number", flat=True)) == [1, 2]


def test_R2_6_new_draw_until_the_first_round_and_not_after():
    evening = start_evening("Anna Berta Cora")
    actions.make_seats(tournament=evening, renew=True, **WHO)
    evening = fresh(evening)
    assert (evening.state, evening.group, set(seating(evening).values())) == (TournamentState.SEATED, None, {None})

    evening = start_evening("Anna Berta Cora", name="Zweites")
    record(evening, 1, "100 50 0")
    for redo in (
        lambda: actions.make_seats(tournament=evening, renew=True, **WHO),
        lambda: actions.back_to_check_in(tournament=evening, **WHO),
        lambda: actions.swap_seats(
            tournament=evening, seat=seat_of(evening, "1.1"), other=seat_of(evening, "1.2"), **WHO
        ),
        lambda: actions.choose_first(
            tournament=evening, table=table_of(evening, 1), participant=person(evening, "Cora"), **WHO
        ),
    ):
        with pytest.raises(Problems) as problems:
            redo()
        assert codes(problems) == [("state", "play_has_begun")]


def test_back_to_check_in_takes_the_seats_away():
    evening = start_evening("Anna Berta Cora")
    for _ in range(2):
        evening = actions.back_to_check_in(tournament=evening, **WHO)
    assert (evening.state, Table.objects.count(), evening.participants.count()) == (TournamentState.PLANNED, 0, 3)


def test_seat_is_drawn_by_one_person_only():
    evening = plan_evening(people="Anna Berta")
    emil = actions.register(tournament=evening, member=make_member("Emil"), **WHO)
    actions.make_seats(tournament=evening, **WHO)
    anna, berta = person(evening, "Anna"), person(evening, "Berta")
    actions.assign_seat(tournament=evening, seat=seat_of(evening, "1.1"), participant=anna, **WHO)
    actions.assign_seat(tournament=evening, seat=seat_of(evening, "1.1"), participant=anna, **WHO)

    for seat, participant, expected in (
        ("1.1", berta, [("seat", "seat_taken")]),
        ("1.2", anna, [("participant", "already_seated")]),
        ("1.2", emil, [("participant", "not_present")]),
        ("1.1", emil, [("seat", "seat_taken"), ("participant", "not_present")]),
    ):
        with pytest.raises(Problems) as problems:
            actions.assign_seat(tournament=evening, seat=seat_of(evening, seat), participant=participant, **WHO)
        assert codes(problems) == expected
    assert seating(evening) == {"1.1": "Anna", "1.2": None}

    actions.assign_seat(tournament=evening, seat=seat_of(evening, "1.1"), participant=None, **WHO)
    assert seating(evening) == {"1.1": None, "1.2": None}


def test_R2_6_lot_of_a_former_draw_is_unknown():
    evening = plan_evening(people="Anna Berta")
    actions.make_seats(tournament=evening, **WHO)
    old = seat_of(evening, "1.1")
    actions.make_seats(tournament=evening, renew=True, **WHO)
    with pytest.raises(Problems) as problems:
        actions.assign_seat(tournament=evening, seat=old, participant=person(evening, "Anna"), **WHO)
    assert codes(problems) == [("seat", "unknown_seat")]


def test_swapped_people_sit_in_each_others_place_even_when_sheets_are_open():
    evening = start_evening("Anna Berta Cora", "Dora Emil Fritz")
    tokens = [sheet_of(evening, number).token for number in (1, 2)]

    actions.swap_seats(tournament=evening, seat=seat_of(evening, "1.1"), other=seat_of(evening, "2.3"), **WHO)

    assert seating(evening)["1.1"] == "Fritz"
    assert seating(evening)["2.3"] == "Anna"
    assert (set(columns(evening, 1)), set(columns(evening, 2))) == (
        {"Fritz", "Berta", "Cora"},
        {"Dora", "Emil", "Anna"},
    )
    assert [sheet_of(evening, number).token for number in (1, 2)] == tokens


def test_start_names_everything_that_is_missing():
    evening = plan_evening(people="Anna Berta Cora")
    actions.make_seats(tournament=evening, **WHO)
    actions.assign_seat(tournament=evening, seat=seat_of(evening, "1.1"), participant=person(evening, "Anna"), **WHO)
    actions.register(tournament=evening, member=make_member("Dora"), attendance=Attendance.PRESENT, **WHO)
    with pytest.raises(Problems) as problems:
        actions.start_play(tournament=evening, **WHO)
    assert [(one.code, *one.params.values()) for one in problems.value.problems] == [
        ("seat_empty", "1.2"),
        ("seat_empty", "1.3"),
        ("person_without_seat", "Berta"),
        ("person_without_seat", "Cora"),
        ("person_without_seat", "Dora"),
    ]
    assert fresh(evening).state == TournamentState.SEATED


def test_R4_2_oldest_is_first_and_the_host_may_overrule():
    for name, year in (("Anna", 1960), ("Berta", 1940), ("Cora", 1980)):
        make_member(name, born=dt.date(year, 1, 1))
    evening = start_evening("Anna Berta Cora")
    assert columns(evening) == ["Berta", "Cora", "Anna"]
    assert SheetPlayer.objects.get(is_scribe=True).member.name == "Cora"
    token = sheet_of(evening, 1).token

    table = actions.choose_first(
        tournament=evening, table=table_of(evening, 1), participant=person(evening, "Anna"), **WHO
    )
    actions.choose_scribe(tournament=evening, table=table, participant=person(evening, "Berta"), **WHO)

    assert columns(evening) == ["Anna", "Berta", "Cora"]
    assert SheetPlayer.objects.get(is_scribe=True).member.name == "Berta"
    sheet = sheet_of(evening, 1)
    assert (sheet.token, sheet.first_chosen, sheet.scribe_chosen) == (token, True, True)


def test_R4_1_scribe_may_change_while_people_play():
    evening = start_evening("Anna Berta Cora")
    record(evening, 1, "100 50 0")
    actions.choose_scribe(tournament=evening, table=table_of(evening, 1), participant=person(evening, "Cora"), **WHO)
    assert [player.member.name for player in SheetPlayer.objects.filter(is_scribe=True)] == ["Cora"]


def test_choosing_somebody_of_another_table_is_refused():
    evening = seat_evening("Anna Berta", "Cora Dora")
    with pytest.raises(Problems) as problems:
        actions.choose_scribe(
            tournament=evening, table=table_of(evening, 1), participant=person(evening, "Cora"), **WHO
        )
    assert codes(problems) == [("scribe", "not_at_the_table")]


@pytest.mark.parametrize(
    "step",
    [
        actions.start_play,
        actions.seat_final,
        actions.start_final,
        actions.close_tournament,
        lambda **values: actions.end_early(reason="spät", **values),
        lambda **values: actions.reopen_tournament(reason="prüfen", **values),
    ],
)
def test_steps_that_are_not_due_are_refused(step):
    evening = plan_evening(people="Anna Berta")
    with pytest.raises(Problems) as problems:
        step(tournament=evening, **WHO)
    assert codes(problems) == [("state", "wrong_state")]
    assert fresh(evening).version == evening.version
