"""Places of an empty board over which something large lies: a lid, a magazine, a towel. Pure.

On most boards the print of a place is like that of many others. Where a whole patch of places is
like none, and those opposite are not so either, something hides them, or a lamp is mirrored there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats, Pose
from calibration.camera.sampling import list_middles
from calibration.finding.symmetry import compare_prints
from hardware.board import Board
from hardware.ports import Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """When places count as covered.

    Chosen on sixteen boards of ``tools.pictures.raster`` (seeds 300000 to 300015) and on those of
    the tests; held by tests/setup/test_covered.py.
    """

    alike: float = 0.4
    """Likeness that three in ten places exceed, or a board's places are too different to tell."""
    odd: float = 0.35
    """Likeness below which a place is like no other."""
    odd_share: float = 0.5
    """As ``odd``, as a share of the likeness that three in ten places exceed."""
    fewest: int = 3
    """The fewest places that are told."""
    fewest_share: float = 0.08
    """As ``fewest``, as a share of the board's places."""
    most_share: float = 0.45
    """Share of the places that something hides at most; of more, the others tell nothing."""
    filled: float = 0.75
    """Share of the places between odd ones that are odd: a print of its own is scattered."""
    opposite: float = 0.03
    """How far beside its point's reflection in the board's middle a place's twin lies at most, as a
    share of the shorter side."""
    together: float = 0.6
    """Share of the odd places that lie in one patch."""


TUNING: Final = Tuning()


def find_covered(board: Board, pose: Pose, picture: Picture) -> frozenset[str]:
    """Return the places of a patch that something seems to hide, in a picture of the empty board.

    Where places are printed so differently that none is like another, nothing is told.
    """
    if not board.places:
        return frozenset()
    likeness = compare_prints(picture, pose, board.places)
    usual = float(np.quantile(likeness, 0.7))
    if usual < TUNING.alike:
        return frozenset()
    odd = np.flatnonzero(likeness < min(TUNING.odd, TUNING.odd_share * usual))
    points = list_middles(board.places).astype(np.float32)
    odd = odd[~_has_twin(points, odd, np.array(board.size_mm))]
    return frozenset(board.places[number].name for number in _find_patch(points, odd))


def _has_twin(points: Floats, odd: NDArray[np.intp], size_mm: Floats) -> Floats:
    """Return which of the odd places lie opposite one that is odd, too: a board has them so."""
    opposite = size_mm - points[odd]
    apart = np.linalg.norm(opposite[:, None] - points[None], axis=2)
    nearest = apart.argmin(axis=1)
    near = apart.min(axis=1) < TUNING.opposite * min(size_mm)
    return np.asarray(near & np.isin(nearest, odd))


def _find_patch(points: Floats, odd: NDArray[np.intp]) -> list[int]:
    """Return most of the odd places, if they lie in one patch with hardly any other between."""
    fewest = max(TUNING.fewest, TUNING.fewest_share * len(points))
    if not fewest <= len(odd) <= TUNING.most_share * len(points):
        return []
    outwards = np.linalg.norm(points[odd] - np.median(points[odd], axis=0), axis=1)
    odd = odd[np.argsort(outwards)]
    fewest = max(fewest, math.ceil(TUNING.together * len(odd)))
    for count in range(len(odd), math.ceil(fewest) - 1, -1):
        hull = cv2.convexHull(points[odd[:count]])
        within = [cv2.pointPolygonTest(hull, at, measureDist=False) >= 0 for at in points.tolist()]
        if count >= TUNING.filled * sum(within):
            return [int(number) for number in odd[:count]]
    return []
