"""Hands of cards, and how many of each face a deck has."""

from __future__ import annotations

import functools
import itertools
import operator
import tomllib
from collections.abc import Callable
from importlib import resources

from tablet_companion.games.core import UNKNOWN_CARD, Card

Counts = tuple[int, ...]
"""The number of cards of each face, in the deck's order."""
Hand = tuple[Card, ...]
"""The cards of a hand, sorted; UNKNOWN_CARD for each one that the machine has not seen."""


@functools.cache
def deck(package: str, faces: tuple[Card, ...]) -> Counts:
    """Return the count of each face in a game's deck, from ``deck.toml`` in its package."""
    text = resources.files(package).joinpath("deck.toml").read_text(encoding="utf-8")
    counts = {entry["face"]: entry["count"] for entry in tomllib.loads(text)["cards"]}
    return tuple(counts[face] for face in faces)


def list_present(faces: tuple[Card, ...], counts: Counts) -> tuple[Card, ...]:
    """Return the faces of which there is a card, sorted; ``counts`` are in the order of faces."""
    ordered, in_order = sort_faces(faces)
    return tuple(itertools.compress(ordered, in_order(counts)))


@functools.cache
def sort_faces(faces: tuple[Card, ...]) -> tuple[tuple[Card, ...], Callable[[Counts], Counts]]:
    """Return the faces sorted, and the function that brings their counts into the same order."""
    ordered = tuple(sorted(faces))
    return ordered, operator.itemgetter(*map(faces.index, ordered))


def without(hand: Hand, card: Card) -> Hand:
    """Return the hand without one such card, or without an unknown card if it has none."""
    index = hand.index(card if card in hand else UNKNOWN_CARD)
    return hand[:index] + hand[index + 1 :]


def with_card(hand: Hand, card: Card) -> Hand:
    """Return the hand with one more card."""
    return tuple(sorted((*hand, card)))
