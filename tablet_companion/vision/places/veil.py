"""The bare board beneath a lamp's or window's image, which adds the same light to all it lies on.

So a dark spot grows far paler than the pale ground beside it: no shade explains both, but some
piece's colour may.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablet_companion.vision.places.examples import Seen
from tablet_companion.vision.places.windows import Windows, average


@dataclass(frozen=True, slots=True)
class Tuning:
    """Where light may have been added, and how much of it.

    Chosen by hand on sixteen drawn boards (docs/record/boards.md); held by
    tests/vision/places/test_veil.py.
    """

    brighter_min: float = 0.05
    """Logarithm by which the ground beside has to be brighter than usual on the board."""
    times_max: float = 3.0
    """The image may be this many times as bright at the place as the ground beside tells: that is
    paler than most of what a camera shows, and where it compresses differences."""


TUNING: Final = Tuning()


def add_veil(seen: Seen, windows: Windows, brighter: NDArray[Any]) -> Seen:
    """Return windows with the bare board in as much added light as explains each place best.

    Every second sample in each direction tells how much. ``brighter`` (n) is the logarithm of how
    much brighter the ground beside is than usual on the board. Without the light beside a window,
    added light is a mixture of its own colours and the ground's, whatever the lamp's colour.
    """
    lit = np.flatnonzero(brighter > TUNING.brighter_min)
    if not len(lit):
        return seen
    some = lit, np.s_[::2], np.s_[::2]
    known, own = seen.known[some], windows.own[some] > 0
    ground = known & ~own & (windows.near[some] == 0)
    now, bare = np.exp(seen.now[some]), np.exp(seen.bare[some])
    usual = average(bare, ground[..., None])[:, None, None]
    paler = (usual - bare) * (known & own)[..., None]
    most = (1 - np.exp(-TUNING.times_max * brighter[lit])) * ground.any(axis=(1, 2))
    squares = np.einsum("nyxc,nyxc->n", paler, paler)
    amount = np.einsum("nyxc,nyxc->n", now - bare, paler) / np.maximum(squares, 1e-6)
    share = np.clip(amount, 0, most).astype(np.float32)[:, None, None, None]
    veiled = seen.bare.copy()
    veiled[lit] += np.log1p(share * (usual * np.exp(-veiled[lit]) - 1))
    return replace(seen, veiled=veiled, lit=brighter > TUNING.brighter_min)
