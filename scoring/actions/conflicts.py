"""Two versions of one round: people decide, nothing is overwritten."""

from __future__ import annotations


class Conflict(Exception):  # noqa: N818 (no error of the program: both versions are shown, and people decide)
    """The round is there already with other values, or was changed since it was opened for correction.

    `number` is the round's; `current` the id of the row that holds now, None when it was struck.
    """

    def __init__(self, number: int, current: int | None) -> None:
        self.number = number
        self.current = current
        super().__init__(f"round {number} is held by {current}")
