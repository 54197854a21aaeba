"""A card that lies on the board: its face in perspective, with round corners and a thin shadow."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Picture
from hardware.simulated.optics import Pose
from hardware.simulated.scene import Bgr, LaidCard
from hardware.simulated.sprites import Canvas, Sprite, place_points

_CORNER_MM = 3.5
_SCALE = 3


def draw_card(
    card: LaidCard, face: Picture, card_mm: tuple[float, float], pose: Pose, gain: Bgr
) -> tuple[Sprite, Sprite]:
    """Return the card's shadow and the card; ``gain`` is the light where it lies."""
    outline = pose.project(corners(card, card_mm))
    blur = 1.1 * pose.px_per_mm(card.x_mm, card.y_mm)
    shade = Canvas(outline, 3 * blur, 1)
    shade.fill(outline, (0, 0, 0))
    return shade.shadow(0.45, blur), _face(face, card_mm, outline, gain)


def corners(card: LaidCard, card_mm: tuple[float, float]) -> NDArray[np.float64]:
    """Return the card's corners on the board, 4 × 2, from its top-left corner clockwise."""
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array(card_mm) / 2
    return place_points(half, card.angle_deg, (card.x_mm, card.y_mm))


def _face(
    face: Picture, card_mm: tuple[float, float], outline: NDArray[np.float64], gain: Bgr
) -> Sprite:
    """Return the face warped onto its outline; over a card's length the lens is straight."""
    canvas = Canvas(outline, 2, _SCALE)
    rows, columns = face.shape[:2]
    flat = np.array([[0, 0], [columns, 0], [columns, rows], [0, rows]], np.float32) - np.float32(
        0.5
    )
    warp = cv2.getPerspectiveTransform(flat, canvas.place(outline).astype(np.float32))
    cover = _round_corners(rows, columns, round(_CORNER_MM / card_mm[0] * columns))
    lit = np.clip(np.arange(256)[:, None] * np.array(gain), 0, 255).astype(np.uint8)
    bright = cv2.LUT(face, lit[:, None])
    solid = cv2.cvtColor(cv2.bitwise_and(bright, bright, mask=cover), cv2.COLOR_BGR2BGRA)
    solid[..., 3] = cover
    size = canvas.sheet.shape[1], canvas.sheet.shape[0]
    cv2.warpPerspective(solid, warp, size, canvas.sheet, cv2.INTER_AREA)
    return canvas.sprite()


@lru_cache(maxsize=4)
def _round_corners(rows: int, columns: int, radius: int) -> NDArray[np.uint8]:
    cover = np.zeros((rows, columns), np.uint8)
    last_row, last_column = rows - 1 - radius, columns - 1 - radius
    cv2.rectangle(cover, (radius, 0), (last_column, rows - 1), 255, -1)
    cv2.rectangle(cover, (0, radius), (columns - 1, last_row), 255, -1)
    for x in (radius, last_column):
        for y in (radius, last_row):
            cv2.circle(cover, (x, y), radius, 255, -1)
    return cover
