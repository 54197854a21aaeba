"""Whether a picture of the board can be trusted as a whole: not burnt out, not blurred."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import cv2
import numpy as np

from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import SATURATED, Map, take_strongest, take_weakest
from tablet_companion.vision.objects import foreground
from tablet_companion.vision.objects.board_view import BoardView
from tablet_companion.vision.places.sites import MAP_PX_PER_MM


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a picture is refused as a whole.

    Chosen by hand on the simulated table's faults and on labelled photographs; held by
    tests/vision/test_clarity.py. Refusing costs a pause; reading an unreadable picture costs a
    wrong verdict.
    """

    paper_grey: float = 235.0
    """Grey levels. Parts of the empty board brighter than this may be burnt out in a fair
    picture."""
    saturated_share_max: float = 0.5
    """A picture is refused if more than this share of the darker parts is burnt out."""
    glare_mm: float = 30.0
    """Millimetres. Width of the neighbourhood in which an image of a lamp is looked for: there
    darker parts are burnt out, and a piece could not be seen."""
    glare_share_min: float = 0.5
    """Share of a neighbourhood's darker parts that must be burnt out to show such an image."""
    glare_points_min: int = 12
    """Fewer burnt-out points are no image of a lamp."""
    contrast_left_min: float = 0.55
    """A picture is blurred if less than this share of the art's contrast is left."""
    window_px: tuple[int, int] = (5, 5)
    """Neighbourhood, in points of the map (across, down), used to find detail."""
    detail_grey: float = 4.0
    """Grey levels by which a detail of the art differs from its surroundings."""
    detail_points_min: int = 50
    """With fewer detail points the picture passes: a pale board has no art to judge by."""


TUNING: Final = Tuning()


class Clarity(StrEnum):
    """Whether a picture can be read, or why it cannot."""

    CLEAR = "clear"
    GLARE = "glare"
    BLURRED = "blurred"


def judge_clarity(view: BoardView, over: Mask | None = None) -> Clarity:
    """Whether a picture can be read; what is foreign, or ``over`` the board, is left out."""
    known = (view.reference[..., 0] >= 0) & (view.flat[..., 0] >= 0)
    known &= True if over is None else ~over
    darker = known & (take_strongest(view.reference) < TUNING.paper_grey)
    if _share(take_weakest(view.flat) >= SATURATED, darker) > TUNING.saturated_share_max:
        return Clarity.GLARE
    art = (
        known
        & (take_strongest(view.flat) < SATURATED)
        & (view.z_score < foreground.TUNING.foreign_z)
    )
    left = contrast_left(view.bare, view.reference, art)
    return (
        Clarity.BLURRED if left is not None and left < TUNING.contrast_left_min else Clarity.CLEAR
    )


def find_glare(view: BoardView) -> Mask | None:
    """Return where the board is burnt out with its darker parts, None if nowhere.

    White paper may be burnt out in fair light: then what is printed on it, or stands there, shows.
    """
    burnt = take_weakest(view.flat) >= SATURATED
    darker = (view.reference[..., 0] >= 0) & (take_strongest(view.reference) < TUNING.paper_grey)
    if (burnt & darker).sum() < TUNING.glare_points_min:
        return None
    size = (2 * round(TUNING.glare_mm * MAP_PX_PER_MM / 2) + 1,) * 2
    lost, all_dark = (cv2.blur(part.astype(np.float32), size) for part in (burnt & darker, darker))
    return np.asarray(burnt & (lost > TUNING.glare_share_min * all_dark))


def contrast_left(bare: Map, reference: Map, known: Mask) -> float | None:
    """Return the share of the art's fine contrast that is left; None if there is no art.

    ``bare`` is the board with the light taken out, ``known`` marks where it can be compared. The
    best channel counts: there is hardly any blue in candlelight.
    """
    whole = cv2.erode(known.astype(np.uint8), np.ones(TUNING.window_px, np.uint8)) > 0
    shares = []
    for channel in range(3):
        both = (part[..., channel] for part in (bare, reference))
        seen, art = (part - cv2.blur(part, TUNING.window_px) for part in both)
        detailed = whole & (np.abs(art) > TUNING.detail_grey)
        if detailed.sum() >= TUNING.detail_points_min:
            shares.append(np.median(seen[detailed] / art[detailed]))
    return float(max(shares)) if shares else None


def _share(part: Mask, whole: Mask) -> float:
    return float((part & whole).sum() / max(1, whole.sum()))
