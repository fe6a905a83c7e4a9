"""Two requests in the same moment: a nervous mouse, two people with the same lot (field report 7)."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from club.actions import add_member
from club.models import LogEntry, Member
from scoring.rules.problems import Problems
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


def at_once(*calls):
    """Run all calls in the same moment; what each answered, or the codes that it was refused with."""
    barrier = Barrier(len(calls))

    def run(call):
        try:
            barrier.wait(timeout=10)
            return call()
        except Problems as wrong:
            return [problem.code for problem in wrong.problems]
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def test_one_evening_is_planned():
    def plan():
        return actions.plan_tournament(name="März-Turnier", date=DATE, kind=Kind.MONTHLY, **WHO)

    answers = at_once(plan, plan, plan)
    assert Tournament.objects.count() == 1
    assert {answer.pk for answer in answers} == {Tournament.objects.get().pk}


def test_one_member_is_made():
    add_member(name="Karl", **WHO)
    at_once(*[lambda: add_member(name="Inge", **WHO)] * 3)
    assert Member.objects.filter(name="Inge").count() == 1


def test_one_of_two_people_gets_the_seat():
    evening = plan_evening(people="Anna Berta")
    actions.make_seats(tournament=evening, **WHO)
    seat = seat_of(evening, "1.1")

    answers = at_once(
        *(
            lambda one=one: actions.assign_seat(tournament=evening, seat=seat, participant=one, **WHO).pk
            for one in people(evening, "Anna Berta")
        )
    )

    assert sorted(answers, key=str) == [seat.pk, ["seat_taken"]]


def test_seats_are_made_and_the_evening_closed_once():
    evening = plan_evening(people="Anna Berta Cora")
    at_once(*[lambda: actions.make_seats(tournament=evening, **WHO)] * 3)
    assert evening.draws.count() == 1

    evening = start_evening("Dora Emil Fritz", name="Zweites")
    play_tables(evening, ["5000 3000 0"])
    evening = play_final(evening, "Dora Emil", "100 50")
    at_once(*[lambda: actions.close_tournament(tournament=evening, **WHO)] * 3)
    assert league_table(evening) == {"Dora": 8, "Emil": 5, "Fritz": 1}
    assert LogEntry.objects.filter(action="close_tournament").count() == 1
