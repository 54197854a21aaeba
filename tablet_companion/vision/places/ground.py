"""Whether the ground beside a place is as unlike the bare board as the place itself.

A piece changes what it stands on, and little beside it. Veneer that shines differently because the
light comes from elsewhere changes both: then nothing that was seen there is certainly a piece.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import take_strongest
from tablet_companion.vision.places import examples
from tablet_companion.vision.places.windows import SIDE, Bytes


@dataclass(frozen=True, slots=True)
class Tuning:
    """Which ground is compared, and when it is not explained.

    ``sigma`` and ``alike`` were chosen beforehand, the rest after the webcam's chess had been seen
    (docs/record/boards.md); held by tests/vision/places/test_ground.py.
    """

    alike: float = 0.35
    """Logarithm. Ground is what differs from what lies beneath a piece by less in every channel:
    a square's neighbours may be of another material."""
    samples_min: int = 16
    """With fewer samples of either, nothing is said."""
    sigma: float = 0.06
    """Logarithm. A colour may differ this much because of noise and print."""
    misfit_min: float = 0.6
    """Nats a sample. Half of the ground has to be explained worse than this: shadows and things
    lie on a part of it."""


TUNING: Final = Tuning()


def measure_excess(seen: examples.Seen, own: Mask, near: Bytes) -> NDArray[np.float32]:
    """Return how much worse the bare board explains each window's place than its ground.

    In nats a sample; infinite where the ground is explained, or unknown. ``own`` are the outlines
    of the windows' own pieces; ``near`` is not 0 where pieces on other places would be seen.
    """
    count = len(own)
    beneath = own & seen.known
    usual = [_median(seen.bare[..., channel], beneath) for channel in range(3)]
    unlike = take_strongest(np.abs(seen.bare - np.stack(usual, axis=-1)[:, None, None]))
    ground = seen.known & ~own & (near == 0) & (unlike < TUNING.alike)
    apart = (seen.now - seen.bare).reshape(count, SIDE * SIDE, 3)
    place, beside = _misfit(apart, beneath), _misfit(apart, ground)
    strange = _median(beside, ground) > TUNING.misfit_min
    for part in (beneath, ground):
        strange &= part.sum(axis=(1, 2)) >= TUNING.samples_min
    return np.where(strange, _mean(place, beneath) - _mean(beside, ground), np.inf)


def _misfit(apart: examples.Logs, among: Mask) -> examples.Logs:
    """Return samples' negative log densities; a shade that most samples share costs nothing."""
    lighter = apart @ examples.THIRDS
    return examples.measure_misfit(apart, lighter, _median(lighter, among), TUNING.sigma)


def _mean(values: examples.Logs, among: Mask) -> examples.Logs:
    inside = among.reshape(values.shape)
    return np.asarray((values * inside).sum(axis=1) / np.maximum(inside.sum(axis=1), 1))


def _median(values: examples.Logs, among: Mask) -> examples.Logs:
    """Return the median of each window's values ``among`` a mask; 0 if there are none."""
    inside = among.reshape(len(among), SIDE * SIDE)
    return examples.find_median(values.reshape(inside.shape), inside, inside.sum(axis=1))
