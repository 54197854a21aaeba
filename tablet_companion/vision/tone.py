"""How pale a camera shows a board beside the pictures that taught it, and what undoes that.

Light scales a picture, which is made up for everywhere. Another camera, or a haze, may also lift
blacks to grey and draw colours together, and that differs from any light: contrasts shrink more
than levels do. Both are fitted to the board's own print, as both pictures show it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import SATURATED, Map, take_strongest, take_weakest
from hardware.ports import Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a camera's tone is told from light, and believed.

    Chosen on the boxed board and the webcam's chess; held by tests/vision/test_tone.py.
    """

    cells: int = 48
    """Cells along each side of the board, so large that a blurred picture keeps their contrasts."""
    blocks: int = 6
    """Blocks along each side, within which light is even."""
    rounds: int = 8
    """Steps of the robust fit."""
    trust: float = 8.0
    """Grey levels of the taught picture. A point that is wrong by more says little: a piece."""
    usable_min: float = 0.9
    """Share of a cell that must be known, and neither black nor burnt out."""
    share_min: float = 0.3
    """Share of the cells that must be usable."""
    error_min: float = 3.0
    """Grey levels of the taught picture. If light alone leaves less, it explains the picture."""
    error_ratio_max: float = 0.6
    """A tone is believed if it leaves no more than this share of the error without it."""
    bare_share_min: float = 0.35
    """Share of the usable cells that a tone must explain. What explains fewer may be pieces."""
    lifted_min: float = 20.0
    """Grey levels of the taught picture. Blacks that are lifted or sunk by less are light."""
    faded_min: float = 0.15
    """Share. Colours that are less or more saturated by no more are left as they are."""
    lifted_limits: tuple[float, float] = (-30.0, 90.0)
    """Grey levels. No camera sinks or lifts blacks by more."""
    saturation_limits: tuple[float, float] = (0.4, 2.0)
    """Factors. No camera fades or saturates colours by more."""
    usual: float = 0.1
    """Weight, a share of the cells, of a saturation that stays as it was: a board in one colour
    tells nothing of it."""
    chroma_grey: float = 10.0
    """Grey levels. How far from grey that weight supposes colours to be."""
    alike_grey: float = 16.0
    """Grey levels. Measures of a tone that changed a bright picture by no more are of one tone."""


TUNING: Final = Tuning()
_BRIGHTEST: Final = np.array([255.0, 255.0, 255.0, 1.0])
_MOSTLY: Final = 0.5
"""A cell of more weight shows the bare board."""
_LEAST: Final = 1e-3
"""Keeps a board without contrasts soluble."""
_BLACK: Final = 3
"""A channel this dark (grey levels) may be underexposed."""


@dataclass(frozen=True, slots=True, eq=False)
class Tone:
    """What makes a camera's pictures as contrasty as the taught ones: 3 × 4, of BGR and 1."""

    matrix: NDArray[np.float64]

    def undo(self, picture: Picture) -> Picture:
        """Return a picture in the tone of the taught ones; its light stays."""
        return np.asarray(cv2.transform(picture, self.matrix), dtype=np.uint8)


def are_alike(one: Tone | None, other: Tone | None) -> bool:
    """Whether two measures, or none, are of one tone: no grey level differs by much."""
    if one is None or other is None:
        return one is other
    apart = np.abs(one.matrix - other.matrix) @ _BRIGHTEST
    return bool((apart <= TUNING.alike_grey).all())


class Print(NamedTuple):
    """A board from above in cells (3 × blocks × cells of a block), and which of them are usable."""

    colours: NDArray[np.float32]
    usable: Mask


class _Fit(NamedTuple):
    """What lifts blacks (grey levels), and the saturation; the errors (3 × blocks × cells) left."""

    lifted: float
    saturation: float
    weight: NDArray[np.float32]
    errors: NDArray[np.float32]
    plain_errors: NDArray[np.float32]


def lay_print(flat: Map, known: Mask | None = None) -> Print:
    """Return the cells of a board from above (−1 where unknown), where it is ``known``."""
    fair = (take_weakest(flat) > _BLACK) & (take_strongest(flat) < SATURATED)
    fair = fair if known is None else fair & known
    planes = [_split(plane) for plane in cv2.split(flat)]
    return Print(np.stack(planes), _split(fair.astype(np.float32)) > TUNING.usable_min)


def _split(plane: Map) -> NDArray[np.float32]:
    """Return the cells of a channel, block by block."""
    blocks, side = TUNING.blocks, TUNING.cells // TUNING.blocks
    cells = np.asarray(
        cv2.resize(plane, (TUNING.cells, TUNING.cells), interpolation=cv2.INTER_AREA), np.float32
    )
    parts = cells.reshape(blocks, side, blocks, side).transpose(0, 2, 1, 3)
    return np.ascontiguousarray(parts.reshape(blocks**2, side**2))


def measure_tone(seen: Print, taught: Sequence[Print]) -> Tone | None:
    """Return the tone of a board; None if the nearest of the taught lights explains it as well."""
    plain = [_measure_plain(seen, one) for one in taught]
    nearest = min(range(len(plain)), key=plain.__getitem__, default=None)
    if nearest is None or not TUNING.error_min <= plain[nearest] < np.inf:
        return None
    was, usable = taught[nearest].colours, seen.usable & taught[nearest].usable
    fit = _fit(seen.colours, was, usable, TUNING.rounds)
    error, plain_error = (
        float((fit.weight * np.abs(part).mean(axis=0)).sum())
        for part in (fit.errors, fit.plain_errors)
    )
    lifted = fit.lifted if abs(fit.lifted) >= TUNING.lifted_min else 0.0
    saturation = fit.saturation if abs(fit.saturation - 1) >= TUNING.faded_min else 1.0
    if error > TUNING.error_ratio_max * plain_error or (lifted, saturation) == (0, 1):
        return None
    bare = usable & (fit.weight > _MOSTLY)
    if bare.sum() < TUNING.bare_share_min * usable.sum():
        return None
    grey = was.mean(axis=0)
    expected = np.maximum(saturation * (was - grey) + grey + lifted, 1)
    gain = np.median((seen.colours / expected)[:, bare], axis=1).astype(np.float64)
    mixed = np.eye(3) / saturation + (1 - 1 / saturation) / 3
    return Tone(np.column_stack([gain[:, None] * mixed / gain, -lifted * gain]))


def _measure_plain(seen: Print, taught: Print) -> float:
    """Return the error of a board beside one taught light, without a tone; inf if unknown."""
    usable = seen.usable & taught.usable
    if usable.mean() < TUNING.share_min:
        return float("inf")
    fit = _fit(seen.colours, taught.colours, usable, 1)
    return float(np.abs(fit.plain_errors).mean(axis=0)[usable].mean())


def _fit(seen: Map, was: Map, usable: Mask, rounds: int) -> _Fit:
    """Return the tone that best explains a board beside one taught light.

    Within a block, with light L: seen = L · (grey + saturation · chroma + lifted) of the taught.
    Divided by the block's mean, L is gone; the rest is linear in both that are wanted.
    """
    grey = was.mean(axis=0)
    chroma, weight = was - grey, usable.astype(np.float32)
    lifted, saturation = 0.0, 1.0
    for step in range(rounds):
        share = weight / np.maximum(weight.sum(axis=1, keepdims=True), np.float32(1e-3))
        mean_seen, mean_grey, mean_chroma = (
            (share * part).sum(axis=-1, keepdims=True) for part in (seen, grey, chroma)
        )
        away = seen / np.maximum(mean_seen, 1) - 1
        by_chroma = away * mean_chroma - (chroma - mean_chroma)
        wanted = (grey - mean_grey) - away * mean_grey
        if step:
            errors = wanted - np.float32(saturation) * by_chroma - np.float32(lifted) * away
            trust = TUNING.trust * max(1.0, 2 ** (2 - step / 2))
            weight = usable * _trust(errors, trust) ** 2
        lifted, saturation = _solve(weight, away, by_chroma, wanted)
    errors = wanted - np.float32(saturation) * by_chroma - np.float32(lifted) * away
    return _Fit(lifted, saturation, weight, errors, wanted - by_chroma)


def _trust(errors: Map, trust: float) -> NDArray[np.float32]:
    """Return how much cells with such errors tell: 1 to 0."""
    blue, green, red = np.abs(errors)
    return np.asarray(1 / (1 + ((blue + green + red) / np.float32(3 * trust)) ** 2))


def _solve(weight: Map, away: Map, by_chroma: Map, wanted: Map) -> tuple[float, float]:
    """Return what lifts blacks, and the saturation, that explain weighted differences best."""
    ridge = TUNING.usual * TUNING.chroma_grey**2 * float(weight.sum())
    parts = np.stack([part.ravel() for part in (away, by_chroma, wanted)])
    sums = ((parts * np.broadcast_to(weight, away.shape).ravel()) @ parts.T).astype(np.float64)
    matrix = sums[:2, :2] + np.diag([_LEAST, ridge])
    lifted, saturation = np.linalg.solve(matrix, sums[:2, 2] + np.array([0.0, ridge]))
    return (
        float(np.clip(lifted, *TUNING.lifted_limits)),
        float(np.clip(saturation, *TUNING.saturation_limits)),
    )
