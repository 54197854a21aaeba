"""What a position is worth to each seat at a glance, and which guesses are worth a look.

All numbers were chosen by hand, none is fitted: docs/players.md says how strong the players are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tablet_companion.games.core import Seat
from tablet_companion.games.pocket_ops.actions import Action, Guessed
from tablet_companion.games.pocket_ops.board import LINES
from tablet_companion.games.pocket_ops.legal import placements
from tablet_companion.games.pocket_ops.state import Phase, State

_ROUND: Final = 0.5
_LINE: Final = (0.0, 0.02, 0.14, 0.5)
_RESERVE: Final = 0.05
"""Shares of a game: a round won, a line still possible with this many agents, a specialist."""


def estimate(state: State) -> Mapping[Seat, float]:
    """Return the value of rounds won, open lines, and specialists in reserve."""
    score = _ROUND * (state.wins[0] - state.wins[1])
    score += _RESERVE * (state.fresh[0] - state.fresh[1])
    owned = [0 if piece == 0 else 2 - piece % 2 for piece in state.base]
    if state.placed is not None:  # counted as through: only one guess in nine foils it
        owned[state.placed.room] = state.placer + 1
    for line in LINES:
        mine = sum(owned[room] == 1 for room in line)
        yours = sum(owned[room] == 2 for room in line)
        score += _LINE[mine] * (not yours) - _LINE[yours] * (not mine)
    score = max(-0.95, min(0.95, score))
    return {Seat("red"): score, Seat("blue"): -score}


def keep_useful(state: State, actions: Sequence[Action]) -> Sequence[Action]:
    """Return the guesses of rooms in which the other can place: others foil nothing."""
    if state.phase is not Phase.GUESS:
        return actions
    rooms = {one.room for one in placements(state)}
    guesses = [one for one in actions if isinstance(one, Guessed)]
    counts = [len(rooms.intersection(guess.rooms)) for guess in guesses]
    most = max(counts)
    return [guess for guess, count in zip(guesses, counts, strict=True) if count == most]
