"""Positions as JSON, for any other rules engine: what ``moves`` and ``explain`` read and print.

The format is described in this folder's README.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablet_companion.games.agent import board, flow, judge, knowledge, sheets, table
from tablet_companion.games.agent.actions import read_action, write_action
from tablet_companion.games.agent.legal import legal
from tablet_companion.games.agent.map import MAP
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
from tablet_companion.games.shared import exchange

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
    exchange.check_game(position, "agent", KEYS)
    where = setting(exchange.read_options(position, OPTIONS), exchange.read_seats(position))
    state = _with_sheets(_with_map(first_state(where), position, ""), position)
    state = flow.end_if_decided(state._replace(turn=exchange.read_turn(position, where.seats)))
    if state.phase is Phase.OVER:
        raise PositionError("agents: the game is over if all are in the Bahamas.")
    return _played(state, position.get("play", []))


def _with_map(state: State, data: Mapping[str, Any], label: str) -> State:
    """Return the state with agents and case where an object puts them; others stay in place."""
    places = exchange.read_object(data.get("agents", {}), f"{label}agents", state.setting.agents)
    case = exchange.read_object(data.get("case", {}), f"{label}case", ("city", "held_by"))
    holder, pieces = case.get("held_by"), [(case.get("city", MAP.names[state.case]), THE_CASE)]
    if holder is not None and holder not in state.setting.agents:
        raise PositionError(f"case: no agent is called {holder!r}; held_by is one or null.")
    for name, city in zip(state.setting.agents, state.agents, strict=True):
        place = places.get(name, MAP.exile if city == EXILED else MAP.names[city])
        if name == holder and place == MAP.exile:
            raise PositionError(f"case: {name} is in the Bahamas and holds nothing.")
        pieces.append((f"{place}{table.UPON}" if name == holder else place, name))
    shown = sorted((Place(str(place)), piece) for place, piece in pieces)
    try:
        return table.amend(state, Placement(tuple(shown)))
    except PositionError as error:
        raise PositionError(f"{label}agents, case: {error}") from error


# --- sheets and what was played -------------------------------------------------------------------


def _with_sheets(state: State, position: Mapping[str, Any]) -> State:
    """Return the state with the stakes of a position; without stakes, the opening is not over."""
    if "stakes" not in position:
        return state
    where = state.setting
    stakes = exchange.read_object(position["stakes"], "stakes", where.seats)
    spent = exchange.read_object(position.get("spent", {}), "spent", where.seats)
    found = tuple(_sheet(where, stakes, spent, seat) for seat in where.seats)
    return state._replace(phase=Phase.TURN, sheets=found)


def _sheet(
    where: Setting, stakes: Mapping[str, Any], spent: Mapping[str, Any], seat: Seat
) -> Sheet:
    label = f"stakes: {seat}"
    lots = exchange.read_object(stakes.get(seat, {}), label, where.agents)
    costs = exchange.read_object(spent.get(seat, {}), f"spent: {seat}", where.agents)
    entries = [
        (where.agents.index(Piece(agent)), value)
        for agent, values in lots.items()
        for value in exchange.read_list(values, f"{label}: {agent}", "a list of lots")
    ]
    if not all(type(value) is int and value in sheets.VALUES for _, value in entries):
        raise PositionError(f"{label}: lots are {sheets.VALUES}.")
    paid = tuple(costs.get(agent, 0) for agent in where.agents)
    if not all(type(cost) is int and cost >= 0 == cost % sheets.EXILE_COST for cost in paid):
        raise PositionError(f"spent: {seat} has paid multiples of {sheets.EXILE_COST}.")
    sheet = Sheet(batches=(tuple(sorted(entries)),), spent=paid)
    if min(sheets.lots_left(sheet)) < 0:
        raise PositionError(f"{label}: there are only four lots of each value.")
    if any(sheets.total_on(sheet, agent) < cost for agent, cost in enumerate(sheet.spent)):
        raise PositionError(f"spent: {seat} has paid more for exiles than was staked.")
    return sheet


def _played(state: State, play: object) -> State:
    """Return the state after a list of actions; raises PositionError for an illegal one."""
    play = exchange.read_list(play, "play", "a list of actions")
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
