"""Positions as JSON, for any other rules engine: what ``moves`` and ``explain`` read and print.

The format is described in this folder's README.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablet_companion.games.agent import board, flow, judge, knowledge, sheets, table
from tablet_companion.games.agent.actions import read_action, write_action
from tablet_companion.games.agent.legal import legal
from tablet_companion.games.agent.map import CITY, MAP
from tablet_companion.games.agent.rules import RULES, WRONG_MOMENT
from tablet_companion.games.agent.setting import THE_CASE, Setting
from tablet_companion.games.agent.setup import OPTIONS, first_state, setting
from tablet_companion.games.agent.sheets import Sheet
from tablet_companion.games.agent.state import EXILED, NOBODY, Phase, State
from tablet_companion.games.core import (
    Breach,
    Piece,
    Place,
    Placement,
    PositionError,
    Seat,
    say_plainly,
)
from tablet_companion.games.protocol import Line
from tablet_companion.games.shared import options as _options
from tablet_companion.games.shared.exchange import check_game, read_turn

KEYS = ("game", "options", "seats", "turn", "agents", "case", "stakes", "spent", "play", "attempt")


def moves(position: Mapping[str, Any]) -> list[Line]:
    """Return one line for each legal action of a position, sorted by its text.

    Raises PositionError for an invalid position.
    """
    state = read_position(position)
    lines = [_line(state, action) for action in legal(state)]
    return sorted(lines, key=lambda line: str(line["action"]))


def _line(state: State, action: Any) -> Line:
    after = flow.successor(state, action)
    end = knowledge.outcome(after)
    return {
        "action": write_action(action),
        **_map(after),
        "next": knowledge.actor(after),
        "winners": None if end is None else list(end.winners),
    }


def _map(state: State) -> Line:
    holder = None if state.holder == NOBODY else state.setting.agents[state.holder]
    return {
        "agents": {
            str(name): str(MAP.exile if city == EXILED else MAP.names[city])
            for name, city in zip(state.setting.agents, state.agents, strict=True)
        },
        "case": {"city": str(MAP.names[state.case]), "held_by": holder},
    }


def attempt(position: Mapping[str, Any]) -> tuple[Breach, ...]:
    """Return the rules that the attempt of a position breaks; empty when it is legal.

    The attempt is the text of an action, or ``agents`` and ``case`` as the table shows them.
    Raises PositionError if the position or its attempt is invalid.
    """
    state = read_position(position)
    attempt = position.get("attempt")
    if isinstance(attempt, str):
        breaches = judge.judge(state, read_action(attempt, state.setting))
    elif isinstance(attempt, Mapping) and set(attempt) <= {"agents", "case"}:
        breaches = _explain_shown(state, attempt)
    else:
        raise PositionError("attempt: expected an action's text, or agents and case as seen.")
    return breaches


def _explain_shown(state: State, attempt: Mapping[str, Any]) -> tuple[Breach, ...]:
    """Return why no legal action leads to what the table shows."""
    shown = board.placement(_with_map(state, attempt, "attempt: "))
    if any(table.attempted(state, action) == shown for action in legal(state)):
        return ()
    return table.diagnose(state, shown) or (Breach(WRONG_MOMENT),)


# --- reading --------------------------------------------------------------------------------------


def read_position(position: Mapping[str, Any]) -> State:
    """Return the state of a position; raises PositionError naming the key and the reason."""
    check_game(position, "agent")
    for key in sorted(set(position) - set(KEYS)):
        raise PositionError(f"{key}: there is no such key; known: {', '.join(KEYS)}.")
    where = _setting(position)
    state = _with_sheets(_with_map(first_state(where), position, ""), position)
    state = flow.end_if_decided(state._replace(turn=read_turn(position, where.seats)))
    if state.phase is Phase.OVER:
        raise PositionError("agents: the game is over if all are in the Bahamas.")
    return _played(state, position.get("play", []))


def _setting(position: Mapping[str, Any]) -> Setting:
    seats, options = position.get("seats"), position.get("options", {})
    if not isinstance(seats, list):
        raise PositionError(f"seats: expected a list of colours, got {seats!r}.")
    if not isinstance(options, Mapping):
        raise PositionError(f"options: expected an object of options, got {options!r}.")
    return setting(
        _options.complete_options(OPTIONS, options), tuple(Seat(str(seat)) for seat in seats)
    )


def _with_map(state: State, data: Mapping[str, Any], label: str) -> State:
    """Return the state with agents and case where an object puts them; others stay in place."""
    places = _read_known(data, "agents", state.setting.agents, f"{label}agents")
    case = _read_known(data, "case", ("city", "held_by"), f"{label}case")
    cities = {piece: _city(place, f"{label}agents: {piece}") for piece, place in places.items()}
    agents = tuple(
        cities.get(name, city)
        for name, city in zip(state.setting.agents, state.agents, strict=True)
    )
    where = _city(case["city"], f"{label}case") if "city" in case else state.case
    shown = Placement(_pieces(state, agents, where, case.get("held_by")))
    try:
        return table.amend(state, shown)
    except PositionError as error:
        raise PositionError(f"{label}case: {error}") from error


def _pieces(
    state: State, agents: tuple[int, ...], case: int, holder: object
) -> tuple[tuple[Place, Piece], ...]:
    if case == EXILED:
        raise PositionError("case: it is never in the Bahamas.")
    if holder is not None and holder not in state.setting.agents:
        raise PositionError(f"case: no agent is called {holder!r}; held_by is one or null.")
    pieces = [(MAP.names[case], THE_CASE)]
    for name, city in zip(state.setting.agents, agents, strict=True):
        if name == holder and city == EXILED:
            raise PositionError(f"case: {name} is in the Bahamas and holds nothing.")
        place = MAP.exile if city == EXILED else MAP.names[city]
        pieces.append((board.on_case(city) if name == holder else place, name))
    return tuple(sorted(pieces))


def _read_known(
    data: Mapping[str, Any], key: str, names: tuple[str, ...], label: str
) -> Mapping[str, Any]:
    """Return an object under a key that has no other keys than these; raises PositionError."""
    value = data.get(key, {})
    if not isinstance(value, Mapping) or not set(value) <= set(names):
        raise PositionError(f"{label}: expected an object with {', '.join(names)}; got {value!r}.")
    return value


def _city(name: object, label: str) -> int:
    if name == MAP.exile:
        return EXILED
    if not isinstance(name, str) or name not in CITY:
        raise PositionError(f"{label}: there is no city {name!r} on the map.")
    return CITY[Place(name)]


# --- sheets and what was played -------------------------------------------------------------------


def _with_sheets(state: State, position: Mapping[str, Any]) -> State:
    """Return the state with the stakes of a position; without stakes, the opening is not over."""
    if "stakes" not in position:
        return state
    where = state.setting
    stakes = _read_known(position, "stakes", where.seats, "stakes")
    spent = _read_known(position, "spent", where.seats, "spent")
    found = tuple(_sheet(where, stakes, spent, seat) for seat in where.seats)
    return state._replace(phase=Phase.TURN, sheets=found)


def _sheet(
    where: Setting, stakes: Mapping[str, Any], spent: Mapping[str, Any], seat: Seat
) -> Sheet:
    label = f"stakes: {seat}"
    lots = _read_known(stakes, seat, where.agents, label)
    costs = _read_known(spent, seat, where.agents, f"spent: {seat}")
    entries = [
        (where.agents.index(Piece(agent)), _value(value, f"{label}: {agent}"))
        for agent, values in lots.items()
        for value in _list(values, f"{label}: {agent}")
    ]
    sheet = Sheet(
        batches=(tuple(sorted(entries)),),
        spent=tuple(_cost(costs.get(agent, 0), f"spent: {seat}") for agent in where.agents),
    )
    if min(sheets.lots_left(sheet)) < 0:
        raise PositionError(f"{label}: there are only four lots of each value.")
    if any(sheets.total_on(sheet, agent) < cost for agent, cost in enumerate(sheet.spent)):
        raise PositionError(f"spent: {seat} has paid more for exiles than was staked.")
    return sheet


def _list(value: object, label: str) -> list[object]:
    if not isinstance(value, list):
        raise PositionError(f"{label}: expected a list of lots, got {value!r}.")
    return value


def _value(value: object, label: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value not in sheets.VALUES:
        raise PositionError(f"{label}: {value!r} is not a lot; lots are {sheets.VALUES}.")
    return value


def _cost(value: object, label: str) -> int:
    if not isinstance(value, int) or value < 0 or value % sheets.EXILE_COST:
        raise PositionError(f"{label}: expected a multiple of {sheets.EXILE_COST}, got {value!r}.")
    return int(value)


def _played(state: State, play: object) -> State:
    """Return the state after a list of actions; raises PositionError for an illegal one."""
    if not isinstance(play, list):
        raise PositionError(f"play: expected a list of actions, got {play!r}.")
    if state.phase is Phase.LOT:
        play = [f"lot {state.setting.seats[state.turn]}", *play]
    for text in play:
        action = read_action(str(text), state.setting)
        breaches = judge.judge(state, action)
        for breach in breaches:
            sentence = say_plainly(RULES[breach.rule].text, breach.details)
            raise PositionError(f"play: {text!r} is not allowed there: {sentence}")
        state = flow.successor(state, action)
    return state
