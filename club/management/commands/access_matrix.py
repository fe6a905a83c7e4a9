"""`access_matrix`: every address and who may open it, as the marks say."""

from collections.abc import Iterator
from typing import Any

from django.core.management import BaseCommand
from django.urls import URLPattern, URLResolver, get_resolver

Chain = tuple[URLPattern | URLResolver, ...]


class Command(BaseCommand):
    """Prints the table for the docs; the same marks decide."""

    help = "Print every address and the mark of its view as a Markdown table."

    def handle(self, *args: Any, **options: Any) -> None:
        """One line for each address, in the order in which they are tried."""
        self.stdout.write("| address | who |\n| --- | --- |")
        for chain in find_patterns():
            address = "".join(str(pattern.pattern) for pattern in chain)
            self.stdout.write(f"| `/{address}` | {find_mark(chain)} |")


def find_patterns(resolver: URLResolver | None = None, before: Chain = ()) -> Iterator[Chain]:
    """Every URL pattern, each with those that lead to it."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            yield from find_patterns(pattern, (*before, pattern))
        else:
            yield (*before, pattern)


def find_mark(chain: Chain) -> str:
    """The mark of the view at the end of the chain; empty where it has none."""
    return str(getattr(chain[-1].callback, "access_mark", ""))
