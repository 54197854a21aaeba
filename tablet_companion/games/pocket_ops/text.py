"""Text forms of states: lines of JSON. They contain secrets; only the journal may keep them."""

from __future__ import annotations

from tablet_companion.games.core import UNKNOWN_CARD
from tablet_companion.games.pocket_ops.base import ROOMS
from tablet_companion.games.pocket_ops.state import AGENTS, SPECIALISTS, State
from tablet_companion.games.shared import codec


def read(text: str) -> State:
    """Read a state; raises PositionError for an invalid text."""
    return codec.read(State, text, "Pocket Ops", _broken)


def _broken(state: State) -> str:
    """Return which part of a state is invalid, as text; empty if none is."""
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
    if state.setting.turn_cap < 1:
        return "its cap of turns is below one"
    if not rooms <= set(range(len(ROOMS))) or (state.placed and state.placed.agent not in AGENTS):
        return "its rooms are broken"
    if not {state.first, state.winner} <= {0, 1, None} or len(state.wins) != 2:
        return "its players are broken"
    return ""
