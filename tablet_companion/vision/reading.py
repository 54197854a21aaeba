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

    ``posterior`` gives a probability to EMPTY, to every colour and, on a hole, to HIDDEN; they sum
    to one. ``covered``: a hand, a card or a taller piece hides the place; its posterior then
    carries no information and is flat.
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

    ``posterior`` gives a probability to every taught face and to None, for no card or an unknown
    one. ``pose`` is where it lies: centre in millimetres and angle in degrees (modulo 360, or
    modulo 180 if a face looks the same upside down); a new pose means that a card was laid. Without
    a pose nothing like a card lies there; with a pose, None means an untaught card.
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

    ``x_mm`` and ``y_mm`` are its middle, ``size_mm`` is its length. ``near`` is the nearest place
    if it reaches over one, None if it is clear of all; a fallen piece always has one. ``piece`` is
    the colour of a fallen piece, if certain.
    """

    x_mm: float
    y_mm: float
    size_mm: float
    near: Place | None = None
    piece: Piece | None = None


@dataclass(frozen=True)
class Reading:
    """One look at the table.

    It contains no decision: the referee judges what is legal or likely. ``card`` is None if the
    board has no pile or its faces were never taught, or while the pile is covered. ``disputed`` are
    places where a switch under the board contradicts what the camera is sure of.
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
