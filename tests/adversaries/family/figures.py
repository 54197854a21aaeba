"""What lies and stands on a table: figures, cards, and what areas show of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import HIDDEN, Card, Piece, Place, Placement, seen_as
from tablet_companion.referee.explaining.evidence import Areas

Content = tuple[Piece, ...]
Contents = Mapping[Place, Content]
"""What stands in every area that is not empty, sorted."""

FACE_DOWN: Final = Card("")
"""A card on the pile of which only the back is seen."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A piece that can be taken in hand; ``turned`` hides its colour."""

    colour: Piece
    turned: bool = False

    @property
    def seen(self) -> Piece:
        """What is seen of it from above."""
        return HIDDEN if self.turned else self.colour


@dataclass(frozen=True, slots=True)
class Loose:
    """A figure on no place: it stands or lies near one."""

    figure: Figure
    near: Place
    fallen: bool = False


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card on the pile: its face and where it lies, in millimetres and degrees."""

    face: Card
    pose: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Spread:
    """Everything on the table at one moment: what people remember and put back."""

    standing: tuple[tuple[Place, Figure], ...]
    loose: tuple[Loose, ...] = ()


def flat(placement: Placement) -> dict[Place, Content]:
    """Return what every area shows of a placement, whatever stands on what.

    Of pieces that look alike nobody sees which is which.
    """
    pieces = set(placement.pieces)
    found: dict[Place, list[Piece]] = {}
    for place, piece in placement.pieces:
        base, _, under = place.partition(".")
        riding = under and (Place(base), Piece(under)) in pieces
        found.setdefault(Place(base) if riding else place, []).append(seen_as(piece))
    return {area: tuple(sorted(content)) for area, content in found.items()}


def on_board(contents: Contents, areas: Areas) -> dict[Place, Content]:
    """Return what is on the board of some contents."""
    return {area: content for area, content in contents.items() if area in areas}
