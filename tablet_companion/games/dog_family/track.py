"""The track that DOG and Agent DOG share: 64 spaces in a ring, four finishes of four, four nests.

Squares are small integers so that searching is fast: 0 to 63 round the track in the direction of
travel, then four finish squares for each colour, then one number for each nest. A *colour* is its
index in the direction of travel; what stands on a square of a board is EMPTY, or a colour's index
plus one. Plain functions over ``bytes``; nothing here knows a card.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NewType

Square = NewType("Square", int)

LAP: Final = 64
QUARTER: Final = 16
SQUARES: Final = LAP + 16
"""Track and finishes; the nests are numbered from here on."""

EMPTY: Final = 0
PAWNS_EACH: Final = 4

STARTS: Final = (Square(0), Square(16), Square(32), Square(48))
OWNER: Final[tuple[int, ...]] = tuple(
    square // QUARTER + 1 if square % QUARTER == 0 else -1 for square in range(LAP)
)
"""For every start square the value of its colour's pawns; -1 elsewhere."""

Guards = tuple[int, ...]
"""For every space of the track the value of the pawns that are protected on it, or -1."""

FREE: Final = tuple(bytes(length) for length in range(PAWNS_EACH + 1))
"""Runs of empty squares, to compare with."""


def finish(colour: int) -> Square:
    """Return the first finish square of a colour (next to the track)."""
    return Square(LAP + PAWNS_EACH * colour)


def nest(colour: int) -> Square:
    """Return the square that stands for a colour's nest."""
    return Square(SQUARES + colour)


def colour_of_finish(square: int) -> int:
    """Return whose finish a finish square belongs to."""
    return (square - LAP) // PAWNS_EACH


def square_names(colours: tuple[str, ...]) -> tuple[str, ...]:
    """Return the name of every square, nests included: ``T0`` …, ``red.F1`` …, ``red.nest``."""
    return (
        *(f"T{square}" for square in range(LAP)),
        *(f"{colour}.F{number}" for colour in colours for number in range(1, PAWNS_EACH + 1)),
        *(f"{colour}.nest" for colour in colours),
    )


def _crossed(origin: int, count: int) -> int:
    """Return the start square passed or reached by so many steps, or -1; counts stay below 16."""
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
"""The same for steps backwards: the ring, seen in a mirror."""


def protected(board: bytes, square: int, guards: Guards = OWNER) -> bool:
    """Say whether a pawn on this square is protected: it stands on a start that guards it.

    By default that is its own colour's start space.
    """
    return square < LAP and board[square] == guards[square]


def barrier(board: bytes, origin: int, count: int, guards: Guards = OWNER) -> int:
    """Return the protected square that these steps would pass or land on, or -1."""
    start = CROSSED[count][origin]
    return start if start >= 0 and board[start] == guards[start] else -1


def barrier_behind(board: bytes, origin: int, count: int, guards: Guards) -> int:
    """Return the protected square that so many steps backwards would pass or land on, or -1."""
    start = CROSSED_BEHIND[count][origin]
    return start if start >= 0 and board[start] == guards[start] else -1


def distance(origin: int, target: int) -> int:
    """Return how many steps forwards lead to a square, into its finish if it lies in one.

    Negative from a finish back to one of its outer squares; -1 from a finish to the track.
    """
    if origin >= LAP:
        return target - origin if target >= LAP else -1
    if target < LAP:
        return (target - origin) % LAP
    colour = colour_of_finish(target)
    return (STARTS[colour] - origin) % LAP + target - finish(colour) + 1


def is_home(board: bytes, colour: int) -> bool:
    """Say whether all four pawns of a colour stand in its finish."""
    first = LAP + PAWNS_EACH * colour
    return EMPTY not in board[first : first + PAWNS_EACH]


def deepest_free(board: bytes, colour: int) -> Square:
    """Return the deepest free square of a colour's finish; there must be one."""
    first = LAP + PAWNS_EACH * colour
    return Square(first + board[first : first + PAWNS_EACH].rindex(EMPTY))


def deeper(board: bytes, origin: int, count: int) -> int:
    """Return where so many steps lead inside a finish, or -1: exact, and no pawn is jumped."""
    target = origin + count
    if (origin - LAP) % PAWNS_EACH + count >= PAWNS_EACH:
        return -1
    return target if board[origin + 1 : target + 1] == FREE[count] else -1


def entered(board: bytes, origin: int, count: int, colour: int, *, from_start: bool = False) -> int:
    """Return the finish square of a colour that so many steps from the track lead to, or -1.

    The way goes forwards over the colour's start space, which must lie strictly ahead unless
    ``from_start``; inside the finish no pawn is jumped. Whether the start space is barred is
    ``barrier``'s to say.
    """
    ahead = (QUARTER * colour - origin) % LAP
    inside = count - (ahead if ahead or from_start else LAP)
    if not 0 < inside <= PAWNS_EACH:
        return -1
    first = LAP + PAWNS_EACH * colour
    return first + inside - 1 if board[first : first + inside] == FREE[inside] else -1


def advances(  # noqa: PLR0913 - a board, a move, and what its game says of start spaces
    board: bytes,
    origin: int,
    count: int,
    colour: int,
    guards: Guards = OWNER,
    *,
    from_start: bool = False,
) -> Iterator[int]:
    """Yield where a pawn may end after exactly so many steps; ``colour`` is its finish.

    Zero, one or two squares: onwards on the track, and into (or deeper into) the finish.
    ``from_start``: a pawn on its start space may enter, too.
    """
    if origin >= LAP:
        target = deeper(board, origin, count)
        if target >= 0:
            yield target
        return
    if barrier(board, origin, count, guards) >= 0:
        return
    yield (origin + count) % LAP
    target = entered(board, origin, count, colour, from_start=from_start)
    if target >= 0:
        yield target


def nearest_behind(board: bytes, square: int) -> int:
    """Return the nearest occupied square behind one on the track, all the way round, or -1."""
    ring = (board[square:LAP] + board[:square]).rstrip(b"\0")
    return (square + len(ring) - 1) % LAP if len(ring) > 1 else -1
