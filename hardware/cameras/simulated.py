"""The simulated table, seen through the camera port."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import numpy as np

from hardware.ports import CameraError, CameraTrouble, Clock, Frame, Picture
from hardware.simulated.faults import UNPLUGGED, spoil_picture
from hardware.simulated.render import Renderer, add_noise
from hardware.simulated.scene import Scene
from hardware.simulated.table import SimulatedTable

DRIFT_MM: Final = 0.2
"""A hand that rests drifts so far with breath and pulse: less than a pixel, but never nothing."""
_DRIFT_FRAMES: Final = (67, 97)
"""Pictures for which a hand drifts there and back, along and across the board."""
_HELD_FRAMES: Final = 5
"""Only every fifth picture shows it elsewhere: a hand that moves has to be drawn again."""


class SimulatedCamera:
    """A camera that shows the table as it is at the moment of each capture.

    It never waits: the caller paces the captures. The same table, seed and order of captures give
    the same pictures.
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
        self._closed = False

    def capture(self) -> Frame:
        """Return a picture of the table now. Raises CameraError when unplugged or closed."""
        if self._closed:
            raise CameraError(CameraTrouble.CLOSED)
        if UNPLUGGED in self._table.faults:
            raise CameraError(CameraTrouble.UNPLUGGED)
        picture = self._picture()
        self._count += 1
        return Frame(picture, self._clock.now_s(), f"{self._count:06d}")

    def close(self) -> None:
        """Release the table."""
        self._closed = True

    def _picture(self) -> Picture:
        return take_picture(self._table, self._renderer, self._rng, self._count)


def take_picture(
    table: SimulatedTable, renderer: Renderer, rng: np.random.Generator, number: int = 0
) -> Picture:
    """Return a picture of the table by a camera that works; ``rng`` gives its noise.

    Faults of light, lens and people still apply, and hands drift from one ``number`` to the next.
    """
    view = table.view
    view = replace(view, scene=_drift(view.scene, number))
    still = replace(view.light, noise=0.0)  # the sensor's noise comes after the lens
    picture = renderer.render(view.scene, view.pose, still, rng)
    wrong = view, table.faults, table.fault_seed
    picture = add_noise(spoil_picture(picture, *wrong, filed=False), view.light.noise, rng)
    return spoil_picture(picture, *wrong, filed=True)


def _drift(scene: Scene, number: int) -> Scene:
    """Return the scene with its hands a little aside, as living people's are."""
    if not scene.hands:
        return scene
    held = number - number % _HELD_FRAMES
    across, down = (DRIFT_MM * math.sin(math.tau * held / frames) for frames in _DRIFT_FRAMES)
    hands = (replace(hand, x_mm=hand.x_mm + across, y_mm=hand.y_mm + down) for hand in scene.hands)
    return replace(scene, hands=tuple(hands))
