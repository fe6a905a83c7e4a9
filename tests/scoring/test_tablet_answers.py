"""What the tablet's addresses answer: states, receipts, conflicts, forged and broken requests."""

import uuid

import pytest

from scoring.actions import new_token
from scoring.models import Round
from tests.factories import WHO, record, sheet_of, start_evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(db):
    return start_evening("Anna Berta Cora", "Dora Emil")


@pytest.fixture
def tablet(client, evening):
    return Tablet(client, sheet_of(evening, 1))


class Tablet:
    """A browser that knows one sheet's address."""

    def __init__(self, client, sheet):
        self.client, self.sheet = client, sheet
        self.address = f"/s/{sheet.token}/"

    def send(self, to="runden", content_type="application/json", **body):
        return self.client.post(self.address + to, {"id": str(uuid.uuid4())} | body, content_type=content_type)

    def state(self):
        return self.client.get(self.address + "stand").json()

    def round(self, number, *points, **body):
        ids = self.sheet.players.order_by("seat").values_list("pk", flat=True)
        entries = {str(pk): value for pk, value in zip(ids, points, strict=True)}
        return self.send(number=number, entries=entries, **body)


def test_round_is_saved_and_the_state_has_it(tablet):
    answer = tablet.round(1, 500, -45, 0)
    assert answer.status_code == 200
    assert answer.json() == {"saved": True, "round": Round.objects.get().pk, "number": 1}
    state = tablet.state()
    assert [player["total"] for player in state["players"]] == [500, -45, 0]
    assert [player["opening"] for player in state["players"]] == [50, 15, 50]
    assert state["next"] == 2


def test_state_answers_304_until_something_changes(tablet, evening, django_assert_num_queries):
    first = tablet.client.get(tablet.address + "stand")
    with django_assert_num_queries(1):
        again = tablet.client.get(tablet.address + "stand", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    record(evening, 2, "5000 0")
    after = tablet.client.get(tablet.address + "stand", headers={"If-None-Match": first["ETag"]})
    assert after.status_code == 200
    assert after.json()["ended_by"]["table"] == 2
    assert (after.json()["last_round"], after.json()["may_declare"]) == (1, True)


def test_other_values_for_the_same_round_are_shown_beside_those_that_hold(tablet):
    tablet.round(1, 500, -45, 0)
    answer = tablet.round(1, 505, -45, 0)
    assert answer.status_code == 409
    assert answer.json()["conflict"]["number"] == 1
    assert 500 in answer.json()["conflict"]["theirs"]["points"].values()


def test_sending_twice_is_one_round(tablet):
    request_id = str(uuid.uuid4())
    first = tablet.round(1, 500, -45, 0, id=request_id)
    again = tablet.round(1, 500, -45, 0, id=request_id)
    assert first.json() == again.json()
    assert Round.objects.count() == 1


def test_undo_and_correction(tablet):
    held = tablet.round(1, 500, -45, 0).json()["round"]
    assert tablet.round(1, 510, -45, 0, replaces=held).status_code == 200
    current = Round.objects.get(state="current").pk
    assert tablet.send("zurueck", round=current).status_code == 200
    assert tablet.state()["rounds"] == []


@pytest.mark.parametrize(
    "body",
    [
        {"entries": {"1": "500"}, "number": 1},
        {"entries": {"1": True}, "number": 1},
        {"entries": {"1": 5.0}, "number": 1},
        {"entries": {"x": 5}, "number": 1},
        {"entries": [], "number": 1},
        {"entries": {}, "number": "1"},
        {"entries": {}, "number": 10**30},
        {"entries": {}, "number": 1, "id": "nonsense"},
        {"entries": {}, "number": 1, "id": None},
        {"entries": {}, "number": 1, "device": 3},
        {"entries": {}, "number": 1, "replaces": 999999},
    ],
)
def test_broken_requests_get_a_code_and_change_nothing(tablet, body):
    answer = tablet.send(**body)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["code"] in ("schema", "missing_player")
    assert not Round.objects.exists()


@pytest.mark.parametrize("raw", [b"", b"[]", b"{", b"\xff", b"[" * 100_000, b"{" + b" " * 70_000 + b"}"])
def test_bodies_that_are_no_request_change_nothing(tablet, raw):
    answer = tablet.client.post(tablet.address + "runden", raw, content_type="application/json")
    assert answer.status_code == 422
    assert not Round.objects.exists()


def test_unknown_and_revoked_addresses_open_nothing(tablet):
    old = tablet.address
    new_token(sheet=tablet.sheet, **WHO)
    assert tablet.client.get(old).status_code == 404
    assert tablet.client.get(old + "stand").status_code == 404
    assert tablet.round(1, 5, 5, 5).status_code == 404
    assert not Round.objects.exists()
