"""The evening as the rules see it costs the same number of queries for one table as for ten."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import WHO, play_final, play_tables, start_evening
from tournaments import actions
from tournaments.queries.evening import load_evening

pytestmark = pytest.mark.django_db


def queries(evening):
    with CaptureQueriesContext(
        connection,
    ) as context:
        load_evening(evening)
    return len(context)


def played(tables, name):
    evening = start_evening(*(f"A{n} B{n} C{n}" for n in range(tables)), name=name)
    evening = play_tables(evening, *(["5000 3000 0"] if n == 0 else ["300 200 100"] for n in range(tables)))
    finalists = " ".join(f"A{n} B{n}" for n in range(tables))
    points = " ".join(str(5 * n) for n in range(2 * tables))
    return actions.close_tournament(tournament=play_final(evening, finalists, points), **WHO)


def test_number_of_queries_does_not_grow_with_the_tables():
    assert queries(played(1, "klein")) == queries(played(10, "groß")) <= 10
