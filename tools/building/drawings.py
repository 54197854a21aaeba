"""All drawings of the building guide, by the names of their files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hardware.board import Board
from tools.building import circuits, mount, section
from tools.building.parts import parts
from tools.building.sheet import Sheet


def all_sheets(boards: Sequence[Board]) -> Mapping[str, Sheet]:
    """Return every drawing by its name; the board that is drawn is the first one with holes."""
    board = next(one for one in boards if any(one.sinking(place) for place in one.places))
    return {
        "parts": parts(),
        "mount": mount.side(board),
        "above": mount.above(board),
        "light": mount.light(board),
        "lamps": circuits.lamps(),
        "controller": circuits.board_controller(),
        "hole": section.hole(board),
        "led": section.led(board),
    }


def all_drawings(boards: Sequence[Board]) -> Mapping[str, str]:
    """Return every drawing as the text of an SVG file."""
    return {name: sheet.svg() for name, sheet in all_sheets(boards).items()}
