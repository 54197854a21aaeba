"""Learn what a card's face looks like from a picture in which that card lies on the pile."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Floats
from calibration.sampling import look_up
from hardware.board import DiscardPile
from hardware.ports import Picture

FACE_PX_PER_MM: Final = 2.0
_FEWEST_MM2: Final = 0.6
"""What changed round the pile must cover this share of a card at least."""
_CLEAR_EDGE: Final = 4.0
"""Every side of a card must stand out by so many grey levels a pixel."""
_SAMPLES: Final = np.linspace(-0.4, 0.4, 33)
"""Along each side, in its length; the rounded corners are left out."""


def cut_face(
    flat: Picture, changed: NDArray[Any], pile: DiscardPile, px_per_mm: float
) -> Picture | None:
    """Cut the card out of the rectified board (``px_per_mm``), upright, at FACE_PX_PER_MM.

    ``changed`` (rows × columns, of the same size) marks what differs from the empty board. Returns
    None where no single card can be made out: several lie askew, or none.
    """
    start = _rough(changed, pile, px_per_mm)
    if start is None:
        return None
    edges = _Edges(flat, px_per_mm, pile.card_mm)
    pose = edges.fit(start, np.arange(-8, 8.1, 0.5), np.arange(-5, 5.1, 0.5))
    pose = edges.fit(pose, np.arange(-0.6, 0.61, 0.15), np.arange(-0.75, 0.76, 0.125))
    if edges.weakest(pose) < _CLEAR_EDGE:
        return None
    return _upright(flat, pose, pile.card_mm, px_per_mm)


def _rough(changed: NDArray[Any], pile: DiscardPile, px_per_mm: float) -> Floats | None:
    """Return about where the card lies: (x mm, y mm, turn in degrees within ±90)."""
    mask = changed.astype(np.uint8)
    near = np.zeros_like(mask)
    radius = round(np.hypot(*pile.card_mm) / 2 * 1.25 * px_per_mm)
    centre = round(pile.x_mm * px_per_mm), round(pile.y_mm * px_per_mm)
    cv2.circle(near, centre, radius, 1, -1)
    kernel = np.ones((round(4 * px_per_mm),) * 2, np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask & near, cv2.MORPH_OPEN, kernel), dtype=np.uint8)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        return None
    outline = max(outlines, key=cv2.contourArea)
    card_px = pile.card_mm[0] * pile.card_mm[1] * px_per_mm**2
    if cv2.contourArea(outline) < _FEWEST_MM2 * card_px:
        return None
    (x, y), (width, height), turn = cv2.minAreaRect(outline)
    turn = turn if width < height else turn - 90
    return np.array([(x + 0.5) / px_per_mm, (y + 0.5) / px_per_mm, (turn + 90) % 180 - 90])


class _Edges:
    """Says how well the outline of a card of known size lies on edges of a picture."""

    def __init__(self, flat: Picture, px_per_mm: float, card_mm: tuple[float, float]) -> None:
        grey = cv2.GaussianBlur(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
        across = cv2.Sobel(grey, cv2.CV_32F, 1, 0) / 8
        down = cv2.Sobel(grey, cv2.CV_32F, 0, 1) / 8
        self._gradient = np.dstack([across, down])
        self._scale = px_per_mm
        width, height = card_mm
        along = np.concatenate(
            [[(side, s * height) for s in _SAMPLES] for side in (-width / 2, width / 2)]
        )
        over = np.concatenate(
            [[(s * width, side) for s in _SAMPLES] for side in (-height / 2, height / 2)]
        )
        self._outline = np.concatenate([along, over])
        self._normals = np.repeat([[1.0, 0.0], [0.0, 1.0]], 2 * len(_SAMPLES), axis=0)

    def fit(self, pose: Floats, turns: Floats, shifts: Floats) -> Floats:
        """Return the best pose (x mm, y mm, degrees) near one."""
        grid = np.stack(np.meshgrid(shifts, shifts), axis=-1).reshape(-1, 2)
        best = -1.0, pose
        for turn in pose[2] + turns:
            sides = self._sides(pose[:2] + grid, turn)
            score = np.sqrt(sides).sum(axis=1)
            at = int(score.argmax())
            if score[at] > best[0]:
                best = float(score[at]), np.array([*(pose[:2] + grid[at]), turn])
        return best[1]

    def weakest(self, pose: Floats) -> float:
        """Return how much the weakest side stands out, in grey levels a pixel."""
        return float(self._sides(pose[None, :2], pose[2]).min())

    def _sides(self, centres: Floats, turn_deg: float) -> Floats:
        """Return the mean gradient across each of the four sides (n × 4)."""
        angle = np.radians(turn_deg)
        matrix = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        points = centres[:, None] + self._outline @ matrix
        pixels = (points * self._scale - 0.5).astype(np.float32)
        seen = look_up(self._gradient, pixels.reshape(-1, 2)).reshape(pixels.shape)
        across = (seen * (self._normals @ matrix)).sum(axis=-1)
        return np.asarray(
            np.abs(across.reshape(len(centres), 4, -1).mean(axis=-1)), dtype=np.float64
        )


def _upright(
    flat: Picture, pose: Floats, card_mm: tuple[float, float], px_per_mm: float
) -> Picture:
    width, height = (round(length * FACE_PX_PER_MM) for length in card_mm)
    middle = float(pose[0] * px_per_mm - 0.5), float(pose[1] * px_per_mm - 0.5)
    matrix = cv2.getRotationMatrix2D(middle, float(pose[2]), FACE_PX_PER_MM / px_per_mm)
    shift = np.array([[0, 0, (width - 1) / 2], [0, 0, (height - 1) / 2]])
    shift[:, 2] -= middle
    return np.asarray(cv2.warpAffine(flat, matrix + shift, (width, height)), dtype=np.uint8)
