"""Two requests in the same moment: a nervous mouse, two people with the same lot (field report 7)."""

from functools import partial

import pytest

from club.actions import add_member
from club.models import LogEntry, Member
from scoring.rules.problems import Problems
from tests.at_once import at_once
from tests.factories import (
    DATE,
    WHO,
    league_table,
    people,
    plan_evening,
    play_final,
    play_tables,
    seat_of,
    start_evening,
)
from tournaments import actions
from tournaments.models import Kind, Tournament

pytestmark = pytest.mark.django_db(transaction=True, serialized_rollback=True)


def answers_at_once(*calls):
    """What each call answered, or the codes that it was refused with."""

    def run(call):
        try:
            return call()
        except Problems as wrong:
            return [problem.code for problem in wrong.problems]

    return at_once(*(partial(run, call) for call in calls))


def test_one_evening_is_planned():
    def plan():
        return actions.plan_tournament(name="März-Turnier", date=DATE, kind=Kind.MONTHLY, **WHO)

    answers = answers_at_once(plan, plan, plan)
    assert Tournament.objects.count() == 1
    assert {answer.pk for answer in answers} == {Tournament.objects.get().pk}


def test_one_member_is_made():
    add_member(name="Karl", **WHO)
    answers_at_once(*[lambda: add_member(name="Inge", **WHO)] * 3)
    assert Member.objects.filter(name="Inge").count() == 1


def test_one_of_two_people_gets_the_seat():
    evening = plan_evening(people="Anna Berta")
    actions.make_seats(tournament=evening, **WHO)
    seat = seat_of(evening, "1.1")

    answers = answers_at_once(
        *(
            lambda one=one: actions.assign_seat(tournament=evening, seat=seat, participant=one, **WHO).pk
            for one in people(evening, "Anna Berta")
        )
    )

    assert sorted(answers, key=str) == [seat.pk, ["seat_taken"]]


def test_seats_are_made_and_the_evening_closed_once():
    evening = plan_evening(people="Anna Berta Cora")
    answers_at_once(*[lambda: actions.make_seats(tournament=evening, **WHO)] * 3)
    assert evening.draws.count() == 1

    evening = start_evening("Dora Emil Fritz", name="Zweites")
    play_tables(evening, ["5000 3000 0"])
    evening = play_final(evening, "Dora Emil", "100 50")
    answers_at_once(*[lambda: actions.close_tournament(tournament=evening, **WHO)] * 3)
    assert league_table(evening) == {"Dora": 8, "Emil": 5, "Fritz": 1}
    assert LogEntry.objects.filter(action="close_tournament").count() == 1
