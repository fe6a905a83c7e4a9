"""The digital draw that anyone can check: commitment, shuffle, file (R2.6, R2.7; file format "Draw", version 1).

Pure: the dice are thrown elsewhere, a seed and a salt come in. Before the salt is known the commitment fixes seed,
participants and seats; afterwards anybody can repeat the shuffle.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from tournaments.seating import in_numeric_order

FORMAT = "tischtabelle/draw"
VERSION = 1
SEED_LENGTH = 64
LONGEST_SALT = 40

_ALL_VALUES = 2**256


def normal(text: str) -> str:
    """A name as the draw uses it: Unicode NFC, and a line break is a space."""
    return unicodedata.normalize("NFC", " ".join(text.splitlines()))


def distinct_names(people: Iterable[tuple[str, int | None]]) -> list[str]:
    """The name of each for a draw, in the order given; equal names get " #2", " #3" appended.

    `people` are names with membership numbers. The lowest number keeps the plain name; who has none comes behind
    those who have one, in the order given.
    """
    names = [(normal(name), number) for name, number in people]
    taken = {name for name, _ in names}
    result = [name for name, _ in names]
    seen: dict[str, int] = {}
    for index in sorted(range(len(names)), key=lambda i: (names[i][1] is None, names[i][1] or 0)):
        name = result[index]
        count = seen.get(name, 0) + 1
        while count > 1 and f"{name} #{count}" in taken:
            count += 1
        seen[name] = count
        if count > 1:
            result[index] = f"{name} #{count}"
            taken.add(result[index])
    return result


def commitment(seed: str, participants: Iterable[str], seats: Iterable[str]) -> str:
    """SHA-256, in hex, of what is fixed before the salt is known: seed, sorted participants, sorted seats."""
    text = "\n".join((seed, "\n".join(_sorted_names(participants)), "\n".join(in_numeric_order(seats))))
    return sha256(text.encode()).hexdigest()


def deal(seed: str, salt: str, participants: Iterable[str], seats: Iterable[str]) -> dict[str, str]:
    """Who sits where: the shuffled participants on the seats in numeric order.

    Equal numbers of both are the caller's business; who or what is left over gets nothing.
    """
    shuffled = _shuffled(_sorted_names(participants), seed, unicodedata.normalize("NFC", salt))
    return dict(zip(in_numeric_order(seats), shuffled, strict=False))


def draw_document(seed: str, salt: str, participants: Sequence[str], seats: Sequence[str]) -> dict[str, object]:
    """The file that the product offers for download once the draw has run."""
    names = _sorted_names(participants)
    return {
        "format": FORMAT,
        "version": VERSION,
        "seed": seed,
        "salt": unicodedata.normalize("NFC", salt),
        "commitment": commitment(seed, names, seats),
        "participants": names,
        "seats": list(in_numeric_order(seats)),
        "result": deal(seed, salt, names, seats),
    }


def first_difference(document: Mapping[str, Any], computed: Mapping[str, Any]) -> str | None:
    """Path of the first value that does not follow from the seed: the commitment, then seat by seat."""
    if document["commitment"] != computed["commitment"]:
        return "commitment"
    if len(document["participants"]) != len(document["seats"]):
        return "seats"
    published, expected = document["result"], computed["result"]
    for seat, name in expected.items():
        if seat not in published:
            return "result"
        if unicodedata.normalize("NFC", published[seat]) != name:
            return f"result.{seat}"
    return next((f"result.{seat}" for seat in published if seat not in expected), None)


def _sorted_names(participants: Iterable[str]) -> list[str]:
    return sorted(unicodedata.normalize("NFC", name) for name in participants)


def _shuffled(names: Sequence[str], seed: str, salt: str) -> list[str]:
    """Fisher–Yates from the last to the second, `j` from the stream of that step."""
    result = list(names)
    for i in range(len(result) - 1, 0, -1):
        limit = _ALL_VALUES - _ALL_VALUES % (i + 1)
        j = next(value for value in _stream(seed, salt, i) if value < limit) % (i + 1)
        result[i], result[j] = result[j], result[i]
    return result


def _stream(seed: str, salt: str, step: int) -> Iterator[int]:
    k = 0
    while True:
        yield int.from_bytes(sha256(f"{seed}:{salt}:{step}:{k}".encode()).digest(), "big")
        k += 1
