"""How high a camera that looks straight down must hang to see a whole board. Pure geometry.

Lengths are millimetres, angles degrees. A lens is taken as it is sold: what it bends is left out,
which is why there is a rim.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from hardware.board import Board

PICTURE_PX: Final = (1920, 1080)
"""What the camera drivers ask for."""

RIM_MM: Final = 20.0
"""The margin round the board in the picture, because no camera hangs quite straight."""

TRIED_MM_A_PX: Final = 0.54
"""The coarsest of the labelled pictures that the figures of docs/accuracy.md were measured on."""


@dataclass(frozen=True, slots=True)
class Lens:
    """What a camera sees: width and height of the picture, as multiples of the distance."""

    name: str
    across: float
    down: float

    def seen_mm(self, distance_mm: float) -> tuple[float, float]:
        """Return width and height of the field of view at this distance from the lens."""
        return self.across * distance_mm, self.down * distance_mm

    def mm_a_px(self, distance_mm: float) -> float:
        """Return how much a pixel shows so far from the lens: of width and height, the coarser."""
        sizes = zip(self.seen_mm(distance_mm), PICTURE_PX, strict=True)
        return max(mm / px for mm, px in sizes)


def _angles(name: str, across_deg: float, down_deg: float) -> Lens:
    """Make a lens of the angles that its maker gives for a picture of 16:9."""
    across, down = (2 * math.tan(math.radians(angle) / 2) for angle in (across_deg, down_deg))
    return Lens(name, across, down)


def _diagonal(name: str, diagonal_deg: float) -> Lens:
    """Make a lens of the one angle that webcams are sold by, corner to corner."""
    width, height = PICTURE_PX
    each = 2 * math.tan(math.radians(diagonal_deg) / 2) / math.hypot(width, height)
    return Lens(name, width * each, height * each)


def _focal(name: str, focal_mm: float, pixel_mm: float) -> Lens:
    """Make a lens of its focal length and of the sensor's pixels, one for each of the picture's."""
    width, height = PICTURE_PX
    return Lens(name, width * pixel_mm / focal_mm, height * pixel_mm / focal_mm)


LENSES: Final = (
    _angles("Camera Module 3", 66, 41),
    _angles("Camera Module 3 Wide", 102, 67),
    # In Full HD the sensor gives 2028 × 1080 pixels of 3.1 µm; the middle 1920 are kept.
    _focal("HQ camera, 6 mm lens", 6.0, 0.0031),
    _diagonal("USB webcam, 78°", 78),
)


def needed_mm(board: Board) -> tuple[float, float]:
    """Return width and height of the board with its rim."""
    width, height = board.size_mm
    return width + 2 * RIM_MM, height + 2 * RIM_MM


def tallest_mm(board: Board) -> float:
    """Return the height of the board's tallest piece: its top must be in the picture, too."""
    return max(kind.height_mm for kind in board.pieces.values())


def least_height_cm(board: Board, lens: Lens) -> int:
    """Return the least height of the lens above the board, in whole centimetres.

    There the board and its rim lie in the picture as high up as the tallest piece reaches, the
    board's long side along the picture's.
    """
    width, height = needed_mm(board)
    distance = max(width / lens.across, height / lens.down)
    return math.ceil((distance + tallest_mm(board)) / 10)


def most_height_cm(lens: Lens) -> int:
    """Return how high it may be so that a pixel shows no more than was tried."""
    return math.floor(TRIED_MM_A_PX / lens.mm_a_px(1.0) / 10)


def glare_mm(half_mm: float, camera_mm: float, lamp_mm: float) -> float:
    """Return how far from the board's middle a lamp must stand to leave no glare on the board.

    ``half_mm`` is how far the board reaches towards the lamp. The camera, straight above the
    middle, sees the lamp mirrored where the lines to both are equally steep.
    """
    return half_mm * (1 + lamp_mm / camera_mm)
