"""The whole board and its surroundings as a small square, compared with its references.

This is the input of the network of hands and things: a square on the board's plane, a little larger
than the board, so that whatever reaches over the rim is seen on both sides of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Pose
from calibration.camera.silhouettes import Mask, Stance, make_silhouettes
from calibration.surfaces.light import add_channels, take_median, take_strongest
from hardware.board import Board
from tablet_companion.vision.objects.foreground import ground_of_pieces
from tablet_companion.vision.places.network_input import LOGARITHMS
from tablet_companion.vision.places.windows import Bytes, Sampler, make_sampler

_Map = NDArray[np.float32]

SIDE: Final = 128
"""Samples along each side of the square."""
CHANNELS: Final = 11
ROOM: Final = 1.2
"""The square is this many times as wide as the board is long."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """How the light is taken out of the square before the network of hands sees it.

    Part of the network's input: if one is changed, fit the network again (`make fit`,
    tools/fit). Logarithms are natural.
    """

    ratio_steps: float = 84.0
    """Byte steps for a logarithm of 1: 128 is no difference, 255 is 1.5."""
    trust: float = 0.15
    """Logarithm. A sample that differs from the median by more has little weight for the light."""
    rounds: int = 5
    """Steps of the robust fit."""
    ridge: float = 2.0
    """Pulls the light towards uniformity; counts as this many samples."""
    sampled_every: int = 3
    """The light is fitted to every n-th sample."""
    samples_min: int = 20
    """With fewer samples of bare board the light is not removed."""
    moved_log: float = 0.1
    """Logarithm by which a sample must differ from an earlier picture to have moved; chosen by
    hand. Not part of the input."""
    moved_reach_cells: int = 3
    """Cells round what moved that count as moved: half a finger may look like the board."""


TUNING: Final = Tuning()

_SHIFT: Final = 4
"""Binary places of the fractions of a pixel with which OpenCV draws."""
_THIRDS: Final = np.linspace(0, 1, 4)[:, None]
_OFFSET: Final = np.array([115, 115, 115, 128, 128, 128, 115, 0, 0, 0, 0], dtype=np.float32)
_SCALE: Final = np.array([1 / 128] * 7 + [1 / 255] * 4, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Square:
    """The samples on the board's plane (SIDE × SIDE × 2, mm), and what to expect at each.

    ``board`` is True on the board, ``judged`` also excludes the pile, where cards lie at any angle;
    ``pieces`` is 255 where the tops and 128 where the sides of pieces on their places would be
    seen.
    """

    points_mm: NDArray[np.float64]
    board: Mask
    judged: Mask
    pieces: Bytes


def lay_square(board: Board, pose: Pose) -> Square:
    """Lay out the square over a board under a camera."""
    width, height = board.size_mm
    step = ROOM * max(width, height) / SIDE
    at = (np.arange(SIDE) + 0.5 - SIDE / 2) * step
    points = np.stack(np.meshgrid(at + width / 2, at + height / 2), axis=-1)
    on: Mask = np.asarray(((points > 0) & (points < np.array([width, height]))).all(axis=-1))
    pile = ground_of_pieces(board, (), 0.0, points.astype(np.float32))
    return Square(points, on, on & ~pile, _pieces(board, pose, points, step))


def _pieces(board: Board, pose: Pose, points: NDArray[np.float64], step: float) -> Bytes:
    drawn = np.zeros(points.shape[:2], dtype=np.uint8)
    shapes = make_silhouettes(board, pose)
    tops: list[tuple[list[int], int]] = []
    for place in board.places:
        foot = np.array([place.x_mm, place.y_mm])
        for name in board.kinds_at(place):
            shape = shapes[name]
            ends = foot + _THIRDS * (shape.top_centre(foot, Stance.UP) - foot)
            pixels = np.round((ends - points[0, 0]) / step * 2**_SHIFT).astype(int).tolist()
            side, top = (
                round(wide / step * 2**_SHIFT)
                for wide in (shape.kind.diameter_mm / 2, shape.top_radius(Stance.UP))
            )
            for pixel in pixels:
                cv2.circle(drawn, pixel, side, 128, -1, shift=_SHIFT)
            tops.append((pixels[-1], top))
    for pixel, radius in tops:
        cv2.circle(drawn, pixel, radius, 255, -1, shift=_SHIFT)
    return drawn


def make_camera_sampler(square: Square, pose: Pose) -> Sampler:
    """Return the sampler for the square in a camera's pictures."""
    pixels = pose.project(square.points_mm.reshape(-1, 2)).reshape(1, SIDE, SIDE, 2)
    return make_sampler(pixels, pose.size_px)


@dataclass(frozen=True, slots=True, eq=False)
class BareView:
    """One reference in the square: its colours (SIDE × SIDE × 3), and where the board is bare."""

    seen: Bytes
    known: Mask


def compare_all(square: Square, now: Bytes, inside: Mask, bare: Sequence[BareView]) -> Bytes:
    """Return the network's input as bytes (CHANNELS × SIDE × SIDE).

    Each sample is compared with the most similar of several references, each in its own light: the
    effect of a light on the board is not foreign in that light. Colours are shown in the light of
    the reference that is most similar as a whole: beneath a coloured lamp no skin looks like skin.
    """
    shown = np.zeros((CHANNELS, SIDE, SIDE), dtype=np.uint8)
    least = np.full((SIDE, SIDE), np.inf, dtype=np.float32)
    ratio = np.zeros((SIDE, SIDE, 3), dtype=np.float32)
    nearest = _Light(None, math.inf)
    for one in bare:
        own, light = _ratio(now, inside, one)
        nearest = min(nearest, light, key=lambda each: each.apart)
        apart = add_channels(np.abs(own))
        nearer = one.known & inside & (apart < least)
        for part, seen in ((least, apart), (ratio, own), (shown[6], one.seen[..., 1])):
            cv2.copyTo(seen, nearer.astype(np.uint8), part)
    shown[0:3] = np.moveaxis(_relight(now, nearest), -1, 0)
    shown[3:6] = np.moveaxis(np.clip(ratio * TUNING.ratio_steps + 128, 0, 255), -1, 0)
    shown[7] = np.isfinite(least) * np.uint8(255)
    shown[8] = square.pieces
    shown[9] = inside * np.uint8(255)
    shown[10] = square.board * np.uint8(255)
    return shown


def find_moved(now: Bytes, before: Bytes, reach_cells: int) -> Mask:
    """Return where a square's colours differ from earlier ones, whatever the exposure.

    By cells, at half the square's resolution, like the network's output; ``reach_cells`` round what
    moved have moved, too.
    """
    ratio = cv2.LUT(now, LOGARITHMS) - cv2.LUT(before, LOGARITHMS)
    ratio -= np.array([np.median(plane) for plane in cv2.split(ratio)], dtype=np.float32)
    apart = take_strongest(np.abs(cv2.blur(ratio, (3, 3))))
    moved = (apart > TUNING.moved_log).astype(np.uint8)
    side = 4 * reach_cells + 1
    return cv2.dilate(moved, np.ones((side, side), np.uint8))[::2, ::2] > 0


def as_input(shown: Bytes) -> NDArray[np.float32]:
    """Return the network's input (… × CHANNELS × SIDE × SIDE), scaled to about -1 to 1."""
    return np.asarray((shown - _OFFSET[:, None, None]) * _SCALE[:, None, None], dtype=np.float32)


class _Light(NamedTuple):
    """How much lighter a picture is than a reference (SIDE × SIDE × 3, logarithms; None: no more).

    ``apart`` is how much most samples differ in that light.
    """

    lighter: _Map | None
    apart: float


def _relight(now: Bytes, light: _Light) -> Bytes:
    """Return a square's colours as they would be without a light."""
    if light.lighter is None:
        return now
    return np.asarray(np.rint(now * np.exp(-light.lighter)).clip(0, 255), dtype=np.uint8)


def _ratio(now: Bytes, inside: Mask, bare: BareView) -> tuple[_Map, _Light]:
    """Return how much lighter a picture is than a reference (logarithms), without smooth light.

    Also return that light. Beside the board it is no stronger and no weaker than it is there.
    """
    ratio = cv2.LUT(now, LOGARITHMS) - cv2.LUT(bare.seen, LOGARITHMS)
    some = np.s_[:: TUNING.sampled_every, :: TUNING.sampled_every]
    here = (bare.known & inside)[some].ravel()
    if np.count_nonzero(here) < TUNING.samples_min:
        return np.asarray(ratio, dtype=np.float32), _Light(None, math.inf)
    samples = ratio[some].reshape(-1, 3)[here]
    light = fit_smooth_light(
        _TERMS[some].reshape(-1, 6)[here],
        samples,
        trust=TUNING.trust,
        ridge=TUNING.ridge,
        rounds=TUNING.rounds,
    )
    lighter = np.asarray(_TERMS @ light, dtype=np.float32)
    known = lighter[some].reshape(-1, 3)[here]
    apart = float(np.median(np.abs(samples - known)))
    within = lighter.clip(known.min(axis=0), known.max(axis=0))
    return np.asarray(ratio - lighter, dtype=np.float32), _Light(within, apart)


def fit_smooth_light(
    terms: _Map, samples: _Map, *, trust: float, ridge: float, rounds: int
) -> _Map:
    """Return the factors (6 × 3) of the terms (n × 6) that explain most samples (n × 3).

    In logarithms. A sample that differs by more than ``trust`` has little weight; ``ridge`` counts
    as this many samples of uniform light.
    """
    light = np.zeros((6, 3), dtype=np.float32)
    light[0] = take_median(samples.T)
    # The level is free; slopes are held back, curves more.
    held = ridge * np.diag([0, 1, 1, 3, 3, 3]).astype(np.float32)
    for _ in range(rounds):
        apart = add_channels(np.abs(samples - terms @ light)) / 3
        weight = (1 / (1 + (apart / trust) ** 2) ** 2)[:, None]
        light = np.linalg.solve(terms.T @ (terms * weight) + held, terms.T @ (samples * weight))
    return light


def make_terms(x: NDArray[Any], y: NDArray[Any]) -> _Map:
    """Return the terms (… × 6) of a polynomial of the second degree, at points from -1 to 1."""
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    return np.asarray(terms, dtype=np.float32)


_AT: Final = (np.arange(SIDE, dtype=np.float32) + 0.5) / SIDE * 2 - 1
_TERMS: Final = make_terms(*np.meshgrid(_AT, _AT))
