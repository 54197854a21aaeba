"""The secret base: nine rooms, what stands in them, neighbourhoods, and lines of three.

A base is nine bytes, one for each room: EMPTY, a colour's spy, or a colour's specialist. It does
not say which specialist: that matters only while it is placed.
"""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Place

Room = int
"""An index of ROOMS."""

SIDE: Final = 3
ROOMS: Final = tuple(map(Place, "ABCDEFGHI"))
"""The rooms' letters, row by row."""
COLOURS: Final = (0, 1)
SPIES_EACH: Final = 7

EMPTY: Final = 0
VACANT: Final = bytes(SIDE * SIDE)
"""The base without any agents."""

_OWNERS: Final = bytes([0, 1, 2, 1, 2]) + bytes(251)


def spy(colour: int) -> int:
    """Return the value of a room with a colour's spy."""
    return 1 + colour


def specialist(colour: int) -> int:
    """Return the value of a room with a colour's specialist."""
    return 3 + colour


def colour_of(agent: int) -> int:
    """Return the colour of a room's agent; the room must not be empty."""
    return (agent - 1) % 2


def is_spy(agent: int) -> bool:
    """Whether a room's value is a spy, of either colour."""
    return agent in (1, 2)


def _near(*, diagonally: bool) -> tuple[tuple[Room, ...], ...]:
    rooms = range(SIDE * SIDE)

    def near(one: Room, other: Room) -> bool:
        rows, columns = abs(one // SIDE - other // SIDE), abs(one % SIDE - other % SIDE)
        return max(rows, columns) == 1 if diagonally else rows + columns == 1

    return tuple(tuple(other for other in rooms if near(room, other)) for room in rooms)


BESIDE: Final = _near(diagonally=False)
"""For every room, the rooms beside it, not diagonally."""
AROUND: Final = _near(diagonally=True)
"""For every room, the rooms around it, diagonals included."""


def _beyond(room: Room, beside: Room) -> Room | None:
    row = 2 * (beside // SIDE) - room // SIDE
    column = 2 * (beside % SIDE) - room % SIDE
    return SIDE * row + column if {row, column} <= {0, 1, 2} else None


BEYOND: Final = {
    (room, beside): _beyond(room, beside) for room in range(SIDE * SIDE) for beside in BESIDE[room]
}
"""The room behind a neighbour, as seen from a room; None if the base ends there."""
IN_LINE: Final = tuple(
    tuple(
        other
        for other in range(SIDE * SIDE)
        if other != room and (other // SIDE == room // SIDE or other % SIDE == room % SIDE)
    )
    for room in range(SIDE * SIDE)
)
"""For every room, those one or two rooms away in its row or column."""
LINES: Final = (
    *((row, row + 1, row + 2) for row in (0, 3, 6)),
    *((column, column + 3, column + 6) for column in range(SIDE)),
    (0, 4, 8),
    (2, 4, 6),
)


def _turned(*, mirrored: bool, quarters: int) -> tuple[Room, ...]:
    rows = [tuple(range(room, room + SIDE)) for room in range(0, SIDE * SIDE, SIDE)]
    rows = [*zip(*rows, strict=True)] if mirrored else rows
    for _ in range(quarters):
        rows = [*zip(*rows[::-1], strict=True)]
    return tuple(room for row in rows for room in row)


TURNS: Final = tuple(
    _turned(mirrored=mirrored, quarters=quarters)
    for mirrored in (False, True)
    for quarters in range(4)
)
"""For every rotation and reflection of the base, the room that takes the place of A, B, …"""


def find_lined_up(base: bytes) -> tuple[int, ...]:
    """Return the colours that have three agents in a line, spies or specialists (5)."""
    return tuple(sorted({colour_of(base[line[0]]) for line in find_lines(base)}))


def find_lines(base: bytes) -> tuple[tuple[Room, Room, Room], ...]:
    """Return the lines of three agents of one colour."""
    owned = base.translate(_OWNERS)
    return tuple((a, b, c) for a, b, c in LINES if owned[a] == owned[b] == owned[c] > 0)


def count_reserve(base: bytes, colour: int) -> int:
    """Return how many of a colour's spies are not in the base."""
    return SPIES_EACH - base.count(spy(colour))
