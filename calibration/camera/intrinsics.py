"""A camera's lens, measured once for each of its modes, and the file that keeps it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from hardware import formats
from hardware.errors import explain_os_error
from hardware.files import write_durably

_SAME_ASPECT: Final = 0.01
_MIN_PX: Final = 16
_MIN_FOCAL: Final = 0.05
_MAX_FOCAL: Final = 50.0
"""Limits of a focal length, in widths of the picture: from 169° to 1° across."""
_MAX_BEND: Final = 100.0


class Lens(msgspec.Struct, frozen=True):
    """How a camera projects in one of its modes, in OpenCV's terms.

    ``focal_px`` is horizontal and vertical, ``centre_px`` where the optical axis meets the picture
    (pixel centres at whole numbers), ``distortion`` k1, k2, p1, p2, k3. ``rms_px`` is the
    reprojection error of the ``views`` from which it was measured.
    """

    camera: str
    size_px: tuple[int, int]
    focal_px: tuple[float, float]
    centre_px: tuple[float, float]
    distortion: tuple[float, float, float, float, float]
    rms_px: float = 0.0
    views: int = 0

    @property
    def matrix(self) -> NDArray[np.float64]:
        """Return the camera matrix, 3 × 3."""
        (fx, fy), (cx, cy) = self.focal_px, self.centre_px
        return np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1]])

    @property
    def coefficients(self) -> NDArray[np.float64]:
        """Return the distortion in OpenCV's format."""
        return np.array(self.distortion)

    def straighten(self, pixels: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return where pixels (n × 2) would be without the lens's distortion."""
        seen = np.asarray(pixels, np.float64).reshape(-1, 1, 2)
        straight = cv2.undistortPoints(seen, self.matrix, self.coefficients, P=self.matrix)
        return np.asarray(straight, np.float64).reshape(-1, 2)

    def scaled(self, size_px: tuple[int, int]) -> Lens:
        """Return the lens for pictures of the same view with more or fewer pixels."""
        ratio = size_px[0] / self.size_px[0], size_px[1] / self.size_px[1]
        fx, fy = (focal * by for focal, by in zip(self.focal_px, ratio, strict=True))
        cx, cy = ((at + 0.5) * by - 0.5 for at, by in zip(self.centre_px, ratio, strict=True))
        return msgspec.structs.replace(self, size_px=size_px, focal_px=(fx, fy), centre_px=(cx, cy))


class _File(msgspec.Struct):
    lenses: tuple[Lens, ...]


def choose_lens(lenses: Sequence[Lens], size_px: tuple[int, int]) -> Lens | None:
    """Return the lens for pictures of this size: its own mode, otherwise one of the same shape."""
    own = next((lens for lens in lenses if lens.size_px == size_px), None)
    if own is not None:
        return own
    shape = size_px[0] / size_px[1]
    alike = (
        lens for lens in lenses if abs(lens.size_px[0] / lens.size_px[1] / shape - 1) < _SAME_ASPECT
    )
    found = next(alike, None)
    return found.scaled(size_px) if found else None


def read_lenses(path: Path) -> tuple[Lens, ...]:
    """Read a file of lenses; raises CalibrationError."""
    with formats.explain(
        f"The file {path}", CalibrationError, "make it with tablet-companion lens"
    ):
        lenses = formats.parse_json(formats.read_bytes(path), _File, "a file of lenses").lenses
    if not lenses:  # as in a calibration of a camera that was never measured
        raise CalibrationError(f"{path}: no lens is in it; measure one with tablet-companion lens.")
    for lens in lenses:
        for problem in find_lens_problems(lens):
            raise CalibrationError(f"{path}: {problem}; measure it with tablet-companion lens.")
    return lenses


def find_lens_problems(lens: Lens) -> Iterator[str]:
    """Yield why a lens is impossible; the limits are far beyond real lenses."""
    name = f"the lens {formats.shorten(lens.camera, 80)!r}"
    if not all(_MIN_PX <= side <= formats.MAX_SIDE_PX for side in lens.size_px):
        yield f"{name} is of pictures of {lens.size_px[0]:g} × {lens.size_px[1]:g} pixels"
        return
    width, height = lens.size_px
    if not all(_MIN_FOCAL * width <= focal <= _MAX_FOCAL * width for focal in lens.focal_px):
        yield f"{name} cannot have the focal_px {lens.focal_px[0]:g} and {lens.focal_px[1]:g}"
    if not (0 <= lens.centre_px[0] < width and 0 <= lens.centre_px[1] < height):
        yield f"{name} has its centre_px outside the picture"
    if not all(abs(bend) <= _MAX_BEND for bend in lens.distortion):
        yield f"{name} bends pictures beyond recognition by its distortion"


def keep_lens(path: Path, lens: Lens) -> None:
    """Write a lens to a file, replacing one of the same mode; raises CalibrationError."""
    known = read_lenses(path) if path.exists() else ()
    mode = lens.camera, lens.size_px
    others = tuple(other for other in known if (other.camera, other.size_px) != mode)
    data: Any = msgspec.json.encode(_File((*others, lens)))
    with explain_os_error(f"{path} cannot be written", CalibrationError):
        write_durably(path, msgspec.json.format(data, indent=1))
