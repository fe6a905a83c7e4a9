"""Problems in the order in which a reader of the file meets them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scoring.files.fields import normal
from scoring.rules.problems import Problem


def in_file_order(value: object, problems: Iterable[Problem]) -> list[Problem]:
    """Problems by the place in the file that they are about; what is missing stands with what should hold it."""
    places = _Places()
    return sorted(problems, key=lambda problem: places.find(problem.path, value))


class _Places:
    """Where the keys of each object stand, remembered, since one object may have thousands of problems."""

    def __init__(self) -> None:
        self._by_object: dict[int, dict[str, tuple[int, str]]] = {}

    def find(self, path: str, here: object) -> list[int]:
        """The position of each part of the path among its neighbours, as far as it leads into the file."""
        steps: list[int] = []
        while path:
            if isinstance(here, Mapping):
                known = self._keys(here)
                part = _longest(path, known)
                if part is None:
                    return [*steps, len(known)]
                index, key = known[part]
                here, path = here[key], path[len(part) + 1 :]
            elif isinstance(here, list):
                part, _, path = path.partition(".")
                index = int(part) if len(part) < 9 and part.isdecimal() else len(here)
                if index >= len(here):
                    return steps
                here = here[index]
            else:
                return steps
            steps.append(index)
        return steps

    def _keys(self, value: Mapping[str, object]) -> dict[str, tuple[int, str]]:
        """By normal form: position, and key as it is written."""
        if id(value) not in self._by_object:
            self._by_object[id(value)] = {normal(key): (index, key) for index, key in enumerate(value)}
        return self._by_object[id(value)]


def _longest(path: str, known: Mapping[str, object]) -> str | None:
    """Names may have dots in them, so of all keys with which the path may begin the longest is meant."""
    end = len(path)
    while end > 0:
        if path[:end] in known:
            return path[:end]
        end = path.rfind(".", 0, end)
    return None
