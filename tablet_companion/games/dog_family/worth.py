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


_NOTHING: Final = (0.0,) * track.SQUARES
_PAWNS: Final = (_NOTHING, *map(_pawn_values, range(4)), _NOTHING)
"""What a pawn is worth where it stands, by its value on a board; an unknown one is nobody's."""


def estimate(state: State) -> Mapping[Seat, float]:
    """Return how far each side's pawns have come, relative to the other sides'."""
    setting, board = state.setting, state.board
    gone = [0.0] * len(_PAWNS)
    for square in itertools.compress(track.ALL, board):
        pawn = board[square]
        gone[pawn] += _PAWNS[pawn][square]
    if setting.teams:
        worth = math.tanh((gone[1] + gone[3] - gone[2] - gone[4]) / _LEAD)
        return dict(zip(setting.seats, (worth, -worth, worth, -worth), strict=True))
    points = [gone[colour + 1] for colour in setting.playing]
    found = {}
    for number, colour in enumerate(setting.playing):
        others = points[:number] + points[number + 1 :]
        lead = points[number] - (sum(others) / len(others) + max(others)) / 2
        found[setting.seats[colour]] = math.tanh(lead / _LEAD)
    return found
