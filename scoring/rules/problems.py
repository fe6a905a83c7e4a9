"""What is wrong with an input, as values: a place, a stable code, the figures a sentence needs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong.

    `path` names the field: keys and list indexes from the root, joined with dots
    (`rounds.0.counts.Anna.hand`); for a missing key what should hold it; the root itself is the empty path.
    `code` is one of the stable codes of the file formats, `params` are figures and names for the sentence
    that people read.
    """

    path: str
    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)

    def under(self, prefix: str) -> "Problem":
        """The same problem seen from further outside: `prefix` is the path of what was this one's root."""
        return Problem(".".join(part for part in (prefix, self.path) if part), self.code, self.params)


class Problems(Exception):  # noqa: N818 (not an error of the program: what people are told where they typed)
    """All problems that were found in one go, in file order."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__(", ".join(f"{problem.path}: {problem.code}" for problem in self.problems))
