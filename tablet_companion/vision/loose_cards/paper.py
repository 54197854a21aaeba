"""Where a card shows plain white paper: a pawn that stands beside the disc is seen against it."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.loose_cards import LooseCards
from hardware.printing.loose_cards import back_svg, face_svg
from hardware.printing.raster import render
from tablet_companion.vision.loose_cards.spots import grid_of, shape_of

_PX_PER_MM: Final = 2.0
_WHITE_MIN: Final = 245
"""Grey levels of a drawing's white."""
_CLEAR_MM: Final = 1.5
"""Millimetres from print or from the card's edge: a blurred picture mixes what is nearer."""


def find_paper(cards: LooseCards, name: str, *, up: bool) -> NDArray[np.bool_]:
    """Return which points of one side of a card are white paper, as it is printed: rows × columns.

    None of them lies within the disc or close to print.
    """
    drawing = render((face_svg if up else back_svg)(cards, name), _PX_PER_MM)
    white = (drawing.min(axis=2) >= _WHITE_MIN).astype(np.uint8)
    reach = round(_CLEAR_MM * _PX_PER_MM)
    clear = cv2.erode(white, np.ones((2 * reach + 1,) * 2, np.uint8), borderValue=0)
    rows, columns = shape_of(cards)
    small = cv2.resize(clear, (columns, rows), interpolation=cv2.INTER_AREA) > 0
    within = (grid_of((rows, columns)) ** 2).sum(axis=-1) < (cards.stage_mm + _CLEAR_MM) ** 2
    return np.asarray(small & ~within)
