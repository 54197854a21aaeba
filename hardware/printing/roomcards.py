"""Cards for guessing rooms of a base, and the access code card, from their drawings.

Faces read the same from both ends. A player's backs are all alike.
"""

from __future__ import annotations

from typing import Final

from hardware.board import Board
from hardware.printing.artwork import pieces
from hardware.printing.places import inks
from hardware.printing.svg import card_document, symbol

SHEET: Final = "#e4ecf1"
WALL: Final = "#3c566f"
INK: Final = "#b2222d"
"""The colour in the drawings that stands for the player's."""

ROOM_CARD_MM: Final = (44.0, 68.0)
"""Width and height: those of a small card as it is sold with sleeves."""


def room_faces(board: Board) -> dict[str, str]:
    """Return the card of every room for every player of a base, by names such as ``red.A``.

    Rooms are the areas that are made of spaces; players are those who have a reserve, in the order
    of the board's places.
    """
    ink = inks(board)
    rooms = [area for area, spots in board.areas.items() if spots[0].kind == "space"]
    owners = [place.colour for place in board.places if place.kind == "nest" and place.colour]
    return {
        f"{player}.{room}": _card(room, ink[player], title=f"{room} of {player}")
        for player in dict.fromkeys(owners)
        for room in rooms
    }


def room_back_svg(colour: str, ink: str) -> str:
    """Return the back of all cards of a player: the colour, its symbol, the seal of the base."""
    marks = [symbol(colour, x, y, 6, fill="#ffffff") for x, y in ((-13.6, -25.6), (13.6, 25.6))]
    return _card("back", ink, *marks, title=f"back of {colour}")


def code_svg() -> str:
    """Return the card that says who holds the access code, alike on both sides."""
    return _card("code", INK, title="access code")


def _card(drawing: str, ink: str, *more: str, title: str) -> str:
    drawn = pieces("room_cards")[drawing].replace(INK, ink)
    return card_document(ROOM_CARD_MM, [drawn, *more], title=title)
