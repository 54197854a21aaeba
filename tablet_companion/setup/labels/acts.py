"""What a touch on the workbench means."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from tablet_companion.screen.toolkit.orders import OwnMeaning
from tablet_companion.setup.labels.draft import Point


class Tool(StrEnum):
    """What touches on the picture do: choose a place, cover one, set a corner; or the card keys."""

    PIECES = "pieces"
    COVER = "cover"
    CORNERS = "corners"
    CARD = "card"


Correction = Literal["stand", "cover", "hand", "card", "role"]
"""What changes a label: the piece at the chosen place, a place's cover, a hand, the card on top, or
what the picture is for."""


@dataclass(frozen=True, slots=True)
class Act(OwnMeaning):
    """What is done, and to what.

    A tool is taken up or, if it was, put away; a pixel is looked at closely, all of the picture
    without one; what stands at a place is asked; the next corner is set; another sheet of keys is
    turned to. ``go`` leads to another picture, ``save`` writes the label and goes on, ``leave``
    stops; touched once more if corrections are not saved, which are lost then.
    """

    what: Literal["take", "near", "choose", "corner", "turn", "go", "save", "leave"] | Correction
    name: str | None = None
    """The tool, the place, the piece (EMPTY for none) or the card, None for no card."""
    point: Point | None = None
    """A pixel of the picture."""
    number: int = 0
    """The sheet of keys, or how many pictures further on; back, if negative."""
