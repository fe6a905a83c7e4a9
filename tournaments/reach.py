"""Noch erreichbar: who can still win the Golden Gherkin, and what that needs (R2.22). Exact.

All is told in standings, the key of R2.16: points, final wins, second places in finals, table wins.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from tournaments.season import LAST_MONTH, MONTHLY, Standing, counts
from tournaments.standings import Scheme, points_at

NOTHING: Standing = (0, 0, 0, 0)


def tournaments_left(
    year: int,
    today: dt.date,
    planned: Iterable[tuple[dt.date, str]],
    closed: Iterable[tuple[dt.date, str]],
) -> int:
    """How many tournaments of a season are left (R2.22).

    Dates and kinds of the season's tournaments that count: `planned` are those not closed yet, an evening that is
    running too. Beside them each month from that of `today` to November without a monthly tournament is left; one at
    a training camp leaves its month free for it (R2.1, R2.8).
    """
    open_ones = [(date, kind) for date, kind in planned if date.year == year and counts(kind)]
    taken = {date.month for date, kind in (*open_ones, *closed) if kind == MONTHLY and date.year == year}
    first = 1 if today.year < year else today.month if today.year == year else LAST_MONTH + 1
    return len(open_ones) + len(set(range(first, LAST_MONTH + 1)) - taken)


@dataclass(frozen=True)
class Reach:
    """What is left for one member.

    `needed`: the fewest league points with which, everybody else staying away, nobody would stand above: 0 for who
    leads, None if out of reach. `tournaments_needed`: the fewest tournaments in which that can be done, likewise.
    """

    can_win: bool
    in_own_hand: bool
    needed: int | None
    tournaments_needed: int | None


def most_of_all(scheme: Scheme, left: int) -> Standing:
    """The most that is left: best of the table and winner of the final each time."""
    return _times(left, (scheme.most, 1, 0, 1))


def most_beside_a_winner(scheme: Scheme, left: int) -> Standing:
    """The most that is left for a rival: best of another table and second in the final each time."""
    points = scheme.taking_part + max(points_at(scheme.table, [1])) + max(points_at(scheme.final, [2]))
    return _times(left, (points, 0, 1, 1))


def reach(standings: Mapping[str, Standing], scheme: Scheme, left: int) -> dict[str, Reach]:
    """For each member whether the first place is within reach, in the own hand, and what it needs.

    `standings`: of all members in the season's table; who is not in it yet can be given as `NOTHING`.
    """
    gains = best_gains(scheme, left)
    most = [most_of_all(scheme, tournaments) for tournaments in range(left + 1)]
    beside = most_beside_a_winner(scheme, left)
    first, second = _two_best(standings.values())
    result = {}
    for key, own in standings.items():
        rival = second if own == first else first
        result[key] = Reach(
            can_win=rival <= _plus(own, most[left]),
            in_own_hand=_plus(rival, beside) <= _plus(own, most[left]),
            needed=min((gain[0] for gain in gains if _plus(own, gain) >= rival), default=None),
            tournaments_needed=next((n for n in range(left + 1) if _plus(own, most[n]) >= rival), None),
        )
    return result


def _two_best(standings: Iterable[Standing]) -> tuple[Standing, Standing]:
    """The two highest standings, equal ones if they are shared; nobody's is lower than nothing."""
    first, second, *_ = sorted((NOTHING, NOTHING, *standings), reverse=True)
    return first, second


def is_safe(key: str, standings: Mapping[str, Standing], scheme: Scheme, left: int) -> bool:
    """Whether that member leads and nobody else can still win."""
    best = max(standings.values(), default=NOTHING)
    gain = most_of_all(scheme, left)
    return standings[key] == best and all(
        _plus(standing, gain) < best for rival, standing in standings.items() if rival != key
    )


def earliest_safe(key: str, standings: Mapping[str, Standing], scheme: Scheme, left: int) -> int | None:
    """After how many more tournaments that member can be safe at the earliest: 0 already now, None never.

    The earliest is when the member takes the most of each and everybody else stays away.
    """
    for played in range(left + 1):
        ahead = {**standings, key: _plus(standings[key], most_of_all(scheme, played))}
        if is_safe(key, ahead, scheme, left - played):
            return played
    return None


def outcomes(scheme: Scheme) -> frozenset[Standing]:
    """All that one tournament can bring one member, staying away included.

    Any place at the table goes with any place in the final: who is third may have moved up (R2.17).
    """
    table_places = range(1, len(scheme.table) + 2)
    final_places = (*range(1, max(len(scheme.final), 2) + 2), None)
    played = {
        (
            scheme.taking_part
            + sum(points_at(scheme.table, [table]))
            + (sum(points_at(scheme.final, [final])) if final else 0),
            int(final == 1),
            int(final == 2),
            int(table == 1),
        )
        for table, final in product(table_places, final_places)
    }
    return frozenset({NOTHING, *played})


def best_gains(scheme: Scheme, left: int) -> list[Standing]:
    """For each sum of points that at most `left` tournaments can bring the best standing that goes with it.

    Bests add up, because the order of standings does not change when the same is added to both sides.
    """
    best = {0: NOTHING}
    for _ in range(left):
        following: dict[int, Standing] = {}
        for gain, outcome in product(best.values(), outcomes(scheme)):
            total = _plus(gain, outcome)
            following[total[0]] = max(following.get(total[0], total), total)
        best = following
    return [best[points] for points in sorted(best)]


def _plus(one: Standing, other: Standing) -> Standing:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def _times(count: int, one: Standing) -> Standing:
    return count * one[0], count * one[1], count * one[2], count * one[3]
