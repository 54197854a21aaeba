"""Light that changes along one direction only, as across the edge of a shadow, bar or window.

Such an edge does not stop at a place: the ground on both sides of it tells how the light changes
beneath the piece's foot, too. A piece's own light and shade end with it.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from tablet_companion.vision.places.windows import SIDE, average


@dataclass(frozen=True, slots=True)
class Tuning:
    """When light counts as changing along one direction.

    Chosen by hand on drawn boards (docs/record/boards.md); held by
    tests/vision/places/test_bands.py.
    """

    directions: int = 24
    """Directions that are tried, evenly over half a turn."""
    band: float = 1.5
    """Samples: how wide a band is within which light is even."""
    uneven_min: float = 0.03
    """Logarithm (standard deviation). More even ground has no edge of light."""
    alike: float = 0.35
    """Logarithm. Ground is what differs from its mean by less, as in ``ground``."""
    explained_min: float = 0.6
    """Share of the ground's variance that bands have to explain."""
    edge_min: float = 0.03
    """Logarithm a sample. Where light changes faster, it is not known where exactly."""
    edge_directions: int = 12
    """Directions of the straight edges that are drawn, evenly over half a turn."""
    samples_min: int = 3
    """Samples of ground from which a band's light is known; else its neighbours tell."""


TUNING: Final = Tuning()

_AXIS: Final = np.arange(SIDE) - (SIDE - 1) / 2
_BANDS: Final = math.ceil(SIDE * math.sqrt(2) / TUNING.band) + 1


def _lay_bands() -> NDArray[np.intp]:
    """Return the band of each sample, for each direction (directions × SIDE²)."""
    turns = np.arange(TUNING.directions) * math.pi / TUNING.directions
    along = np.cos(turns)[:, None, None] * _AXIS + np.sin(turns)[:, None, None] * _AXIS[:, None]
    return np.asarray(
        np.rint(along / TUNING.band + _BANDS / 2 - 0.5).astype(np.intp).reshape(len(turns), -1)
    )


_BAND: Final = _lay_bands()
_MEMBERS: Final = np.concatenate([np.eye(_BANDS, dtype=np.float32)[one] for one in _BAND], axis=1)
"""Whether each sample (SIDE²) is in each band of each direction."""


def find_bands(lighter: NDArray[Any], bare: NDArray[Any], ground: Mask) -> NDArray[np.float32]:
    """Return how much lighter each window's samples are by bands of light; 0 where there are none.

    ``lighter`` (n × SIDE × SIDE) is how much lighter they are than the ``bare`` board, both as
    logarithms. Spots on the ground are left out: added light makes dark ones far lighter.
    """
    found = np.zeros(lighter.shape, dtype=np.float32)
    usual = average(bare[..., None], ground[..., None])[:, None]
    plain = ground & (np.abs(bare - usual) < TUNING.alike)
    among = plain.reshape(len(plain), SIDE * SIDE).astype(np.float32)
    number = np.maximum(among.sum(axis=1), 1)
    values = lighter.reshape(among.shape) * among
    mean = values.sum(axis=1) / number
    variance = (values**2).sum(axis=1) / number - mean**2
    # With so many samples, at least one band's light is known.
    enough = number >= TUNING.samples_min * _BANDS
    rows = np.flatnonzero(enough & (variance > TUNING.uneven_min**2))
    if not len(rows):
        return found
    shape = len(rows), TUNING.directions, _BANDS
    sums = (values[rows] @ _MEMBERS).reshape(shape)
    counts = (among[rows] @ _MEMBERS).reshape(shape)
    told = (sums**2 / np.maximum(counts, 1)).sum(axis=2) / number[rows, None]
    best = told.argmax(axis=1)
    explained = (told.max(axis=1) - mean[rows] ** 2) / variance[rows]
    for at, row in enumerate(rows.tolist()):
        if explained[at] >= TUNING.explained_min:
            found[row] = _spread(sums[at, best[at]], counts[at, best[at]], _BAND[best[at]])
    return found


def find_edges(bands: NDArray[Any]) -> Mask:
    """Return where bands of light change so fast that it is not known where exactly."""
    down, across = np.gradient(bands, axis=(1, 2))
    return np.asarray(np.hypot(down, across) > TUNING.edge_min)


@functools.cache  # four megabytes, and only for boards that are looked at closely
def draw_edges(side: int) -> NDArray[np.float32]:
    """Return straight edges across the middle of a square of samples, each a band wide.

    They are k × ``side`` × ``side``, from 0 on one side to 1 on the other.
    """
    turns = np.arange(TUNING.edge_directions)[:, None] * math.pi / TUNING.edge_directions
    axis = np.arange(side) - (side - 1) / 2
    along = (np.cos(turns) * axis)[:, None] + (np.sin(turns) * axis)[..., None]
    lit = [
        ((along - offset) / TUNING.band + 0.5).clip(0, 1).astype(np.float32)
        for offset in np.arange(-side / 4, side / 4, TUNING.band)
    ]
    return np.concatenate(lit)


def _spread(sums: NDArray[Any], counts: NDArray[Any], band: NDArray[Any]) -> NDArray[np.float32]:
    known = np.flatnonzero(counts >= TUNING.samples_min)
    profile = np.interp(np.arange(_BANDS), known, sums[known] / counts[known])
    return np.asarray(profile[band].reshape(SIDE, SIDE), dtype=np.float32)
