"""Problems in the order in which a reader of the file meets them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scoring.rules.problems import Problem
from tournaments.files.fields import normal


def in_file_order(value: object, problems: Iterable[Problem]) -> list[Problem]:
    """Problems by the place in the file that they are about; what is missing stands with what should hold it."""

    def place(problem: Problem) -> list[int]:
        steps: list[int] = []
        rest, here = problem.path, value
        while rest:
            step, rest, here = _step(rest, here)
            steps.append(step)
        return steps

    return sorted(problems, key=place)


def _step(path: str, here: object) -> tuple[int, str, object]:
    """One step into the file: where the next part stands, the rest of the path, what it leads to.

    Names may have dots in them, so the longest key that fits is the one meant.
    """
    if isinstance(here, Mapping):
        keys = [key for key in here if path == normal(key) or path.startswith(f"{normal(key)}.")]
        if keys:
            key = max(keys, key=len)
            return list(here).index(key), path[len(normal(key)) + 1 :], here[key]
        return len(here), "", None
    part, _, rest = path.partition(".")
    if isinstance(here, list) and part.isdecimal() and int(part) < len(here):
        return int(part), rest, here[int(part)]
    return 0, "", None
