"""The track that DOG and Agent DOG share: 64 spaces in a ring, four finishes of four, four nests.

Squares are small integers, which makes searching fast: 0 to 63 round the track in the direction of
travel, then four finish squares for each colour, then one number for each nest. A *colour* is its
index in the direction of travel; a square of a board holds EMPTY, or a colour's index plus one.
Plain functions over ``bytes``; nothing here knows a card.
"""

from __future__ import annotations

import itertools
from typing import Final, NewType

Square = NewType("Square", int)

LAP: Final = 64
QUARTER: Final = 16
SQUARES: Final = LAP + 16
"""The number of squares of track and finishes; nests are numbered from here on."""

ALL: Final = range(SQUARES)
EMPTY: Final = 0
PAWNS_EACH: Final = 4

STARTS: Final = (Square(0), Square(16), Square(32), Square(48))
OWNER: Final[tuple[int, ...]] = tuple(
    square // QUARTER + 1 if square % QUARTER == 0 else -1 for square in range(LAP)
)
"""For every start square, its colour's pawn value; -1 elsewhere."""

Guards = tuple[int, ...]
"""For every space of the track, the value of the pawns protected there, or -1."""

FREE: Final = tuple(bytes(length) for length in range(PAWNS_EACH + 1))
"""Runs of empty squares, to compare with slices of a board."""


def finish(colour: int) -> Square:
    """Return the first finish square of a colour (next to the track)."""
    return Square(LAP + PAWNS_EACH * colour)


def nest(colour: int) -> Square:
    """Return the square that stands for a colour's nest."""
    return Square(SQUARES + colour)


def colour_of_finish(square: int) -> int:
    """Return the colour whose finish a square belongs to."""
    return (square - LAP) // PAWNS_EACH


def square_names(colours: tuple[str, ...]) -> tuple[str, ...]:
    """Return the name of every square, nests included: ``T0`` …, ``red.F1`` …, ``red.nest``."""
    return (
        *(f"T{square}" for square in range(LAP)),
        *(f"{colour}.F{number}" for colour in colours for number in range(1, PAWNS_EACH + 1)),
        *(f"{colour}.nest" for colour in colours),
    )


def _crossed(origin: int, count: int) -> int:
    """Return the start square passed or reached by this many steps, or -1; counts stay below 16."""
    ahead = -origin % QUARTER or QUARTER
    return (origin + ahead) % LAP if ahead <= count else -1


CROSSED: Final = tuple(
    tuple(_crossed(origin, count) for origin in range(LAP)) for count in range(QUARTER)
)
"""``CROSSED[count][origin]``: the one start square passed or reached, or -1."""


CROSSED_BEHIND: Final = tuple(
    tuple((-start) % LAP if (start := row[-origin % LAP]) >= 0 else -1 for origin in range(LAP))
    for row in CROSSED
)
"""As ``CROSSED``, for steps backwards: the ring in a mirror."""


def on_own_start(board: bytes, square: int) -> bool:
    """Whether a pawn stands on this square, the start space of its colour."""
    return square < LAP and board[square] == OWNER[square]


def _ahead(origin: int, steps: int, colour: int) -> tuple[int, ...]:
    if origin >= LAP:
        inside = (origin - LAP) % PAWNS_EACH + steps
        return (origin + steps,) if inside < PAWNS_EACH else ()
    beyond = steps - (STARTS[colour] - origin) % LAP
    entered = (finish(colour) + beyond - 1,) if 0 < beyond <= PAWNS_EACH else ()
    return ((origin + steps) % LAP, *entered)


AHEAD: Final = tuple(
    tuple(
        tuple(_ahead(origin, steps, colour) for origin in range(SQUARES))
        for steps in range(QUARTER)
    )
    for colour in range(4)
)
"""``AHEAD[colour][steps][origin]``: where this many steps may lead a pawn if nothing is in its way.

Onwards on the track, into the finish of the colour, or deeper inside a finish.
"""


def route(origin: int, target: int) -> tuple[int, ...]:
    """Return the squares touched on the way forwards, the target included."""
    if origin >= LAP:
        return tuple(range(origin + 1, target + 1))
    outside = target if target < LAP else STARTS[colour_of_finish(target)]
    on_track = ((origin + step) % LAP for step in range(1, (outside - origin) % LAP + 1))
    inside = range(finish(colour_of_finish(target)), target + 1) if target >= LAP else ()
    return (*on_track, *inside)


def distance(origin: int, target: int) -> int:
    """Return how many steps forwards lead to a square, even inside its finish.

    Negative from a finish back to one of its outer squares; -1 from a finish to the track.
    """
    if origin >= LAP:
        return target - origin if target >= LAP else -1
    if target < LAP:
        return (target - origin) % LAP
    colour = colour_of_finish(target)
    return (STARTS[colour] - origin) % LAP + target - finish(colour) + 1


def is_home(board: bytes, colour: int) -> bool:
    """Whether all four pawns of a colour stand in its finish."""
    first = LAP + PAWNS_EACH * colour
    return EMPTY not in board[first : first + PAWNS_EACH]


def count_in_finishes(board: bytes) -> int:
    """Return how many pawns of any colour stand in the finishes."""
    return SQUARES - LAP - board.count(EMPTY, LAP)


def is_stuck(board: bytes, square: int) -> bool:
    """Whether a pawn stands in a finish without a free square ahead, so that it never goes on."""
    return square >= LAP and EMPTY not in board[square + 1 : (square | PAWNS_EACH - 1) + 1]


def find_mobile(board: bytes) -> list[int]:
    """Return the squares of all pawns that are not stuck, in order."""
    pawns = itertools.compress(ALL, board)
    return [square for square in pawns if square < LAP or not is_stuck(board, square)]


def find_pawns(board: bytes, colour: int) -> list[int]:
    """Return the squares on which the board shows pawns of a colour, in order."""
    value, found = colour + 1, []
    square = board.find(value)
    while square >= 0:
        found.append(square)
        square = board.find(value, square + 1)
    return found


def deepest_free(board: bytes, colour: int) -> Square:
    """Return the deepest free square of a colour's finish; there must be one."""
    first = LAP + PAWNS_EACH * colour
    return Square(first + board[first : first + PAWNS_EACH].rindex(EMPTY))


def nearest_behind(board: bytes, square: int) -> int:
    """Return the nearest occupied square behind one on the track, all the way round, or -1."""
    ring = (board[square:LAP] + board[:square]).rstrip(b"\0")
    return (square + len(ring) - 1) % LAP if len(ring) > 1 else -1
