"""What everybody at the table knows may be done now: the actions that a look is held against.

Nothing here uses a card in a hand or the colour of a piece that is turned over, though the record
may have them: a look is explained by what the table shows, and by nothing that only the machine
remembers.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from tablet_companion.games.core import CHANCE, Breach


@functools.lru_cache(maxsize=8)
def legal(game: Any, state: Any) -> tuple[Any, ...]:
    """Return a Game's legal actions; look after look asks for those of the same state."""
    actions: tuple[Any, ...] = game.legal(state)
    return actions


@functools.lru_cache(maxsize=8)
def in_public(game: Any, state: Any) -> Any:
    """Return a Game's state without what the record knows and nobody at the table may use."""
    return game.veiled(state)


@functools.lru_cache(maxsize=8)
def offered(game: Any, state: Any) -> tuple[Any, ...]:
    """Return every action that nothing public forbids, sorted.

    Whether one of them breaks a private rule is for its player alone to learn, so that neither
    what is offered nor what is looked for on the table may depend on it.
    """
    if not any(text.private for text in game.rules.values()):
        return legal(game, state)
    secretly = (action for action in game.conceivable(state) if _private(game, state, action))
    return tuple(sorted({*legal(game, state), *secretly}))


def _private(game: Any, state: Any, action: Any) -> bool:
    breaches = game.judge(state, action)
    return bool(breaches) and is_private(game, breaches)


def is_private(game: Any, breaches: Sequence[Breach]) -> bool:
    """Whether breaches are none but such as only the actor may be told."""
    return all(game.rules[breach.rule].private for breach in breaches)


@functools.lru_cache(maxsize=8)
def passes(game: Any, state: Any) -> tuple[Any, ...]:
    """Return the actions by which nothing is played that some hand would allow, sorted.

    The hand is given up, or a card is thrown away unused. It takes a word of the player: whether
    he could have played is in his hand. What the game has words for, as for a gift to the partner,
    is said with them. Without a pile there are none.
    """
    return known_passes(game, in_public(game, state))


def known_passes(game: Any, state: Any) -> tuple[Any, ...]:
    """Return the same, as far as what is known of the hand allows them: for its player alone."""
    if not game.pile or game.actor(state) in (None, CHANCE):
        return ()
    return tuple(
        action
        for action in legal(game, state)
        if (game.card_of(action) is None or not game.steps(state, action))
        and game.saying(state, action) is None
    )
