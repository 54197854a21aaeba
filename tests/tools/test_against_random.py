"""What the library that learns gets: one player's decisions in Pocket Ops, and a mask for each."""

from __future__ import annotations

import random

import pytest

WHY = "PettingZoo is not installed: pip install .[research]"


def test_whoever_keeps_to_the_masks_plays_whole_games() -> None:
    """At random half of the games are won; each pays once, at its end, and seats take turns."""
    against = pytest.importorskip("tools.laboratory.against_random", reason=WHY)
    rng, won, seats = random.Random(3), list[bool](), list[int]()
    table = against.AgainstRandom(1, won)
    for number in range(1, 101):
        seen, _ = table.reset()
        seats.append(table._seat)
        over, worth = False, 0.0
        while not over:
            assert worth == 0
            assert table.observation_space.contains(seen)
            (allowed,) = table.action_masks().nonzero()
            assert len(allowed) > 1
            seen, worth, over, _, _ = table.step(rng.choice(allowed))
        assert worth in (-1, 1)
        assert len(won) == number
        assert won[-1] == (worth > 0)
    assert seats == [0, 1] * 50
    assert 30 < sum(won) < 70


def test_what_the_mask_forbids_is_refused() -> None:
    """A learner that ignores the mask is told so at once, and learns nothing from it."""
    against = pytest.importorskip("tools.laboratory.against_random", reason=WHY)
    table = against.AgainstRandom(1, [])
    table.reset()
    forbidden = (~table.action_masks()).nonzero()[0][0]
    with pytest.raises(IndexError):
        table.step(forbidden)
