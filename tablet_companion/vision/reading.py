"""A Reading: what the camera saw, place by place, as probabilities. Plain values, no pictures."""

from __future__ import annotations

import functools
import operator
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import Card, Piece, Place

_SHARE: Final = operator.itemgetter(1)
SURE: Final = 0.9
"""Decisions should not rely on a reading of a place or a card with less than this probability."""


@dataclass(frozen=True, slots=True)
class PlaceReading:
    """What was seen on one physical place (``red.N2`` here, not ``red.nest``).

    ``posterior`` gives EMPTY, every colour and, on a hole, HIDDEN a probability; they sum to one.
    It is flat if the place is ``covered`` by a hand, a card or a taller piece.
    """

    place: Place
    posterior: tuple[tuple[Piece, float], ...]
    covered: bool = False

    @property
    def best(self) -> Piece:
        """The likeliest content."""
        return max(self.posterior, key=_SHARE)[0]

    @property
    def probability(self) -> float:
        """The likeliest content's probability."""
        return max(self.posterior, key=_SHARE)[1]


@dataclass(frozen=True, slots=True)
class CardReading:
    """The top card of the discard pile.

    ``posterior`` gives every taught face, and None for none of them, a probability. ``pose`` is
    where it lies: centre in millimetres and angle in degrees; a new one means that a card was laid,
    none that nothing like a card lies there.
    """

    posterior: tuple[tuple[Card | None, float], ...]
    pose: tuple[float, float, float] | None = None

    @property
    def best(self) -> Card | None:
        """The likeliest face, or None for no card or an unknown one."""
        return max(self.posterior, key=_SHARE)[0]

    @property
    def probability(self) -> float:
        """The likeliest answer's probability."""
        return max(self.posterior, key=_SHARE)[1]

    @property
    def unknown(self) -> bool:
        """Whether a card lies there that is most likely none of the taught ones."""
        return self.best is None and self.pose is not None


@dataclass(frozen=True, slots=True)
class Stray:
    """A piece that stands on the board but on no place; ``near`` is the nearest place."""

    piece: Piece
    near: Place
    x_mm: float
    y_mm: float


@dataclass(frozen=True, slots=True)
class Thing:
    """An object on the board that belongs on no place: a die, a coin, a fallen piece.

    Its middle and its length in mm; ``near`` is the nearest place if it reaches over one, or has
    fallen. ``piece`` is the colour of a fallen piece, if certain.
    """

    x_mm: float
    y_mm: float
    size_mm: float
    near: Place | None = None
    piece: Piece | None = None


@dataclass(frozen=True)
class Reading:
    """One look at the table, without a decision.

    ``card`` is None without a taught pile, or while it is covered. ``disputed`` are places where a
    switch under the board contradicts what the camera is sure of.
    """

    places: tuple[PlaceReading, ...]
    card: CardReading | None = None
    strays: tuple[Stray, ...] = ()
    disputed: tuple[Place, ...] = ()
    things: tuple[Thing, ...] = ()

    @functools.cached_property
    def by_place(self) -> Mapping[Place, PlaceReading]:
        """Return the readings by place."""
        return {sight.place: sight for sight in self.places}
