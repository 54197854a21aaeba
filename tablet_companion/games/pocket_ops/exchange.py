"""Positions as JSON, for any other rules engine: what ``moves`` and ``explain`` read and print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablet_companion.games.core import Breach, Card, Place, PositionError, Seat
from tablet_companion.games.pocket_ops import board, interpret
from tablet_companion.games.pocket_ops.legal import placements
from tablet_companion.games.pocket_ops.powers import list_results
from tablet_companion.games.pocket_ops.setup import OPTIONS, setting
from tablet_companion.games.pocket_ops.state import AGENTS, SEATS, SPECIALISTS, SPY, Phase, State
from tablet_companion.games.protocol import Line
from tablet_companion.games.shared.exchange import check_game, read_options, read_turn

Kinds = tuple[Card | None, Card | None]
"""Red's and blue's specialist of the round."""


def moves(position: Mapping[str, Any]) -> list[Line]:
    """Return one line for each outcome of each placement that is not foiled; sorted.

    Raises PositionError for an invalid position.
    """
    state = read_position(position)
    colour = state.placer
    lines = {}
    for place in placements(state):
        room = str(board.ROOMS[place.room])
        for _, base in list_results(state.base, colour, place.agent, place.room):
            after = _rooms(base, state.active)
            lines[place.agent, room, str(after)] = {
                "place": place.agent,
                "room": room,
                "after": after,
                "lines": sorted(str(SEATS[owner]) for owner in board.find_lined_up(base)),
            }
    return [lines[key] for key in sorted(lines)]


def attempt(position: Mapping[str, Any]) -> tuple[Breach, ...]:
    """Return the rules that the attempt of a position breaks; empty when it is legal.

    Raises PositionError if the position, its agent or its attempt is invalid.
    """
    state = read_position(position)
    agent = position.get("card", position.get("place"))
    if agent is not None and agent not in AGENTS:
        raise PositionError(f"card: expected one of {', '.join(AGENTS)}, or null; got {agent!r}.")
    base, kinds = _base(position.get("attempt"), "attempt")
    agents = _agents(state, None if agent is None else Card(agent), kinds)
    return interpret.explain(state, agents, base)


def _agents(state: State, named: Card | None, kinds: dict[int, set[Card]]) -> list[Card]:
    """Return what may have been placed; raises PositionError for an unknown enemy specialist.

    A specialist that is new in the base was placed, whatever the position names.
    """
    colour = state.placer
    strange = {c: kinds[c] - {state.active[c]} for c in board.COLOURS}
    if strange[1 - colour]:
        seat, card = SEATS[1 - colour], min(strange[1 - colour])
        raise PositionError(f"attempt: {seat}'s {card} is not in this position.")
    if strange[colour]:
        return sorted(strange[colour])
    own = state.active[colour]
    return [named] if named is not None else [SPY, *([own] if own is not None else [])]


def _rooms(base: bytes, kinds: Kinds) -> dict[str, list[str]]:
    """Return a base as the exchange format has it, rooms in order."""
    return {
        str(board.ROOMS[room]): [
            str(SEATS[board.colour_of(agent)]),
            str(SPY if board.is_spy(agent) else kinds[board.colour_of(agent)]),
        ]
        for room, agent in enumerate(base)
        if agent != board.EMPTY
    }


# --- reading --------------------------------------------------------------------------------------


def read_position(position: Mapping[str, Any]) -> State:
    """Return the state of a position, in which an agent is to be placed; raises PositionError."""
    check_game(position, "pocket_ops")
    first = 1 - read_turn(position, SEATS)
    base, kinds = _base(position.get("rooms"), "rooms")
    active, fresh = _active(position.get("active"), kinds)
    state = State(setting(read_options(position, OPTIONS, "dealing")))
    return state._replace(
        phase=Phase.PLACE, base=base, active=active, fresh=fresh, first=first, guess=()
    )


def _base(rooms: object, key: str) -> tuple[bytes, dict[int, set[Card]]]:
    """Return a base, and the kinds of each colour's specialists in it; raises PositionError."""
    if not isinstance(rooms, Mapping):
        raise PositionError(f"{key}: expected an object such as {{'A': ['red', 'spy']}}.")
    base, kinds = bytearray(len(board.ROOMS)), {colour: set[Card]() for colour in board.COLOURS}
    for letter, entry in rooms.items():
        room, colour, agent = _entry(letter, entry, key)
        base[room] = board.spy(colour) if agent == SPY else board.specialist(colour)
        if agent != SPY:
            kinds[colour].add(agent)
    for colour in board.COLOURS:
        if base.count(board.spy(colour)) > board.SPIES_EACH:
            raise PositionError(f"{key}: {SEATS[colour]} has only {board.SPIES_EACH} spies.")
    return bytes(base), kinds


def _entry(letter: object, entry: object, key: str) -> tuple[board.Room, int, Card]:
    if letter not in board.ROOMS:
        raise PositionError(f"{key}: the rooms are A to I; there is no {letter!r}.")
    match entry:
        case [str(seat), str(agent)] if seat in SEATS and agent in AGENTS:
            return board.ROOMS.index(Place(str(letter))), SEATS.index(Seat(seat)), Card(agent)
    raise PositionError(
        f"{key}: in {letter}, expected a colour and an agent such as ['red', 'spy'], got {entry!r}."
    )


def _active(active: object, kinds: dict[int, set[Card]]) -> tuple[Kinds, tuple[bool, bool]]:
    """Return the round's specialists and which are in reserve; raises PositionError."""
    if not isinstance(active, Mapping) or not set(active) <= set(SEATS):
        raise PositionError(
            f"active: expected an object with the specialists in reserve, or null, of "
            f"{' and '.join(SEATS)}; got {active!r}."
        )
    (red, red_fresh), (blue, blue_fresh) = (
        _specialist(seat, active.get(seat), kinds[colour]) for colour, seat in enumerate(SEATS)
    )
    return (red, blue), (red_fresh, blue_fresh)


def _specialist(seat: str, held: object, placed: set[Card]) -> tuple[Card | None, bool]:
    """Return a colour's specialist and whether it is in reserve; raises PositionError."""
    if held is not None and held not in SPECIALISTS:
        raise PositionError(
            f"active: {seat}'s specialist is one of {', '.join(SPECIALISTS)}, or null; "
            f"got {held!r}."
        )
    if len(placed) + (held is not None) > 1:
        raise PositionError(
            f"active: {seat} has one specialist in a round, in the base or in reserve, not both."
        )
    return (Card(str(held)), True) if held is not None else (next(iter(placed), None), False)
