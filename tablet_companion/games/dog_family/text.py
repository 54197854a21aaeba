"""What a state of DOG or Agent DOG that was read from text may lack to be one."""

from __future__ import annotations

from tablet_companion.games.core import UNKNOWN_CARD
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.state import State


def broken(state: State) -> str:
    """Return what of a state cannot be; empty if nothing."""
    known = {*state.setting.faces, UNKNOWN_CARD}
    cards = [card for hand in (*state.hands, state.gifts) for card in hand]
    sizes = (len(state.board), len(state.nests))
    if sizes != (track.SQUARES, 4) or not known.issuperset(cards):
        return "its board or its hands are broken"
    return ""
