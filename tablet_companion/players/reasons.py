"""Why a move is good, in words: its visible merits, as its game lists them (``Game.reasons``).

Those that are true of a move are told, most important first.
"""

from __future__ import annotations

import itertools
from typing import Any, Final

from tablet_companion.games.advice import Move
from tablet_companion.games.core import Message, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import N_
from tablet_companion.players.search import find_depth
from tablet_companion.players.seen import Action, own_actions

_MAX_REASONS: Final = 2
"""The most reasons to tell."""
_BEST: Final = N_("Of all that I tried it came out best.")
_DRAWN: Final = N_("It is drawn by lot from the good ones, so that nobody can foresee it.")
_ONLY: Final = N_("Nothing else is allowed.")


def find_reasons(game: AnyGame, state: Any, seat: Seat, action: Action) -> tuple[Message, ...]:
    """Return why an action is good for a seat, as far as that seat may know."""
    if len(own_actions(game, state, seat)) == 1:
        return (Message(_ONLY),)
    move = Move(game, state, seat, action)
    true = (Message(text) for text, holds in game.reasons if holds(move))
    last = _DRAWN if find_depth(game).mixed else _BEST  # others may have come out better
    return tuple(itertools.islice(true, _MAX_REASONS)) or (Message(last),)
