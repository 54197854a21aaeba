"""Whether the pile shows what it showed before: reading a card takes longer than all else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from hardware.ports import Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """When two pictures of the pile show the same card.

    Chosen by hand on the simulated table's faults and on labelled photographs; held by
    tests/vision/test_reader.py.
    """

    correlation_min: float = 0.97
    """Correlation above which two pictures of the pile show the same card; below it the pile is
    read again."""
    apart_grey: int = 14
    """Grey levels. If any point of the small pile differs by more, the card is read again."""
    side_px: int = 40
    """Points along each side of the pile picture for that comparison."""


TUNING: Final = Tuning()


def is_unchanged(one: Picture, other: Picture) -> bool:
    """Whether two pictures of the pile show the same card in the same place."""
    if one is other:
        return True
    if one.shape != other.shape:
        return False
    size = TUNING.side_px, TUNING.side_px
    small = [cv2.resize(picture, size, interpolation=cv2.INTER_AREA) for picture in (one, other)]
    apart = np.abs(small[0].astype(np.float32) - small[1].astype(np.float32))
    return float(apart.max()) < TUNING.apart_grey and bool(
        cv2.matchTemplate(small[0], small[1], cv2.TM_CCOEFF_NORMED)[0, 0] > TUNING.correlation_min
    )
