"""``tablet-companion lens``: measure a camera's lens, telling how to hold the sheet next."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import numpy as np

from calibration.charuco import LEAST_VIEWS, View, ViewError, Views, see
from calibration.intrinsics import Lens, keep_lens
from hardware.blotting import blotted
from hardware.cameras import open_camera
from hardware.clock import SystemClock
from hardware.ports import Camera, CameraEnd, Frame, PictureError
from tablet_companion.commands._outputs import require_output

_FOLDER: Final = "folder:"
_STILL_SHARE: Final = 0.002
"""A sheet that moves less than this (of the picture's width) between two pictures is held still."""

Say = Callable[[str], object]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument(
        "--camera",
        required=True,
        metavar="KIND:WHERE",
        help="such as usb:0, video:FILE or folder:DIR",
    )
    parser.add_argument("--out", type=Path, required=True, metavar="LENS.json")
    parser.add_argument(
        "--name", metavar="CAMERA", help="the camera's name in the file (default: as it is opened)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Look until everything was shown or the pictures end; write the lens and say how it is.

    A folder is looked through to its end: every picture was taken on purpose. Control-C ends a live
    camera's.
    """
    require_output(arguments.out, b"{")
    views = Views()
    camera = open_camera(arguments.camera, SystemClock())
    still = not arguments.camera.startswith(_FOLDER)
    try:
        collect(camera, views, _say, moving=still)
    except KeyboardInterrupt:
        _say("Ended.")
    finally:
        camera.close()
    # Lens files are handed on with pictures, and an address may hold a password.
    lens = views.lens(arguments.name or blotted(arguments.camera))
    keep_lens(arguments.out, lens)
    for line in described(lens):
        _say(line)
    _say(f"Written: {arguments.out}")
    return 0


def collect(camera: Camera, views: Views, say: Say, *, moving: bool) -> None:
    """Take views from a camera, saying of each what came of it and what to show next.

    With ``moving``, the sheet is shown to a camera that looks all the time: a view counts when the
    sheet is held still, a sentence is said only when it is another one, and all ends with the last
    view that was missing.
    """
    said, last = "", None
    say(_next(views))
    for frame in _frames(camera, say):
        try:
            view = see(frame.picture)
            if moving and not _still(view, last):
                last = view
                continue
            views.add(view)
        except ViewError as error:
            if not moving or str(error) != said:
                said = str(error)
                say(f"{frame.name}: {said}")
            continue
        said = ""
        count = f"{len(view.ids)} corners; {len(views.taken)} views"
        say(f"{frame.name}: taken, {count}. {_next(views)}")
        if moving and next(views.missing(), None) is None:
            return


def _frames(camera: Camera, say: Say) -> Iterator[Frame]:
    """Yield pictures to the end; one that cannot be read is told of and left out."""
    while True:
        try:
            yield camera.capture()
        except CameraEnd:
            return
        except PictureError as error:
            say(str(error))


def _still(view: View, last: View | None) -> bool:
    """Say whether the sheet is where it was a picture ago."""
    if last is None or last.size_px != view.size_px:
        return False
    shared, at_one, at_other = np.intersect1d(view.ids, last.ids, return_indices=True)
    if len(shared) < len(view.ids) / 2:
        return False
    apart = np.linalg.norm(view.pixels[at_one] - last.pixels[at_other], axis=1)
    return float(np.median(apart)) < _STILL_SHARE * max(view.size_px)


def _next(views: Views) -> str:
    """Return what to show next."""
    wanted = next(views.missing(), None)
    if wanted is None:
        return "Everything was seen."
    return wanted if views.taken else f"{wanted} ({LEAST_VIEWS} views are needed at least.)"


def described(lens: Lens) -> Iterator[str]:
    """Yield what was measured, in words."""
    width, height = lens.size_px
    wide = 2 * math.degrees(math.atan(width / 2 / lens.focal_px[0]))
    x, y = (at - (side - 1) / 2 for at, side in zip(lens.centre_px, lens.size_px, strict=True))
    yield f"The lens of {lens.camera} at {width}×{height}, from {lens.views} views:"
    across, down = lens.focal_px
    yield f"  focal length {across:.1f} × {down:.1f} px ({wide:.0f}° wide)"
    yield f"  its axis {x:+.1f} px across and {y:+.1f} px down from the picture's middle"
    bend = _bend_px(lens)
    yield f"  it bends the picture's edge by {bend:+.1f} px (k1 {lens.distortion[0]:+.4f})"
    yield f"  the views agree to {lens.rms_px:.2f} px"


def _bend_px(lens: Lens) -> float:
    """Return how far the lens moves the middle of the picture's right edge outwards."""
    right = np.array([[lens.size_px[0] - 1.0, lens.centre_px[1]]])
    return float(right[0, 0] - lens.straightened(right)[0, 0])


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
