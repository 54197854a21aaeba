"""Learns what a card's face looks like from a picture in which that card lies on the pile.

A card may have a border of any colour, which may be that of the board, and other cards may stick
out below it. So no single edge decides. For every rectangle of the card's size near the pile, the
search measures how much of it differs from the empty board, how much of each of its four sides is
an edge, and whether a frame inside it, equally far from all four sides, is one, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats
from calibration.surfaces.light import Map, estimate_noise, take_strongest
from hardware.board import DiscardPile
from hardware.ports import Picture

FACE_PX_PER_MM: Final = 2.0


@dataclass(frozen=True, slots=True)
class Tuning:
    """Weights of the evidence; chosen by tests/vision/cards/measured.py on even decks."""

    slack_mm: float = 22.0
    """How far from the pile's middle the corners of a card are searched."""
    kept_back: float = 0.45
    """The probability above which a point of a card differs from the empty board."""
    region: float = 4.0
    """Weight of a card wholly unlike the board, in sides of a card."""
    frame: float = 0.7
    """Weight of a side of the frame inside a card, in sides of a card."""
    least_changed: float = 0.25
    """If less than this share of a card changed on the pile, there is no card."""
    least_side: float = 0.25
    """A side of which less than this share stands out from its surroundings counts as unseen."""
    rough_deg: float = 5.0
    """Degrees between the angles that are tried at first."""
    candidates: int = 3
    """Number of rectangles that are examined more closely, the likeliest first."""
    side_share: float = 0.38
    """Share of each side, either way from its middle, that is examined: the rounded corners are
    not."""


TUNING: Final = Tuning()
_COARSE_PX_PER_MM: Final = 1.0
_WIDE_DEG: Final = np.arange(-6, 6.1, 1.5)
_FINER_DEG: Final = (np.arange(-1.2, 1.21, 0.4), np.arange(-0.3, 0.31, 0.1))
_FRAMES_MM: Final = np.arange(1.5, 9.0, 0.5)
"""The possible distances of a card's frame from its outline."""


class CardPose(NamedTuple):
    """Where a card lies: its centre in millimetres, its turn clockwise in degrees."""

    x_mm: float
    y_mm: float
    turn_deg: float


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """The rectified board with a card on its pile, and without.

    ``empties`` are all pictures of the empty board that exist, in the light of ``flat``.
    """

    flat: Picture
    empties: tuple[NDArray[Any], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A face, upright at FACE_PX_PER_MM, and the position of its card.

    ``sure`` is false if the outline was not found on all sides: then it may be cut askew.
    """

    face: Picture
    pose: CardPose
    sure: bool


def cut_face(shown: Shown, pile: DiscardPile) -> Cut | None:
    """Cut the card out of the rectified board (FACE_PX_PER_MM); None if nothing lies there."""
    coarse = _Search(shown, pile, _COARSE_PX_PER_MM)
    rough = coarse.find_roughly()
    if not rough:
        return None
    best = max((coarse.refine(pose, _WIDE_DEG) for pose in rough), key=lambda fit: fit.score)
    fine = _Search(shown, pile, FACE_PX_PER_MM)
    for steps in _FINER_DEG:
        best = fine.refine(best, steps)
    pose = CardPose(best.x_mm + pile.x_mm, best.y_mm + pile.y_mm, best.turn_deg)
    sure = best.weakest > TUNING.least_side
    return Cut(_cut_upright(shown.flat, pose, pile.card_mm), pose, sure)


class _Fit(NamedTuple):
    """A pose beside the pile's middle (mm, degrees), its score, the share of its worst side."""

    x_mm: float
    y_mm: float
    turn_deg: float
    score: float
    weakest: float


class _Search:
    def __init__(self, shown: Shown, pile: DiscardPile, scale: float) -> None:
        self._scale = scale
        half = float(np.hypot(*pile.card_mm)) / 2 + TUNING.slack_mm
        self._card = np.array(pile.card_mm)
        self._half = half
        flat = _window(shown.flat, pile, half, scale)
        empties = [_window(empty, pile, half, scale) for empty in shown.empties]
        self._soft = cv2.GaussianBlur(flat, (0, 0), 0.7)
        self._noise = max(1.0, estimate_noise(flat))
        self._changed_mask = np.min([_changed_mask(self._soft, empty) for empty in empties], axis=0)

    def find_roughly(self) -> list[_Fit]:
        """Return the card-sized rectangles that changed most, best first."""
        side = round(2 * self._half)
        small = cv2.resize(self._changed_mask, (side, side), interpolation=cv2.INTER_AREA)
        card = tuple(round(float(length)) for length in self._card)
        found = []
        for turn in np.arange(-90, 90, TUNING.rough_deg):
            turned = rotate_square(small, float(turn), 0.0)
            inside = cv2.boxFilter(turned, -1, card, borderType=cv2.BORDER_CONSTANT)
            _, most, _, spot = cv2.minMaxLoc(inside)
            if most > TUNING.least_changed:
                u, v = (np.array(spot) + 0.5 - side / 2).tolist()
                found.append(_fit_at(u, v, float(turn), most, 0.0))
        found.sort(key=lambda fit: -fit.score)
        return _keep_distinct(found, TUNING.candidates)

    def refine(self, near: _Fit, steps_deg: Floats) -> _Fit:
        """Return the best pose near one, rotated by one of these steps."""
        tried = [self._fit(near, near.turn_deg + float(step)) for step in steps_deg]
        return max(tried, key=lambda fit: fit.score)

    def _fit(self, near: _Fit, turn: float) -> _Fit:
        """Return the best pose of one turn, within some millimetres of another pose."""
        upright = rotate_square(self._soft, turn)
        changed = rotate_square(self._changed_mask, turn, 0.0)
        centre = _turn(near.x_mm, near.y_mm, turn)
        sides = [
            self._profile(upright, changed, axis, (centre[axis], centre[1 - axis]))
            for axis in (0, 1)
        ]
        frame = max(
            range(len(_FRAMES_MM)),
            key=lambda number: sum(float(side.with_frame[number].max()) for side in sides),
        )
        at = [int(side.with_frame[frame].argmax()) for side in sides]
        score = sum(float(side.with_frame[frame][i]) for side, i in zip(sides, at, strict=True))
        weakest = min(float(side.weaker[frame][i]) for side, i in zip(sides, at, strict=True))
        u, v = (float(side.centres[i]) for side, i in zip(sides, at, strict=True))
        return _fit_at(u, v, turn, score, weakest)

    def _profile(
        self, upright: Map, changed: Map, axis: int, centre: tuple[float, float]
    ) -> _Sides:
        """Weigh where along one axis (0 across, 1 down) the two sides may lie."""
        if axis:
            upright, changed = upright.transpose(1, 0, 2), changed.T
        length, other = self._card[axis], self._card[1 - axis]
        reach = TUNING.side_share * other
        rows = slice(*(self._pixel(centre[1] + sign * reach) for sign in (-1, 1)))
        edges = _edge_share(upright[rows], self._noise)
        wholly = slice(*(self._pixel(centre[1] + sign * other / 2) for sign in (-1, 1)))
        cover = np.cumsum(changed[wholly].mean(axis=0) - TUNING.kept_back)
        centres = centre[0] + np.arange(-8, 8.01, 0.25)
        low, high = (self._along(edges, centres + sign * length / 2) for sign in (-1, 1))
        ends = [self._along(cover, centres + sign * length / 2) for sign in (-1, 1)]
        # Half the width on each side does not distinguish poses: only the difference counts.
        region = (ends[1] - ends[0]) / (length * self._scale) * TUNING.region / 2
        inset = _FRAMES_MM[:, None]
        inner = [self._along(edges, centres + sign * (length / 2 - inset)) for sign in (-1.0, 1.0)]
        total = low + high + region + TUNING.frame * (inner[0] + inner[1])
        weaker = np.minimum(np.maximum(low, inner[0]), np.maximum(high, inner[1]))
        return _Sides(centres, total, weaker)

    def _pixel(self, at_mm: float) -> int:
        return max(0, round((at_mm + self._half) * self._scale))

    def _along(self, profile: Floats, at_mm: Floats) -> Floats:
        """Look a profile up at millimetres from the pile's middle."""
        pixels = (at_mm + self._half) * self._scale - 0.5
        return np.interp(pixels, np.arange(len(profile)), profile)


class _Sides(NamedTuple):
    """Evidence for each frame (rows) and each of some centres along one axis (columns).

    ``weaker`` is that of the side that is seen less well, by its outline or its frame.
    """

    centres: Floats
    with_frame: Floats
    weaker: Floats


def _fit_at(u: float, v: float, turn: float, score: float, weakest: float) -> _Fit:
    x, y = _turn(u, v, -turn)
    return _Fit(x, y, (turn + 90) % 180 - 90, score, weakest)


def _turn(x: float, y: float, degrees: float) -> tuple[float, float]:
    angle = np.radians(degrees)
    cosine, sine = float(np.cos(angle)), float(np.sin(angle))
    return cosine * x + sine * y, cosine * y - sine * x


def rotate_square(picture: Map, turn: float, border: float | None = None) -> Map:
    """Turn a square picture counter-clockwise about its middle; its edge repeats by default."""
    side = picture.shape[0]
    middle = (side - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), turn, 1.0)
    mode = cv2.BORDER_REPLICATE if border is None else cv2.BORDER_CONSTANT
    return np.asarray(cv2.warpAffine(picture, matrix, (side, side), borderMode=mode), np.float32)


def _window(flat: NDArray[Any], pile: DiscardPile, half: float, px_per_mm: float) -> Map:
    side, scale = round(2 * half * px_per_mm), px_per_mm / FACE_PX_PER_MM
    at = np.array([pile.x_mm, pile.y_mm]) * FACE_PX_PER_MM - 0.5
    matrix = np.array([[scale, 0, (side - 1) / 2], [0, scale, (side - 1) / 2]])
    matrix[:, 2] -= scale * at
    soft = flat.astype(np.float32)
    if scale < 1:
        soft = np.asarray(cv2.GaussianBlur(soft, (0, 0), 0.4 / scale), np.float32)
    window = cv2.warpAffine(soft, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(window, np.float32)


def _changed_mask(seen: Map, empty: Map) -> Map:
    """Return how clearly each point differs from the empty board, from 0 to 1."""
    soft = cv2.GaussianBlur(empty, (0, 0), 0.9)
    apart = take_strongest(np.abs(seen - soft))
    slope = np.abs(cv2.Sobel(soft, cv2.CV_32F, 1, 0)) + np.abs(cv2.Sobel(soft, cv2.CV_32F, 0, 1))
    # A board registered half a pixel off differs at the edges of its print.
    apart = np.maximum(0, apart - take_strongest(slope) / 8)
    apart = cv2.GaussianBlur(apart, (0, 0), 1.0)
    rim = np.ones(apart.shape, np.bool_)
    margin = apart.shape[0] // 8
    rim[margin:-margin, margin:-margin] = False
    usual = float(np.median(apart[rim]))
    threshold = max(5.0, 3.5 * usual)
    return np.asarray(apart**2 / (apart**2 + threshold**2), np.float32)


def _edge_share(rows: Map, noise: float) -> Floats:
    """Return for each column the share of it that is an edge, beyond the usual share around it."""
    slope = take_strongest(np.abs(rows[:, 2:] - rows[:, :-2])) / 2
    ahead, behind = (np.roll(slope, shift, axis=1) for shift in (-1, 1))
    weak = 1.5 * noise + 1.0
    # Only at the steepest point: otherwise an edge slightly askew leaves its side.
    thin = (slope**2 / (slope**2 + weak**2)) * ((slope >= ahead) & (slope > behind))
    share = np.pad(thin.mean(axis=0), 1, mode="edge")
    share = np.convolve(share, [0.5, 1.0, 0.5], mode="same")
    return np.asarray(share - np.median(share), np.float64)


def _keep_distinct(fits: Sequence[_Fit], count: int) -> list[_Fit]:
    kept: list[_Fit] = []
    for fit in fits:
        near = any(
            abs((fit.turn_deg - other.turn_deg + 90) % 180 - 90) < 9
            and np.hypot(fit.x_mm - other.x_mm, fit.y_mm - other.y_mm) < 6
            for other in kept
        )
        if not near:
            kept.append(fit)
    return kept[:count]


def _cut_upright(flat: Picture, pose: CardPose, card_mm: tuple[float, float]) -> Picture:
    """Cut a card's rectangle out of the rectified board, upright at FACE_PX_PER_MM."""
    width, height = (round(length * FACE_PX_PER_MM) for length in card_mm)
    middle = pose.x_mm * FACE_PX_PER_MM - 0.5, pose.y_mm * FACE_PX_PER_MM - 0.5
    matrix = set_upright(middle, pose.turn_deg, 1.0, (width, height))
    return np.asarray(cv2.warpAffine(flat, matrix, (width, height)), dtype=np.uint8)


def set_upright(
    middle: tuple[float, float], turn_deg: float, scale: float, size_px: tuple[int, int]
) -> Floats:
    """Return the affine map that shows a turned rectangle upright, filling ``size_px``."""
    matrix = np.asarray(cv2.getRotationMatrix2D(middle, turn_deg, scale), np.float64)
    matrix[:, 2] += (np.array(size_px) - 1) / 2 - middle
    return matrix
