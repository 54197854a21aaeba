"""How likely a card is to be dealt, in games with a draw pile that the discards become."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tablet_companion.games.core import UNKNOWN_CARD, Card
from tablet_companion.games.shared.cards import Counts


class Piled(Protocol):
    """A state that counts its cards: the draw pile's size, what is in it, what was discarded."""

    @property
    def stock(self) -> int:
        """Return how many cards the draw pile has."""
        ...

    @property
    def unseen(self) -> Counts:
        """Return how many cards of each face are in the draw pile, or in hands not seen."""
        ...

    @property
    def discards(self) -> Counts:
        """Return how many cards of each face were discarded."""
        ...


def copies(state: Piled, faces: Sequence[Card], card: Card) -> int:
    """Return how many copies of a card may be dealt next; 1 for a deal that nobody sees.

    With an empty draw pile the discards are shuffled first, so any of them may come.
    """
    if card == UNKNOWN_CARD:
        return 1
    pile = state.unseen if state.stock else state.discards
    return pile[faces.index(card)]
