"""Optimal play for rounds of Pocket Ops in which no specialist is in reserve.

The solutions are exact (`tools/laboratory/solving.py`) and stored in ``solved.bin``,
since computing them takes too long at a table; ``python -m tools.laboratory.endings`` writes it.
Each record is a base in its standard orientation and with spies only, the placer (0: the player who
guessed first in the round), and two weights for each room: how often it is guessed, and how often a
spy is placed there.
"""

from __future__ import annotations

import functools
import zlib
from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Final, NamedTuple

from tablet_companion.games.pocket_ops.actions import Action, Guessed, Place
from tablet_companion.games.pocket_ops.board import SIDE, TURNS, Room
from tablet_companion.games.pocket_ops.state import Phase, State

FILE: Final = "solved.bin"
_ROOMS: Final = SIDE * SIDE
_KEY: Final = _ROOMS + 1
_RECORD: Final = _KEY + 2 * _ROOMS
_SPIES: Final = [bytes([0, 1, 2, 1, 2]), bytes([0, 2, 1, 2, 1])]
"""Room values as spies; 1 for the spies of the player who guessed first, be it red or blue."""


class _Record(NamedTuple):
    guesses: bytes
    places: bytes


def find_shares(state: State, actions: Sequence[Action]) -> dict[Action, int]:
    """Return how often optimal play takes each action; empty if that is unknown.

    Only public facts of the state are used.
    """
    if state.phase not in (Phase.GUESS, Phase.PLACE) or not _is_solved(state):
        return {}
    base = state.base.translate(_SPIES[state.first] + bytes(251))
    turn = min(TURNS, key=lambda turn: _turn(base, turn))
    record = _records().get(_turn(base, turn) + bytes([state.placer ^ state.first]))
    if record is None:
        return {}
    weights = record.guesses if state.phase is Phase.GUESS else record.places
    rooms = {action: _room(action) for action in actions}
    shares = {action: weights[turn.index(room)] for action, room in rooms.items()}
    return {action: share for action, share in shares.items() if share}


def _is_solved(state: State) -> bool:
    return not (any(state.fresh) or any(state.double) or state.setting.code_moves)


def _turn(base: bytes, turn: tuple[Room, ...]) -> bytes:
    return bytes([base[room] for room in turn])


def _room(action: Action) -> Room:
    assert isinstance(action, Guessed | Place), "nothing else is chosen in these phases"
    return action.rooms[0] if isinstance(action, Guessed) else action.room


@functools.cache
def _records() -> Mapping[bytes, _Record]:
    packed = zlib.decompress(resources.files(__package__).joinpath(FILE).read_bytes())
    rows = (packed[at : at + _RECORD] for at in range(0, len(packed), _RECORD))
    return {row[:_KEY]: _Record(row[_KEY:-_ROOMS], row[-_ROOMS:]) for row in rows}
