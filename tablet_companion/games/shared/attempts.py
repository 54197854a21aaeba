"""The table before and after an action of an example, legal or not."""

from __future__ import annotations

from typing import Any

from tablet_companion.games.core import Message, Placement
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared import positions
from tablet_companion.games.shared.examples import Wrong


def attempt(game: AnyGame, state: Any, action: Any) -> Placement:
    """Return the table after an action, or unchanged if the action is impossible.

    An action in text form may contradict the state, such as colours that nothing turns up.
    """
    try:
        shown: Placement = game.attempted(state, action)
    except ValueError:
        shown = game.placement(state)
    return shown


def placements(game: AnyGame, state: Any, wrong: Wrong) -> tuple[Placement, Placement]:
    """Return the table before and after something that is not allowed."""
    there = game.placement(state)
    if wrong.action:
        return there, attempt(game, state, game.read_action(state, wrong.action))
    if wrong.take_back:
        return game.attempted(state, game.read_action(state, wrong.take_back)), there
    return there, positions.rearrange(there, iter(wrong.hands))


def label_action(game: AnyGame, state: Any, action: Any) -> tuple[Message, ...]:
    """Return what is announced if no piece shows an action, as a sentence; else nothing."""
    if game.steps(state, action):
        return ()
    saying = game.saying(state, action)
    if saying is None:
        return ()
    told = Message(game.told(state, action), (("seat", saying.seat),))
    return (told, *saying.labels[saying.leading :])
