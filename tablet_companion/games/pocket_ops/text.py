"""Text forms of states: JSON that reads back. It holds secrets; only the journal may keep it."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from tablet_companion.games.core import UNKNOWN_CARD, Card, PositionError
from tablet_companion.games.pocket_ops.base import ROOMS
from tablet_companion.games.pocket_ops.setup import setting
from tablet_companion.games.pocket_ops.state import (
    AGENTS,
    SPECIALISTS,
    Ending,
    Phase,
    Placed,
    Setting,
    State,
)


def write(state: State) -> str:
    """Return a state as one line of JSON."""
    data = state._asdict() | {"setting": asdict(state.setting), "base": list(state.base)}
    return json.dumps(data, separators=(",", ":"))


def read(text: str) -> State:
    """Read a state; raises PositionError where the text is none."""
    try:
        data = json.loads(text)
        state = State(**data | _values(data))
        broken = _broken(state)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise PositionError(f"This is no state of Pocket Ops: {error!s:.80}.") from error
    if broken:
        raise PositionError(f"This is no state of Pocket Ops: {broken}.")
    return state


def _values(data: dict[str, Any]) -> dict[str, Any]:
    pairs = ("active", "fresh", "sealed", "double", "wins")
    hands = ("offers", "enrolled", "boxed")
    placed, guess, ending = data["placed"], data["guess"], data["ending"]
    return {
        "setting": _setting(data["setting"]),
        "phase": Phase(data["phase"]),
        "base": bytes(data["base"]),
        "placed": None if placed is None else Placed(Card(placed[0]), placed[1]),
        **{name: tuple(data[name]) for name in pairs},
        **{name: tuple(tuple(map(Card, hand)) for hand in data[name]) for name in hands},
        "guess": None if guess is None else tuple(guess),
        "revealed": tuple(data["revealed"]),
        "ending": None if ending is None else Ending(ending),
    }


def _setting(data: dict[str, Any]) -> Setting:
    dealing = "tablet" if data["seen_deal"] else "people"
    return setting(
        {"code_moves": data["code_moves"], "turn_cap": data["turn_cap"], "dealing": dealing}
    )


def _broken(state: State) -> str:
    """Say which part of a state holds something that this game has not; empty where none does."""
    hands = (*state.offers, *state.enrolled, *state.boxed)
    cards = {card for hand in hands for card in hand}
    single = {*state.active, *state.sealed} - {None}
    rooms = {*(state.guess or ()), *state.revealed, *([state.placed.room] if state.placed else [])}
    if len(state.base) != len(ROOMS) or max(state.base) > 4:
        return "its base is broken"
    if {len(hands), len(state.active) + len(state.sealed)} != {6, 4} or len(state.fresh) != 2:
        return "it needs two players"
    if not cards <= {*SPECIALISTS, UNKNOWN_CARD} or not single <= {*SPECIALISTS}:
        return "its specialists are broken"
    if not all(isinstance(number, int) for number in (state.round, state.turns, *state.wins)):
        return "its counts are broken"
    if not rooms <= set(range(len(ROOMS))) or (state.placed and state.placed.agent not in AGENTS):
        return "its rooms are broken"
    if not {state.first, state.winner} <= {0, 1, None} or len(state.wins) != 2:
        return "its players are broken"
    return ""
