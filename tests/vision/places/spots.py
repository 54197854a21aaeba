"""Plain spots, as a camera sees them, and the windows round them."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablet_companion.vision.places.windows import SIDE, Row, Windows

Logs = NDArray[np.float32]
"""Natural logarithms of a window's colours."""

DOWN, ACROSS = np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2
FOOT: Final = np.hypot(DOWN, ACROSS) < 8
"""Where a piece stands on a spot."""


def plain_spot(seed: int) -> Logs:
    """Return a plain spot on a plain board, with a camera's noise."""
    return as_logs(4.4 + np.random.default_rng(seed).normal(0, 0.01, (SIDE, SIDE, 3)))


def as_logs(values: NDArray[Any]) -> Logs:
    """Return logarithms in the type that windows have."""
    return np.asarray(values, dtype=np.float32)


def list_windows(count: int) -> Windows:
    """Return one window for each of so many places, with a cone's foot in its middle."""
    own = np.repeat((FOOT * np.uint8(255))[None], count, axis=0)
    nothing = np.zeros((count, SIDE, SIDE), np.uint8)
    rows = tuple(Row(number, "cone") for number in range(count))
    return Windows(rows, np.zeros((count, SIDE, SIDE, 2)), np.ones(count), own, nothing, nothing)
