"""Collects views of the printed sheet from a camera, and says how to hold it next."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from calibration.camera.intrinsics import Lens
from calibration.sheet.charuco import MIN_VIEWS, View, ViewError, Views, measure_apart, see
from hardware.ports import Camera, CameraEnd, Frame, PictureError

_STILL_SHARE: Final = 0.002
"""A sheet that moves less than this (share of the longer side) between two pictures is still."""

Say = Callable[[str], object]


def collect(camera: Camera, views: Views, say: Say, *, moving: bool) -> None:
    """Take views from a camera, and say for each what it gave and what to show next.

    With ``moving``, the sheet is shown to a continuously running camera: a view counts when the
    sheet is held still, a sentence is said only if it changes, and collecting ends with the last
    missing view.
    """
    said = ""
    last: View | None = None
    say(_what_next(views))
    for frame in _take_frames(camera, say):
        try:
            view = see(frame.picture)
            if moving and not (last and measure_apart(view, last) < _STILL_SHARE):
                last = view
                continue
            views.add(view)
        except ViewError as error:
            if not moving or str(error) != said:
                said = str(error)
                say(f"{frame.name}: {said}")
            continue
        said = ""
        count = f"{len(view.ids)} corners"
        say(f"{frame.name}: taken as view {len(views.taken)}, {count}. {_what_next(views)}")
        if moving and next(views.list_missing(), None) is None:
            return


def _take_frames(camera: Camera, say: Say) -> Iterator[Frame]:
    while True:
        try:
            yield camera.capture()
        except CameraEnd:
            return
        except PictureError as error:
            say(str(error))


def _what_next(views: Views) -> str:
    wanted = next(views.list_missing(), None)
    if wanted is None:
        return "Everything was seen."
    return wanted if views.taken else f"{wanted} (At least {MIN_VIEWS} views are needed.)"


def describe_lens(lens: Lens) -> Iterator[str]:
    """Yield the measured lens in words."""
    width, height = lens.size_px
    wide = 2 * math.degrees(math.atan(width / 2 / lens.focal_px[0]))
    x, y = (at - (side - 1) / 2 for at, side in zip(lens.centre_px, lens.size_px, strict=True))
    yield f"The lens of {lens.camera} at {width}×{height}, from {lens.views} views:"
    across, down = lens.focal_px
    yield f"  focal length {across:.1f} × {down:.1f} px ({wide:.0f}° wide)"
    yield f"  its axis {x:+.1f} px across and {y:+.1f} px down from the picture's middle"
    bend = _measure_bend_px(lens)
    yield f"  it bends the picture's edge by {bend:+.1f} px (k1 {lens.distortion[0]:+.4f})"
    yield f"  the views agree to {lens.rms_px:.2f} px"


def _measure_bend_px(lens: Lens) -> float:
    """Return how far the lens moves the middle of the picture's right edge outwards."""
    right = np.array([[lens.size_px[0] - 1.0, lens.centre_px[1]]])
    return float(right[0, 0] - lens.straighten(right)[0, 0])
