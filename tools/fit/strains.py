"""Strange light over a square, and nothing else; pictures that end at the board's rim.

Renderers draw each picture in one light; here the light changes once more, after what was taught,
so that there are endless pictures of an odd-looking board with nothing over it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablet_companion.vision.objects.survey import CHANNELS, SIDE, TUNING, as_input
from tablet_companion.vision.places.network_input import TUNING as WINDOWS

Floats = NDArray[np.float32]

_GREY: Final = 115.0
_STEP: Final = 128.0
"""The network's input is (grey level − _GREY) / _STEP, as in survey.as_input."""
KNOWN: Final = 7
INSIDE: Final = 9
BOARD: Final = 10
"""The channels that say what is in the picture, and what is board."""
OUTSIDE: Final = 255
"""The masks' value for cells outside the picture."""
_RIM_SAMPLES: Final = 4
"""The most samples of the board that are missing where a picture ends."""
_LINED: Final = 0.4
"""Share of the strained squares in which something runs along the rim."""
X, Y = np.meshgrid(np.arange(SIDE, dtype=np.float32), np.arange(SIDE, dtype=np.float32))
"""The column and the row of every sample of a square."""


def strain(seen: Floats, rng: np.random.Generator) -> Floats:
    """Return the colours and ratios of a square (the first six channels) in one more light."""
    now = lit = levels(seen)
    for change in rng.permutation(len(_STRAINS))[: rng.integers(1, 3)]:
        lit = np.clip(np.asarray(_STRAINS[change](lit, rng), dtype=np.float32), 0, 255)
    if rng.random() < _LINED:
        lit = np.clip(line(lit, seen[BOARD] > 0, rng), 0, 255)
    return relight(seen, now, lit)


def levels(seen: Floats) -> Floats:
    """Return the colours of a square in grey levels (3 × SIDE × SIDE)."""
    return np.asarray(np.clip(seen[0:3] * _STEP + _GREY, 0, 255))


def relight(seen: Floats, now: Floats, lit: Floats) -> Floats:
    """Return a square's first six channels if ``now`` looked like ``lit``: colours and ratios."""
    floor = WINDOWS.log_floor_grey
    ratio = np.asarray(cv2.log((lit + floor) / (now + floor)))
    known = seen[KNOWN] > 0.5
    if known.any():
        # The light that most of the board is in is taken out.
        ratio -= np.median(ratio[:, known][:, ::7], axis=1)[:, None, None]
    told = seen[3:6] + ratio * known * (TUNING.ratio_steps / _STEP)
    return np.concatenate([(lit - _GREY) / _STEP, np.clip(told, -1, 127 / 128)])


def crop(seen: Floats, lies: NDArray[np.uint8], rng: np.random.Generator) -> None:
    """Cut the picture off at one side, near the rim."""
    rim = int(np.argmax((seen[BOARD] > 0).any(axis=1)))
    rows = int(rng.integers(rim + _RIM_SAMPLES))
    nothing = as_input(np.zeros((CHANNELS, 1, 1), np.uint8))
    seen[0:3, :rows] = seen[0:3, rows : rows + 1]
    seen[3:6, :rows] = 0
    seen[(6, 7, INSIDE), :rows] = nothing[(6, 7, INSIDE), :]
    lies[: rows // 2] = OUTSIDE


def shade(now: Floats, rng: np.random.Generator) -> Floats:
    """Return the square in a shadow that lets some light through, of one colour or nearly so."""
    left = rng.uniform(0.3, 0.92) ** (1 + rng.normal(0, 0.07, 3))
    return now * (1 + _soften(_outline(rng), rng) * (_each(left.clip(0, 1)) - 1))


def shine(now: Floats, rng: np.random.Generator) -> Floats:
    """Return the square with a lamp or a window mirrored in it."""
    tint = rng.uniform(15, 190) * rng.uniform(0.8, 1.0, 3)
    return now + _each(tint) * _soften(_spot(rng), rng)


def veil(now: Floats, rng: np.random.Generator) -> Floats:
    """Return the square under another exposure: stray light, contrast, saturation, one colour."""
    grey = now.mean(axis=0)
    now = grey + (now - grey) * rng.uniform(0.7, 1.2)
    now = now * _each(rng.uniform(0.85, 1.1, 3)) + rng.uniform(-8, 25)
    return np.asarray(np.clip(now / 255, 0, 1) ** np.float32(rng.uniform(0.85, 1.2)) * 255)


def drift(now: Floats, rng: np.random.Generator) -> Floats:
    """Return the square in a light that is uneven in a smooth way."""
    waves = rng.normal(0, rng.uniform(0.05, 0.25), (4, 4, 1)) + rng.normal(0, 0.02, (4, 4, 3))
    field = cv2.resize(waves.astype(np.float32), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    return now * np.moveaxis(np.exp(field, dtype=np.float32), -1, 0)


def slip(now: Floats, rng: np.random.Generator) -> Floats:
    """Return the square slightly shifted from its references, like an inexact registration."""
    turn = np.array([[1, 0, 0], [0, 1, 0]]) + rng.normal(0, [0.003, 0.003, 0.5], (2, 3))
    moved = cv2.warpAffine(
        np.moveaxis(now, 0, -1), turn, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE
    )
    return np.moveaxis(np.asarray(moved, dtype=np.float32), -1, 0)


def line(now: Floats, board: NDArray[np.bool_], rng: np.random.Generator) -> Floats:
    """Return the square with a streak along a part of the board's rim, of light or of shade."""
    rows, columns = np.nonzero(board)
    top, bottom, left, right = rows.min(), rows.max(), columns.min(), columns.max()
    ends = rng.integers(0, SIDE, 2)
    wide, in_by = int(rng.integers(1, 4)), int(rng.integers(-1, 4))
    streak = np.zeros((SIDE, SIDE), np.float32)
    along = slice(int(ends.min()), int(ends.max()) + 3)
    side = int(rng.integers(4))
    at = (top + in_by, bottom - in_by, left + in_by, right - in_by)[side]
    across = slice(max(int(at) - wide // 2, 0), int(at) - wide // 2 + wide)
    streak[(across, along) if side < 2 else (along, across)] = 1.0
    soft = cv2.GaussianBlur(streak, (0, 0), rng.uniform(0.3, 1.2))
    colour = rng.uniform(-70, 70) + rng.normal(0, 8, 3)
    return now + _each(colour) * np.asarray(soft, dtype=np.float32)


_STRAINS: Final[tuple[Callable[[Floats, np.random.Generator], Floats], ...]] = (
    shade,
    shade,
    shine,
    shine,
    veil,
    drift,
    slip,
)


def _each(colour: NDArray[np.float64]) -> Floats:
    return np.asarray(colour, dtype=np.float32)[:, None, None]


def _outline(rng: np.random.Generator) -> Floats:
    """Return what throws a shadow: an arm, an edge, bars, or something round."""
    angle, at = rng.uniform(0, 2 * np.pi), rng.uniform(0, SIDE, 2)
    along = (X - at[0]) * np.cos(angle) + (Y - at[1]) * np.sin(angle)
    across = (Y - at[1]) * np.cos(angle) - (X - at[0]) * np.sin(angle)
    wide = rng.uniform(3, 25)
    shapes = (
        (np.abs(across) < wide) & (along > 0),
        across > 0,
        np.mod(across, 4 * wide) < 2 * wide,
        np.hypot(along / rng.uniform(0.5, 2), across) < wide,
        (np.abs(across) < wide * (1 + 0.5 * np.sin(along / rng.uniform(3, 12)))) & (along > 0),
    )
    return np.asarray(shapes[rng.integers(len(shapes))], dtype=np.float32)


def _spot(rng: np.random.Generator) -> Floats:
    """Return what is mirrored: a lamp, a tube, a window with its bars, the lit rim of a board."""
    shape = _outline(rng) if rng.random() < 0.3 else np.zeros((SIDE, SIDE), np.float32)
    for _ in range(rng.integers(1, 4)):
        x, y = rng.integers(0, SIDE, 2).tolist()
        wide, high = rng.integers(2, 26, 2).tolist()
        if rng.random() < 0.5:
            cv2.ellipse(shape, (x, y), (wide, high), rng.uniform(0, 180), 0, 360, 1.0, -1)
        else:
            cv2.rectangle(shape, (x - wide, y - high), (x + wide, y + high), 1.0, -1)
    return shape


def _soften(shape: Floats, rng: np.random.Generator) -> Floats:
    if rng.random() < 0.6:
        return np.asarray(cv2.GaussianBlur(shape, (0, 0), rng.uniform(0.3, 3.0)), dtype=np.float32)
    small = cv2.resize(shape, (SIDE // 4, SIDE // 4), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), rng.uniform(0.5, 5.0))
    return np.asarray(cv2.resize(small, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR))
