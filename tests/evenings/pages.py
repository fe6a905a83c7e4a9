"""An evening through its pages: the host's browser, phones with lots, a tablet at each table."""

import uuid

from django.test import Client
from django.urls import reverse

from tests.factories import fresh, make_host, make_member, person, seat_of, sheet_of, table_of
from tournaments.models import Seat, Tournament


class Host:
    """The host's browser. Each step follows the redirect and looks at the page that comes."""

    def __init__(self, account=None, **plan):
        self.client = Client()
        self.client.force_login(account or make_host())
        self.post_to("new", date="2026-03-14", kind="monthly", name="März-Turnier", **plan)
        self.evening = Tournament.objects.latest("pk")

    def post_to(self, name, /, *args, **data):
        """The page that comes after sending a form; a step that is refused stays visible in its words."""
        self.page = self.client.post(reverse(f"tournaments:{name}", args=args), data, follow=True)
        assert self.page.status_code in (200, 422), self.page.status_code
        return self.page

    def do(self, name, /, *args, **data):
        return self.post_to(name, self.evening.pk, *args, **data)

    def look(self):
        self.page = self.client.get(reverse("tournaments:lead", args=[self.evening.pk]))
        assert self.page.status_code == 200
        return self.page

    @property
    def text(self):
        return self.page.content.decode()

    @property
    def state(self):
        return fresh(self.evening).state

    def check_in(self, names):
        members = [make_member(name).pk for name in names.split()]
        self.do("attendance", present=members)

    def id_of(self, name):
        return person(self.evening, name).pk

    def table(self, number):
        return table_of(self.evening, number).pk

    def assign(self, label, name):
        self.do("assign", seat=seat_of(self.evening, label).pk, was="", participant=self.id_of(name))

    def sit(self, number, names):
        """By hand, seat by seat."""
        for index, name in enumerate(names.split(), 1):
            self.assign(f"{number or 'F'}.{index}", name)

    def tablet(self, number):
        return Tablet(sheet_of(self.evening, number))


class Tablet:
    """A tablet at a table, without an account."""

    def __init__(self, sheet):
        self.client, self.sheet = Client(), sheet
        self.address = f"/s/{sheet.token}/"

    def state(self):
        return self.client.get(self.address + "stand").json()

    def post(self, to, **body):
        body = {"id": str(uuid.uuid4()), "device": "Tablet"} | body
        return self.client.post(self.address + to, body, content_type="application/json")

    def round(self, **points):
        """One round, results by name."""
        state = self.state()
        entries = {str(player["id"]): points[player["name"]] for player in state["players"] if player["plays"]}
        answer = self.post("runden", number=state["next"], entries=entries)
        assert answer.status_code == 200, answer.json()
        return self.state()

    def no_round(self):
        answer = self.post("keine-runde")
        assert answer.status_code == 200, answer.json()
        return self.state()


def scan(lot, participant):
    """Somebody scans a lot with a phone and picks a name; the status of what comes."""
    return Client().post(reverse("tournaments:lot", args=[lot]), {"participant": participant}).status_code


def lots_of(evening):
    """Label → lot."""
    seats = Seat.objects.filter(table__tournament=evening).select_related("table")
    return {f"{seat.table}.{seat.number}": seat.lot for seat in seats}
