"""Members and accounts: one row for one person, whatever is clicked."""

import datetime as dt

import pytest

from club.actions import add_member, create_account, rename_member
from club.live import MEMBERS, read_versions
from club.models import Account, FormerName, LogEntry, Member
from scoring.rules.problems import Problems
from tests.factories import AT, WHO, codes

pytestmark = pytest.mark.django_db


def test_member_sent_twice_is_one():
    values = {"name": " Inge  Alt ", "number": 7, "born": dt.date(1950, 2, 3)}
    first = add_member(**values, **WHO)
    version = read_versions([MEMBERS])
    second = add_member(**values, **WHO)
    assert first == second
    assert (first.name, Member.objects.count(), LogEntry.objects.count()) == ("Inge Alt", 1, 1)
    assert read_versions([MEMBERS]) == version


def test_two_people_of_one_name_are_deliberate():
    add_member(name="Inge Alt", number=7, **WHO)
    with pytest.raises(Problems) as problems:
        add_member(name="Inge Alt", number=7, born=dt.date(1950, 2, 3), **WHO)
    assert codes(problems) == [("number", "number_taken"), ("name", "duplicate_member")]
    add_member(name="Inge Alt", number=8, is_another=True, **WHO)
    assert Member.objects.filter(name="Inge Alt").count() == 2


def test_member_needs_a_name():
    with pytest.raises(Problems) as problems:
        add_member(name=" ", **WHO)
    assert codes(problems) == [("name", "missing_name")]


def test_R2_20_renamed_member_keeps_the_former_name():
    inge = add_member(name="Inge Alt", **WHO)
    version = read_versions([MEMBERS])[0]
    for _ in range(2):
        inge = rename_member(member=inge, name="Inge Neu", **WHO)
    assert inge.name == "Inge Neu"
    assert list(FormerName.objects.values_list("member", "name", "until")) == [(inge.pk, "Inge Alt", AT)]
    assert read_versions([MEMBERS]) == (version + 1,)
    with pytest.raises(Problems) as problems:
        rename_member(member=inge, name="", **WHO)
    assert codes(problems) == [("name", "missing_name")]


def test_account_sent_twice_is_one_and_each_member_has_one():
    karl = add_member(name="Karl", **WHO)
    first = create_account(username="karl", password="geheim", member=karl, **WHO)
    assert create_account(username=" karl ", password="geheim", member=karl, **WHO) == first
    assert first.check_password("geheim")
    assert "geheim" not in str(LogEntry.objects.filter(action="create_account").values())
    with pytest.raises(Problems) as problems:
        create_account(username="karl", password="x", is_board=True, **WHO)
    assert codes(problems) == [("username", "username_taken")]
    with pytest.raises(Problems) as problems:
        create_account(username="karl2", password="x", member=karl, **WHO)
    assert codes(problems) == [("member", "member_has_account")]
    assert Account.objects.count() == 1
