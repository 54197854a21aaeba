"""The games among which people choose at the start."""

from __future__ import annotations

from tablet_companion import games
from tablet_companion.kit import printed
from tablet_companion.referee.model.table import first_state
from tablet_companion.screen.toolkit.look import Offer


def list_offers() -> tuple[Offer, ...]:
    """Return the games that can be played, each with its own board as a game begins on it."""
    return tuple(_offer(name, title) for name, title in printed.titles())


def _offer(name: str, title: str) -> Offer:
    game = games.load(name)
    return Offer(name, title, printed.find_board(name), game.placement(first_state(game)))
