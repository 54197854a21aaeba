"""The whole board as seen beside the empty one, in the picture's light and in the taught ones.

Maps of three channels take the most memory of a reading, so they are worked through one channel and
one light at a time.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import (
    SATURATED,
    Light,
    Map,
    fit_light,
    split_planes,
    take_strongest,
)
from tablet_companion.vision.objects import missing_art


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


@dataclass(frozen=True, eq=False)
class BareMap:
    """The empty board at MAP_PX_PER_MM, and the local variation of its art (``texture``).

    What depends on nothing else is computed once.
    """

    reference: Map
    texture: Map

    @functools.cached_property
    def sigma(self) -> Map:
        """How far an empty board may differ (grey levels; standard deviation)."""
        variance = (
            TUNING.noise_variance
            + (TUNING.texture_share * self.texture) ** 2
            + (TUNING.brightness_share * take_strongest(self.reference)) ** 2
        )
        return np.asarray(np.sqrt(variance))

    @functools.cached_property
    def art(self) -> missing_art.Windows:
        """The art in a window round each point."""
        return missing_art.known_windows(self.reference)


def compare_with_bare(bare: BareMap, ignored: Mask, flat: Map, light: Light) -> BoardView:
    """Compare the whole board with its empty reference; nothing is judged where ``ignored``."""
    flat = split_planes(flat)
    gain, offset = light.without_gloss()
    found, plain = (
        _find_foreign(bare, flat, missing_art.seen_windows(flat), light),
        (flat - offset) / gain,
    )
    black = (take_strongest(plain) < TUNING.black_grey) & (
        take_strongest(bare.reference) > TUNING.bright_grey
    )
    return BoardView(
        flat,
        bare.reference,
        found.z_score,
        plain,
        found.ground,
        found.expected_grey,
        found.art_missing,
        ignored,
        np.asarray(black),
    )


class _Foreign(NamedTuple):
    """A part of ``BoardView``: all that depends on one light; ``ground`` is its ``bare``."""

    ground: Map
    z_score: Map
    expected_grey: Map
    art_missing: Mask


def _find_foreign(bare: BareMap, flat: Map, seen: missing_art.Windows, light: Light) -> _Foreign:
    """Return how the board (each channel contiguous) differs from an empty one in a light."""
    (here, haze), reference = light.over((flat.shape[1], flat.shape[0])), bare.reference
    ground = (flat - haze) / here
    z_score = _z_scores(ground, bare)
    z_score[(flat[..., 0] < 0) | (reference[..., 0] < 0)] = 0
    expected_grey = _mean_of_channels(
        np.minimum(here[..., c] * reference[..., c] + haze[..., c], SATURATED) for c in range(3)
    )
    art_missing = missing_art.find_missing_art(seen, bare.art, expected_grey, flat[..., 0] < 0)
    return _Foreign(ground, z_score, expected_grey, art_missing)


def _mean_of_channels(channels: Iterable[Map]) -> Map:
    return np.asarray(functools.reduce(np.add, channels) / np.float32(3))


@dataclass(frozen=True, slots=True, eq=False)
class TaughtLight:
    """The board in one labelled picture, and where it is bare there (at MAP_PX_PER_MM)."""

    bare: BareMap
    known: Mask


def foreign_in_every_light(
    view: BoardView, small: Map, lights: Sequence[TaughtLight], size_mm: tuple[float, float]
) -> BoardView:
    """Return a view in which only points are foreign that differ from every taught picture.

    ``small`` is the board from above. What a taught light does to the board (a lamp's image, the
    shade of a frame) is not foreign in that light.
    """
    if not lights:
        return view
    z_score, art_missing, seen = view.z_score, view.art_missing, missing_art.seen_windows(view.flat)
    for light in lights:
        bare = small.copy()
        bare[~light.known] = -1
        fitted = fit_light(bare, light.bare.reference, size_mm)
        _, foreign, _, missing = _find_foreign(light.bare, view.flat, seen, fitted)
        z_score = np.where(light.known, np.minimum(z_score, foreign), z_score)
        art_missing = art_missing & (missing | ~light.known)
    return replace(view, z_score=z_score, art_missing=art_missing)


def _z_scores(ground: Map, bare: BareMap) -> Map:
    """Return how many standard deviations each point is from the empty board, in its best shadow.

    ``ground`` is the picture with the light taken out.
    """
    apart = functools.reduce(
        np.minimum, (_apart(ground, shade, bare.reference) for shade in TUNING.shadows)
    )
    return np.asarray(apart / bare.sigma, dtype=np.float32)


def _apart(ground: Map, shade: float, reference: Map) -> Map:
    """Return by how much the channel that differs most does: one by one, to spare memory."""
    channels = (np.abs(ground[..., c] - shade * reference[..., c]) for c in range(3))
    return functools.reduce(np.maximum, channels)
