"""Proofs that a mission is impossible: whether a line can be made, which rooms are left.

The search of ruling 13 covers every base that placements of both players, in any order and never
foiled, can lead to. It stays short because an unobstructed line is found without playing it; so
only bases in which every line is barred to both are searched further.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from tablet_companion.games.core import Card
from tablet_companion.games.pocket_ops import board
from tablet_companion.games.pocket_ops.powers import list_results, list_rooms
from tablet_companion.games.pocket_ops.state import SPY, with_own

Reserve = tuple[Card | None, Card | None]
"""Red's and blue's specialist while it is in reserve, else None."""


@functools.lru_cache(maxsize=4096)
def line_can_be_made(base: bytes, fresh: Reserve) -> bool:
    """Whether any player can still make a line, with or without the other's help (13).

    A line for both at once is a line, too.
    """
    seen = {(base, fresh)}
    left = [(base, fresh)]
    while left:
        here = left.pop()
        if board.find_lined_up(here[0]) or any(
            is_open(here[0], colour) for colour in board.COLOURS
        ):
            return True
        for further in _next(*here):
            if further not in seen:
                seen.add(further)
                left.append(further)
    return False


def is_open(base: bytes, colour: int) -> bool:
    """Whether spies alone complete an unobstructed line of a colour."""
    own = (board.spy(colour), board.specialist(colour))
    spies = board.count_reserve(base, colour)
    for line in board.LINES:
        free = sum(base[room] == board.EMPTY for room in line)
        if free <= spies and free + sum(base[room] in own for room in line) == len(line):
            return True
    return False


def _next(base: bytes, fresh: Reserve) -> Iterator[tuple[bytes, Reserve]]:
    """Yield every result of one placement of either player that gets through."""
    for colour in board.COLOURS:
        for agent in agents(fresh, colour):
            left = fresh if agent == SPY else with_own(fresh, colour, None)
            for room in list_rooms(base, colour, agent):
                for _, after in list_results(base, colour, agent, room):
                    yield after, left


def agents(fresh: Reserve, colour: int) -> tuple[Card, ...]:
    """Return the kinds of agent that a colour may have in reserve: spies, and its specialist."""
    own = fresh[colour]
    return (SPY,) if own is None else (SPY, own)


def targets(base: bytes, fresh: Reserve, colour: int) -> set[board.Room]:
    """Return every room where a colour may place some agent."""
    return {room for agent in agents(fresh, colour) for room in list_rooms(base, colour, agent)}
