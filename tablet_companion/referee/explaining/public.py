"""What everybody at the table knows may be done now: the actions that a look is held against.

Nothing here uses a card in a hand or the colour of a piece that is turned over, though the record
may have them: a look is explained by what the table shows, and by nothing that only the machine
remembers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablet_companion.games.core import CHANCE, Breach
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.position import Action, Position

Actions = tuple[Any, ...]


def legal(position: Position) -> Actions:
    """Return the legal actions."""
    return position.derive(_find_legal)


def _find_legal(position: Position) -> Actions:
    return position.game.legal(position.state)


def offered(position: Position) -> Actions:
    """Return every action that nothing public forbids, sorted.

    Whether one of them breaks a private rule is for its player alone to learn, so that neither
    what is offered nor what is looked for on the table may depend on it.
    """
    return position.derive(_find_offered)


def _find_offered(position: Position) -> Actions:
    game, state = position.game, position.state
    if not any(text.private for text in game.rules.values()):
        return legal(position)
    secretly = (action for action in game.conceivable(state) if _private(position, action))
    return tuple(sorted({*legal(position), *secretly}))


def _private(position: Position, action: Action) -> bool:
    breaches = position.game.judge(position.state, action)
    return bool(breaches) and is_private(position.game, breaches)


def is_private(game: AnyGame, breaches: Sequence[Breach]) -> bool:
    """Whether breaches are none but such as only the actor may be told."""
    return all(game.rules[breach.rule].private for breach in breaches)


def passes(position: Position) -> Actions:
    """Return the actions by which nothing is played that some hand would allow, sorted.

    The hand is given up, or a card is thrown away unused. It takes a word of the player: whether
    he could have played is in his hand. What the game has words for, as for a gift to the partner,
    is said with them. Without a pile there are none.
    """
    return known_passes(position.public)


def known_passes(position: Position) -> Actions:
    """Return the same, as far as what is known of the hand allows them: for its player alone."""
    return position.derive(_find_passes)


def _find_passes(position: Position) -> Actions:
    game, state = position.game, position.state
    if not game.pile or game.actor(state) in (None, CHANCE):
        return ()
    return tuple(
        action
        for action in legal(position)
        if (game.card_of(action) is None or not position.steps(action))
        and game.saying(state, action) is None
    )
