"""Who may lead an evening."""

import pytest
from django.contrib.auth.models import AnonymousUser

from club.actions import add_member, create_account
from club.log import Actor
from tests.factories import WHO, make_board, make_host, plan_evening
from tournaments import actions
from tournaments.access import may_host, may_plan, may_reopen
from tournaments.models import Kind

pytestmark = pytest.mark.django_db


def test_host_planner_and_board_lead_an_evening_and_nobody_else():
    host, other, board = make_host(), make_host("Otto Anders"), make_board()
    evening = plan_evening(host=host.member)
    assert [may_host(account, evening) for account in (host, other, board, AnonymousUser())] == [
        True, False, True, False,
    ]  # fmt: skip


def test_who_planned_an_evening_leads_it():
    planner = make_host("Otto Anders")
    evening = actions.plan_tournament(
        name="Juni", date=WHO["at"].date(), kind=Kind.MONTHLY, by=Actor(account=planner), at=WHO["at"]
    )
    assert may_host(planner, evening)


def test_evening_without_a_host_is_not_led_by_accounts_without_a_member():
    stranger = create_account(username="kasse", password="x", **WHO)
    assert not may_host(stranger, plan_evening())
    assert not may_plan(stranger)


def test_guests_do_not_plan_and_only_the_board_reopens():
    guest = create_account(username="gast", password="x", member=add_member(name="Gast", is_guest=True, **WHO), **WHO)
    host, board = make_host(), make_board()
    assert [may_plan(account) for account in (guest, host, board)] == [False, True, True]
    assert [may_reopen(account) for account in (guest, host, board)] == [False, False, True]
