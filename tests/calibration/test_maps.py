"""The maps that spare memory say the same as the whole ones."""

from __future__ import annotations

import numpy as np

from calibration.surfaces.light import split_planes
from calibration.taught.maps import make_fine_maps, make_reference_maps, reduce_maps, resize_like

_SIZE_MM = (90.0, 70.0)
_DRAWN = np.random.default_rng(3).integers(0, 256, (175, 225, 3)).astype(np.uint8)


def test_reduced_maps_are_those_of_the_whole_reference() -> None:
    """To the last bit: a taught light is compared with pictures as before."""
    like, whole = np.zeros((35, 45)), make_reference_maps(_DRAWN, _SIZE_MM)
    soft, texture = reduce_maps(_DRAWN, like)
    assert np.array_equal(soft, split_planes(resize_like(whole.soft, like)))
    assert np.array_equal(texture, resize_like(whole.texture, like))


def test_fine_maps_differ_by_half_a_step_and_know_nothing_outside() -> None:
    """A pixel beside the board stays −1, and is no grey level."""
    whole = make_reference_maps(_DRAWN, _SIZE_MM)
    soft, texture = make_fine_maps(whole).at(np.array([[3, 7], [224, 174], [-1, 0]], np.float32))
    for seen, known in ((soft, whole.soft), (texture, whole.texture)):
        assert np.abs(seen[:2] - known[[7, 174], [3, 224]]).max() <= 1 / 512
        assert (seen[2] == -1).all()
