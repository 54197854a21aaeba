"""The whole board as seen beside the empty one, in the picture's light and in the taught ones.

Maps of three channels take the most memory of a reading, so they are worked through one channel and
one light at a time.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, Protocol

import numpy as np

from calibration.light import SATURATED, Light, Map, fit_light, in_planes, strongest
from calibration.silhouettes import Mask
from tablet_companion.vision.objects.missing_art import find_missing_art


@dataclass(frozen=True, slots=True)
class Tuning:
    """How far the board may differ from the empty one.

    Chosen by hand on the boxed board's photographs and the simulated table; held by
    tests/vision/test_poor_light.py and test_taught_lights.py.
    """

    shadows: tuple[float, ...] = (1.0, 0.8, 0.62, 0.46)
    """Shares of the light that a shadow may leave."""
    noise_variance: int = 49
    """Squared grey levels: noise of the camera, and of registration on art that is nearly even."""
    texture_share: float = 0.6
    """How much of the art's local contrast counts as noise: registration is off by a fraction of
    a pixel."""
    brightness_share: float = 0.06
    """Share of the brightness by which the fitted light may be wrong."""
    black_grey: float = 75.0
    """Grey level below which a point is a black body's, if the bare board is bright there."""
    bright_grey: float = 110.0
    """Grey level from which the bare board is bright enough for that."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class BoardView:
    """The whole board at MAP_PX_PER_MM: as seen, as if empty, and how foreign each point is.

    ``plain`` has the light taken out as for things standing on the board, ``bare`` as for the board
    itself. ``expected_grey`` (rows × columns) is the brightness of the empty board in this picture,
    ``art_missing`` marks where its art is not recognised. ``black`` marks where the board, bare and
    bright, is black now.
    """

    flat: Map
    reference: Map
    z_score: Map
    plain: Map
    bare: Map
    expected_grey: Map
    art_missing: Mask
    ignored: Mask
    black: Mask


class _Bare(Protocol):
    """The parts of an empty board that are used here."""

    @property
    def map_reference(self) -> Map:
        """Return the board at MAP_PX_PER_MM."""
        ...

    @property
    def map_texture(self) -> Map:
        """Return the local variation of the art."""
        ...

    @property
    def ignored(self) -> Mask:
        """Return where nothing counts as foreign."""
        ...


def compare_with_bare(bare: _Bare, flat: Map, light: Light) -> BoardView:
    """Compare the whole board with its empty reference."""
    flat = in_planes(flat)
    gain, offset = light.without_gloss()
    found, plain = _find_foreign(bare, flat, light), (flat - offset) / gain
    black = (strongest(plain) < TUNING.black_grey) & (
        strongest(bare.map_reference) > TUNING.bright_grey
    )
    return BoardView(
        flat,
        bare.map_reference,
        found.z_score,
        plain,
        found.ground,
        found.expected_grey,
        found.art_missing,
        bare.ignored,
        np.asarray(black),
    )


class _Foreign(NamedTuple):
    """A part of ``BoardView``: all that depends on one light; ``ground`` is its ``bare``."""

    ground: Map
    z_score: Map
    expected_grey: Map
    art_missing: Mask


def _find_foreign(bare: _Bare, flat: Map, light: Light) -> _Foreign:
    """Return how the board (each channel contiguous) differs from an empty one in a light."""
    (here, haze), reference = light.over((flat.shape[1], flat.shape[0])), bare.map_reference
    ground = (flat - haze) / here
    z_score = _z_scores(ground, reference, bare.map_texture)
    z_score[(flat[..., 0] < 0) | (reference[..., 0] < 0)] = 0
    expected_grey = _mean_of_channels(
        np.minimum(here[..., c] * reference[..., c] + haze[..., c], SATURATED) for c in range(3)
    )
    art_missing = find_missing_art(flat, reference, expected_grey)
    return _Foreign(ground, z_score, expected_grey, art_missing)


def _mean_of_channels(channels: Iterable[Map]) -> Map:
    """Return the mean of three channels, which are made one by one to spare memory."""
    return np.asarray(functools.reduce(np.add, channels) / np.float32(3))


@dataclass(frozen=True, slots=True, eq=False)
class TaughtLight:
    """The board in one labelled picture, at MAP_PX_PER_MM, and where it is bare there."""

    map_reference: Map
    map_texture: Map
    ignored: Mask
    known: Mask


def foreign_in_every_light(
    view: BoardView, small: Map, lights: Sequence[TaughtLight], size_mm: tuple[float, float]
) -> BoardView:
    """Return a view in which only points are foreign that differ from every taught picture.

    ``small`` is the board from above. What a taught light does to the board (a lamp's image, the
    shade of a frame) is not foreign in that light.
    """
    z_score, art_missing = view.z_score, view.art_missing
    for light in lights:
        foreign, missing = _find_foreign_in(light, view.flat, small, size_mm)
        z_score = np.where(light.known, np.minimum(z_score, foreign), z_score)
        art_missing = art_missing & (missing | ~light.known)
    return replace(view, z_score=z_score, art_missing=art_missing)


def _find_foreign_in(
    light: TaughtLight, flat: Map, small: Map, size_mm: tuple[float, float]
) -> tuple[Map, Mask]:
    """Return how foreign each point is in a taught light, and where its art is missing."""
    bare = np.where(light.known[..., None], small, np.float32(-1))
    found = _find_foreign(light, flat, fit_light(bare, light.map_reference, size_mm))
    return found.z_score, found.art_missing


def _z_scores(ground: Map, reference: Map, texture: Map) -> Map:
    """Return how many standard deviations each point is from the empty board, in its best shadow.

    ``ground`` (the light taken out) and ``reference`` are rows × columns × 3, ``texture`` rows ×
    columns.
    """
    sigma = np.sqrt(
        TUNING.noise_variance
        + (TUNING.texture_share * texture) ** 2
        + (TUNING.brightness_share * strongest(reference)) ** 2
    )
    apart = functools.reduce(
        np.minimum, (_apart(ground, shade, reference) for shade in TUNING.shadows)
    )
    return np.asarray(apart / sigma, dtype=np.float32)


def _apart(ground: Map, shade: float, reference: Map) -> Map:
    """Return by how much the channel that differs most does: one by one, to spare memory."""
    channels = (np.abs(ground[..., c] - shade * reference[..., c]) for c in range(3))
    return functools.reduce(np.maximum, channels)
