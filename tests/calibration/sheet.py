"""The lens sheet before a camera whose lens is known to the last digit."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.camera.intrinsics import Lens
from calibration.camera.lens import Floats
from hardware.ports import Picture
from hardware.printing.charuco import SIZE_MM, charuco_svg
from hardware.printing.raster import render

SIZE = (640, 480)
WIDE = Lens("folder:x", SIZE, (520.0, 524.0), (331.0, 232.0), (-0.21, 0.06, 0.001, -0.0008, 0.0))
STRAIGHT = Lens("usb:0", SIZE, (800.0, 800.0), (319.5, 239.5), (0.0, 0.0, 0.0, 0.0, 0.0))
_PX_PER_MM = 4.0
_BORDER_PX = 40


@dataclass(frozen=True)
class Held:
    """How the sheet is held: its middle in the picture (shares), how large, how tilted and turned.

    ``large`` is its width as a share of the picture's; ``across_deg`` brings its left edge nearer,
    ``down_deg`` its upper one.
    """

    x: float = 0.5
    y: float = 0.5
    large: float = 0.5
    across_deg: float = 0.0
    down_deg: float = 0.0
    roll_deg: float = 0.0


@functools.cache
def _sheet() -> Picture:
    drawn = render(charuco_svg(), _PX_PER_MM)
    edge = ((_BORDER_PX, _BORDER_PX), (_BORDER_PX, _BORDER_PX), (0, 0))
    return np.pad(drawn, edge, constant_values=245)


@functools.cache
def _rays(lens: Lens) -> Floats:
    """Return the ideal direction of every pixel, pixels × 2."""
    columns, rows = np.meshgrid(np.arange(lens.size_px[0]), np.arange(lens.size_px[1]))
    pixels = np.stack([columns, rows], axis=-1).reshape(-1, 2).astype(np.float64)
    ideal = (pixels - lens.centre_px) / lens.focal_px
    none = np.zeros(3)
    for _ in range(25):  # what bends little is bent back by bending and looking how far it went
        solid = np.column_stack([ideal, np.ones(len(ideal))])
        bent, _ = cv2.projectPoints(solid, none, none, lens.matrix, lens.coefficients)
        away = np.asarray(bent, np.float64).reshape(-1, 2) - pixels
        if np.abs(away).max() < 1e-3:
            break
        ideal -= away / lens.focal_px
    return ideal


def shot(lens: Lens, held: Held, *, blur_px: float = 0.6, noise: float = 1.5) -> Picture:
    """Return the picture that a lens makes of the sheet, held so."""
    plane = _plane(lens, held)
    rays = np.column_stack([_rays(lens), np.ones(len(_rays(lens)))])
    hit = np.linalg.solve(plane, rays.T)
    at = (hit[:2] / hit[2]).T * _PX_PER_MM - 0.5 + _BORDER_PX
    where = at.reshape(lens.size_px[1], lens.size_px[0], 2).astype(np.float32)
    x, y = np.ascontiguousarray(where[..., 0]), np.ascontiguousarray(where[..., 1])
    seen = cv2.remap(
        _sheet(), x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(90, 100, 110)
    )
    soft = cv2.GaussianBlur(seen, (0, 0), blur_px).astype(np.float64)
    soft += np.random.default_rng(1).normal(0, noise, soft.shape)
    return np.clip(soft, 0, 255).astype(np.uint8)


def _plane(lens: Lens, held: Held) -> Floats:
    """Return the map from the sheet's millimetres to directions."""
    across, down, roll = np.radians([held.across_deg, held.down_deg, held.roll_deg])
    # Depth grows to the right where the left edge is nearer: a turn about y by the negative angle.
    turn = (
        cv2.Rodrigues(np.array([down, 0.0, 0.0]))[0]
        @ cv2.Rodrigues(np.array([0.0, -across, 0.0]))[0]
        @ cv2.Rodrigues(np.array([0.0, 0.0, roll]))[0]
    )
    far = lens.focal_px[0] * SIZE_MM[0] / (held.large * lens.size_px[0])
    pixel = np.array([[[held.x * lens.size_px[0], held.y * lens.size_px[1]]]])
    middle = cv2.undistortPoints(pixel, lens.matrix, lens.coefficients).ravel()
    shift = np.array([middle[0] * far, middle[1] * far, far])
    shift -= turn @ np.array([SIZE_MM[0] / 2, SIZE_MM[1] / 2, 0.0])
    return np.column_stack([turn[:, 0], turn[:, 1], shift])


def good_ways() -> Iterator[Held]:
    """Yield ways to hold it that together tell everything."""
    for row, y in enumerate((0.2, 0.5, 0.8)):
        for column, x in enumerate((0.2, 0.5, 0.8)):
            tilt = ((25, 0), (-25, 0), (0, 25), (0, -25))[(3 * row + column) % 4]
            yield Held(x, y, 0.45, *tilt, roll_deg=7.0 * (column - row))
    yield Held(0.5, 0.5, 0.85, 18, 12)
    yield Held(0.45, 0.5, 0.7, -20, -20, 30)
    yield Held(0.55, 0.55, 0.65, 10, 30, -20)
