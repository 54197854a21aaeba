"""Between a state and a table: what should be seen, what is to be done, and what was seen.

Rooms are called by their letters; ``red.nest`` is red's reserve. From above, a spy shows its
colour, and a specialist only that it is one; which one follows from its enrolment. Two more places
are never looked at: ``red.stack``, the specialists lying face down, and ``box``, for what has left
the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablet_companion.games.core import Place, Placement, PositionError, Rule, Step, StepKind
from tablet_companion.games.pocket_ops import flow, rules
from tablet_companion.games.pocket_ops.actions import Action, Enrol, Gather, Reveal, Use
from tablet_companion.games.pocket_ops.actions import Place as Put
from tablet_companion.games.pocket_ops.board import (
    COLOURS,
    EMPTY,
    ROOMS,
    SPIES_EACH,
    Room,
    colour_of,
    count_reserve,
    is_spy,
    specialist,
    spy,
)
from tablet_companion.games.pocket_ops.predicates import look_at_agent
from tablet_companion.games.pocket_ops.state import ON_SPIES, SEATS, SPY, Phase, State, with_own

BOX: Final = Place("box")
"""Where pieces go that leave the game; never part of a placement."""
_OF_A_TURN: Final = {Phase.PLACE: Put, Phase.REVEAL: Reveal, Phase.POWER: Use}
"""The actions that move pieces within a turn, by the phase of each."""


def nest(colour: int) -> Place:
    """Return the place of a colour's reserve."""
    return Place(f"{SEATS[colour]}.nest")


def placement(state: State) -> Placement:
    """Return what the table should show."""
    pieces = [(ROOMS[room], look_at_agent(agent)) for room, agent in enumerate(state.base) if agent]
    waiting = on_top(state)
    if waiting is not None:
        pieces.append((ROOMS[waiting[0]], look_at_agent(waiting[1])))
    for colour in COLOURS:
        held = count_reserve(state.base, colour) - (
            waiting is not None and waiting[1] == spy(colour)
        )
        pieces += [(nest(colour), look_at_agent(spy(colour)))] * held
        if state.fresh[colour]:
            pieces.append((nest(colour), look_at_agent(specialist(colour))))
    return Placement(tuple(sorted(pieces)))


def on_top(state: State) -> tuple[Room, int] | None:
    """Return room and piece of an agent that was placed but is not in the base yet, else None."""
    if state.placed is None:
        return None
    agent, room = state.placed
    if state.phase is Phase.POWER and agent not in ON_SPIES:
        return None
    colour = state.placer
    return room, spy(colour) if agent == SPY else specialist(colour)


def attempted(state: State, action: Action) -> Placement:
    """Return what the table would show after an action, legal or not."""
    if isinstance(action, Use) and state.phase is Phase.POWER:
        return placement(flow.use_power(state, action))
    if isinstance(action, _OF_A_TURN.get(state.phase, Gather | Enrol)):
        return placement(flow.successor(state, action))
    return placement(state)


# --- what is to be done ---------------------------------------------------------------------------


def steps(state: State, action: Action) -> tuple[Step, ...]:
    """Return what people do with the pieces for an action, in an order that works."""
    match action:
        case Put():
            colour = state.placer
            agent = spy(colour) if action.agent == SPY else specialist(colour)
            return (
                Step.move(look_at_agent(agent), nest(colour), ROOMS[action.room], rules.MUST_PLACE),
            )
        case Reveal(foiled=True) if (waiting := on_top(state)) is not None:
            return (_make_leaving(waiting[1], waiting[0], rules.FOILED_LEAVES),)
        case Use() if state.placed is not None:
            return tuple(_of_power(state, action))
        case Enrol() if flow.successor(state, action).phase is Phase.GUESS:
            return tuple(
                Step.move(
                    look_at_agent(specialist(c)),
                    Place(f"{SEATS[c]}.stack"),
                    nest(c),
                    rules.SHOWN_TOGETHER,
                )
                for c in COLOURS
            )
        case Gather():
            return tuple(_gathered(state))
    return ()


def _make_leaving(agent: int, room: Room, rule: Rule) -> Step:
    """Return the step of an agent that leaves the base: a spy to its reserve, others for good."""
    target = nest(colour_of(agent)) if is_spy(agent) else BOX
    return Step(StepKind.CAPTURED, look_at_agent(agent), ROOMS[room], target, rule)


def _of_power(state: State, use: Use) -> Iterator[Step]:
    rule = rules.OWN_RULE[use.agent]
    for room in use.removed:
        yield _make_leaving(state.base[room], room, rules.SPIES_RETURN)
    for origin, target in use.moves:
        yield Step.move(look_at_agent(state.base[origin]), ROOMS[origin], ROOMS[target], rule)


def _gathered(state: State) -> Iterator[Step]:
    for room, agent in enumerate(state.base):
        if agent != EMPTY:
            yield _make_leaving(agent, room, rules.GATHERED)
    for colour in COLOURS:
        if state.fresh[colour]:
            yield Step.move(look_at_agent(specialist(colour)), nest(colour), BOX, rules.GATHERED)


# --- what was seen --------------------------------------------------------------------------------

_AGENTS: Final = {
    look_at_agent(agent): agent for colour in COLOURS for agent in (1 + colour, 3 + colour)
}


def in_rooms(placed: Placement) -> dict[Room, list[int]]:
    """Return the agents seen in each non-empty room; raises PositionError.

    Reserves are only checked for pieces that do not belong there: they lie beside the board.
    """
    found: dict[Room, list[int]] = {}
    for place, piece in placed.pieces:
        agent = _AGENTS.get(piece)
        if agent is None or place not in (*ROOMS, nest(colour_of(agent))):
            raise PositionError(f"Pocket Ops has no {piece} on {place}.")
        if place in ROOMS:
            found.setdefault(ROOMS.index(place), []).append(agent)
    return found


def amend(state: State, placed: Placement) -> State:
    """Return the state with the agents as the table shows them; raises PositionError.

    Spies not in the base are in reserve. A specialist of this round that is neither in the base nor
    in its reserve has left the game. An agent whose reveal is still to come stays where it was put;
    if it was taken back, it has to be placed again. A line or an impossible mission ends the round.
    """
    found = in_rooms(placed)
    now = _with_waiting(state, found)
    base = bytearray(len(ROOMS))
    for room, agents in found.items():
        if len(agents) > 1:
            raise PositionError(f"Two agents cannot stand in room {ROOMS[room]} now.")
        base[room] = agents[0]
    now = now._replace(base=bytes(base))
    for colour in COLOURS:
        _check_numbers(now, colour)
        # If it was taken back, it is in a hand, so the reserve lacks it.
        back = now.fresh[colour] and not state.fresh[colour]
        held = (nest(colour), look_at_agent(specialist(colour))) in placed.pieces or back
        fresh = held and now.active[colour] is not None and not _standing(now, specialist(colour))
        now = now._replace(fresh=with_own(now.fresh, colour, fresh))
    if now.phase not in (Phase.GUESS, Phase.PLACE):
        return now
    ended = flow.end_if_lined_up(now)
    return flow.end_if_impossible(now) if ended is now else ended


def _with_waiting(state: State, found: dict[Room, list[int]]) -> State:
    """Remove the agent whose reveal or power is to come from what was found in the rooms."""
    if state.placed is None:
        return state
    waiting, room = on_top(state), state.placed.room
    agent = specialist(state.placer) if waiting is None else waiting[1]
    there = agent in found.get(room, [])
    if state.phase is Phase.POWER and not there:
        raise PositionError(f"The specialist in room {ROOMS[room]} has to use its power first.")
    if waiting is None:
        return state
    if there:
        found[room].remove(agent)
        if not found[room]:
            del found[room]
        return state
    fresh = state.fresh if is_spy(agent) else with_own(state.fresh, colour_of(agent), value=True)
    return state._replace(phase=Phase.PLACE, placed=None, fresh=fresh)


def _standing(state: State, agent: int) -> int:
    """Return how many of a kind of agent stand in the base, or wait on it."""
    waiting = on_top(state)
    return state.base.count(agent) + (waiting is not None and waiting[1] == agent)


def _check_numbers(state: State, colour: int) -> None:
    """Raise PositionError if more agents of a colour stand in the base than exist."""
    specialists = state.active[colour] is not None
    if (
        _standing(state, spy(colour)) > SPIES_EACH
        or _standing(state, specialist(colour)) > specialists
    ):
        raise PositionError(f"The table shows more agents of {SEATS[colour]} than there can be.")
