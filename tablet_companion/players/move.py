"""An action to give reasons for, and what everybody sees of it."""

from __future__ import annotations

from typing import Any

from tablet_companion.games.core import Piece, Seat, Step
from tablet_companion.games.protocol import AnyGame
from tablet_companion.players.seen import Action


class Move:
    """An action as everybody sees it, with the positions before and after."""

    def __init__(self, game: AnyGame, state: Any, seat: Seat, action: Action) -> None:
        self.game, self.state, self.seat, self.action = game, state, seat, action
        self.steps: tuple[Step, ...] = game.steps(state, action)
        self.view = game.view(state, seat)
        team = next(team for team in game.teams(state) if seat in team)
        self.mates = tuple(map(Piece, team))
        self.standing = self.view.placement.pieces
