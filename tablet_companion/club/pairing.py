"""Pairings: everybody against everybody (round robin), or against equals (Swiss). Pure.

networkx matches the Swiss pairs; nobody meets the same side twice if that can be avoided.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import networkx

BYE: Final = ""
"""The opponent of a side without one; that counts as a win."""
_AGAIN: Final = 1_000_000
"""The cost of meeting again: far more than differences of points, which cost 100 for a point."""
_BYE_AGAIN: Final = 100_000
"""The cost of a further bye: less than meeting again."""


@dataclass(frozen=True, slots=True)
class Game:
    """A pairing: the first sits on the first seat, a partner opposite.

    ``points`` are those of the first: 1, 0.5 or 0 once it is over, None before.
    """

    home: str
    away: str
    points: float | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """A side's standing: its points, and those of all its opponents (Buchholz)."""

    name: str
    points: float
    buchholz: float


def draw_round_robin(names: Sequence[str]) -> tuple[tuple[Game, ...], ...]:
    """Return rounds in which every pair meets once (circle method: one stays, others rotate)."""
    circle = [*names, *([BYE] if len(names) % 2 else [])]
    half, rounds = len(circle) // 2, []
    for number in range(len(circle) - 1):
        pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
        turned = ((b, a) if number % 2 and BYE not in (a, b) else (a, b) for a, b in pairs)
        rounds.append(tuple(Game(*(pair if pair[0] != BYE else pair[::-1])) for pair in turned))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return tuple(rounds)


def draw_swiss(names: Sequence[str], played: Iterable[Game]) -> tuple[Game, ...]:
    """Return the next round: similar points, no repetition if avoidable, byes in turn."""
    games = tuple(played)
    standings = rank(names, games)
    place = {one.name: number for number, one in enumerate(standings)}
    points = {one.name: one.points for one in standings}
    met = Counter(frozenset((game.home, game.away)) for game in games)
    sides = [*place, *([BYE] if len(place) % 2 else [])]
    graph = networkx.Graph()
    for number, one in enumerate(sides):
        for other in sides[number + 1 :]:
            weight = -_weigh(one, other, points, place, met)
            graph.add_edge(one, other, weight=weight)
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    homes = Counter(game.home for game in games)
    pairs = (
        sorted(pair, key=lambda one: (one == BYE, homes[one], place.get(one, 0)))
        for pair in matched
    )
    return tuple(Game(*pair) for pair in sorted(pairs, key=lambda pair: place[pair[0]]))


def _weigh(
    one: str,
    other: str,
    points: Mapping[str, float],
    place: Mapping[str, int],
    met: Mapping[frozenset[str], int],
) -> int:
    """Return the cost of a pairing: first repetition, then difference of points, then of rank."""
    again = met.get(frozenset((one, other)), 0)
    if BYE in (one, other):
        real = one if other == BYE else other
        return again * _BYE_AGAIN + round(100 * points[real]) + len(place) - place[real]
    apart = round(100 * abs(points[one] - points[other])) ** 2 // 100
    return again * _AGAIN + apart + abs(place[one] - place[other])


def rank(names: Iterable[str], played: Iterable[Game]) -> tuple[Standing, ...]:
    """Return the standings, the best first."""
    points: dict[str, float] = dict.fromkeys(names, 0.0)
    met: defaultdict[str, list[str]] = defaultdict(list)
    for game in played:
        if game.points is None:
            continue
        for one, other, won in (
            (game.home, game.away, game.points),
            (game.away, game.home, 1 - game.points),
        ):
            if one in points:
                points[one] += won
                met[one].append(other)
    found = (
        Standing(name, mine, sum(points.get(other, 0.0) for other in met[name]))
        for name, mine in points.items()
    )
    return tuple(sorted(found, key=lambda one: (-one.points, -one.buchholz, one.name)))
