"""What a touch on the workbench means."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tablet_companion.screen.toolkit.orders import OwnMeaning
from tablet_companion.setup.draft import Point


class Tool(enum.Enum):
    """What touches on the picture do: choose a place, cover one, set a corner; or the card keys."""

    PIECES = "pieces"
    COVER = "cover"
    CORNERS = "corners"
    CARD = "card"


@dataclass(frozen=True, slots=True)
class Take(OwnMeaning):
    """Take up a tool, or put it away for that of the pieces."""

    tool: Tool


@dataclass(frozen=True, slots=True)
class Near(OwnMeaning):
    """Look closely at a pixel of the picture; None shows all of it again."""

    middle: Point | None


@dataclass(frozen=True, slots=True)
class Choose(OwnMeaning):
    """Ask what stands at a place."""

    place: str


@dataclass(frozen=True, slots=True)
class Stand(OwnMeaning):
    """Set what stands at a place; EMPTY for nothing."""

    place: str
    piece: str


@dataclass(frozen=True, slots=True)
class Cover(OwnMeaning):
    """Mark a place as covered, or a covered one as visible."""

    place: str


@dataclass(frozen=True, slots=True)
class Corner(OwnMeaning):
    """Set the board's next corner, in pixels of the picture."""

    point: Point


@dataclass(frozen=True, slots=True)
class Hand(OwnMeaning):
    """Mark the picture as showing a hand, or remove that mark."""


@dataclass(frozen=True, slots=True)
class Card(OwnMeaning):
    """Set which card lies on top; None for no card."""

    card: str | None


@dataclass(frozen=True, slots=True)
class Role(OwnMeaning):
    """Change what the picture is for."""


@dataclass(frozen=True, slots=True)
class Turn(OwnMeaning):
    """Show another sheet of keys."""

    sheet: int


@dataclass(frozen=True, slots=True)
class Go(OwnMeaning):
    """Go to another picture, this many further on or, if negative, back."""

    by: int


@dataclass(frozen=True, slots=True)
class Save(OwnMeaning):
    """Write the label and go to the next picture that has none."""


@dataclass(frozen=True, slots=True)
class Leave(OwnMeaning):
    """Stop labelling; touched once more if corrections are not saved, which are lost then."""


Act = Take | Near | Choose | Stand | Cover | Corner | Hand | Card | Role | Turn | Go | Save | Leave
