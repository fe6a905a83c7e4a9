"""Calls in the same moment, as two devices or a nervous mouse make them."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from django.db import connection


def at_once(*calls):
    """Run all calls in the same moment, each in a thread of its own; what they returned, in their order."""
    barrier = Barrier(len(calls))

    def run(call):
        try:
            barrier.wait(timeout=20)
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))
