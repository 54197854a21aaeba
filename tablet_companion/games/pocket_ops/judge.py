"""Why an action is not allowed: the rules it breaks, found with the functions that allow others.

``judge`` is empty exactly for what ``legal`` lists. Nothing said here to whoever places depends on
what was guessed.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.core import Breach, Card, Piece, Rule
from tablet_companion.games.pocket_ops import rules
from tablet_companion.games.pocket_ops.actions import Action, Enrol, Guessed, Place, Reveal, Use
from tablet_companion.games.pocket_ops.base import (
    EMPTY,
    ROOMS,
    Room,
    colour_of,
    is_spy,
    reserve,
)
from tablet_companion.games.pocket_ops.legal import legal
from tablet_companion.games.pocket_ops.powers import may_enter
from tablet_companion.games.pocket_ops.state import SEATS, SPY, Phase, State, in_reserve, placer


def judge(state: State, action: Action) -> tuple[Breach, ...]:
    """Return the rules that an action breaks; empty when it is legal."""
    if action in legal(state):
        return ()
    match state.phase, action:
        case Phase.ENROL, Enrol(card):
            return (Breach(rules.NOT_LOOKED_AT, details=(("card", card),)),)
        case Phase.GUESS, Guessed(guess):
            return (_breach(state, rules.HOW_MANY_CARDS, *guess, count=len(guess)),)
        case Phase.PLACE, Place():
            return tuple(placing(state, action))
        case Phase.REVEAL, Reveal() if state.placed is not None:
            return (_breach(state, rules.AS_GUESSED, state.placed.room),)
        case Phase.POWER, Use():
            return tuple(using(state, action))
    return (Breach(rules.WRONG_MOMENT),)


def _breach(state: State, rule: Rule, *rooms: Room, **details: str | int) -> Breach:
    return Breach(
        rule,
        tuple(ROOMS[room] for room in rooms),
        tuple(seen(state.base[room]) for room in rooms if state.base[room] != EMPTY),
        tuple(sorted(details.items())),
    )


def seen(agent: int) -> Piece:
    """Return what is seen from above of whoever stands in a room."""
    seat = SEATS[colour_of(agent)]
    return Piece(seat) if is_spy(agent) else Piece(f"{seat}.specialist")


def placing(state: State, place: Place) -> Iterator[Breach]:
    """Yield why an agent may not be put on a room; nothing where it may."""
    colour, (agent, room, _) = placer(state), place
    if agent == SPY and not reserve(state.base, colour):
        yield Breach(rules.NO_SPY_LEFT)
    if agent not in (SPY, in_reserve(state, colour)):
        yield _breach(state, rules.ACTIVE_SPECIALIST, room, card=agent)
    if not may_enter(state.base, colour, agent, room):
        yield _breach(state, rules.rule_of(agent), room, card=agent, place=ROOMS[room])


def using(state: State, use: Use) -> Iterator[Breach]:
    """Yield why a power that has a choice may not be used so.

    Assumes that the use is none of those that it may be.
    """
    assert state.placed is not None
    agent, room = state.placed
    if use.agent != agent:
        yield _breach(state, rules.ACTIVE_SPECIALIST, room, card=use.agent)
    elif use.is_nothing:
        yield _breach(state, rules.POWER_MUST, room, card=agent)
    else:
        yield from _wrong_use(state, use, room)


def _wrong_use(state: State, use: Use, room: Room) -> Iterator[Breach]:
    touched = sorted({*use.removed, *(origin for origin, _ in use.moves)})
    others = [r for r in touched if r != room and not is_spy(state.base[r])]
    if others:
        place = ROOMS[others[0]]
        yield _breach(state, rules.SPECIALISTS_STAY, *others, place=place)
    else:
        yield _breach(state, rule_of_power(use.agent), *touched)


def rule_of_power(agent: Card) -> Rule:
    """Return the rule that says what a power does; a hacker's and a spy's touch nobody."""
    return rules.OWN_RULE.get(agent, rules.NOTHING_ELSE)
