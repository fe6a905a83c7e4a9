"""How commands answer: one JSON document or one file on standard output, everything else on standard error."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandError, OutputWrapper

from club.sentences import sentence
from scoring.rules.problems import Problem


def print_json(command: BaseCommand, value: object) -> None:
    """One JSON document, UTF-8 whatever the terminal's own encoding is."""
    print_bytes(command.stdout, (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode())


def print_bytes(out: OutputWrapper, data: bytes) -> None:
    """A file as it is; where output goes to something that only takes text, as that text."""
    buffer = getattr(getattr(out, "_out", None), "buffer", None)
    if buffer is None:
        out.write(data.decode(), ending="")
        return
    out.flush()
    buffer.write(data)
    buffer.flush()


def write_file(path: str, data: bytes) -> None:
    """The same into a file; a place that cannot be written is wrong usage."""
    try:
        with open(path, "wb") as file:
            file.write(data)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", returncode=2) from error


def as_error(problem: Problem, file: str | None = None) -> dict[str, Any]:
    """One entry of `errors`; `file` where several were given."""
    entry: dict[str, Any] = {} if file is None else {"file": file}
    return {**entry, "path": problem.path, "code": problem.code, "message": sentence(problem)}


def as_errors(problems: Iterable[Problem]) -> Mapping[str, Any]:
    """The answer to bad input."""
    return {"errors": [as_error(problem) for problem in problems]}
