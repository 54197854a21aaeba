"""Read the top card of the discard pile: where it lies, and which taught face it shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from calibration.faces import FACE_PX_PER_MM
from calibration.light import Map
from calibration.maps import shrink
from hardware.board import DiscardPile
from hardware.ports import Picture
from tablet_companion.games.core import Card
from tablet_companion.vision.reading import CardSight

_ROUGH: Final = 0.25
"""Scale (px a mm) at which a card is looked for anywhere in the window."""
_COARSE: Final = 0.4
_SLACK_MM: Final = 22.0
"""So far from its middle people let a pile slide."""
_TURN_DEG: Final = 5.0
_POSES: Final = 5
_STEPS: Final = 3
_NO_FACE: Final = 0.55
"""A correlation with every face below this is no card, or an unknown one."""
_PLAINLY: Final = 0.8
"""A correlation with a face above this is that card, or one much like it: no need to go on."""
_RIVAL: Final = 0.25
"""Faces whose correlation comes so near to the best one's are told apart stroke by stroke."""
_STROKES: Final = 14.0
"""How much the strokes speak (nats for being wholly one face rather than wholly the other)."""
_UNLIKE: Final = -12.0
_NONE: Final = -7.0

Grey = NDArray[Any]


@dataclass(frozen=True, slots=True)
class _Pose:
    """A rectangle of a card's size: its centre in mm, its turn in degrees, how like a card."""

    x_mm: float
    y_mm: float
    turn_deg: float
    likeness: float


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """One face, one way round, in three sizes: 2, 1 and 0.4 pixels a millimetre."""

    card: Card
    half_turn: float
    fine: Picture
    plain: Picture
    small: Picture


class _Templates:
    """Pictures of one size, to be sought in another one all at once.

    A matrix product serves them all; OpenCV's matchTemplate would transform every one anew.
    """

    def __init__(self, pictures: Sequence[Picture]) -> None:
        """Take the pictures (rows × columns × 3 each)."""
        self.size: Final = pictures[0].shape[:2]
        planes = np.array(pictures, dtype=np.float32).transpose(0, 3, 1, 2)
        rows = (planes - planes.mean(axis=(2, 3), keepdims=True)).reshape(len(pictures), -1)
        self._columns = (rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-3)).T

    def sought(self, cut: Picture) -> Map:
        """Return the normalised correlation (rows × columns × pictures) of each with each part."""
        seen = cut.astype(np.float32)
        seen -= seen.mean(axis=(0, 1))
        parts = sliding_window_view(seen, self.size, axis=(0, 1))
        rows, columns = parts.shape[:2]
        mean, square = (
            cv2.boxFilter(part, -1, self.size[::-1], anchor=(0, 0))[:rows, :columns]
            for part in (seen, seen * seen)
        )
        spread = self.size[0] * self.size[1] * (square - mean * mean).sum(axis=2)
        found = parts.reshape(rows, columns, -1) @ self._columns
        return np.asarray(found / np.sqrt(np.maximum(spread, 1))[..., None])


class _Strokes:
    """What tells faces apart: they differ in a few strokes only, so a correlation says little."""

    def __init__(self, faces: Sequence[Picture]) -> None:
        """Take the faces (rows × columns × 3 each)."""
        planes = np.array(faces, dtype=np.float32)
        means = planes.mean(axis=(1, 2), keepdims=True)
        self._rows = (planes - means).reshape(len(faces), -1)
        self._like = self._rows @ self._rows.T
        levels = means.reshape(len(faces), -1)
        apart = ((levels[:, None] - levels) ** 2).sum(axis=2) * self._rows.shape[1] / 3
        own = np.diag(self._like)
        self._apart = np.maximum(1, apart + np.add.outer(own, own) - 2 * self._like)

    def leaning(self, seen: Picture, first: int) -> NDArray[np.float64]:
        """Return how far what is seen has what tells a face from each (½ wholly, −½ reversed).

        The difference of both, looked for in what is seen after the contrast of their middle.
        """
        there = seen.astype(np.float32)
        along = self._rows @ (there - there.mean(axis=(0, 1))).ravel()
        own, both = np.diag(self._like), self._like[first]
        spread = (own[first] + own) / 4 + both / 2 + 1e-3
        contrast = np.maximum(0.05, (along[first] + along) / 2 / spread)
        rest = (along[first] - along) / contrast - (own[first] - own) / 2
        return np.asarray(rest / self._apart[first], dtype=np.float64)


class Pile:
    """The discard pile of one board and its taught faces."""

    def __init__(self, pile: DiscardPile, faces: Mapping[Card, Picture]) -> None:
        """Take where the pile is and the faces, upright, at FACE_PX_PER_MM."""
        self._centre = np.array([pile.x_mm, pile.y_mm])
        self._card_mm = pile.card_mm
        self._half_mm = int(np.hypot(*pile.card_mm) / 2 + _SLACK_MM)
        self.cards = tuple(faces)
        self._sides = [
            _side(card, half_turn, face, pile.card_mm)
            for card, face in faces.items()
            for half_turn in (0.0, 180.0)
        ]
        small = np.array([side.small for side in self._sides], dtype=np.float32)
        # Nearly every face looks the same upside down: one rough template serves both ways.
        self._rough = _Templates(
            [
                shrink(pair.mean(axis=0), _ROUGH / _COARSE).astype(np.uint8)
                for pair in np.split(small, len(faces))
            ]
        )
        self._small = _Templates([side.small for side in self._sides])
        self._plain = _Templates([side.plain for side in self._sides])
        self._strokes = _Strokes([side.fine for side in self._sides])

    @property
    def window_mm(self) -> tuple[float, float, int]:
        """Return the left and top edge and the side of the square that is looked at."""
        left, top = self._centre - self._half_mm
        return float(left), float(top), 2 * self._half_mm

    def read(self, window: Picture) -> CardSight:
        """Read the rectified window (FACE_PX_PER_MM): which face lies on top, and where."""
        plain = cv2.resize(window, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        region = np.asarray(plain, dtype=np.uint8)
        tried = []
        for candidate in self._candidates(region):
            tried.append(self._refine(region, candidate))
            if tried[-1][0].max() > _PLAINLY:
                break
        scores, pose = max(tried, key=lambda pair: float(pair[0].max()))
        if scores.max() < _NO_FACE:
            return self._sight(np.full(len(self._sides), _UNLIKE), None)
        return self._sight(self._compare(window, scores, pose), pose)

    def _candidates(self, region: Picture) -> list[_Pose]:
        """Return the poses where something most looks like some card."""
        side = round(region.shape[0] * _ROUGH)
        small: Picture = np.asarray(
            cv2.resize(region, (side, side), interpolation=cv2.INTER_AREA), dtype=np.uint8
        )
        poses = []
        for turn in np.arange(0, 180, _TURN_DEG):
            answers = self._rough.sought(_turned(small, turn)).max(axis=2)
            _, peak, _, spot = cv2.minMaxLoc(answers)
            poses.append(_unturn(spot, self._rough.size, side, float(turn), peak))
        poses.sort(key=lambda pose: -pose.likeness)
        return poses[:_POSES]

    def _refine(self, region: Picture, pose: _Pose) -> tuple[NDArray[np.float64], _Pose]:
        """Return how well every side fits near a pose, and the pose refined for the best."""
        rough = _cut(region, pose, self._card_mm, 3.0, _COARSE)
        likeliest = self._sides[int(self._small.sought(rough).max(axis=(0, 1)).argmax())]
        best = replace(pose, likeness=-1.0)
        for _ in range(_STEPS):
            before = best
            for turn in (-3.0, -1.5, 0.0, 1.5, 3.0):
                tried = _Pose(before.x_mm, before.y_mm, before.turn_deg + turn, -1.0)
                moved = _follow(region, tried, self._card_mm, likeliest.plain, 6.0, 1.0)
                if moved.likeness > best.likeness:
                    best = moved
            if abs(best.turn_deg - before.turn_deg) < 3.0:
                break
        cut = _cut(region, best, self._card_mm, 2.0, 1.0)
        return self._plain.sought(cut).max(axis=(0, 1)).astype(np.float64), best

    def _compare(
        self, window: Picture, scores: NDArray[np.float64], pose: _Pose
    ) -> NDArray[np.float64]:
        """Return log odds of the sides: by what tells the likeliest from each of the others."""
        first = int(scores.argmax())
        exact = _follow(window, pose, self._card_mm, self._sides[first].fine, 2.0, FACE_PX_PER_MM)
        seen = _cut(window, exact, self._card_mm, 0.0, FACE_PX_PER_MM)
        odds = -_STROKES * self._strokes.leaning(seen, first)
        odds[first] = 0.0
        return np.where(scores > scores[first] - _RIVAL, odds, _UNLIKE)

    def _sight(self, odds: NDArray[np.float64], pose: _Pose | None) -> CardSight:
        """Fold the two ways round of every face together, with a chance of none of them."""
        weights: dict[Card | None, float] = {}
        turns: dict[Card | None, tuple[float, float]] = {}
        for side, odd in zip(self._sides, odds, strict=True):
            weights[side.card] = weights.get(side.card, 0.0) + float(np.exp(odd))
            turns[side.card] = max(turns.get(side.card, (-99.0, 0.0)), (float(odd), side.half_turn))
        weights[None] = 1.0 if pose is None else float(np.exp(_NONE))
        total = sum(weights.values())
        shares = tuple((card, weight / total) for card, weight in weights.items())
        if pose is None:
            return CardSight(shares)
        best = max(weights, key=lambda card: weights[card])
        left, top, _ = self.window_mm
        turn = (pose.turn_deg + turns.get(best, (0.0, 0.0))[1]) % 360
        return CardSight(shares, (pose.x_mm + left, pose.y_mm + top, turn))


def _side(card: Card, half_turn: float, face: Picture, card_mm: tuple[float, float]) -> _Side:
    turned = cv2.rotate(face, cv2.ROTATE_180) if half_turn else face
    sizes = [
        np.asarray(
            cv2.resize(turned, _size(card_mm, 0.0, scale), interpolation=cv2.INTER_AREA),
            dtype=np.uint8,
        )
        for scale in (FACE_PX_PER_MM, 1.0, _COARSE)
    ]
    return _Side(card, half_turn, *sizes)


def _size(card_mm: tuple[float, float], reach_mm: float, scale: float) -> tuple[int, int]:
    width, height = (round((length + 2 * reach_mm) * scale) for length in card_mm)
    return width, height


def _cut(
    region: Picture, pose: _Pose, card_mm: tuple[float, float], reach_mm: float, scale: float
) -> Picture:
    """Cut a card's rectangle, and ``reach_mm`` round it, upright at a scale.

    The region's own scale is 1 pixel a millimetre, or FACE_PX_PER_MM where ``scale`` is that.
    """
    own = scale if scale > 1 else 1.0
    width, height = _size(card_mm, reach_mm, scale)
    middle = (pose.x_mm + 0.5) * own - 0.5, (pose.y_mm + 0.5) * own - 0.5
    matrix = cv2.getRotationMatrix2D(middle, pose.turn_deg, scale / own)
    shift = np.array([[0, 0, (width - 1) / 2], [0, 0, (height - 1) / 2]])
    shift[:, 2] -= middle
    cut = cv2.warpAffine(
        region,
        matrix + shift,
        (width, height),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(cut, dtype=np.uint8)


def _peak(cut: Picture, face: Picture) -> tuple[float, tuple[float, float]]:
    """Return the best correlation of a face in a cut and how far from the middle it is (px)."""
    answer = cv2.matchTemplate(cut, face, cv2.TM_CCOEFF_NORMED)
    _, peak, _, (x, y) = cv2.minMaxLoc(answer)
    rows, columns = answer.shape
    return peak, (x - (columns - 1) / 2, y - (rows - 1) / 2)


def _follow(  # noqa: PLR0913, PLR0917 - a template match takes what it takes
    region: Picture,
    pose: _Pose,
    card_mm: tuple[float, float],
    face: Picture,
    reach_mm: float,
    scale: float,
) -> _Pose:
    """Return the pose moved to where a face fits best."""
    peak, off = _peak(_cut(region, pose, card_mm, reach_mm, scale), face)
    angle = np.radians(pose.turn_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    x, y = turn @ np.array(off) / scale
    return _Pose(pose.x_mm + x, pose.y_mm + y, pose.turn_deg, peak)


def _turned(small: Picture, turn_deg: float) -> Picture:
    side = small.shape[0]
    matrix = cv2.getRotationMatrix2D(((side - 1) / 2, (side - 1) / 2), turn_deg, 1.0)
    turned = cv2.warpAffine(small, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(turned, dtype=np.uint8)


def _unturn(
    spot: tuple[int, int] | Any, shape: tuple[int, ...], side: int, turn: float, peak: float
) -> _Pose:
    """Return the pose in the region (mm) of a match found in its turned small picture."""
    centre = np.array(spot) + (np.array([shape[1], shape[0]]) - 1) / 2
    matrix = cv2.getRotationMatrix2D(((side - 1) / 2, (side - 1) / 2), -turn, 1.0)
    x, y = matrix @ np.append(centre, 1)
    return _Pose((x + 0.5) / _ROUGH - 0.5, (y + 0.5) / _ROUGH - 0.5, turn, peak)
