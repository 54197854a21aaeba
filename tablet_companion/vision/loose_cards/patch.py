"""A card as it is seen: which of its pixels are plain ground, and which are something else."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from tablet_companion.vision.loose_cards.outline import Outline, cover
from tablet_companion.vision.loose_cards.printed import Ink, Inked
from tablet_companion.vision.loose_cards.spots import Colours, grid_of


@dataclass(frozen=True, slots=True)
class Tuning:
    """What counts as ground.

    Chosen by hand on simulated tables of Wink's cards; held by tests/vision/loose.
    """

    ground_levels: tuple[float, float, float] = (0.30, 0.58, 1.2)
    """Brightness of ground in shares of plain light: below the first number it is not ground,
    between the first and the second it may be, above the third it is not."""
    ground_hue_max: float = 0.13
    """Greatest difference in hue from the ground's."""


TUNING: Final = Tuning()

_SOLID: Final = np.ones((3, 3), np.uint8)
"""What is narrower than this, in millimetres, is a speck or an edge."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A card as it is seen: colours in shares of white, and what is known of its pixels.

    ``ground`` and ``other`` are the pixels that certainly are ground and certainly are not; the
    rest is ignored. Of the others ``paler`` may be ground in brighter light. ``disc`` are those of
    the plain disc in the middle, ``paper`` those of white paper, which is ground like the print.
    ``level`` is the brightness of disc and paper in shares of what each has in plain light, which
    is ``disc_level`` shares of white for the disc.
    """

    colours: Colours
    ground: Mask
    other: Mask
    paler: Mask
    disc: Mask
    paper: Mask
    level: NDArray[np.float32]
    disc_level: float

    def with_print(self, printed: Inked, ink: Ink) -> Patch:
        """Return the patch with what is known of its print, too; see ``Inked.compare``."""
        compared = printed.compare(self.colours.reshape(-1, 3)[printed.points], ink)
        masks = [mask.ravel().copy() for mask in (self.ground, self.other, self.paler)]
        for mask, more in zip(masks, compared, strict=True):
            mask[printed.points] = more
        ground, other, paler = (mask.reshape(self.disc.shape) for mask in masks)
        return replace(self, ground=ground, other=other, paler=paler)

    def hidden(self, covered: Mask) -> Patch:
        """Return the patch with nothing known of some pixels."""
        return replace(self, ground=self.ground & ~covered, other=self.other & ~covered)

    def on_disc(self) -> Patch:
        """Return the patch with nothing known beside its disc."""
        return replace(self, ground=self.ground & self.disc, other=self.other & self.disc)

    def without_paler(self) -> Patch:
        """Return the patch with what is paler than the ground left out."""
        return replace(self, other=self.other & ~self.paler)

    def without(self, outline: Outline, feet: Iterable[tuple[float, float]]) -> Patch:
        """Return the patch with what pawns with these feet do not explain."""
        return replace(self, other=self.other & ~cover(outline, feet, self.other.shape))


def stage_ground(patch: Colours, tint: Colours) -> tuple[Mask, Mask, Mask, NDArray[np.float32]]:
    """Return which pixels of a patch (in shares of white) are ground, are not, and are paler.

    The rest may be a deep shadow or something dark. What is paler may be ground in brighter light.
    Also return how bright they are in shares of ground.
    """
    level, hue = level_and_hue(np.asarray(patch / tint, np.float32))
    dark, shaded, bright = TUNING.ground_levels
    plain = hue < TUNING.ground_hue_max
    ground = plain & (level > shaded) & (level < bright)
    other = ~ground & ~(plain & (level > dark) & (level <= shaded))
    return ground, other, plain & (level >= bright), level


def count_plain(share: Colours) -> int:
    """Return how many colours, in shares of white, may be white paper, be it in shadow."""
    level, hue = level_and_hue(share)
    return int(((hue < TUNING.ground_hue_max) & (level > TUNING.ground_levels[0])).sum())


def level_and_hue(share: Colours) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the brightness of colours, and their difference in hue, relative to a reference.

    Channel by channel: numpy is slow at summing three numbers a hundred thousand times.
    """
    blue, green, red = share[..., 0], share[..., 1], share[..., 2]
    level = (blue + green + red) * np.float32(1 / 3)
    most = np.maximum(np.maximum(blue, green), red)
    least = np.minimum(np.minimum(blue, green), red)
    apart = np.maximum(most - level, level - least)
    return level, np.asarray(apart / np.maximum(level, 1e-3), np.float32)


def count_solid(mask: Mask) -> int:
    """Return the square millimetres of a mask without its specks and thin lines."""
    if not mask.any():
        return 0
    return int(cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, _SOLID).sum())


@functools.cache
def disc_mask(shape: tuple[int, ...], radius_mm: float) -> Mask:
    """Return which pixels of a patch are within a distance of its middle."""
    return np.asarray((grid_of(shape) ** 2).sum(axis=-1) <= radius_mm**2)


def to_lab(colours: Any) -> NDArray[np.float32]:
    """Return colours (n × 3, in shares of white) in CIE L*a*b*."""
    row = np.clip(np.asarray(colours, np.float32), 0, 1)[None]
    return np.asarray(cv2.cvtColor(row, cv2.COLOR_BGR2LAB)[0], np.float32)
