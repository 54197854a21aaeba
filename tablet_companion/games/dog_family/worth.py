"""What a position of DOG or Agent DOG is worth to each seat, at a glance.

All numbers were chosen by hand, none is fitted: docs/players.md says how strong the players are.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from typing import Final

from tablet_companion.games.core import Seat
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.state import State

_OUT: Final = 12.0
_STEP: Final = 0.6
_HOME: Final = 58.0
_DEEPER: Final = 3.0
_LEAD: Final = 70.0
"""A pawn's points: out of the nest, each step round, in the finish; and a good lead."""


def _pawn_values(colour: int) -> tuple[float, ...]:
    on_track = [_OUT + _STEP * ((at - track.STARTS[colour]) % track.LAP) for at in range(track.LAP)]
    inside = range(track.finish(colour), track.finish(colour) + track.PAWNS_EACH)
    depth = [
        _HOME + _DEEPER * (at - inside[0]) if at in inside else 0.0
        for at in range(track.LAP, track.SQUARES)
    ]
    return (*on_track, *depth)


_PAWNS: Final = tuple(_pawn_values(colour) for colour in range(4))


def estimate(state: State) -> Mapping[Seat, float]:
    """Return how far each side's pawns have come, relative to the other sides'."""
    setting = state.setting
    gone, board = [0.0] * 4, state.board
    for square in itertools.compress(track.ALL, board):
        if (pawn := board[square]) <= len(_PAWNS):
            gone[pawn - 1] += _PAWNS[pawn - 1][square]
    sides = [gone[c] + (gone[p] if (p := setting.partner(c)) != c else 0) for c in range(4)]
    found = {}
    for seat in setting.playing:
        others = [sides[c] for c in setting.playing if c not in (seat, setting.partner(seat))]
        lead = sides[seat] - (sum(others) / len(others) + max(others)) / 2
        found[setting.seats[seat]] = math.tanh(lead / _LEAD)
    return found
