"""Which cards lie face up, which of them are called, and which are free.

Apart from the state, so that it can be compiled.
"""

from __future__ import annotations

import itertools
import operator
from typing import Final

from tablet_companion.games.core import Card
from tablet_companion.games.wink.state import CardSide, State

_UP: Final = CardSide.UP  # Python 3.11 takes long to look up a member


def lie(state: State, card: Card) -> CardSide | None:
    """Return what became of a card on the table; None if it is not in this game."""
    index = state.setting.index.get(card)
    return None if index is None else state.lies[index]


def open_call(state: State, seat: int) -> Card | None:
    """Return the card that a seat called and whose partner is not found yet, or None."""
    card = state.pawns[seat]
    return card if card is not None and lie(state, card) is _UP else None


def open_calls(state: State) -> dict[Card, int]:
    """Return every open call, with the seat that called it."""
    lies, index = state.lies, state.setting.index
    return {
        card: seat
        for seat, card in enumerate(state.pawns)
        if card is not None and lies[index[card]] is _UP
    }


def caller_of(state: State, card: Card) -> int | None:
    """Return the seat whose open call this card is, or None."""
    if card not in state.pawns or lie(state, card) is not _UP:
        return None
    return state.pawns.index(card)


def free_cards(state: State) -> tuple[Card, ...]:
    """Return the face-up cards on the table without a pawn."""
    taken = set(state.pawns)
    up = map(operator.is_, state.lies, itertools.repeat(_UP))
    return tuple([c for c in itertools.compress(state.setting.cards, up) if c not in taken])


def has_free_card(state: State) -> bool:
    """Whether some card lies face up without a pawn; faster than listing them."""
    pairs = zip(state.setting.cards, state.lies, strict=True)
    return any(lies is _UP and card not in state.pawns for card, lies in pairs)
