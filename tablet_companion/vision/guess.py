"""A board that nobody has shown empty: what it looks like is guessed from the very picture.

Places of one kind look like one another, and on a track most of them are empty: the median of many
is the empty one. Their brightness tells the light. Elsewhere on the board nothing is known, and
nothing is weighed; pieces are told by their nominal colours alone. Hands are known over such
places only, and pieces beside places are not found.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.light import BLOCKS, Light, Map
from calibration.sampling import look_up
from hardware.board import Board, BoardPlace
from tablet_companion.vision.sites import MAP_PX_PER_MM

_MANY: Final = 6
"""Of so many places alike, most are empty; a nest of seven has to be enough."""
_WHITE: Final = 235.0
_BLACK: Final = 20.0
_DARK_SHARE, _BRIGHT_SHARE = 2.0, 97.0
"""These shares (%) of a board are at least nearly black, and at most nearly white."""
_LEAST_RANGE: Final = 10.0
_ROUNDS: Final = 4
_TRUSTED: Final = 0.15
"""Brightness (natural logarithm) by which a place differs before it is trusted less."""
_LAMPLIGHT: Final = 0.4
"""The same, before anything is known of the light."""
_UNKNOWN: Final = -1.0
_BESIDE_MM: Final = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """The light, and the empty board as far as it can be guessed (1 px a mm; −1 where not).

    ``texture`` is how far places of one kind differ.
    """

    light: Light
    reference: Map
    texture: NDArray[np.float32]

    def at(self, points_mm: NDArray[np.float64]) -> tuple[Map, NDArray[np.float32]]:
        """Return the reference (n × 3) and its texture (n) at board points."""
        pixels = (points_mm - 0.5).astype(np.float32)
        known = look_up(self.reference, pixels)
        known[look_up(self.reference.min(axis=2), pixels)[:, 0] < 0] = _UNKNOWN
        return known, look_up(self.texture, pixels)[:, 0]

    def overview(self) -> tuple[Map, NDArray[np.float32]]:
        """Return reference and texture at the resolution at which foreign things are sought."""
        size = [round(side * MAP_PX_PER_MM) for side in self.reference.shape[1::-1]]
        reference = cv2.resize(self.reference, size, interpolation=cv2.INTER_NEAREST)
        texture = cv2.resize(self.texture, size, interpolation=cv2.INTER_NEAREST)
        return np.asarray(reference, np.float32), np.asarray(texture, np.float32)


def guess(flat: Map, board: Board) -> Guess:
    """Guess light and empty board from the rectified picture (1 px a mm)."""
    groups = _alike(board)
    light = _light(flat, groups, board.size_mm)
    rows, columns = np.mgrid[0 : flat.shape[0], 0 : flat.shape[1]] + 0.5
    points = np.column_stack([columns.ravel(), rows.ravel()])
    gain, haze = light.at(points)
    plain = ((flat.reshape(-1, 3) - haze) / gain).reshape(flat.shape)
    reference = np.full(flat.shape, _UNKNOWN, dtype=np.float32)
    texture = np.zeros(flat.shape[:2], dtype=np.float32)
    for group in groups:
        _paint(reference, texture, plain.astype(np.float32), group)
    return Guess(light, reference, texture)


def _alike(board: Board) -> list[list[BoardPlace]]:
    """Return the places in groups of one kind, colour and size, those with many members only."""
    groups: dict[tuple[str, str | None, float], list[BoardPlace]] = defaultdict(list)
    for place in board.places:
        groups[place.kind, place.colour, place.radius_mm].append(place)
    return [group for group in groups.values() if len(group) >= _MANY]


def _light(flat: Map, groups: list[list[BoardPlace]], size_mm: tuple[float, float]) -> Light:
    """Fit a smooth field of light to how bright places are among their like."""
    # Only the palest places: dark ones show haze and gloss rather than light.
    seen = [np.array([np.median(_disc(flat, place)) for place in group]) + 1 for group in groups]
    usual = [float(np.median(values)) for values in seen]
    pale = [number for number, value in enumerate(usual) if value > max(usual) / 2]
    where = [(place.x_mm, place.y_mm) for number in pale for place in groups[number]]
    centres = (np.arange(BLOCKS) + 0.5) / BLOCKS
    blocks = np.stack(np.meshgrid(centres, centres), axis=-1).reshape(-1, 2)
    field = np.ones(BLOCKS**2)
    if where:
        known = np.array(where) / np.array(size_mm)
        bright = np.concatenate([np.log(seen[number] / usual[number]) for number in pale])
        field = np.exp(_bend(blocks) @ _fit(_bend(known), bright))
    dark, white = np.percentile(flat.reshape(-1, 3), (_DARK_SHARE, _BRIGHT_SHARE), axis=0)
    scale = np.maximum(white - dark, _LEAST_RANGE) / (_WHITE - _BLACK)
    gain = (field[:, None] * scale).reshape(BLOCKS, BLOCKS, 3).astype(np.float32)
    haze = np.maximum(0, dark - _BLACK * scale).astype(np.float32)
    return Light(gain, np.broadcast_to(haze, gain.shape), size_mm)


def _bend(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the terms of a surface of the second degree at points (0 to 1 over the board)."""
    x, y = points.T - 0.5
    return np.column_stack([np.ones_like(x), x, y, x * x, x * y, y * y])


def _fit(terms: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Fit a surface that pieces standing on some places do not bend."""
    weights = 1 / (1 + (values / _LAMPLIGHT) ** 2) ** 2
    answer = np.zeros(terms.shape[1])
    for _ in range(_ROUNDS):
        root = np.sqrt(weights)[:, None]
        answer = np.asarray(np.linalg.lstsq(terms * root, values * root[:, 0], rcond=None)[0])
        weights = 1 / (1 + ((values - terms @ answer) / _TRUSTED) ** 2) ** 2
    return answer


def _disc(flat: Map, place: BoardPlace) -> Map:
    window, inside = _window(flat, place, 0.0)
    return np.asarray(flat[window][inside])


def _window(
    flat: Map, place: BoardPlace, beside_mm: float
) -> tuple[tuple[slice, slice], NDArray[np.bool_]]:
    """Return the square round a place and which of its points lie on the place's disc."""
    reach = int(place.radius_mm + beside_mm) + 1
    left, top = int(place.x_mm) - reach, int(place.y_mm) - reach
    rows, columns = np.mgrid[0 : 2 * reach + 1, 0 : 2 * reach + 1]
    away = np.hypot(columns + left + 0.5 - place.x_mm, rows + top + 0.5 - place.y_mm)
    window = slice(max(0, top), top + 2 * reach + 1), slice(max(0, left), left + 2 * reach + 1)
    inside = away <= place.radius_mm + beside_mm
    height, width = flat[window].shape[:2]
    return window, inside[max(0, -top) :, max(0, -left) :][:height, :width]


def _paint(
    reference: Map, texture: NDArray[np.float32], plain: Map, group: list[BoardPlace]
) -> None:
    """Paint every place of a group with the median of all; texture is how far most differ."""
    views = [_window(plain, place, _BESIDE_MM) for place in group]
    whole = max(inside.shape for _, inside in views)
    stack = np.stack([plain[window] for window, inside in views if inside.shape == whole])
    median = np.median(stack, axis=0)
    spread = 1.48 * np.median(np.abs(stack - median), axis=0).max(axis=2)
    for window, inside in views:
        if inside.shape == whole:
            reference[window][inside] = median[inside]
            texture[window][inside] = spread[inside]
