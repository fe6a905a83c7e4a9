"""Pages for what went wrong before or instead of a view."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that came from elsewhere or was left open too long (status 403)."""
    return render(request, "403_csrf.html", status=403)
