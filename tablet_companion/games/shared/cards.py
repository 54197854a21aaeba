"""Counting cards: what the machine knows of a pack when it sees hardly any hands.

A pack is a tuple of counts, one for each face of a deck, in the deck's order. ``unseen`` counts the
cards in unknown places: in the draw pile, in an unknown hand, or given up face down.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterable, Sequence
from importlib import resources
from typing import Final

from tablet_companion.games.core import CHANCE, UNKNOWN_CARD, Card, Message, View
from tablet_companion.games.text import N_

Counts = tuple[int, ...]
Hand = tuple[Card, ...]
"""The cards of a hand, sorted; UNKNOWN_CARD for each one that the machine has not seen."""


@functools.cache
def deck(package: str, faces: tuple[Card, ...]) -> Counts:
    """Return the count of each face in a game's deck, from ``deck.toml`` in its package."""
    text = resources.files(package).joinpath("deck.toml").read_text(encoding="utf-8")
    counts = {entry["face"]: entry["count"] for entry in tomllib.loads(text)["cards"]}
    return tuple(counts[face] for face in faces)


def change_count(counts: Counts, index: int, by: int) -> Counts:
    """Return the counts with one of them increased by ``by``."""
    return (*counts[:index], counts[index] + by, *counts[index + 1 :])


def without(hand: Hand, card: Card) -> Hand:
    """Return the hand without one such card, or without an unknown card if it has none."""
    index = hand.index(card if card in hand else UNKNOWN_CARD)
    return hand[:index] + hand[index + 1 :]


def with_card(hand: Hand, card: Card) -> Hand:
    """Return the hand with one more card."""
    return tuple(sorted((*hand, card)))


def list_possible(hand: Hand, unseen: Counts, faces: Sequence[Card]) -> tuple[Card, ...]:
    """Return every face that the hand holds or may hold, sorted, without duplicates."""
    known = set(hand)
    if UNKNOWN_CARD in known:
        known.discard(UNKNOWN_CARD)
        known.update(face for face, count in zip(faces, unseen, strict=True) if count)
    return tuple(sorted(known))


def may_lack(hand: Hand, unwanted: Iterable[Card], unseen: Counts, faces: Sequence[Card]) -> bool:
    """Whether the hand may lack all the unwanted faces, by the count of cards."""
    unwanted = set(unwanted)
    if unwanted.intersection(hand):
        return False
    others = sum(c for face, c in zip(faces, unseen, strict=True) if face not in unwanted)
    return hand.count(UNKNOWN_CARD) <= others


PARTNERS_GIVE: Final = N_(
    "{seat} deals {count} {count:card|cards} each and begins. Partners exchange a card."
)
LAY_AND_MOVE: Final = N_("{seat}: lay a card and move.")
ALL_GIVE: Final = N_(
    "{seat} deals {count} {count:card|cards} each and begins. Everybody gives a card to the left."
)


def prompt(view: View, dealt: str) -> Message:
    """Return what players have to do in a card game; ``dealt`` is the text at a round's start."""
    if view.turn in (None, CHANCE):
        return Message(N_("Lots are drawn."))
    seat = (("seat", view.turn or ""),)
    untouched = len({one.cards for one in view.seats}) == 1
    if untouched and view.top_card is None:
        return Message(dealt, (*seat, ("count", view.seats[0].cards)))
    return Message(LAY_AND_MOVE, seat)
