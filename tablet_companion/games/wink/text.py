"""Text forms of states: lines of JSON. They contain secrets; only the journal may keep them."""

from __future__ import annotations

from tablet_companion.games.core import UNKNOWN_CARD
from tablet_companion.games.shared import codec
from tablet_companion.games.wink.editions import EDITIONS
from tablet_companion.games.wink.state import CARDS, State


def read(text: str) -> State:
    """Read a state; raises PositionError for an invalid text."""
    return codec.read(State, text, "Wink", _broken)


def _broken(state: State) -> str:
    setting, known = state.setting, {*CARDS, UNKNOWN_CARD}
    cards = [*setting.cards, *(card for hand in (*state.hands, *state.won) for card in hand)]
    lengths = {len(row) for row in (state.pawns, state.hands, state.won, state.down, state.laid)}
    if (
        setting.edition not in EDITIONS
        or lengths != {len(setting.seats)}
        or len(state.lies) != len(setting.cards)
        or not known.issuperset(cards)
    ):
        return "its edition, seats or cards do not fit"
    return ""
