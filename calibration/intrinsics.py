"""A camera's lens, measured once for each of its modes, and the file that keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from hardware.files import write_durably

_SAME_ASPECT: Final = 0.01


class Lens(msgspec.Struct, frozen=True):
    """How a camera projects in one of its modes, in OpenCV's terms.

    ``focal_px`` is horizontal and vertical, ``centre_px`` where the optical axis meets the picture
    (pixel centres at whole numbers), ``distortion`` k1, k2, p1, p2, k3. ``rms_px`` is how well the
    ``views`` that it was measured from agree with it.
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
        """Return the distortion as OpenCV takes it."""
        return np.array(self.distortion)

    def straightened(self, pixels: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return where pixels (n × 2) would be if the lens did not bend."""
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
    """The file: the lenses, one for each mode of each camera."""

    lenses: tuple[Lens, ...]


def lens_for(lenses: Sequence[Lens], size_px: tuple[int, int]) -> Lens | None:
    """Return the lens of pictures of this size: its own mode, else one of the same shape."""
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
    try:
        return msgspec.json.decode(path.read_bytes(), type=_File).lenses
    except OSError as error:
        raise CalibrationError(f"The lenses {path} cannot be read: {error.strerror}.") from error
    except msgspec.DecodeError as error:
        raise CalibrationError(
            f"{path} is no file of lenses ({error}); make it with tablet-companion lens."
        ) from error


def keep_lens(path: Path, lens: Lens) -> None:
    """Write a lens into a file, in place of one of the same mode; raises CalibrationError."""
    known = read_lenses(path) if path.exists() else ()
    mode = lens.camera, lens.size_px
    others = tuple(other for other in known if (other.camera, other.size_px) != mode)
    data: Any = msgspec.json.encode(_File((*others, lens)))
    try:
        write_durably(path, msgspec.json.format(data, indent=1))
    except OSError as error:
        raise CalibrationError(f"{path} cannot be written: {error.strerror}.") from error
