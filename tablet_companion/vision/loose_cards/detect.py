"""Find the markers of cards in a picture, and which card each of them belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats
from hardware.loose_cards import LooseCards, aruco_corners
from hardware.ports import Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """How ArUco markers are detected.

    Chosen by hand on simulated tables of Wink's cards; held by tests/vision/loose.
    """

    window_share: float = 1 / 128
    """Share of the picture's width: the neighbourhood for telling black from white, about half a
    marker."""
    width_min_px: int = 1920
    """A narrower picture is enlarged to this first: markers of 15 pixels are sometimes missed."""
    perimeter_min: float = 0.03
    """Least perimeter of a marker, in longer sides of the picture."""
    perimeter_max: float = 0.25
    """Greatest perimeter of a marker, in longer sides of the picture."""
    cell_px: int = 8
    """Pixels a marker's cell is rectified to; 4 loses markers of 16 pixels."""
    refine_px: int = 3
    """Pixels within which a corner is refined; 5 reaches the cells within."""
    refine_cells: float = 2.0
    """As ``refine_px``, but in cells of the marker."""


TUNING: Final = Tuning()

_MAX_MARKERS: Final = 2
"""Markers on one side of a card."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a card: the card's name, and whether it is its face."""

    name: str
    up: bool


@dataclass(frozen=True, slots=True, eq=False)
class ArucoMarkers:
    """Markers in a picture.

    ``sides`` are the sides of cards that were found; the k-th marker belongs to the side
    ``owner[k]``, its corners are ``pixels[k]`` (4 × 2), and ``model[k]`` in the card's own frame.
    """

    sides: tuple[Side, ...]
    owner: NDArray[np.intp]
    pixels: Floats
    model: Floats


class CardDetector:
    """Finds the markers of one deck; can be used for any number of pictures."""

    def __init__(self, cards: LooseCards) -> None:
        """Take the printed layout of the cards."""
        self._sides = {number: Side(*side) for number, side in cards.sides.items()}
        self._model = aruco_corners(cards)
        self._dictionary = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, cards.dictionary))
        self._detectors: dict[int, cv2.aruco.ArucoDetector] = {}

    def find(self, picture: Picture) -> ArucoMarkers:
        """Return all markers of cards in a picture."""
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        larger = max(1.0, TUNING.width_min_px / picture.shape[1])
        if larger > 1:
            grey = cv2.resize(grey, None, fx=larger, fy=larger, interpolation=cv2.INTER_CUBIC)
        corners, ids, _ = self._detector(grey.shape[1]).detectMarkers(grey)
        found: dict[Side, list[Floats]] = {}
        for seen, number in zip(corners, [] if ids is None else ids.ravel(), strict=False):
            side = self._sides.get(int(number))
            if side is not None:
                pixels = (seen.reshape(4, 2).astype(np.float64) + 0.5) / larger - 0.5
                found.setdefault(side, []).append(pixels)
        return self._pair_markers(found)

    def _detector(self, width: int) -> cv2.aruco.ArucoDetector:
        """Return the detector for pictures of this width."""
        if width not in self._detectors:
            parameters = cv2.aruco.DetectorParameters()
            window = max(5, round(width * TUNING.window_share) | 1)
            parameters.adaptiveThreshWinSizeMin = window
            parameters.adaptiveThreshWinSizeMax = window
            parameters.minMarkerPerimeterRate = TUNING.perimeter_min
            parameters.maxMarkerPerimeterRate = TUNING.perimeter_max
            parameters.perspectiveRemovePixelPerCell = TUNING.cell_px
            parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
            parameters.cornerRefinementWinSize = TUNING.refine_px
            parameters.relativeCornerRefinmentWinSize = TUNING.refine_cells
            self._detectors[width] = cv2.aruco.ArucoDetector(self._dictionary, parameters)
        return self._detectors[width]

    def _pair_markers(self, found: dict[Side, list[Floats]]) -> ArucoMarkers:
        """Pair the markers of each side; their order does not matter, as cards are symmetric."""
        owner: list[int] = []
        pixels: list[Floats] = []
        model: list[Floats] = []
        for index, markers in enumerate(found.values()):
            kept = _largest(markers)
            owner += [index] * len(kept)
            pixels += kept
            model += list(self._model[: len(kept)])
        shape = (len(owner), 4, 2)
        return ArucoMarkers(
            tuple(found),
            np.array(owner, dtype=np.intp),
            np.array(pixels, dtype=np.float64).reshape(shape),
            np.array(model, dtype=np.float64).reshape(shape),
        )


def _largest(markers: Sequence[Floats]) -> list[Floats]:
    """Return the two largest of several: a speck that reads like a marker is small."""
    largest = sorted(markers, key=lambda corners: -cv2.contourArea(corners.astype(np.float32)))
    return largest[:_MAX_MARKERS]
