"""What one taught light makes of the board is nothing foreign in that light."""

from __future__ import annotations

import numpy as np

from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import fit_light
from tablet_companion.vision.objects.board_view import (
    BareMap,
    TaughtLight,
    compare_with_bare,
    foreign_in_every_light,
)

_SIZE_MM = (200.0, 200.0)
_NOWHERE: Mask = np.zeros((100, 100), dtype=np.bool_)
_ALL: Mask = np.ones((100, 100), dtype=np.bool_)


def _taught(seen: np.ndarray, known: Mask = _ALL) -> TaughtLight:
    return TaughtLight(BareMap(seen, np.zeros((100, 100), np.float32)), known)


def _boards() -> tuple[np.ndarray, np.ndarray]:
    """Return a board in even light, and with a lamp's image in its varnish."""
    rng = np.random.default_rng(1)
    even = rng.integers(80, 140, (100, 100, 1)).repeat(3, axis=2).astype(np.float32)
    glossy = even.copy()
    glossy[30:50, 30:50] = 240
    return even, glossy


def _foreground_mask(seen: np.ndarray, lights: list[TaughtLight]) -> np.ndarray:
    bare = lights[0].bare
    view = compare_with_bare(bare, _NOWHERE, seen, fit_light(seen, bare.reference, _SIZE_MM))
    return foreign_in_every_light(view, seen, lights[1:], _SIZE_MM).z_score


def test_a_gloss_that_was_taught_is_not_foreign() -> None:
    """Beside the even light alone a lamp's image is foreign; if it was taught, too, it is not."""
    even, glossy = _boards()
    assert np.median(_foreground_mask(glossy, [_taught(even)])[35:45, 35:45]) > 4
    assert np.median(_foreground_mask(glossy, [_taught(even), _taught(glossy)])[35:45, 35:45]) < 1


def test_what_was_never_taught_stays_foreign() -> None:
    """A hand is foreign beside every picture, and where a picture shows a piece it says nothing."""
    even, glossy = _boards()
    hand = even.copy()
    hand[60:80, 60:80] = (90, 120, 200)
    covered = _ALL.copy()
    covered[55:85, 55:85] = False
    lights = [_taught(even), _taught(glossy), _taught(hand, covered)]
    assert np.median(_foreground_mask(hand, lights)[65:75, 65:75]) > 4
