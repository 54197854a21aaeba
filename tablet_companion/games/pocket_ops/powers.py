"""Specialists: where each may be placed, every use of its power, and the result.

A use is legal if the predicates pass it; playing, judging and proving all use this module. Numbers
in brackets are the rulings of the game's README.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

from tablet_companion.games.core import Card
from tablet_companion.games.pocket_ops import board, predicates, state
from tablet_companion.games.pocket_ops.actions import Use


@functools.lru_cache(maxsize=4096)
def list_rooms(base: bytes, colour: int, agent: Card) -> tuple[board.Room, ...]:
    """Return every room where a colour's agent may be placed; none without a spy in reserve."""
    if predicates.no_spy_left(base, colour, agent):
        return ()
    may_enter = predicates.may_enter
    return tuple([room for room in range(len(base)) if not may_enter(base, colour, agent, room)])


# --- powers ---------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=4096)
def list_choices(base: bytes, colour: int, agent: Card, room: board.Room) -> tuple[Use, ...]:
    """Return the choices of a power once the agent stands in its room, sorted.

    Empty if there is nothing to choose (6): for a spy, a hacker, a power without a target.
    """
    tried, may_use = predicates.list_tried(base, agent, room), predicates.may_use
    found = sorted([use for use in tried if not may_use(base, colour, room, use)])
    may_leave = found and not predicates.power_must(base, room, agent)
    return (Use(agent), *found) if may_leave else tuple(found)


def every_use() -> list[Use]:
    """Return every use of a power that is possible on some base, unused ones included."""
    rooms, agents = range(len(board.ROOMS)), predicates.REACHED
    bases = map(bytes, itertools.product((board.EMPTY, board.spy(0)), repeat=len(rooms)))
    tried = itertools.starmap(predicates.list_tried, itertools.product(bases, agents, rooms))
    unused = (Use(agent) for agent in agents if agent not in predicates.COMPULSORY)
    return sorted({*itertools.chain.from_iterable(tried), *unused})


# --- carrying them out ----------------------------------------------------------------------------


def land(base: bytes, colour: int, agent: Card, room: board.Room) -> bytes:
    """Return the base with an agent through, before its power.

    An agent that stands on a spy is not in the base yet: it gets the room once the spy leaves.
    """
    if agent in state.ON_SPIES and board.is_spy(base[room]):
        return base
    stands = board.spy(colour) if agent == state.SPY else board.specialist(colour)
    return base[:room] + bytes([stands]) + base[room + 1 :]


def carry_out(base: bytes, colour: int, room: board.Room, use: Use) -> bytes:
    """Return the base after a use of the power of an agent that landed on a room."""
    after = bytearray(base)
    for left in (*use.removed, *(origin for origin, _ in use.moves)):
        after[left] = board.EMPTY
    for origin, target in use.moves:
        after[target] = base[origin]
    if use.agent in state.ON_SPIES:
        after[room] = board.specialist(colour)
    return bytes(after)


def list_results(
    base: bytes, colour: int, agent: Card, room: board.Room
) -> Iterator[tuple[Use, bytes]]:
    """Yield every result of a placement that gets through, with the base after it."""
    through = land(base, colour, agent, room)
    for use in list_choices(through, colour, agent, room) or (Use(agent),):
        yield use, carry_out(through, colour, room, use)
