"""Pieces of a picture tell one another's colours; lamps' images make some of them doubtful.

The colours are those that a ray tracer which had no part in the reader showed to the network.
"""

from __future__ import annotations

import numpy as np
import pytest

from tablet_companion.vision.places.picture_colours import SeenColours, match_colours

_BLACK, _WOOD, _RED = (7.4, -0.1, -0.1), (8.85, 0.68, 1.26), (8.0, 2.1, 1.15)
_WALNUT, _CREAM = (7.43, 0.71, 0.9), (8.83, 0.35, 1.0)
Triple = tuple[float, float, float]


def _match(
    means: list[Triple], beside: list[Triple], usual: list[Triple] | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Return the probabilities of colours for pieces that surely stand there, and the disputes."""
    rows = [np.array(seen, dtype=np.float32).reshape(-1, 3) for seen in (beside, usual or beside)]
    found, disputed = match_colours(
        SeenColours(*rows), np.array(means, dtype=np.float32), np.ones(len(beside), np.float32)
    )
    return np.exp(found), disputed


@pytest.mark.parametrize("seen", [(9.32, 0.22, 0.51), (9.35, 0.27, 0.58)])
def test_a_top_that_mirrors_a_window_has_no_sure_colour(seen: Triple) -> None:
    """Black, red and wooden discs have the same pale top there; three wooden ones are unlike it."""
    found, _ = _match([_BLACK, _WOOD, _RED], [_BLACK, _BLACK, _WOOD, _WOOD, _WOOD, _RED, seen])
    assert found[-1].max() < 0.9
    assert found[:-1].max(axis=1).min() > 0.9


def test_two_near_colours_are_told_where_both_stand() -> None:
    """Purple and black men of one picture: the groups are nearer to each other than the light."""
    purple, black = (8.2, 0.46, -0.7), (7.65, 0.0, 0.0)
    shift = np.array([0.25, -0.2, 0.2])
    seen = [tuple(np.array(colour) + shift) for colour in (purple, purple, purple, black, black)]
    found, _ = _match([purple, black], seen)
    assert found[:3, 0].min() > 0.95
    assert found[3:, 1].min() > 0.95


def test_a_cream_man_in_the_boards_mirror_image_is_not_surely_walnut() -> None:
    """He is as dark as a walnut one beside such a bright board, and as pale as ever elsewhere."""
    beside = [_WALNUT, _WALNUT, _CREAM, _CREAM, (7.42, 0.67, 1.17)]
    usual = [*beside[:-1], (8.9, 0.4, 1.0)]
    found, disputed = _match([_WALNUT, _CREAM], beside, usual)
    assert found[-1].max() < 0.7
    assert disputed[-1] > 0.8
    assert disputed[:-1].max() < 0.1


@pytest.mark.parametrize("pieces", [0, 1])
def test_a_piece_without_others_is_compared_with_what_was_taught(pieces: int) -> None:
    """Nothing else tells its colour; an empty board has none."""
    found, disputed = _match([_BLACK, _WOOD], [(8.5, 0.5, 1.1)] * pieces)
    assert found.shape == (pieces, 2)
    assert disputed.shape == (pieces,)
    assert (found[:, 1] > 0.9).all()


def test_pieces_of_one_colour_alone_say_no_more_than_one_of_them() -> None:
    """They make one another neither surer, nor as likely to have the colour that is not there."""
    one, _ = _match([_BLACK, _WOOD], [(8.3, 0.4, 0.8)])
    six, _ = _match([_BLACK, _WOOD], [(8.3, 0.4, 0.8)] * 6)
    assert np.allclose(six, one, atol=0.05)
    assert 0.6 < one[0, 1] < 0.95
