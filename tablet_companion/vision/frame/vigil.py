"""Whether something that rests over the board lives: hands drift by fractions of a pixel.

The gate only sees what moves from one frame to the next. Means over a second show far less: a
resting hand or sleeve drifts with breath and pulse, a cup does not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Pose
from calibration.camera.silhouettes import Mask
from hardware.ports import Picture
from tablet_companion.vision.places.sites import MAP_PX_PER_MM

_Grey = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tuning:
    """How long a thing is watched, and what counts as life in it.

    Chosen by hand on the simulated table, with hands that drift by a third of a millimetre and with
    the noise of poor cameras; held by tests/vision/test_vigil.py. No film of a real hand was used.
    """

    span_frames: int = 15
    """Frames that are averaged: a second at fifteen a second."""
    spans: int = 4
    """Means that have to be alike before a certain hand is said to be still."""
    brief_spans: int = 2
    """As ``spans``, for a doubtful hand, and for what no new arm seems to belong to."""
    width_px: int = 640
    """Pictures are sampled at about this width, every nth pixel: averaging would hide the drift."""
    light_px: int = 25
    """Points: light that changes more widely than this is taken out."""
    drift_grey: float = 2.5
    """Grey levels, after a mean of three by three points. A point that differs by more has moved,
    unless the rest of the board differs as much."""
    noise_share: float = 0.998
    """This share of the bare board's points differs by noise alone."""
    noise_ratio: float = 1.3
    """An object's points have to differ by this many times more than that noise."""
    noise_grey: float = 5.0
    """Grey levels. Where the bare board differs by more, such as under a camera that shakes,
    nothing can be told."""
    drifted_points: int = 8
    """This many points that moved are life."""
    frozen_grey: float = 0.02
    """Grey levels. A camera whose bare board differs by less sends the same picture again and
    again: that nothing moves in it says nothing."""


TUNING: Final = Tuning()


class Vigil:
    """Watches a table for as long as something rests over it."""

    def __init__(self) -> None:
        """Begin to watch."""
        self._forget()

    def _forget(self) -> None:
        self._sum: _Grey | None = None
        self._frames = self._spans = 0
        self._first: _Grey | None = None
        self._apart: _Grey | None = None

    def note(self, picture: Picture, *, resting: bool) -> None:
        """Take the next frame; begin again unless something rests in it, and in the same size."""
        if not resting:
            self._forget()
            return
        grey = _sample(picture)
        if any(one is not None and one.shape != grey.shape for one in (self._sum, self._first)):
            self._forget()
        self._sum = grey if self._sum is None else self._sum + grey
        self._frames += 1
        if self._frames < TUNING.span_frames:
            return
        mean = self._sum / np.float32(self._frames)
        self._sum, self._frames = None, 0
        self._spans += 1
        if self._first is None:
            self._first = mean
        else:
            apart = _difference(self._first, mean)
            self._apart = apart if self._apart is None else np.maximum(self._apart, apart)

    @property
    def is_over(self) -> bool:
        """Whether it has just watched for long enough."""
        return self._spans in {TUNING.brief_spans, TUNING.spans} and self._frames == 0

    def is_lifeless(self, pose: Pose, objects: Mask, *, brief: bool = False) -> bool:
        """Whether what rests over the board certainly did not move.

        ``objects`` is where it is (the board from above at MAP_PX_PER_MM). Not so before it was
        watched for long enough, which may be ``brief`` if it is hardly a hand.
        """
        spans = TUNING.brief_spans if brief else TUNING.spans
        if self._apart is None or self._spans < spans:
            return False
        inside, bare = (_project(part, pose, self._apart) for part in (objects, ~objects))
        bare &= ~inside
        if not bare.any():
            return False
        noise = float(np.quantile(self._apart[bare], TUNING.noise_share))
        least = max(TUNING.drift_grey, TUNING.noise_ratio * noise)
        moved = int(np.count_nonzero(self._apart[inside] > least))
        steady = TUNING.frozen_grey < noise < TUNING.noise_grey
        return steady and moved < TUNING.drifted_points


def _sample(picture: Picture) -> _Grey:
    step = max(1, picture.shape[1] // TUNING.width_px)
    return cv2.cvtColor(picture[::step, ::step], cv2.COLOR_BGR2GRAY).astype(np.float32)


def _difference(first: _Grey, mean: _Grey) -> _Grey:
    """Return how far two means differ, point by point, whatever the light."""
    side = (TUNING.light_px, TUNING.light_px)
    gain = (cv2.blur(mean, side) + 1) / (cv2.blur(first, side) + 1)
    apart = np.asarray(mean - gain * first, dtype=np.float32)
    return np.asarray(np.abs(cv2.blur(apart, (3, 3))), dtype=np.float32)


def _project(part: Mask, pose: Pose, like: _Grey) -> NDArray[np.bool_]:
    """Return where a part of the board lies in a sampled picture."""
    drawn = np.zeros(like.shape, np.uint8)
    scale = like.shape[1] / pose.size_px[0]
    outlines, _ = cv2.findContours(part.astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    pixels = [
        pose.project((outline[:, 0].astype(np.float64) + 0.5) / MAP_PX_PER_MM) * scale
        for outline in outlines
    ]
    cv2.fillPoly(drawn, [np.round(outline).astype(np.int32) for outline in pixels], 1)
    return drawn > 0
