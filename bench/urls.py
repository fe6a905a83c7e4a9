"""The product's addresses, and beside them bare views of the same work to compare with."""

from __future__ import annotations

import uuid

from django.db import transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import engines
from django.urls import path
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from club.access import public
from club.models import LogEntry
from club.urls import urlpatterns as product_urls

COLUMNS = 20
PLAIN = engines["django"].from_string(
    "<table>{% for row in rows %}<tr>{% for cell in row %}<td>{{ cell }}</td>{% endfor %}</tr>{% endfor %}</table>"
)


@public
def bare_table(request: HttpRequest, cells: int, size: int) -> HttpResponse:
    """As many cells and bytes as some page, from nothing, in a plain template."""
    text = "x" * max(1, (size - 15 - 9 * cells - 9 * cells // COLUMNS) // cells)
    full, rest = divmod(cells, COLUMNS)
    rows = [[text] * COLUMNS for _ in range(full)] + ([[text] * rest] if rest else [])
    return HttpResponse(PLAIN.render({"rows": rows}))


@public
@csrf_exempt
def bare_insert(request: HttpRequest, rows: int) -> JsonResponse:
    """As many rows in one transaction and one statement."""
    with transaction.atomic():
        now = timezone.now()
        LogEntry.objects.bulk_create(
            [LogEntry(at=now, action="bench", subject=uuid.uuid4().hex, after={"points": 5}) for _ in range(rows)]
        )
    return JsonResponse({"saved": rows})


urlpatterns = [
    path("bench/table/<int:cells>/<int:size>/", bare_table),
    path("bench/insert/<int:rows>/", csrf_exempt(bare_insert)),
    *product_urls,
]
