"""Tokens with a printed face are told apart by the ring round it, though none was ever shown."""

from __future__ import annotations

from typing import Final

import numpy as np

from hardware.board import Board, BoardPlace, PieceKind
from hardware.simulated.optics import overhead
from tablet_companion.games.core import EMPTY, Piece
from tests.vision.crowds import Kit, make_kit, new_eye, new_table, photograph

_TOKEN: Final = PieceKind(
    {"navy": "#22396e", "rust": "#974b1f", "moss": "#646c35", "rose": "#b55c70", "grey": "#556868"},
    height_mm=3,
    diameter_mm=24,
    face="#f3dfd1",
    face_diameter_mm=17,
    each=2,
)
_BOARD: Final = Board(
    "points",
    (260.0, 210.0),
    tuple(
        BoardPlace(f"P{number}", "point", 36.0 + 47 * (number % 5), 32.0 + 48 * (number // 5), 14.0)
        for number in range(20)
    ),
    {"token": _TOKEN},
)


def _read(kit: Kit, seed: int) -> tuple[dict[str, Piece], dict[str, Piece]]:
    """Return what stands on a table on which all tokens lie, and what is read there."""
    names = [place.name for place in _BOARD.places]
    at = np.random.default_rng(seed).permutation(names)[:10].tolist()
    colours = [colour for colour in _TOKEN.colours for _ in range(2)]
    truth = dict(zip(at, colours, strict=True))
    table = new_table(_BOARD, seed, pose=overhead(_BOARD, size=(640, 480), tilt_deg=6))
    table.set_up({place: (colour, False) for place, colour in truth.items()})
    reading = new_eye(kit).examine(photograph(table, kit.renderer, seed))[2]
    seen = {str(sight.place): sight.best for sight in reading.places}
    stands = {place: Piece(colour) for place, colour in truth.items()}
    return dict.fromkeys(names, EMPTY) | stands, seen


def test_the_colour_of_a_token_is_that_of_its_ring_not_of_its_face() -> None:
    """Of sixty places of three tables all are right, though only the bare board was shown."""
    kit = make_kit(_BOARD, {})
    tables = [_read(kit, seed) for seed in range(3)]
    wrong = [
        (place, what, seen[place])
        for truth, seen in tables
        for place, what in truth.items()
        if seen[place] != what
    ]
    assert not wrong
