"""Whether a picture of the board can be trusted as a whole: not burnt out, not blurred."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import cv2
import numpy as np

from calibration.light import SATURATED, Map, strongest
from calibration.silhouettes import Mask
from tablet_companion.vision.objects.foreground import FOREIGN, BoardView

_PAPER: Final = 235.0
"""What is brighter than this on the empty board may well be burnt out."""
_BURNT: Final = 0.5
"""A picture is burnt out where more than this share of all the rest is."""
_SHARP: Final = 0.55
"""A picture is blurred where less than this is left of the art's contrast."""
_WINDOW_PX: Final = (5, 5)
_DETAIL: Final = 4.0
"""So many grey levels a point differs from what surrounds it, to be a detail of the art."""
_FEWEST: Final = 50


class Clarity(StrEnum):
    """Whether a picture can be read, or why it cannot."""

    CLEAR = "clear"
    GLARE = "glare"
    BLURRED = "blurred"


def clarity(view: BoardView) -> Clarity:
    """Say whether a picture can be read; foreign things over the board do not count."""
    known = (view.reference[..., 0] >= 0) & (view.flat[..., 0] >= 0)
    darker = known & (strongest(view.reference) < _PAPER)
    if _share(view.flat.min(axis=-1) >= SATURATED, darker) > _BURNT:
        return Clarity.GLARE
    art = known & (strongest(view.flat) < SATURATED) & (view.z_score < FOREIGN)
    left = contrast_left(view.bare, view.reference, art)
    return Clarity.BLURRED if left is not None and left < _SHARP else Clarity.CLEAR


def contrast_left(bare: Map, reference: Map, known: Mask) -> float | None:
    """Return which share of the art's fine contrast a picture shows; None where there is no art.

    ``bare`` is the board with the light taken out, ``known`` where it can be compared. The channel
    that shows most of it counts: there is hardly any blue in the light of a candle.
    """
    whole = cv2.erode(known.astype(np.uint8), np.ones(_WINDOW_PX, np.uint8)) > 0
    shares = []
    for channel in range(3):
        seen, art = (_detail(part[..., channel]) for part in (bare, reference))
        detailed = whole & (np.abs(art) > _DETAIL)
        if detailed.sum() >= _FEWEST:
            shares.append(np.median(seen[detailed] / art[detailed]))
    return float(max(shares)) if shares else None


def _detail(channel: Map) -> Map:
    """Return by how much each point differs from what surrounds it."""
    return channel - cv2.blur(channel, _WINDOW_PX)


def _share(part: Mask, whole: Mask) -> float:
    return float((part & whole).sum() / max(1, whole.sum()))
