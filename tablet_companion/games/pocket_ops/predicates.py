"""The rules of Pocket Ops, one predicate each: None, or why not.

``legal`` and ``powers`` keep what every predicate passes, ``judge`` collects the answers. No answer
to the player who places depends on the guess. Numbers in brackets are the rulings of the game's
README.
"""

from __future__ import annotations

import functools
import itertools
from typing import Final

from tablet_companion.games.core import Breach, Card, Piece, Rule
from tablet_companion.games.pocket_ops import actions, rules
from tablet_companion.games.pocket_ops.board import (
    AROUND,
    BESIDE,
    BEYOND,
    COLOURS,
    EMPTY,
    IN_LINE,
    ROOMS,
    Room,
    colour_of,
    count_reserve,
    is_spy,
    spy,
)
from tablet_companion.games.pocket_ops.state import (
    ASSASSIN,
    BURGLAR,
    COMMANDO,
    COURIER,
    MOLE,
    NINJA,
    ON_SPIES,
    SEATS,
    SNIPER,
    SPY,
    Phase,
    State,
)

MOMENTS: Final[dict[type, Phase]] = {
    actions.Lot: Phase.LOT,
    actions.Look: Phase.LOOK,
    actions.Enrol: Phase.ENROL,
    actions.Guessed: Phase.GUESS,
    actions.Place: Phase.PLACE,
    actions.Reveal: Phase.REVEAL,
    actions.Use: Phase.POWER,
    actions.Gather: Phase.GATHER,
}
"""The phases in which each kind of action may come."""
COMPULSORY: Final = frozenset({ASSASSIN, COMMANDO, COURIER})
"""The specialists whose power must be used if possible (6)."""
REACHED: Final[dict[Card, tuple[tuple[Room, ...], ...]]] = {
    ASSASSIN: tuple((room,) for room in range(len(ROOMS))),
    BURGLAR: BESIDE,
    COMMANDO: BESIDE,
    COURIER: BESIDE,
    MOLE: AROUND,
    NINJA: AROUND,
    SNIPER: IN_LINE,
}
"""From every room, where a specialist's power reaches (7, 9, 10): the assassin's beneath it, the
sniper's through anybody."""


_WRONG_MOMENT: Final = Breach(rules.WRONG_MOMENT)
_NO_SPY_LEFT: Final = Breach(rules.NO_SPY_LEFT)


def look_at_agent(agent: int) -> Piece:
    """Return how an agent in a room looks from above."""
    seat = SEATS[colour_of(agent)]
    return Piece(seat) if is_spy(agent) else Piece(f"{seat}.specialist")


def breach(base: bytes, rule: Rule, *rooms: Room, **details: str | int) -> Breach:
    """Return a breach in some rooms, with the agents that stand there."""
    stands = tuple(base[room] for room in rooms)
    return _breach(rule, rooms, stands, tuple(sorted(details.items())))


@functools.lru_cache(maxsize=4096)
def _breach(
    rule: Rule,
    rooms: tuple[Room, ...],
    stands: tuple[int, ...],
    details: tuple[tuple[str, str | int], ...],
) -> Breach:
    pieces = tuple(look_at_agent(agent) for agent in stands if agent != EMPTY)
    return Breach(rule, tuple(ROOMS[room] for room in rooms), pieces, details)


# --- the course of a turn -------------------------------------------------------------------------


def wrong_moment(state: State, action: actions.Action) -> Breach | None:
    """Every kind of action has its phase, and a lot falls to a player."""
    strange = isinstance(action, actions.Lot) and action.seat not in COLOURS
    timely = state.phase is MOMENTS.get(type(action))
    return None if timely and not strange else _WRONG_MOMENT


def not_to_look_at(state: State, card: Card) -> Breach | None:
    """A specialist that is looked at comes from the stack."""
    return None if card in state.to_look_at else _WRONG_MOMENT


def not_looked_at(state: State, card: Card) -> Breach | None:
    """One of the two specialists looked at is kept (2)."""
    if card in state.to_keep:
        return None
    return Breach(rules.NOT_LOOKED_AT, details=(("card", card),))


def how_many_cards(state: State, guess: tuple[Room, ...]) -> Breach | None:
    """One card is laid, or up to two with a hacker's help (3, 8); real ones are not entered."""
    known = state.setting.knows(state.guesser)
    if not guess and not known:
        return None
    if 0 < len(guess) <= state.most_guesses and guess == tuple(sorted(set(guess))):
        return None if known else _WRONG_MOMENT
    stands = tuple(state.base[room] for room in guess)
    return _breach(rules.HOW_MANY_CARDS, guess, stands, (("count", len(guess)),))


def as_guessed(state: State, reveal: actions.Reveal) -> Breach | None:
    """An agent is foiled if a card names its room; unseen cards may say anything."""
    assert state.placed is not None
    room = state.placed.room
    if not state.guess or reveal.foiled == (room in state.guess):
        return None
    return breach(state.base, rules.AS_GUESSED, room)


# --- placing --------------------------------------------------------------------------------------


def no_spy_left(base: bytes, colour: int, agent: Card) -> Breach | None:
    """A spy is placed from the reserve."""
    return _NO_SPY_LEFT if agent == SPY and not count_reserve(base, colour) else None


def active_specialist(base: bytes, held: Card | None, agent: Card, room: Room) -> Breach | None:
    """Only the specialist in reserve may be placed."""
    return None if agent in (SPY, held) else _another(base, agent, room)


def own_power(base: bytes, placed: Card, agent: Card, room: Room) -> Breach | None:
    """Only the specialist that got through uses its power."""
    return None if agent == placed else _another(base, agent, room)


def _another(base: bytes, agent: Card, room: Room) -> Breach:
    return breach(base, rules.ACTIVE_SPECIALIST, room, card=agent)


def may_enter(base: bytes, colour: int, agent: Card, room: Room) -> Breach | None:
    """Assassins go to an enemy spy (4, 9), couriers to their own, others to free rooms (3, 5)."""
    if agent == ASSASSIN:
        fits = base[room] == spy(1 - colour)
    elif agent == COURIER:
        fits = base[room] == spy(colour) and any(base[to] == EMPTY for to in BESIDE[room])
    else:
        fits = base[room] == EMPTY
    return None if fits else _not_for(agent, room, base[room])


@functools.cache
def _not_for(agent: Card, room: Room, stands: int) -> Breach:
    rule = rules.OWN_RULE[agent] if agent in ON_SPIES else rules.EMPTY_ROOM
    details = (("card", agent), ("place", ROOMS[room]))
    return _breach(rule, (room,), (stands,), details)


# --- powers ---------------------------------------------------------------------------------------


def may_use(base: bytes, colour: int, room: Room, use: actions.Use) -> Breach | None:
    """Check the use of a power: no other specialist is touched, and its own rule is kept."""
    return specialists_stay(base, room, use) or own_rule(base, colour, room, use)


def specialists_stay(base: bytes, room: Room, use: actions.Use) -> Breach | None:
    """Powers move spies and the specialist itself, no other specialist."""
    others = [
        r for r in list_touched(use) if r != room and base[r] != EMPTY and not is_spy(base[r])
    ]
    if not others:
        return None
    return breach(base, rules.SPECIALISTS_STAY, *others, place=ROOMS[others[0]])


def own_rule(base: bytes, colour: int, room: Room, use: actions.Use) -> Breach | None:
    """A power does what its specialist's rule says; a hacker's and a spy's do nothing."""
    if use in list_tried(base, use.agent, room) and _acts_rightly(base, colour, room, use):
        return None
    return breach(base, rules.OWN_RULE.get(use.agent, rules.NOTHING_ELSE), *list_touched(use))


def _acts_rightly(base: bytes, colour: int, room: Room, use: actions.Use) -> bool:
    """Whether a power acts on the agents that its rule names; most act on one enemy spy."""
    own, enemy, goals = spy(colour), spy(1 - colour), dict(use.moves)
    if use.agent == COURIER:  # sends the own spy beneath to a free room, and takes its place (9)
        return base[room] == own and base[goals[room]] == EMPTY
    if use.agent == COMMANDO:  # pushes a spy of either colour (10)
        return is_spy(base[goals[room]])
    if use.agent == MOLE:
        return {base[origin] for origin in goals} == {own, enemy}
    return base[goals[room] if use.agent == BURGLAR else use.removed[0]] == enemy


@functools.lru_cache(maxsize=4096)
def list_tried(base: bytes, agent: Card, room: Room) -> tuple[actions.Use, ...]:
    """Return what a power can do with what its specialist reaches, whosever that is."""
    reached = REACHED[agent][room] if agent in REACHED else ()
    there = [other for other in reached if base[other] != EMPTY]
    if agent == COURIER:
        return tuple(actions.Use(agent, ((room, other),)) for other in reached)
    if agent == COMMANDO:
        return tuple(slide(base, agent, room, other) for other in there)
    if agent == MOLE:
        pairs = itertools.combinations(there, 2)
        return tuple(actions.Use(agent, swap(*pair)) for pair in pairs)
    if agent == BURGLAR:
        return tuple(actions.Use(agent, swap(room, other)) for other in there)
    return tuple(actions.Use(agent, removed=(other,)) for other in there)


def power_must(base: bytes, room: Room, agent: Card) -> Breach | None:
    """Some powers must be used if possible (6)."""
    return breach(base, rules.POWER_MUST, room, card=agent) if agent in COMPULSORY else None


def list_touched(use: actions.Use) -> tuple[Room, ...]:
    """Return the rooms that pieces leave, sorted."""
    return tuple(sorted({*use.removed, *(origin for origin, _ in use.moves)}))


def swap(one: Room, other: Room) -> tuple[tuple[Room, Room], ...]:
    """Return the moves of two pieces that change places."""
    return tuple(sorted(((one, other), (other, one))))


def slide(base: bytes, agent: Card, room: Room, other: Room) -> actions.Use:
    """Return a slide into an occupied room beside, pushing the agents there and behind."""
    behind = BEYOND[room, other]
    if behind is None:
        return actions.Use(agent, ((room, other),), (other,))
    moves = tuple(sorted(((room, other), (other, behind))))
    return actions.Use(agent, moves, (behind,) if base[behind] != EMPTY else ())
