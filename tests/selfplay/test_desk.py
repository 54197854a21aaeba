"""The mouse moves pawns of the simulated table and lays cards."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.simulated.table import SimulatedTable
from tablet_companion import printed
from tablet_companion.screen.window import Mouse
from tablet_companion.selfplay.desk import Desk


def _desk() -> tuple[SimulatedTable, Desk]:
    table = SimulatedTable(printed.board("agent_dog"), np.random.default_rng(1))
    face = np.full((91, 59, 3), 200, dtype=np.uint8)
    return table, Desk(table, {"2": face, "7": face})


def _pixel(table: SimulatedTable, place: str, height_mm: float = 0.0) -> tuple[float, float]:
    spot = table.board.by_name[place]
    x, y = table.pose.project(np.array([[spot.x_mm, spot.y_mm]]), height_mm)[0]
    return float(x), float(y)


def test_a_pawn_is_dragged_by_its_top() -> None:
    """Gripped by its leaning top and let go near a place, a pawn stands on that place."""
    table, desk = _desk()
    table.set_up({"T5": ("red", False)})
    desk.mouse(Mouse("down", *_pixel(table, "T5", table.board.pawn.height_mm), 1))
    assert table.pawn_on("T5") is None
    assert table.scene.hands, "while it is held a hand is over the board"
    desk.mouse(Mouse("motion", *_pixel(table, "T9"), 0))
    desk.mouse(Mouse("up", *_pixel(table, "T9"), 1))
    pawn = table.pawn_on("T9")
    assert pawn is not None
    assert pawn.colour == "red"
    assert not table.scene.hands


def test_a_right_click_turns_over_in_holes_only() -> None:
    """A pawn is turned over in a hole; on a space it cannot be."""
    table, desk = _desk()
    table.set_up({"T6": ("blue", False), "T5": ("red", False)})
    for place in ("T6", "T5"):
        desk.mouse(Mouse("down", *_pixel(table, place), 3))
    hole, space = table.pawn_on("T6"), table.pawn_on("T5")
    assert hole is not None
    assert hole.turned
    assert space is not None
    assert not space.turned


def test_a_click_on_the_strip_lays_that_card() -> None:
    """The strip of cards below the picture lays the card that is clicked."""
    table, desk = _desk()
    width, height = table.pose.size
    assert desk.framed(np.zeros((height, width, 3), dtype=np.uint8)).shape[0] > height
    desk.mouse(Mouse("down", width * 0.75, height + 20, 1))
    assert table.scene.cards[-1].face == "7"


def test_a_right_click_on_a_card_takes_it_away() -> None:
    """Beside it nothing happens."""
    table, desk = _desk()
    table.lay("7")
    pile = table.board.discard
    assert pile is not None
    for x_mm, left in ((pile.x_mm + 80, 1), (pile.x_mm, 0)):
        x, y = table.pose.project(np.array([[x_mm, pile.y_mm]]), 0.0)[0]
        desk.mouse(Mouse("down", float(x), float(y), 3))
        assert len(table.scene.cards) == left


@pytest.mark.parametrize("game", [name for name, _ in printed.titles()])
def test_every_game_has_a_desk(game: str) -> None:
    """The picture is as wide as the camera's; below it is a strip of cards where they are laid."""
    table = SimulatedTable(printed.board(game), np.random.default_rng(1))
    width, height = table.pose.size
    faces = printed.faces(game)
    desk = Desk(table, faces)
    framed = desk.framed(np.zeros((height, width, 3), dtype=np.uint8))
    assert framed.shape[1] == width
    assert bool(faces) == (table.board.discard is not None)
    assert (framed.shape[0] > height) == bool(faces)
    desk.mouse(Mouse("down", width / 2, height, 1))
    assert bool(table.scene.cards) == bool(faces)
