"""A board that nobody has shown empty: its bare look is guessed from the picture itself.

Places of one kind look alike (`alike.py`): the common look of the empty ones is that of an empty
place, and their brightness shows the light. Elsewhere on the board nothing is known, so nothing is
judged there: hands are found only over such places, and pieces beside places are not found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.sampling import look_up
from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import BLOCKS, SATURATED, Light, Map
from calibration.surfaces.shade import find_shade
from calibration.taught.lookalikes import group_alike
from hardware.board import Board, BoardPlace
from tablet_companion.vision.uncalibrated import alike


@dataclass(frozen=True, slots=True)
class Tuning:
    """Assumptions about boards and lamps in general.

    Chosen by hand on the boxed board and on printed ones, read from their file alone; held by
    tests/vision/test_guess.py.
    """

    white_grey: float = 235.0
    """Grey levels of the palest part of a board."""
    black_grey: float = 20.0
    """Grey levels of the darkest part of a board."""
    dark_percentile: float = 2.0
    """Per cent of a board that is at least nearly black."""
    bright_percentile: float = 97.0
    """Per cent of a board that is at most nearly white."""
    range_min_grey: float = 10.0
    """Least difference in grey levels between the two."""
    rounds: int = 4
    """Steps of the robust fit of the light."""
    trust: float = 0.15
    """Logarithm of brightness by which a place must differ to lose weight."""
    first_trust: float = 0.4
    """As ``trust``, before anything is known about the light."""
    even_places: float = 0.1
    """A uniform light has the weight of this many places, if too few show how it varies."""
    bend_max: float = 1.5
    """Logarithm. Over a board, a smooth light varies by no more than this either way."""
    shade_mm: int = 4
    """Millimetres. Size of a cell of the fine shade."""
    shade_rounds: int = 2
    """Rounds of fitting shade and look in turn."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """The light, and the empty board as far as it can be guessed (1 px/mm; −1 where unknown).

    ``texture`` is how far places of one kind differ.
    """

    light: Light
    reference: Map
    texture: NDArray[np.float32]

    def at(self, points_mm: NDArray[np.float64]) -> tuple[Map, NDArray[np.float32]]:
        """Return the reference (n × 3) and its texture (n) at board points."""
        pixels = (points_mm - 0.5).astype(np.float32)
        known = look_up(self.reference, pixels)
        known[look_up(self.reference.min(axis=2), pixels)[:, 0] < 0] = alike.UNKNOWN
        return known, look_up(self.texture, pixels)[:, 0]

    def overview(self, shape: tuple[int, ...]) -> tuple[Map, NDArray[np.float32]]:
        """Return reference and texture resized to ``shape`` (rows, columns)."""
        size = shape[1], shape[0]
        reference = cv2.resize(self.reference, size, interpolation=cv2.INTER_NEAREST)
        texture = cv2.resize(self.texture, size, interpolation=cv2.INTER_NEAREST)
        return np.asarray(reference, np.float32), np.asarray(texture, np.float32)


def guess(
    flat: Map, board: Board, hidden: Mask | None = None, scores: Mapping[str, float] | None = None
) -> Guess:
    """Guess light and empty board from the rectified picture (1 px/mm).

    ``scores`` says how much each place looks like a piece (nats, below 0 for an empty one), if that
    is known already; otherwise small groups of places are not used. Nothing is learnt where
    ``hidden`` (rows × columns) is True.
    """
    usable = flat[..., 0] >= 0
    if hidden is not None:
        usable &= ~hidden
    groups = _groups(flat, board, scores)
    empty = [group.empty for group in groups if group.bare.any()]
    light = _fit_smooth_light(flat, [group.places for group in empty], board.size_mm)
    light = _scale_light(flat, light)
    for _ in range(TUNING.shade_rounds):
        # At first, what pieces hide is unknown, so only empty places show the shade.
        reference, _ = alike.paint_reference(
            _without_light(flat, light, usable), empty if scores is None else groups, roughly=True
        )
        light = _add_shade(flat, reference, light, usable)
    return Guess(light, *alike.paint_reference(_without_light(flat, light, usable), groups))


def _groups(flat: Map, board: Board, scores: Mapping[str, float] | None) -> list[alike.Alike]:
    """Return the groups of equal places, and which of them are assumed empty."""
    if scores is not None:
        return [alike.pick_least_piece_like(scores, group) for group in group_alike(board)]
    dark = _dark(flat)
    return [
        alike.pick_most_alike(flat, dark, group)
        for group in group_alike(board)
        if len(group) >= alike.TUNING.many
    ]


def _dark(flat: Map) -> Map:
    return np.percentile(flat.reshape(-1, 3), TUNING.dark_percentile, axis=0).astype(np.float32)


def _without_light(flat: Map, light: Light, usable: Mask) -> Map:
    """Return the board without the light, NaN where nothing can be learnt."""
    gain, haze = light.over((flat.shape[1], flat.shape[0]))
    plain = ((flat - haze) / gain).astype(np.float32)
    plain[~usable] = np.nan
    return plain


def _fit_smooth_light(
    flat: Map, groups: Sequence[Sequence[BoardPlace]], size_mm: tuple[float, float]
) -> Light:
    """Fit a smooth light to how bright places are relative to their group."""
    many = [group for group in groups if len(group) >= alike.TUNING.many]
    seen = [np.array([alike.brightness(flat, place) for place in group]) + 1 for group in many]
    # Only the palest places: dark ones show haze and gloss rather than light.
    usual = [float(np.median(values)) for values in seen]
    pale = [number for number, value in enumerate(usual) if value > max(usual) / 2]
    centres = (np.arange(BLOCKS) + 0.5) / BLOCKS
    blocks = np.stack(np.meshgrid(centres, centres), axis=-1).reshape(-1, 2)
    field = np.ones(BLOCKS**2)
    if pale:
        where = np.array([(place.x_mm, place.y_mm) for number in pale for place in many[number]])
        known = _surface_terms(where / np.array(size_mm))
        bend = _fit_surface(known, [np.log(seen[number]) for number in pale])
        usually = float(np.median(known @ bend))
        field = np.exp(
            np.clip(_surface_terms(blocks) @ bend - usually, -TUNING.bend_max, TUNING.bend_max)
        )
    gain = np.repeat(field[:, None], 3, axis=1).reshape(BLOCKS, BLOCKS, 3).astype(np.float32)
    return Light(gain, np.zeros_like(gain), size_mm)


def _scale_light(flat: Map, light: Light) -> Light:
    """Return the light scaled so that the board is as dark and as pale as boards are."""
    gain, _ = light.over((flat.shape[1], flat.shape[0]))
    dark = _dark(flat)
    white = np.percentile(((flat - dark) / gain).reshape(-1, 3), TUNING.bright_percentile, axis=0)
    scale = np.maximum(white, TUNING.range_min_grey) / (TUNING.white_grey - TUNING.black_grey)
    haze = np.maximum(0, dark - TUNING.black_grey * scale).astype(np.float32)
    gain = (light.gain * scale).astype(np.float32)
    return replace(light, gain=gain, offset=np.broadcast_to(haze, gain.shape))


def _add_shade(flat: Map, reference: Map, light: Light, usable: Mask) -> Light:
    """Return the light with the fine shade (hard edges, bands) visible on known places."""
    size = flat.shape[1] // TUNING.shade_mm, flat.shape[0] // TUNING.shade_mm
    seen, known, clear = (
        cv2.resize(part, size, interpolation=cv2.INTER_NEAREST)
        for part in (flat, reference, usable.astype(np.uint8))
    )
    gain, haze = light.over(size)
    there = (known.min(axis=2) >= 0) & (clear > 0)
    burnt = there & (seen.max(axis=2) >= SATURATED)
    observed, expected = (part.transpose(2, 0, 1) for part in (seen, gain * known + haze))
    fine = find_shade(observed, expected, there & ~burnt, burnt, None)
    before = cv2.resize(light.shade, fine.shape[1::-1])[..., None]
    return replace(light, shade=(before * fine).astype(np.float32))


def _surface_terms(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the terms of a quadratic surface at points (0 to 1 over the board)."""
    x, y = points.T - 0.5
    return np.column_stack([x, y, x * x, x * y, y * y])


def _fit_surface(
    terms: NDArray[np.float64], groups: Sequence[NDArray[np.float64]]
) -> NDArray[np.float64]:
    """Fit a surface to values in groups, each group at its own level.

    Robust: pieces that stand on some places do not bend it.
    """
    values = np.concatenate(groups)
    each = np.repeat(np.eye(len(groups)), [len(group) for group in groups], axis=0)
    every = np.hstack([terms, each])
    even = np.diag([TUNING.even_places] * terms.shape[1] + [0.0] * len(groups))
    usual = each @ np.array([np.median(group) for group in groups])
    weights = 1 / (1 + ((values - usual) / TUNING.first_trust) ** 2) ** 2
    answer = np.zeros(every.shape[1])
    for _ in range(TUNING.rounds):
        weighted = every.T * weights
        answer = np.linalg.lstsq(weighted @ every + even, weighted @ values, rcond=None)[0]
        weights = 1 / (1 + ((values - every @ answer) / TUNING.trust) ** 2) ** 2
    return answer[: terms.shape[1]]
