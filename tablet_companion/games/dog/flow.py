"""How a game goes on: lot, deals, gifts, turns and rounds, victory. Assumes legal actions."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.dog_family import rounds, track
from tablet_companion.games.dog_family.actions import Action, Play
from tablet_companion.games.dog_family.board import carry
from tablet_companion.games.dog_family.state import Fresh, State

_BEGINNINGS: Final = frozenset([*track.STARTS, *map(track.nest, range(4))])
"""The start spaces and nests."""


def successor(state: State, action: Action) -> State:
    """Return the state after an action. It does not check that the action is legal."""
    return _play(state, action) if isinstance(action, Play) else rounds.follow(state, action)


def _play(state: State, play: Play) -> State:
    """Lay the card and move the pawns; a side's eighth pawn home ends the game at once (13)."""
    board, nests, _ = carry(state, play)
    return rounds.play_card(
        state, play.card, board, nests=nests, fresh=fresh_after(state.fresh, play)
    )


def fresh_after(fresh: Fresh, play: Play) -> Fresh:
    """Return which start spaces hold a fresh pawn after a play (3).

    A pawn that moved or was captured is no longer fresh; one that came out of its nest is.
    """
    origins = [origin for origin, _ in play.legs]
    if _BEGINNINGS.isdisjoint(origins) and _BEGINNINGS.isdisjoint(play.captured):
        return fresh
    touched = {*origins, *play.captured}
    return tuple(
        (old and start not in touched) or (track.nest(colour), start) in play.legs
        for colour, (old, start) in enumerate(zip(fresh, track.STARTS, strict=True))
    )
