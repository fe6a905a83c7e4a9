"""Tables, lots, draws, decks and the start: what is refused, and what happens once."""

import datetime as dt

import pytest

from club.models import Deck, LogEntry
from scoring.models import SheetPlayer, Stage
from scoring.rules.problems import Problems
from tests.factories import (
    DATE,
    SEED,
    WHO,
    codes,
    fresh,
    make_decks,
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
from tournaments.draw_files import check_draw
from tournaments.draws import draw_document
from tournaments.models import Attendance, Draw, Kind, Seat, Table, TournamentState

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


def test_R2_6_digital_draw_follows_from_seed_and_salt_and_runs_once():
    evening = plan_evening(people="Anna Berta Cora Dora Emil Fritz Greta")
    actions.make_seats(tournament=evening, **WHO)
    draw = actions.commit_draw(tournament=evening, stage=Stage.TABLE, seed=SEED, **WHO)
    again = actions.commit_draw(tournament=evening, stage=Stage.TABLE, seed="00" * 32, **WHO)
    assert (again, again.commitment, again.seed) == (draw, draw.commitment, SEED)

    drawn = actions.run_draw(tournament=evening, stage=Stage.TABLE, salt="Gurke", **WHO)
    second = actions.run_draw(tournament=evening, stage=Stage.TABLE, salt="anders", **WHO)

    assert seating(evening) == drawn.result == second.result
    assert second.salt == "Gurke"
    document = draw_document(drawn.seed, drawn.salt, drawn.participants, drawn.seats)
    assert check_draw(document) == []
    assert (document["commitment"], document["result"]) == (draw.commitment, drawn.result)


def test_R2_6_draw_for_the_rest_when_some_have_drawn_paper():
    evening = plan_evening(people="Anna Berta Cora Dora")
    actions.make_seats(tournament=evening, **WHO)
    actions.assign_seat(tournament=evening, seat=seat_of(evening, "1.2"), participant=person(evening, "Dora"), **WHO)
    draw = actions.commit_draw(tournament=evening, stage=Stage.TABLE, seed=SEED, **WHO)
    assert (draw.participants, draw.seats) == (["Anna", "Berta", "Cora"], ["1.1", "1.3", "1.4"])
    actions.run_draw(tournament=evening, stage=Stage.TABLE, salt="", **WHO)
    assert seating(evening)["1.2"] == "Dora"
    assert set(seating(evening).values()) == {"Anna", "Berta", "Cora", "Dora"}


def test_draw_without_a_valid_commitment_is_refused():
    evening = plan_evening(people="Anna Berta Cora")
    actions.make_seats(tournament=evening, **WHO)
    with pytest.raises(Problems) as problems:
        actions.run_draw(tournament=evening, stage=Stage.TABLE, salt="x" * 41, **WHO)
    assert codes(problems) == [("draw", "not_committed"), ("salt", "out_of_range")]

    first = actions.commit_draw(tournament=evening, stage=Stage.TABLE, seed=SEED, **WHO)
    actions.set_attendance(
        tournament=evening, participant=person(evening, "Anna"), attendance=Attendance.NO_SHOW, **WHO
    )
    with pytest.raises(Problems) as problems:
        actions.run_draw(tournament=evening, stage=Stage.TABLE, salt="", **WHO)
    assert codes(problems) == [("draw", "draw_outdated")]
    with pytest.raises(Problems) as problems:
        actions.commit_draw(tournament=evening, stage=Stage.TABLE, seed=SEED, **WHO)
    assert codes(problems) == [("seats", "seats_do_not_match")]

    actions.set_attendance(
        tournament=evening, participant=person(evening, "Anna"), attendance=Attendance.PRESENT, **WHO
    )
    assert actions.commit_draw(tournament=evening, stage=Stage.TABLE, seed=SEED, **WHO).commitment == first.commitment


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


def test_R1_2_decks_by_the_number_of_people_at_the_tables():
    make_decks(4)
    evening = seat_evening("A B C D E", "F G H I", "J K L M")
    assert actions.assign_decks(tournament=evening, **WHO) == {
        "1": ["Blatt A", "Blatt B"], "2": ["Blatt C"], "3": ["Blatt D"],
    }  # fmt: skip
    before = LogEntry.objects.count()
    actions.assign_decks(tournament=evening, **WHO)
    assert LogEntry.objects.count() == before


def test_R1_1_too_few_accredited_decks_stop_what_counts():
    make_decks(1)
    Deck.objects.create(label="Neu")
    Deck.objects.create(label="Alt", accredited_on=dt.date(2000, 1, 1), retired_on=DATE)
    evening = seat_evening("Anna Berta", "Cora Dora")
    for step in (actions.assign_decks, actions.start_play):
        with pytest.raises(Problems) as problems:
            step(tournament=evening, **WHO)
        assert codes(problems) == [("decks", "too_few_decks")]
        assert problems.value.problems[0].params == {"needed": 2, "available": 1}

    evening = actions.change_tournament(tournament=evening, kind=Kind.TRAINING, **WHO)
    assert actions.start_play(tournament=evening, **WHO).state == TournamentState.RUNNING
    assert table_of(evening, 2).decks.get().label == "Neu"


def test_R1_1_club_that_keeps_no_book_of_decks_may_start():
    evening = start_evening("Anna Berta", "Cora Dora")
    assert evening.state == TournamentState.RUNNING
    assert table_of(evening, 1).decks.count() == 0


def test_late_comer_is_refused_at_a_full_table_and_at_a_second_one():
    evening = start_evening("A B C D E F", "G H I J K L")
    with pytest.raises(Problems) as problems:
        actions.join_table(tournament=evening, table=table_of(evening, 1), member=make_member("Spät"), **WHO)
    assert codes(problems) == [("table", "table_full")]
    with pytest.raises(Problems) as problems:
        actions.join_table(tournament=evening, table=table_of(evening, 1), member=make_member("G"), **WHO)
    assert codes(problems) == [("participant", "already_seated")]


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


def test_R1_2_late_comer_brings_another_deck_to_the_table_if_there_is_one():
    make_decks(2)
    evening = start_evening("A B C D")
    assert table_of(evening, 1).decks.count() == 1
    actions.join_table(tournament=evening, table=table_of(evening, 1), member=make_member("E"), **WHO)
    assert table_of(evening, 1).decks.count() == 2

    Deck.objects.all().delete()
    make_decks(1)
    evening = start_evening("A B C D", name="Zweites")
    with pytest.raises(Problems) as problems:
        actions.join_table(tournament=evening, table=table_of(evening, 1), member=make_member("E"), **WHO)
    assert codes(problems) == [("decks", "too_few_decks")]
    assert evening.participants.count() == 4
