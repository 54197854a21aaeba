"""The geometry of cards that lie anywhere on a table, identified by printed markers.

A card's own frame is millimetres from its centre, x to the right and y down as it is printed. Every
card has the same marker twice, in its top-left and its bottom-right corner, the second one upside
down: both turn the same corner outwards, so any one visible marker gives the position of the whole
card. It cannot tell which way round the card lies, and nothing needs to know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]


class LooseCards(msgspec.Struct, frozen=True):
    """How the loose cards of a game are printed.

    ``faces`` are the cards by name, as the game calls them. The face of the n-th (from 0) carries
    the marker ``first_face`` + n of the dictionary, its back ``first_back`` + n: a card turned
    face down is still known. ``others`` names more loose cards and their markers.
    ``marker_mm`` is a marker's side without its white rim, ``inset_mm`` its distance from the
    card's edges, ``stage_mm`` the radius of the plain disc of the colour ``stage`` in the middle
    of every face, where a pawn stands.
    """

    size_mm: tuple[float, float]
    dictionary: str
    marker_mm: float
    inset_mm: float
    stage_mm: float
    stage: str
    faces: tuple[str, ...]
    first_face: int
    first_back: int
    others: dict[str, int] = {}

    def face_id(self, name: str) -> int:
        """Return the marker on a card's face."""
        return self.first_face + self.faces.index(name)

    def back_id(self, name: str) -> int:
        """Return the marker on a card's back."""
        return self.first_back + self.faces.index(name)

    @property
    def sides(self) -> Mapping[int, tuple[str, bool]]:
        """Return, by marker, the card that carries it and whether that is its face."""
        faces = {self.first_face + n: (name, True) for n, name in enumerate(self.faces)}
        backs = {self.first_back + n: (name, False) for n, name in enumerate(self.faces)}
        return faces | backs


def aruco_corners(cards: LooseCards) -> Floats:
    """Return the corners of the two markers in the card's frame, 2 × 4 × 2.

    They are in OpenCV's order: clockwise from the marker's own top-left corner.
    """
    half = np.array(cards.size_mm) / 2
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * cards.marker_mm
    first = square + cards.inset_mm - half
    return np.stack([first, -first])


def outline(cards: LooseCards) -> Floats:
    """Return a card's corners in its own frame, 4 × 2, clockwise from the top left."""
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return np.asarray(signs * np.array(cards.size_mm) / 2)
