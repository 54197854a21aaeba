"""Validation of states of DOG or Agent DOG that were read from text."""

from __future__ import annotations

from tablet_companion.games.core import UNKNOWN_CARD
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.state import State


def find_fault(state: State) -> str:
    """Return what is invalid in a state, as text; empty if nothing is."""
    known = {*state.setting.faces, UNKNOWN_CARD}
    cards = [card for hand in (*state.hands, state.gifts) for card in hand]
    sizes = (len(state.board), len(state.nests))
    if sizes != (track.SQUARES, 4) or not known.issuperset(cards):
        return "its board or its hands are broken"
    return ""
