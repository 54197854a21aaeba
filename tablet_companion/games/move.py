"""An action to give reasons for, and what everybody sees of it."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from tablet_companion.games.core import Piece, Seat, Step


class Move:
    """An action as everybody sees it, with the positions before and after."""

    def __init__(self, game: Any, state: Any, seat: Seat, action: Any) -> None:
        """Take a record of functions (``games.protocol.Game``), which is defined by this."""
        self.state, self.seat, self.action = state, seat, action
        self.steps: tuple[Step, ...] = game.steps(state, action)
        team = next(team for team in game.teams(state) if seat in team)
        self.mates = tuple(map(Piece, team))
        self.standing = game.view(state, seat).placement.pieces
        self._game = game

    @functools.cached_property
    def after(self) -> Any:
        """The state after it."""
        return self._game.successor(self.state, self.action)

    @functools.cached_property
    def choices(self) -> tuple[Any, ...]:
        """What is legal before it, itself included."""
        return self.list_actions(self.state)

    def list_actions(self, state: Any) -> tuple[Any, ...]:
        """Return what is legal in another position of the game."""
        actions: tuple[Any, ...] = self._game.legal(state)
        return actions

    def instead(self, action: Any) -> Move:
        """Return another action of the same player in the same position."""
        return Move(self._game, self.state, self.seat, action)


Reason = tuple[str, Callable[[Move], bool]]
"""A sentence that may be said for an action, and whether it is true of it."""
