"""What a position is worth to each seat, at a glance.

All numbers were chosen by hand, none is fitted: docs/players.md says how strong the players are.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from tablet_companion.games.core import Seat
from tablet_companion.games.wink.actions import NO, YES, Say
from tablet_companion.games.wink.calls import open_call
from tablet_companion.games.wink.flow import successor
from tablet_companion.games.wink.state import Phase, State

_POINTS: Final = 4.0
_OPEN: Final = 0.25
"""Points of a good lead; the value of a call whose partner can still be named."""


def estimate(state: State) -> Mapping[Seat, float]:
    """Return each seat's points relative to the best other's, and its calls still open.

    A claim is worth what its answer brings.
    """
    if state.phase is Phase.ANSWER and state.claim is not None:
        held = state.claim.card in state.hands[state.claim.of]
        state = successor(state, Say(YES if held else NO))
    seats = range(len(state.setting.seats))
    counts = [state.points(seat) + _OPEN * (open_call(state, seat) is not None) for seat in seats]
    total, ranked = sum(counts), sorted(counts)
    found = {}
    for name, count in zip(state.setting.seats, counts, strict=True):
        most = ranked[-2] if count == ranked[-1] else ranked[-1]
        best = (most + (total - count) / (len(counts) - 1)) / 2
        found[name] = math.tanh((count - best) / _POINTS)
    return found
