"""The map of Agent: cities joined by lines, four of them homes, one of them the centre.

The map is data (``map.toml``). Cities are small integers, in the order of the file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

from tablet_companion.games.core import Piece, Place, PositionError

NATIONS: Final = (Piece("green"), Piece("blue"), Piece("red"), Piece("yellow"))
"""The nations, in the order of the booklet: American, English, Russian, Chinese."""


@dataclass(frozen=True, slots=True)
class Map:
    """A map: its cities, and which are joined.

    ``homes`` has a city for each of NATIONS; ``exile`` is the city for agents out of play.
    """

    names: tuple[Place, ...]
    neighbours: tuple[frozenset[int], ...]
    homes: tuple[int, ...]
    centre: int
    exile: Place


def parse_map(text: str) -> Map:
    """Read a map; raises PositionError if it is invalid or a city cannot be reached."""
    try:
        found = _make_map(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise PositionError(f"map.toml: this is not a map of Agent: {error!s:.80}.") from error
    cut_off = set(range(len(found.names))) - set(distances(found, found.centre))
    for city in sorted(cut_off):
        raise PositionError(f"map.toml: no way leads from the centre to {found.names[city]}.")
    return found


def _make_map(data: Mapping[str, Any]) -> Map:
    cities = data["cities"]
    names = tuple(Place(city["name"]) for city in cities)
    if len(set(names)) != len(names) or not all(name.isalpha() for name in names):
        raise ValueError("every city has one word of its own for a name")
    homes = {city["home"]: names.index(city["name"]) for city in cities if "home" in city}
    return Map(
        names=names,
        neighbours=_neighbours(names, data["lines"]),
        homes=tuple(homes[nation] for nation in NATIONS),
        centre=names.index(data["centre"]),
        exile=Place(data["exile"]["name"]),
    )


def _neighbours(
    names: tuple[Place, ...], lines: Mapping[str, list[str]]
) -> tuple[frozenset[int], ...]:
    """Return every city's neighbours: every line can be used in both directions."""
    found: list[set[int]] = [set() for _ in names]
    for one, others in lines.items():
        for other in others:
            a, b = names.index(Place(one)), names.index(Place(other))
            found[a].add(b)
            found[b].add(a)
    return tuple(map(frozenset, found))


def distances(where: Map, start: int) -> dict[int, int]:
    """Return the number of lines from a start to every city that can be reached."""
    found = {start: 0}
    queue = [start]
    for city in queue:
        for other in sorted(where.neighbours[city] - set(found)):
            found[other] = found[city] + 1
            queue.append(other)
    return found


MAP: Final = parse_map(resources.files(__package__).joinpath("map.toml").read_text("utf-8"))
CITY: Final[Mapping[Place, int]] = {name: city for city, name in enumerate(MAP.names)}
"""The number of every city by its name."""
WAYS: Final = {city: distances(MAP, city) for city in range(len(MAP.names))}
"""The number of lines between any two cities."""
