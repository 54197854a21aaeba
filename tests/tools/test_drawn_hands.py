"""Hands and shadows of the drawn tables are what they are meant to be."""

from __future__ import annotations

import numpy as np
import pytest

from tools.pictures.raster.cookies import draw_cookie
from tools.pictures.raster.hands import Reach, make_hand, random_owner
from tools.pictures.raster.lights import NAMES, SHARES
from tools.pictures.raster.mesh import CLOTH, HAND, PLAIN, SKIN

SEEDS = pytest.mark.parametrize("seed", range(8))


@SEEDS
def test_nails_and_what_is_worn_lie_on_the_skin(seed: int) -> None:
    """Nails, rings and a watch belong to the hand and are not far from it."""
    rng = np.random.default_rng(seed)
    reach = Reach((100.0, 120.0, 20.0), float(rng.uniform(0, 6)), 0.4)
    parts = make_hand(rng, random_owner(rng), reach, seen=True)
    assert all(part.kind == HAND for part in parts)
    skin = np.concatenate([part.mesh.points for part in parts if part.layer == SKIN])
    worn = [part for part in parts if part.layer == PLAIN]
    assert worn
    for part in worn:
        apart = np.linalg.norm(part.mesh.points[:, None] - skin[None], axis=2).min(axis=1)
        assert apart.max() < 22


def test_people_are_not_all_alike() -> None:
    """Skins from dark to pale, arms bare and sleeved, sleeves plain and patterned."""
    owners = [random_owner(np.random.default_rng(seed)) for seed in range(60)]
    tones = [float(owner.skin.mean()) for owner in owners]
    assert min(tones) < 0.06
    assert max(tones) > 0.4
    assert {owner.cuff_mm is None for owner in owners} == {True, False}
    assert {owner.weave[3] for owner in owners} == {0.0, 1.0, 2.0, 3.0, 4.0}
    assert len({owner.worn for owner in owners}) == 4


def test_a_sleeve_is_cloth_and_part_of_the_hand() -> None:
    """Somebody whose cuff reaches the wrist shows cloth."""
    rng = np.random.default_rng(2)
    owner = next(o for o in map(random_owner, [rng] * 20) if o.cuff_mm is not None)
    parts = make_hand(rng, owner, Reach((50.0, 50.0, 15.0), 1.0, 0.2), seen=True)
    assert CLOTH in {part.layer for part in parts}


def test_what_passes_throws_shadows_hard_and_soft() -> None:
    """Somebody who passes darkens a part of the board, more or less, with edges of all kinds."""
    masks = [draw_cookie(seed, 200, 200.0, passing=True) for seed in range(40)]
    shares = np.array([(mask > 0).mean() for mask in masks])
    darkest = np.array([mask.max() for mask in masks])
    assert (shares > 0.02).mean() > 0.8
    assert darkest.min() < 120
    assert darkest.max() > 220
    edges = np.array([np.abs(np.diff(mask.astype(int), axis=1)).max() for mask in masks])
    assert edges.min() < 25
    assert edges.max() > 90


def test_lights_are_shared_out() -> None:
    """Every kind of light has its share."""
    assert len(SHARES) == len(NAMES)
    assert sum(SHARES) == pytest.approx(1)
