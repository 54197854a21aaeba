"""Small pictures of one grey, which a camera gives one after the other."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.ports import Picture

GREYS = (40, 90, 140, 190)
"""The pictures of every recording: one grey after the other."""


def grey(level: int) -> Picture:
    """Return a small picture of one grey."""
    return np.full((48, 64, 3), level, np.uint8)


def encoded(picture: Picture, suffix: str) -> bytes:
    """Return a picture as the bytes of a file."""
    return cv2.imencode(suffix, picture)[1].tobytes()


def level_of(picture: Picture) -> int:
    """Return which of the greys a picture is, compression allowed for."""
    mean = float(picture.mean())
    return min(GREYS, key=lambda level: abs(level - mean))
