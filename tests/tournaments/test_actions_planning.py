"""Planning and check-in: what is refused, and what happens once."""

import datetime as dt

import pytest

from club.live import read_versions, season_topic
from club.models import LogEntry, Member
from scoring.rules.problems import Problems
from tests.factories import (
    BY,
    DATE,
    WHO,
    codes,
    fresh,
    make_decks,
    make_member,
    person,
    plan_evening,
    seat_evening,
    seating,
    start_evening,
)
from tournaments import actions
from tournaments.models import Attendance, Kind, Participant, Tournament, TournamentState

pytestmark = pytest.mark.django_db

PLAN = {"name": "März-Turnier", "date": DATE, "kind": Kind.MONTHLY}


def plan(**changes):
    return actions.plan_tournament(**(PLAN | changes), **WHO)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"name": "  "}, [("name", "missing_name")]),
        ({"date": dt.date(2026, 12, 5)}, [("date", "outside_season")]),
        ({"date": dt.date(2013, 3, 5)}, [("date", "outside_season")]),
        ({"ruleset": "nonsense"}, [("ruleset", "unknown_ruleset")]),
        ({"target": 3000}, [("target", "target_does_not_count")]),
        ({"kind": Kind.TRAINING, "target": 3001}, [("target", "out_of_range")]),
        ({"kind": Kind.TRAINING, "target": 0}, [("target", "out_of_range")]),
        ({"name": "", "date": dt.date(2026, 12, 5)}, [("name", "missing_name"), ("date", "outside_season")]),
    ],
)
def test_R2_1_plan_is_refused_with_all_its_problems(changes, expected):
    with pytest.raises(Problems) as problems:
        plan(**changes)
    assert codes(problems) == expected
    assert not Tournament.objects.exists()


def test_R2_1_training_in_december_is_fine():
    assert plan(date=dt.date(2026, 12, 5), kind=Kind.TRAINING).state == TournamentState.PLANNED


def test_same_plan_twice_is_one_evening():
    first, second = plan(venue="Linde"), plan(venue=" Linde ")
    assert first == second
    assert LogEntry.objects.filter(action="plan_tournament").count() == 1
    with pytest.raises(Problems) as problems:
        plan(venue="Krone")
    assert codes(problems) == [("name", "duplicate_tournament")]


def test_change_is_logged_and_known_to_both_seasons():
    evening = plan()
    topics = [season_topic(2026), season_topic(2027)]
    before = read_versions(topics)
    changed = actions.change_tournament(tournament=evening, date=dt.date(2027, 3, 13), venue="Krone", **WHO)
    assert (changed.date, changed.venue, changed.version) == (dt.date(2027, 3, 13), "Krone", evening.version + 1)
    assert all(old < new for old, new in zip(before, read_versions(topics), strict=True))
    entry = LogEntry.objects.get(action="change_tournament")
    assert (entry.before["date"], entry.after["date"]) == ("2026-03-14", "2027-03-13")


def test_change_without_a_difference_is_none():
    evening = plan()
    actions.change_tournament(tournament=evening, name="März-Turnier", **WHO)
    assert fresh(evening).version == evening.version


def test_date_and_kind_are_fixed_once_people_play():
    evening = start_evening("Anna Berta")
    assert actions.change_tournament(tournament=evening, venue="Krone", date=DATE, **WHO).venue == "Krone"
    for changes in ({"date": dt.date(2026, 4, 11)}, {"kind": Kind.TRAINING}, {"target": 3000}):
        with pytest.raises(Problems) as problems:
            actions.change_tournament(tournament=evening, **changes, **WHO)
        assert codes(problems) == [("state", "wrong_state")]


def test_change_to_december_or_to_another_evening_is_refused():
    evening = plan()
    plan(name="Zweites")
    with pytest.raises(Problems) as problems:
        actions.change_tournament(tournament=evening, date=dt.date(2026, 12, 1), **WHO)
    assert codes(problems) == [("date", "outside_season")]
    with pytest.raises(Problems) as problems:
        actions.change_tournament(tournament=evening, name="Zweites", **WHO)
    assert codes(problems) == [("name", "duplicate_tournament")]


def test_registering_twice_is_one_row():
    evening = plan()
    first = actions.register(tournament=evening, member=make_member("Anna"), **WHO)
    second = actions.register(tournament=evening, member=make_member("Anna"), **WHO)
    assert first == second
    assert second.attendance == Attendance.REGISTERED
    ticked = actions.register(tournament=evening, member=make_member("Anna"), attendance=Attendance.PRESENT, **WHO)
    assert (ticked, ticked.attendance) == (first, Attendance.PRESENT)


def test_R2_14_guest_is_one_person_over_the_evenings():
    spring, summer = plan(), plan(name="Sommer", date=dt.date(2026, 6, 13))
    first = actions.register_guest(tournament=spring, name=" Gast   Muster ", **WHO)
    again = actions.register_guest(tournament=spring, name="Gast Muster", **WHO)
    later = actions.register_guest(tournament=summer, name="Gast Muster", **WHO)
    assert first == again
    assert first.is_guest
    assert first.member == later.member
    assert Member.objects.filter(name="Gast Muster", is_guest=True).count() == 1


def test_guest_with_a_members_name_or_none_is_refused():
    evening = plan()
    make_member("Anna")
    for name, code in (("Anna", "member_of_that_name"), ("   ", "missing_name")):
        with pytest.raises(Problems) as problems:
            actions.register_guest(tournament=evening, name=name, **WHO)
        assert codes(problems) == [("name", code)]
    assert Participant.objects.count() == 0


def test_R2_18_no_show_gives_the_seat_back_before_play_and_never_after():
    evening = seat_evening("Anna Berta Cora")
    actions.set_attendance(
        tournament=evening, participant=person(evening, "Cora"), attendance=Attendance.NO_SHOW, **WHO
    )
    assert seating(evening) == {"1.1": "Anna", "1.2": "Berta", "1.3": None}

    evening = start_evening("Anna Berta", name="Zweites")
    with pytest.raises(Problems) as problems:
        actions.set_attendance(
            tournament=evening, participant=person(evening, "Berta"), attendance=Attendance.NO_SHOW, **WHO
        )
    assert codes(problems) == [("participant", "has_played")]
    with pytest.raises(Problems) as problems:
        actions.remove_participant(tournament=evening, participant=person(evening, "Berta"), **WHO)
    assert codes(problems) == [("participant", "has_played")]


def test_removing_somebody_twice_is_once():
    evening = plan_evening(people="Anna Berta")
    anna = person(evening, "Anna")
    for _ in range(2):
        actions.remove_participant(tournament=evening, participant=anna, **WHO)
    assert [one.member.name for one in evening.participants.all()] == ["Berta"]
    assert LogEntry.objects.filter(action="remove_participant").count() == 1


def test_people_of_another_evening_are_refused():
    evening, other = plan_evening(people="Anna"), plan_evening(people="Berta", name="Zweites")
    with pytest.raises(Problems) as problems:
        actions.set_attendance(
            tournament=evening, participant=person(other, "Berta"), attendance=Attendance.NO_SHOW, **WHO
        )
    assert codes(problems) == [("participant", "unknown_participant")]


def test_every_action_raises_the_version_and_names_who():
    evening = plan()
    version = evening.version
    actions.register(tournament=evening, member=make_member("Anna"), **WHO)
    assert fresh(evening).version == version + 1
    entry = LogEntry.objects.latest("pk")
    assert (entry.subject, entry.device, entry.at) == (f"tournament:{evening.pk}", BY.device, WHO["at"])


def test_decks_are_no_matter_before_seats():
    make_decks(1)
    with pytest.raises(Problems) as problems:
        actions.assign_decks(tournament=plan(), **WHO)
    assert codes(problems) == [("state", "wrong_state")]
