"""The known cards in hands, and the order in which cards are named."""

from __future__ import annotations

from collections.abc import Iterable

from tablet_companion.games.core import CHANCE, UNKNOWN_CARD, Card, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.position import Position


def find_hand(position: Position, seat: Seat | None) -> tuple[Card, ...] | None:
    """Return a seat's hand if it holds cards and all of them are known, else None.

    Whether it is known is no secret; the cards are.
    """
    if seat in (None, CHANCE):
        return None
    seats = position.view(seat).seats
    held: tuple[Card, ...] | None = next(one.hand for one in seats if one.seat == seat)
    return None if not held or UNKNOWN_CARD in held else held


def sort_cards(game: AnyGame, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards in the order of the game's deck: by number, cards with words last."""
    known = {card: place for place, card in enumerate(game.cards)}
    return tuple(sorted(cards, key=lambda card: (known.get(card, len(known)), card)))
