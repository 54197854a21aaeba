"""Pieces of several kinds on the simulated table: discs, printed faces, pawns on discs."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import msgspec
import numpy as np
import pytest

from hardware.board import Board, BoardPlace, PieceKind
from hardware.ports import Picture
from hardware.simulated.render import Renderer
from hardware.simulated.table import SimulatedTable
from tests.hardware.small_table import BOARD, GREY, POSE, QUIET
from tools.truth import tell_truth

PAWN: Final = PieceKind({"red": "#c8202c"}, height_mm=28, diameter_mm=13)
COIN: Final = PieceKind(
    {"blue coin": "#2050c0"}, height_mm=4, diameter_mm=24, face="#f0f0f0", face_diameter_mm=14
)
BASE: Final = BoardPlace("base", "space", 20.0, 20.0, 8.0, holds=("coin",))
TABLE: Final = msgspec.structs.replace(
    BOARD,
    pieces={"pawn": PAWN, "coin": COIN},
    places=(*(msgspec.structs.replace(p, holds=("pawn",)) for p in BOARD.places), BASE),
)


def _table(board: Board = TABLE) -> SimulatedTable:
    return SimulatedTable(board, np.random.default_rng(1), pose=POSE, light=QUIET)


def _picture(table: SimulatedTable) -> Picture:
    renderer = Renderer(table.board, GREY, 2.0, {})
    return renderer.render(table.scene, POSE, QUIET, np.random.default_rng(5))


def _at(picture: Picture, x_mm: float, y_mm: float, height_mm: float) -> list[int]:
    """Return the red, green and blue seen of a point."""
    column, row = np.round(POSE.project([(x_mm, y_mm)], height_mm)[0]).astype(int)
    blue, green, red = (int(value) for value in picture[row, column])
    return [red, green, blue]


def test_a_disc_shows_a_ring_round_its_face() -> None:
    """The ring has the piece's colour, the paper inside is light and bears something dark."""
    table = _table()
    coin = table.put_at("blue coin", 130, 64)
    picture = _picture(table)
    red, green, blue = _at(picture, coin.x_mm + 9.5, coin.y_mm, 4)
    assert blue > 150 > max(red, green)
    inside = np.array(
        [
            _at(picture, coin.x_mm + x, coin.y_mm + y, 4)
            for x in np.arange(-5, 6, 1.0)
            for y in np.arange(-5, 6, 1.0)
            if x * x + y * y < 30
        ]
    )
    assert inside.max() > 220
    assert inside.min() < 90


def test_a_pawn_is_as_tall_as_its_kind() -> None:
    """A pawn's top is seen where its height puts it, a disc's hardly off its foot."""
    table = _table()
    pawn = table.put("red", "P05")
    picture = _picture(table)
    assert _at(picture, pawn.x_mm, pawn.y_mm, 28)[0] > 150
    assert _at(picture, 20, 64, 0) == _at(_picture(_table()), 20, 64, 0)


def test_a_pawn_on_a_disc_stands_higher_until_the_disc_is_gone() -> None:
    """Both have places of their own, one above the other; both are true."""
    table = _table()
    disc = table.put("blue coin", "base")
    pawn = table.put("red", "P00")
    assert pawn.sunk_mm == -COIN.height_mm
    truth = tell_truth(table, "-")
    assert truth["pieces"] == {"P00": "red", "base": "blue coin"}
    assert truth["off"] == []
    top = _at(_picture(table), pawn.x_mm, pawn.y_mm, 32)
    assert top[0] > 150 > top[2]
    assert table.at(pawn.x_mm, pawn.y_mm) == pawn
    table.take(disc)
    assert table.pawn_on("P00") == replace(pawn, sunk_mm=0.0)


@pytest.mark.parametrize("first", ["red", "blue coin"])
def test_the_order_of_putting_does_not_matter(first: str) -> None:
    """A disc set up after the pawn lies beneath it all the same."""
    pieces = {"P00": ("red", False), "base": ("blue coin", False)}
    ordered = dict(sorted(pieces.items(), key=lambda item: item[1][0] != first))
    table = _table()
    table.set_up(ordered)
    raised = {pawn.colour: pawn.sunk_mm for pawn in table.scene.pawns}
    assert raised == {"red": -COIN.height_mm, "blue coin": 0.0}


def test_the_top_of_a_stack_has_a_place_that_both_could_have() -> None:
    """Where the disc has no place of its own it is not seen, and nothing is amiss."""
    shared = msgspec.structs.replace(
        TABLE, places=tuple(msgspec.structs.replace(p, holds=()) for p in BOARD.places)
    )
    table = _table(shared)
    table.set_up({"P00": ("blue coin", False)})
    table.put("red", "P00")
    truth = tell_truth(table, "-")
    assert truth["pieces"] == {"P00": "red"}
    assert [off["colour"] for off in truth["off"]] == []
