"""Which pieces their own light and shade may tell: those of their spot's colour, and at home."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock, patch

import numpy as np
import pytest

from tablet_companion.games.core import Piece
from tablet_companion.vision.frame import scoring
from tablet_companion.vision.frame.scoring import find_own_pieces
from tablet_companion.vision.places import relief
from tablet_companion.vision.places.hues import nominal
from tablet_companion.vision.places.network import opponent_colours
from tablet_companion.vision.places.network_input import LOGARITHMS, TaughtWindows
from tablet_companion.vision.places.windows import SIDE
from tests.vision.places.spots import FOOT, list_windows

_GREEN = Piece("green")


@pytest.mark.parametrize(
    ("spot", "hole", "told"),
    [("green", False, [_GREEN]), ("white", False, []), ("green", True, [])],
)
def test_only_a_piece_of_its_spots_colour_is_told_by_shade(
    spot: str, hole: bool, told: list[Piece]
) -> None:
    """A tall pawn's shadow on a white space is as uneven, but no pawn is white."""
    logs = {"green": (3.0, 4.5, 3.2), "white": (5.2, 5.3, 5.3)}
    hues = {name: tuple(opponent_colours(np.array([at]))[0].tolist()) for name, at in logs.items()}
    kind = SimpleNamespace(colours={"green": "#1f9a3c"})
    board = SimpleNamespace(
        pieces={"cone": kind},
        places=["place"],
        sinking=lambda _: kind if hole else None,
    )
    bare = np.exp(logs[spot]).round().astype(np.uint8)
    seen = np.broadcast_to(bare, (1, SIDE, SIDE, 3))
    taught = TaughtWindows(seen, np.ones(seen.shape[:3], np.bool_), np.zeros((1, 3), np.float32))
    model = Mock(board=board, hues={"green": hues["green"]})
    found = find_own_pieces(model, list_windows(1), (taught,))
    assert [piece for pieces in found.values() for piece in pieces] == told


def _find_stated(
    shades: dict[str, tuple[int, int, int]], spot: str, paler: float = 0.0
) -> frozenset[Piece]:
    """Return which pieces of stated colours are told by shade on a spot of one of them."""
    kind = Mock(colours=shades, rgb=shades.__getitem__)
    board = SimpleNamespace(pieces={"man": kind}, places=["place"], sinking=lambda _: None)
    seen = np.array([nominal(shades[spot])]) + np.array([paler, 0.0, 0.0])
    with patch.object(scoring, "opponent_colours", Mock(return_value=seen)):
        found = find_own_pieces(Mock(board=board, hues={}), list_windows(1), ())
    return frozenset(piece for pieces in found.values() for piece in pieces)


def test_a_spot_is_of_the_nearest_stated_colour_alone_and_may_be_a_little_paler() -> None:
    """A dark square is not cream; a camera shows all in another light (standard deviations)."""
    assert _find_stated({"brown": (43, 37, 32), "cream": (205, 176, 147)}, "brown") == {"brown"}
    shades = {"green": (31, 154, 60), "red": (170, 30, 35)}
    assert _find_stated(shades, "green", 1.7) == {"green"}
    assert _find_stated(shades, "green", 2.1) == set()


@pytest.mark.parametrize(
    ("kind", "print_", "told"), [("nest", 0, True), ("nest", 40, False), ("start", 0, False)]
)
def test_a_piece_is_told_so_only_at_home_and_where_print_is_more_even(
    kind: str, print_: int, *, told: bool
) -> None:
    """A start often has a star of its own, and worn print is as uneven as any piece."""
    board: Any = SimpleNamespace(places=[SimpleNamespace(kind=kind)] * 2)
    seen = np.full((2, SIDE, SIDE, 3), 100, np.uint8)
    seen[:, ::2] += np.uint8(print_)
    known = np.ones(seen.shape[:3], np.bool_)
    known[0] = False
    taught = TaughtWindows(seen, known, np.zeros((2, 3), np.float32))
    uneven = {0: (_GREEN, 0.15)}
    assert relief.find_homes(board, list_windows(2), uneven, (taught,)) == frozenset([0] * told)


def test_a_spots_colour_is_that_beneath_the_piece_in_the_first_picture_that_shows_it() -> None:
    """Whatever lies around it, and in whichever light it was taught."""
    seen = np.full((1, SIDE, SIDE, 3), 200, np.uint8)
    seen[:, FOOT] = 60
    known = np.ones(seen.shape[:3], np.bool_)
    hidden = TaughtWindows(seen + np.uint8(50), ~known, np.zeros((1, 3), np.float32))
    brighter = TaughtWindows(seen, known, np.full((1, 3), 0.5, np.float32))
    own = list_windows(1).own
    expected = np.repeat(LOGARITHMS[60] - 0.5, 3)
    assert relief.spot_colours(own, (hidden, brighter))[0] == pytest.approx(expected, abs=1e-3)
    assert np.isnan(relief.spot_colours(own, (hidden,))).all()


@pytest.mark.parametrize(("guessed", "told"), [(True, {_GREEN}), (False, {Piece("red")})])
def test_where_a_piece_stood_from_the_start_a_guess_tells_its_squares_colour(
    guessed: bool, told: set[Piece]
) -> None:
    """A green man may stand now on a green square on which a red one was labelled."""
    lessons = Mock(shows_bare=lambda _: False, uneven={0: (Piece("red"), 0.1)})
    own = {0: frozenset([_GREEN])}
    assert scoring._shaded_pieces(lessons, 0, own, guessed=guessed)[0] == told
