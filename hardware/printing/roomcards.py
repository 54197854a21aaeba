"""Cards for guessing rooms of a base, and the access code card. There are no words on them.

Faces read the same from both ends. A player's backs are all alike.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from hardware import fonts
from hardware.board import Board
from hardware.printing.artwork import pieces
from hardware.printing.outlines import Lettering, text_path
from hardware.printing.places import inks
from hardware.printing.svg import (
    card_document,
    circle,
    group,
    lines,
    path,
    rectangle,
    symbol,
    write_transform,
)

SHEET: Final = "#e4ecf1"
FLOOR: Final = "#f3f6f6"
WALL: Final = "#3c566f"
LINE: Final = "#7f99ae"

ROOM_CARD_MM: Final = (44.0, 68.0)
"""Width and height: those of a small card as it is sold with sleeves."""

_RIM_MM: Final = 2.4
_INDEX: Final = Lettering(fonts.TITLE_BOLD, 6.0)
_KEYS: Final = ("123", "456", "789", "·0#")


def room_faces(board: Board) -> dict[str, str]:
    """Return the card of every room for every player of a base, by names such as ``red.A``.

    Players are those who have a reserve, in the order of the board's places.
    """
    ink, names = inks(board), room_names(board)
    owners = [place.colour for place in board.places if place.kind == "nest" and place.colour]
    return {
        f"{player}.{room}": room_svg(room, names, player, ink[player])
        for player in dict.fromkeys(owners)
        for room in names
    }


def room_names(board: Board) -> tuple[str, ...]:
    """Return the rooms of a base: every area that is made of spaces."""
    return tuple(area for area, spots in board.areas.items() if spots[0].kind == "space")


def room_svg(room: str, names: Sequence[str], colour: str, ink: str) -> str:
    """Return the card of one room; ``names`` are all rooms, row by row, ``colour`` the player's."""
    half = [
        _index(room, ink),
        group([_plan(room, names, ink)], transform=write_transform(10.6, -23.6)),
    ]
    middle = [
        circle(0, 0, 15.5, fill=FLOOR, stroke=ink, stroke_width=0.6),
        circle(0, 0, 14.6, fill="none", stroke=LINE, stroke_width=0.15),
        group(
            [pieces("furniture")[room]],
            fill="none",
            stroke=WALL,
            stroke_width=0.5,
            stroke_linejoin="round",
            transform=write_transform(0, 0, scale=0.9),
        ),
    ]
    ends = [group(half, transform=write_transform(0, 0, degrees=turn)) for turn in (0, 180)]
    return card_document(ROOM_CARD_MM, [_paper(ink), *ends, *middle], title=f"{room} of {colour}")


def room_back_svg(colour: str, ink: str) -> str:
    """Return the back of all cards of a player: the colour, its symbol, the seal of the base."""
    width, height = ROOM_CARD_MM[0] - 2 * _RIM_MM, ROOM_CARD_MM[1] - 2 * _RIM_MM
    ground = rectangle(-width / 2, -height / 2, width, height, rx=2.4, fill=ink)
    weave = path(_squares(width, height), stroke="#ffffff", stroke_width=0.2, stroke_opacity=0.35)
    marks = [symbol(colour, x, y, 6, fill="#ffffff") for x, y in ((-13.6, -25.6), (13.6, 25.6))]
    content = [
        ground,
        weave,
        *marks,
        group([pieces("emblems")["seal"]], transform=write_transform(0, 0, scale=0.74)),
    ]
    return card_document(ROOM_CARD_MM, content, title=f"back of {colour}")


def code_svg() -> str:
    """Return the card that says who holds the access code: a lock and its keys, on both sides."""
    keys = [
        _key(sign, (column - 1) * 9.0, row * 8.4 - 4.6)
        for row, signs in enumerate(_KEYS)
        for column, sign in enumerate(signs)
    ]
    keyhole = "M-1.2 -18.2a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0 -2.4 0ZM-0.6 -17.6V-15.2H0.6V-17.6Z"
    content = [
        _paper(WALL),
        path(
            "M-3.2 -21.6V-24.4A3.2 3.2 0 0 1 3.2 -24.4V-21.6",
            fill="none",
            stroke=WALL,
            stroke_width=1.3,
        ),
        rectangle(-5, -21.6, 10, 8, rx=1, fill=WALL),
        path(keyhole, fill=FLOOR),
        *keys,
    ]
    return card_document(ROOM_CARD_MM, content, title="access code")


def _key(sign: str, x: float, y: float) -> str:
    """Return one key of the lock."""
    letters = Lettering(fonts.TEXT_BOLD, 2.8)
    drawn = [
        rectangle(-3.7, -3.4, 7.4, 6.8, rx=1.3, fill=FLOOR, stroke=WALL, stroke_width=0.5),
        path(text_path(sign, letters, (0, letters.height_mm / 2)), fill=WALL),
    ]
    return group(drawn, transform=write_transform(x, y))


def _paper(ink: str) -> str:
    """Return squared paper in a frame."""
    width, height = ROOM_CARD_MM[0] - 2 * _RIM_MM, ROOM_CARD_MM[1] - 2 * _RIM_MM
    box = (-width / 2, -height / 2, width, height)
    ground = rectangle(*box, rx=2.4, fill=SHEET)
    weave = path(_squares(width, height), stroke=LINE, stroke_width=0.12, stroke_opacity=0.5)
    return ground + weave + rectangle(*box, rx=2.4, fill="none", stroke=ink, stroke_width=1.0)


def _squares(width: float, height: float) -> str:
    """Return squares of 4 mm about the middle of a rectangle."""
    across, down = (int((side / 2 - 0.1) / 4) for side in (width, height))
    upright = (((4.0 * k, -height / 2), (4.0 * k, height / 2)) for k in range(-across, across + 1))
    level = (((-width / 2, 4.0 * k), (width / 2, 4.0 * k)) for k in range(-down, down + 1))
    return lines([*upright, *level])


def _index(room: str, ink: str) -> str:
    """Return the plate with a room's name for the upper left corner."""
    plate = rectangle(-5.6, -5.6, 11.2, 11.2, rx=1.9, fill=ink)
    name = path(text_path(room, _INDEX, (0, _INDEX.height_mm / 2)), fill="#ffffff")
    return group([plate, name], transform=write_transform(-11.4, -23.4))


def _plan(room: str, names: Sequence[str], ink: str) -> str:
    """Return the base in small, with this room filled."""
    side = round(len(names) ** 0.5)
    cells = itertools.product(range(side), repeat=2)
    return "".join(
        rectangle(
            (column - side / 2) * 4.2 + 0.3,
            (row - side / 2) * 4.2 + 0.3,
            3.6,
            3.6,
            fill=ink if name == room else "#ffffff",
            stroke=ink,
            stroke_width=0.3,
        )
        for name, (row, column) in zip(names, cells, strict=True)
    )
