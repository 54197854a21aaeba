"""What the table's players ask of a game: how far to look ahead, and reasons for an action."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tablet_companion.games.core import Piece, Seat, Step


@dataclass(frozen=True, slots=True)
class Depth:
    """How far ahead a game is searched, in decisions.

    ``tree``: decisions chosen by earlier tries or by estimates; ``after``: decisions then made at
    random. At least ``least`` are made in all. A deal ends the look-ahead, since nothing is known
    beyond it. ``venture`` is the exploration constant, in units of ``worth``. The ``kept``
    statically best actions of the asking seat are searched. ``mixed``: draw among equal choices.
    After an action up to ``forced`` more are foreseen in which nobody has a choice. ``far``: so
    many decisions are foreseen by the level that looks farthest; 0: as many as by the others.
    ``blind``: “well” looks that far, too, where all choices look alike at a glance, as gifts do.
    """

    tree: int = 8
    least: int = 2
    after: int = 0
    venture: float = 0.1
    kept: int = 8
    mixed: bool = False
    forced: int = 0
    far: int = 0
    blind: bool = False


TO_THE_END: Final = Depth(after=400, forced=2)
"""For a game whose positions nobody can estimate: played on at random, if possible to its end."""


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
