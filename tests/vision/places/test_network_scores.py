"""Colours are told by one another, not by how light a picture is."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from hardware.boardfile import parse_board
from tablet_companion.games.core import Piece
from tablet_companion.vision.places.details import Seen
from tablet_companion.vision.places.hues import nominal
from tablet_companion.vision.places.network import NetworkOutput, opponent_colours
from tablet_companion.vision.places.network_input import LOGARITHMS
from tablet_companion.vision.places.network_scores import score_output
from tablet_companion.vision.places.windows import Row

_BOARD = parse_board(
    """
name = "Points"
size_mm = [300.0, 100.0]
[pieces.pawn]
colours = {red = "#c02020", blue = "#2040c0", green = "#20a040"}
height_mm = 30.0
diameter_mm = 14.0
"""
    + "".join(
        f'[[places]]\nname = "P{x}"\nkind = "point"\nx_mm = {40 * x + 20}.0\ny_mm = 50.0\n'
        "radius_mm = 8.0\n"
        for x in range(6)
    )
)
_HUES = {"red": (0.0, 4.0, 0.0), "blue": (0.0, -1.0, -4.0), "green": (0.5, -4.0, 2.0)}
_ROWS = tuple(Row(number, "pawn") for number in range(6))
_PIECE = np.log(np.array([0.01, 0.97, 0.01, 0.01], dtype=np.float32))


def _likeliest(hues: np.ndarray) -> list[str]:
    told = NetworkOutput(np.tile(_PIECE, (6, 1)), hues.astype(np.float32))
    formed = score_output(_BOARD, _ROWS, told, _HUES)
    return [max(formed[n].scores, key=lambda piece: formed[n].scores[piece]) for n in range(6)]


def test_a_shift_of_all_colours_changes_none() -> None:
    """Where every piece looks darker and warmer than it was taught, each keeps its colour."""
    colours = ["red", "blue", "green", "green", "red", "blue"]
    hues = np.array([_HUES[colour] for colour in colours])
    for shift in ([0, 0, 0], [-1.0, 0.8, 0.6], [0.8, -0.7, -0.7]):
        assert _likeliest(hues + np.array(shift)) == colours


_PAIRS = [("#6a2c9a", "#0d4f4f"), ("#2040c0", "#20a040")]


def _count_exchanged(pair: tuple[str, str], share: float, standing: list[str]) -> int:
    """Return how many of 20 times six pieces are surely taken for the other colour of a pair.

    No piece was shown: the colours are the board file's, of which the camera shows a share.
    """
    words = dict(zip(("red", "blue"), pair, strict=True))
    pawn = msgspec.structs.replace(_BOARD.pieces["pawn"], colours=words)
    board = msgspec.structs.replace(_BOARD, pieces={"pawn": pawn})
    seen = {name: nominal(_fade(pawn.rgb(name), share)) for name in words}
    wrong = 0
    for seed in range(20):
        rng = np.random.default_rng(seed)
        hues = np.array([seen[colour] for colour in standing])
        hues += rng.normal(0, (0.8, 0.5, 0.5)) + rng.normal(0, 0.3, hues.shape)
        told = NetworkOutput(np.tile(_PIECE, (6, 1)), hues.astype(np.float32))
        formed = score_output(board, _ROWS, told, {})
        shares = [formed[row].hues[Piece(colour)] for row, colour in enumerate(standing)]
        wrong += sum(log_share < math.log(0.01) for log_share in shares)
    return wrong


@pytest.mark.parametrize("pair", _PAIRS)
@pytest.mark.parametrize("share", [1.0, 0.6, 0.5])
def test_a_camera_of_little_saturation_exchanges_no_colours(
    pair: tuple[str, str], share: float
) -> None:
    """Half as saturated, they are nearer together than a picture's light may shift them."""
    assert _count_exchanged(pair, share, ["red", "blue", "blue", "blue", "red", "blue"]) <= 4


def test_pieces_of_one_colour_tell_nothing_of_the_cameras_saturation() -> None:
    """Paler, each colour is near some other: brown men would be red ones."""
    assert not _count_exchanged(("#c02020", "#6a4020"), 1.0, ["blue"] * 6)


def _fade(rgb: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    """Return a colour with this share of its saturation."""
    grey = sum(rgb) / 3
    red, green, blue = (round(grey + share * (value - grey)) for value in rgb)
    return red, green, blue


def test_black_pieces_that_mirror_the_room_are_not_grey() -> None:
    """No piece is seen as dark as a board's file states black: not even one that is not taught."""
    stated = {"red": "#1d1c1b", "blue": "#7d7b78", "green": "#e6e2d8"}
    pawn = msgspec.structs.replace(_BOARD.pieces["pawn"], colours=stated)
    board = msgspec.structs.replace(_BOARD, pieces={"pawn": pawn})
    # As a ray tracer that had no part in the reader shows them in a room.
    levels = {"red": 70, "blue": 124, "green": 240}
    standing = ["red", "red", "red", "blue", "green", "green"]
    hues = opponent_colours(LOGARITHMS[[[levels[colour]] * 3 for colour in standing]])
    formed = score_output(board, _ROWS, NetworkOutput(np.tile(_PIECE, (6, 1)), hues), {})
    for row, colour in enumerate(standing):
        assert formed[row].hues[Piece(colour)] > math.log(0.5)


def test_a_colour_that_is_like_none_is_not_surely_any() -> None:
    """Glare on one piece's top leaves its colour open, and the others' as they are."""
    hues = np.array([_HUES[c] for c in ("red", "blue", "green", "red", "blue", "green")])
    hues[0] = [9.0, 0.2, -0.4]
    told = NetworkOutput(np.tile(_PIECE, (6, 1)), hues.astype(np.float32))
    scores = score_output(_BOARD, _ROWS, told, _HUES)[0].scores
    ranked = sorted(scores.values())
    assert ranked[-1] - ranked[-2] < 4
    assert _likeliest(hues)[1:] == ["blue", "green", "red", "blue", "green"]


def test_a_place_where_nothing_stands_is_empty_whatever_its_colour() -> None:
    """A printed disc in a piece's colour is no piece."""
    nats = np.log(np.array([0.97, 0.01, 0.01, 0.01], dtype=np.float32))
    told = NetworkOutput(
        np.tile(nats, (6, 1)), np.tile(np.array(_HUES["red"], dtype=np.float32), (6, 1))
    )
    scores = score_output(_BOARD, _ROWS, told, _HUES)[0].scores
    assert max(scores.values()) < -3
    assert Piece("hidden") not in scores


@pytest.mark.parametrize(("bare", "told"), [(5, True), (3, False)])
def test_hidden_details_count_if_bare_places_show_theirs(bare: int, *, told: bool) -> None:
    """Where a doubtful place shows no grain, but bare ones do, something stands there."""
    empty = np.log(np.array([0.997, 0.001, 0.001, 0.001], dtype=np.float32))
    nats = np.stack([_PIECE, *[empty] * 5])
    details = {0: Seen(0.0, 1.0, 1.0)} | dict.fromkeys(range(1, 1 + bare), Seen(1.6, 1.0, 1.0))
    network = NetworkOutput(nats, np.zeros((6, 3), np.float32), details=details)
    formed = score_output(_BOARD, _ROWS, network, _HUES)
    assert {nats > 0.5 for nats in formed[0].hidden.values()} == {told}
    assert {nats < 0 for nats in formed[1].hidden.values()} == {told}
