"""What specialists do: where each may be placed, and every way to use its power.

One function a rule; they are read by playing, judging and proving alike. Numbers in brackets are
the rulings of the game's README.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from tablet_companion.games.core import Card
from tablet_companion.games.pocket_ops.actions import Use
from tablet_companion.games.pocket_ops.base import (
    AROUND,
    BESIDE,
    BEYOND,
    EMPTY,
    IN_LINE,
    Room,
    is_spy,
    reserve,
    specialist,
    spy,
)
from tablet_companion.games.pocket_ops.state import (
    ASSASSIN,
    BURGLAR,
    COMMANDO,
    COURIER,
    MOLE,
    NINJA,
    SNIPER,
    SPY,
)

ON_SPIES: Final = frozenset({ASSASSIN, COURIER})
"""Who is placed on a spy, not into a free room (3, 4)."""
COMPULSORY: Final = frozenset({ASSASSIN, COMMANDO, COURIER})
"""Whose power is used wherever it can be (6)."""


# --- where agents may be placed -------------------------------------------------------------------


def may_enter(base: bytes, colour: int, agent: Card, room: Room) -> bool:
    """Say whether a colour's agent may be placed on a room."""
    if agent == ASSASSIN:
        return is_target(base, colour, room)
    if agent == COURIER:
        return is_contact(base, colour, room)
    return is_free(base, room)


def is_free(base: bytes, room: Room) -> bool:
    """Say whether nobody is in a room (3, 5)."""
    return base[room] == EMPTY


def is_target(base: bytes, colour: int, room: Room) -> bool:
    """Say whether an enemy spy is in a room, so that an assassin may come (4, 9)."""
    return base[room] == spy(1 - colour)


def is_contact(base: bytes, colour: int, room: Room) -> bool:
    """Say whether an own spy is in a room and has a free one beside, so that a courier may come."""
    return base[room] == spy(colour) and any(is_free(base, other) for other in BESIDE[room])


def rooms(base: bytes, colour: int, agent: Card) -> list[Room]:
    """Return every room on which a colour's agent may be placed; none without a spy in reserve."""
    if agent == SPY and not reserve(base, colour):
        return []
    return [room for room in range(len(base)) if may_enter(base, colour, agent, room)]


# --- powers ---------------------------------------------------------------------------------------


def uses(base: bytes, colour: int, agent: Card, room: Room) -> list[Use]:
    """Return every way to use a power, sorted, once the agent stands in its room.

    Empty where there is none (a spy, a hacker, a power without a target); it does not hold the
    choice to leave an optional power alone.
    """
    way = _WAYS.get(agent)
    return sorted(way(base, colour, room)) if way else []


def choices(base: bytes, colour: int, agent: Card, room: Room) -> list[Use]:
    """Return what may be done with a power, sorted; empty where there is nothing to choose (6)."""
    found = uses(base, colour, agent, room)
    return found if not found or agent in COMPULSORY else [Use(agent), *found]


def _mole(base: bytes, colour: int, room: Room) -> Iterator[Use]:
    """Swap an own and an enemy spy, both around the mole (7)."""
    near = AROUND[room]
    for own in (r for r in near if base[r] == spy(colour)):
        for enemy in (r for r in near if base[r] == spy(1 - colour)):
            one, other = sorted((own, enemy))
            yield Use(MOLE, ((one, other), (other, one)))


def _ninja(base: bytes, colour: int, room: Room) -> Iterator[Use]:
    """Remove an enemy spy around the ninja (7)."""
    return (Use(NINJA, removed=(r,)) for r in AROUND[room] if base[r] == spy(1 - colour))


def _burglar(base: bytes, colour: int, room: Room) -> Iterator[Use]:
    """Change places with an enemy spy beside the burglar (7)."""
    for other in BESIDE[room]:
        if base[other] == spy(1 - colour):
            yield Use(BURGLAR, tuple(sorted(((room, other), (other, room)))))


def _sniper(base: bytes, colour: int, room: Room) -> Iterator[Use]:
    """Remove an enemy spy one or two rooms away in a row or column, through anybody (7)."""
    return (Use(SNIPER, removed=(r,)) for r in IN_LINE[room] if base[r] == spy(1 - colour))


def _assassin(base: bytes, colour: int, room: Room) -> Iterator[Use]:
    """Remove the enemy spy on which the assassin stands, and take its room (9)."""
    if is_target(base, colour, room):
        yield Use(ASSASSIN, removed=(room,))


def _courier(base: bytes, colour: int, room: Room) -> Iterator[Use]:
    """Send the own spy on which the courier stands to a free room beside, and take its room (9)."""
    if base[room] == spy(colour):
        for other in BESIDE[room]:
            if is_free(base, other):
                yield Use(COURIER, ((room, other),))


def _commando(base: bytes, colour: int, room: Room) -> Iterator[Use]:  # noqa: ARG001 - pushes either colour
    """Slide into the room of a spy beside and push it on, with whoever is behind it (10)."""
    for other in BESIDE[room]:
        behind = BEYOND[room, other]
        if is_spy(base[other]):
            if behind is None:
                yield Use(COMMANDO, ((room, other),), (other,))
            elif is_free(base, behind):
                yield Use(COMMANDO, tuple(sorted(((room, other), (other, behind)))))
            elif is_spy(base[behind]):
                yield Use(COMMANDO, tuple(sorted(((room, other), (other, behind)))), (behind,))


_WAYS: Final[dict[Card, Callable[[bytes, int, Room], Iterator[Use]]]] = {
    ASSASSIN: _assassin,
    BURGLAR: _burglar,
    COMMANDO: _commando,
    COURIER: _courier,
    MOLE: _mole,
    NINJA: _ninja,
    SNIPER: _sniper,
}


# --- carrying them out ----------------------------------------------------------------------------


def landed(base: bytes, colour: int, agent: Card, room: Room) -> bytes:
    """Return the base with an agent through, before its power.

    Whoever stands on a spy is not in the base yet: it takes the room once the spy has left.
    """
    if agent in ON_SPIES and is_spy(base[room]):
        return base
    stands = spy(colour) if agent == SPY else specialist(colour)
    return base[:room] + bytes([stands]) + base[room + 1 :]


def carried(base: bytes, colour: int, room: Room, use: Use) -> bytes:
    """Return the base after a use of the power of an agent that landed on a room."""
    after = bytearray(base)
    for left in (*use.removed, *(origin for origin, _ in use.moves)):
        after[left] = EMPTY
    for origin, target in use.moves:
        after[target] = base[origin]
    if use.agent in ON_SPIES:
        after[room] = specialist(colour)
    return bytes(after)


def results(base: bytes, colour: int, agent: Card, room: Room) -> Iterator[tuple[Use, bytes]]:
    """Yield everything that an unblocked placement may come to, and the base after it."""
    through = landed(base, colour, agent, room)
    for use in choices(through, colour, agent, room) or [Use(agent)]:
        yield use, carried(through, colour, room, use)
