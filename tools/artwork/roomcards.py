"""Cards for guessing rooms of a base, and the access code card. There are no words on them.

Faces read the same from both ends. They are drawn in one player's ink, and printed in each one's.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Final

from hardware import fonts
from hardware.printing.outlines import Lettering, text_path
from hardware.printing.roomcards import INK, ROOM_CARD_MM, SHEET, WALL
from hardware.printing.svg import circle, group, lines, path, rectangle, write_transform
from tools.artwork.furniture import FURNITURE
from tools.artwork.titleblock import FLOOR, LINE, seal

_RIM_MM: Final = 2.4
_WIDTH, _HEIGHT = ROOM_CARD_MM[0] - 2 * _RIM_MM, ROOM_CARD_MM[1] - 2 * _RIM_MM
_BOX: Final = (-_WIDTH / 2, -_HEIGHT / 2, _WIDTH, _HEIGHT)
_LETTER: Final = Lettering(fonts.TITLE_BOLD, 6.0)
_KEYS: Final = ("123", "456", "789", "·0#")


def draw_room_cards() -> Mapping[str, str]:
    """Return what is drawn on the cards of the rooms, on their backs, and on the code card."""
    rooms = {room: _draw_room(room) for room in FURNITURE}
    return {**rooms, "back": _draw_back(), "code": _draw_code()}


def _draw_room(room: str) -> str:
    half = [
        _index(room),
        group([_plan(room)], transform=write_transform(10.6, -23.6)),
    ]
    middle = [
        circle(0, 0, 15.5, fill=FLOOR, stroke=INK, stroke_width=0.6),
        circle(0, 0, 14.6, fill="none", stroke=LINE, stroke_width=0.15),
        group(
            [path(FURNITURE[room])],
            fill="none",
            stroke=WALL,
            stroke_width=0.5,
            stroke_linejoin="round",
            transform=write_transform(0, 0, scale=0.9),
        ),
    ]
    ends = [group(half, transform=write_transform(0, 0, degrees=turn)) for turn in (0, 180)]
    return "".join([_paper(INK), *ends, *middle])


def _draw_back() -> str:
    """Return the back of a player's cards without the player's symbol."""
    return "".join(
        [
            rectangle(*_BOX, rx=2.4, fill=INK),
            path(_squares(), stroke="#ffffff", stroke_width=0.2, stroke_opacity=0.35),
            group([seal()], transform=write_transform(0, 0, scale=0.74)),
        ]
    )


def _draw_code() -> str:
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
    return "".join(content)


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
    weave = path(_squares(), stroke=LINE, stroke_width=0.12, stroke_opacity=0.5)
    frame = rectangle(*_BOX, rx=2.4, fill="none", stroke=ink, stroke_width=1.0)
    return rectangle(*_BOX, rx=2.4, fill=SHEET) + weave + frame


def _squares() -> str:
    """Return squares of 4 mm about the middle of a card."""
    across, down = (int((side / 2 - 0.1) / 4) for side in (_WIDTH, _HEIGHT))
    upright = (
        ((4.0 * k, -_HEIGHT / 2), (4.0 * k, _HEIGHT / 2)) for k in range(-across, across + 1)
    )
    level = (((-_WIDTH / 2, 4.0 * k), (_WIDTH / 2, 4.0 * k)) for k in range(-down, down + 1))
    return lines([*upright, *level])


def _index(room: str) -> str:
    """Return the plate with a room's name for the upper left corner."""
    plate = rectangle(-5.6, -5.6, 11.2, 11.2, rx=1.9, fill=INK)
    name = path(text_path(room, _LETTER, (0, _LETTER.height_mm / 2)), fill="#ffffff")
    return group([plate, name], transform=write_transform(-11.4, -23.4))


def _plan(room: str) -> str:
    """Return the base in small, with this room filled."""
    side = round(len(FURNITURE) ** 0.5)
    cells = itertools.product(range(side), repeat=2)
    return "".join(
        rectangle(
            (column - side / 2) * 4.2 + 0.3,
            (row - side / 2) * 4.2 + 0.3,
            3.6,
            3.6,
            fill=INK if name == room else "#ffffff",
            stroke=INK,
            stroke_width=0.3,
        )
        for name, (row, column) in zip(FURNITURE, cells, strict=True)
    )
