"""The actions that are possible by public knowledge: those that a look is compared with.

Nothing here uses a card in a hand or the colour of a face-down piece, though the record may know
them: an explanation may use only what the table shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablet_companion.games.core import CHANCE, Breach, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.position import Action, Position, cached

Actions = tuple[Any, ...]


@cached
def list_legal(position: Position) -> Actions:
    """Return the legal actions."""
    return position.game.legal(position.state)


@cached
def list_offered(position: Position) -> Actions:
    """Return every action that no public rule forbids, sorted.

    Only its player may learn that an action breaks a private rule, so neither the actions offered
    nor those looked for on the table may depend on it.
    """
    game, state = position.game, position.state
    if not any(text.private for text in game.rules.values()):
        return list_legal(position)
    legal = frozenset(list_legal(position))
    others = (action for action in game.conceivable(state) if action not in legal)
    return tuple(sorted(legal.union(one for one in others if _private(position, one))))


def _private(position: Position, action: Action) -> bool:
    return is_private(position.game, position.game.judge(position.state, action))


def is_private(game: AnyGame, breaches: Sequence[Breach]) -> bool:
    """Whether there are breaches and only the actor may be told of them."""
    return bool(breaches) and all(game.rules[breach.rule].private for breach in breaches)


def is_announced_in_private(position: Position, action: Action) -> bool:
    """Whether its player announces an action where nobody else can see the screen."""
    return find_secretive_seat(position, action) is not None


def find_secretive_seat(position: Position, action: Action) -> Seat | None:
    """Return the seat that announces an action in private, None if it is done in public."""
    saying = position.saying(action)
    return saying.seat if saying is not None and saying.private else None


def list_passes(position: Position) -> Actions:
    """Return the actions that play nothing although some hand could play, sorted.

    The hand is given up, or a card is discarded unused. The player has to announce it, since only
    the hand tells whether a card could be played. Passes that a game words itself, such as a gift
    to the partner, are announced in those words. Games without a pile have none.
    """
    return list_known_passes(position.public)


@cached
def list_known_passes(position: Position) -> Actions:
    """Return the passes that the known hand allows: for its player alone."""
    game, state = position.game, position.state
    if not game.pile or game.actor(state) in (None, CHANCE):
        return ()
    return tuple(
        action
        for action in list_legal(position)
        if (game.card_of(action) is None or not position.steps(action))
        and position.saying(action) is None
    )
