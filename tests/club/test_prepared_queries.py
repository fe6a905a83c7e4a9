"""Queries made once answer as those of the ORM do, whatever they are asked, in any thread."""

import datetime as dt
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import F, Sum

from club.models import LogEntry, Member
from club.prepared_queries import Parameter, Prepared, PreparedInsert, PreparedInstances, PreparedUpdate
from scoring.models import Receipt
from tests.factories import AT, new_sheets

MEMBERS = PreparedInstances(Member, lambda: Member.objects.filter(name=Parameter("name")).order_by("pk"))


@pytest.mark.django_db
def test_instances_are_those_of_the_orm():
    Member.objects.bulk_create([Member(name="Anna", born=dt.date(1950, 2, 3), number=4), Member(name="Berta")])
    for name in ("Anna", "Berta", "Cora", "' OR 1=1 --"):
        found = MEMBERS.instances(name=name)
        expected = list(Member.objects.filter(name=name).order_by("pk"))
        assert [vars(one) | {"_state": None} for one in found] == [vars(one) | {"_state": None} for one in expected]
    found = MEMBERS.instances(name="Anna")[0]
    found.email = "anna@example.org"
    found.save()
    assert Member.objects.get(name="Anna").email == "anna@example.org"


@pytest.mark.django_db
def test_rows_are_values_as_python_knows_them():
    by_key = Prepared(
        lambda: Receipt.objects.filter(pk=Parameter("key", Receipt._meta.pk)).values_list("pk", "answer", "at")
    )
    receipt = Receipt(id=uuid.uuid4(), sheet=new_sheets(2).sheets.get(), kind="record", digest="d", answer={"a": [1]})
    receipt.at = AT
    receipt.save()
    assert [list(row) for row in by_key.rows(key=receipt.pk)] == [[receipt.pk, {"a": [1]}, AT]]
    assert by_key.rows(key=uuid.uuid4()) == []


@pytest.mark.django_db
def test_sums_and_changes():
    numbers = Prepared(
        lambda: Member.objects.filter(number__gte=Parameter("least")).values_list("name").annotate(all=Sum("number"))
    )
    raised = PreparedUpdate(lambda: Member.objects.filter(name=Parameter("name")), number=F("number") + 1)
    Member.objects.bulk_create([Member(name="Anna", number=4), Member(name="Berta", number=7)])
    raised.run(name="Anna")
    raised.run(name="Anna")
    assert {name: total for name, total in numbers.rows(least=5)} == {"Anna": 6, "Berta": 7}  # noqa: C416


@pytest.mark.django_db
def test_added_rows_are_those_that_bulk_create_writes():
    entries = PreparedInsert(LogEntry)
    rows = [
        LogEntry(at=AT, action="a", subject="s", before=None, after={"points": {"1": -5}}, reason="Straße „5%“"),
        LogEntry(at=AT, action="b", subject="s", device="x"),
    ]
    keys = entries.add(*rows)
    assert list(LogEntry.objects.order_by("pk").values_list("pk", flat=True)) == sorted(keys)
    added = list(LogEntry.objects.order_by("pk").values())
    LogEntry.objects.all().delete()
    LogEntry.objects.bulk_create(rows)
    written = list(LogEntry.objects.order_by("pk").values())
    assert [one | {"id": None} for one in added] == [one | {"id": None} for one in written]
    assert LogEntry.objects.filter(before__isnull=True).count() == 2


@pytest.mark.django_db
def test_constraints_hold_for_added_rows():
    with pytest.raises(IntegrityError), transaction.atomic():
        PreparedInsert(Member).add(Member(name="", created_at=AT))


@pytest.mark.django_db(transaction=True, serialized_rollback=True)
def test_each_thread_asks_its_own_connection():
    Member.objects.bulk_create(Member(name=f"M{number}") for number in range(8))

    def ask(name):
        try:
            return [member.name for member in MEMBERS.instances(name=name)]
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, [f"M{number}" for number in range(8)])) == [[f"M{number}"] for number in range(8)]
