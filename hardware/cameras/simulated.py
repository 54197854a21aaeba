"""The simulated table, seen through the camera port."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from hardware.ports import CameraError, Clock, Frame, Picture
from hardware.simulated.render import Renderer, noisy
from hardware.simulated.table import Fault, SimulatedTable

_OUT_OF_FOCUS_PX: Final = 5.0
_OVEREXPOSED: Final = 2.4


class SimulatedCamera:
    """A camera that shows the table as it is at the moment of each capture.

    It never waits: whoever wants so many pictures a second paces the captures. The same table, seed
    and order of captures give the same pictures.
    """

    def __init__(
        self, table: SimulatedTable, renderer: Renderer, clock: Clock, *, seed: int = 0
    ) -> None:
        """Look at a table; ``seed`` starts the noise and ``clock`` stamps the pictures."""
        self._table = table
        self._renderer = renderer
        self._clock = clock
        self._rng = np.random.default_rng(seed)
        self._count = 0
        self._last: Picture | None = None
        self._closed = False

    def capture(self) -> Frame:
        """Return a picture of the table now. Raises CameraError when unplugged or closed."""
        if self._closed:
            raise CameraError("The simulated camera was closed; open it again.")
        if Fault.UNPLUGGED in self._table.faults:
            raise CameraError("The simulated camera is unplugged; plug it in again.")
        if self._last is None or Fault.FROZEN not in self._table.faults:
            self._last = self._picture()
        self._count += 1
        return Frame(self._last.copy(), self._clock.now_s(), f"{self._count:06d}")

    def close(self) -> None:
        """Let go of the table."""
        self._closed = True

    def _picture(self) -> Picture:
        table = self._table
        if Fault.BLACK in table.faults:
            width, height = table.pose.size
            return noisy(np.zeros((height, width, 3), np.uint8), table.light.noise, self._rng)
        picture = self._renderer.render(table.scene, table.pose, table.light, self._rng)
        if Fault.BLURRED in table.faults:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), _OUT_OF_FOCUS_PX), np.uint8)
        if Fault.OVEREXPOSED in table.faults:
            picture = np.asarray(
                cv2.convertScaleAbs(picture, alpha=_OVEREXPOSED, beta=50), np.uint8
            )
        return picture
