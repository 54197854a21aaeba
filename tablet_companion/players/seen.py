"""What one seat knows of a game: the only thing that a player gets."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from tablet_companion.games.core import UNKNOWN_CARD, Seat, View
from tablet_companion.games.protocol import AnyGame

Action = Any

WAIT: Final = None
"""In place of an action: a seat that is not on turn does not interrupt."""


class Seen:
    """A position as one seat knows it. The truth is stored but never returned."""

    def __init__(self, game: AnyGame, state: Any, seat: Seat) -> None:
        """Take the truth; only ``resample`` or ``imagine`` reads it from here on."""
        self.game, self.seat = game, seat
        self.view: View = game.view(state, seat)
        self.actions: tuple[Action, ...] = own_actions(game, state, seat)
        sample = game.imagine or game.resample
        self.sample: Callable[[random.Random], Any] = lambda rng: sample(state, seat, rng)
        """Returns a truth that is possible for the seat, chosen by the generator alone."""


def own_actions(game: AnyGame, state: Any, seat: Seat) -> tuple[Action, ...]:
    """Return a seat's actions now: those of its turn, or WAIT and its interruptions."""
    on_turn = game.actor(state) == seat
    mine = (None, seat) if on_turn else (seat,)
    found = [action for action in game.legal(state) if game.interrupter(action) in mine]
    return tuple(found) if on_turn else (WAIT, *found)


def knows_its_hand(game: AnyGame, state: Any, seat: Seat) -> bool:
    """Whether the program can play for a seat, that is, knows every card in its hand."""
    hand = next(one.hand for one in game.view(state, seat).seats if one.seat == seat)
    return UNKNOWN_CARD not in (hand or ())
