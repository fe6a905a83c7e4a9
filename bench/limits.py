"""Figures against their limits, a line each."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable


class Report:
    """Prints each figure and counts the limits kept."""

    def __init__(self) -> None:
        self.kept = self.broken = 0

    def ratio(self, what: str, ours: float, bare: float, limit: float) -> None:
        """`ours` and `bare` in seconds."""
        self._line(what, ours / bare, limit, f"× ({ours * 1000:.2f} ms against {bare * 1000:.2f} ms)")

    def figure(self, what: str, value: float, limit: float, unit: str) -> None:
        """A figure of its own, such as megabytes."""
        self._line(what, value, limit, unit)

    def _line(self, what: str, value: float, limit: float, unit: str) -> None:
        is_kept = value <= limit
        self.kept += is_kept
        self.broken += not is_kept
        print(f"  {'ok ' if is_kept else 'NOT'} {what}: {value:.2f} {unit}, limit {limit:g}", flush=True)


def in_turns(*calls: Callable[[], object], times: int = 25) -> list[float]:
    """Median seconds of each call, asked in turns so that the machine's moods meet all alike."""
    spent: list[list[float]] = [[] for _ in calls]
    for call in calls:
        call()
    gc.collect()
    for _ in range(times):
        for index, call in enumerate(calls):
            started = time.perf_counter()
            call()
            spent[index].append(time.perf_counter() - started)
    return [statistics.median(each) for each in spent]
