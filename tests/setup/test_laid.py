"""What is laid onto a board once its corners are set is asked about, however it is printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import cv2
import numpy as np
import pytest

from hardware.board import Board
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Picture
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Light, Thing
from hardware.simulated.table import SimulatedTable
from hardware.simulated.things import cup
from tablet_companion.setup.checks.laid import Patch, find_changed, find_laid
from tablet_companion.setup.geometry.layouts import make_board
from tablet_companion.setup.parts.pageparts import Does
from tests.setup.boxed import MAKES, PX_PER_MM, lay_make, lay_motley
from tests.setup.keys import read
from tests.setup.own import SIDE_MM, lay_own
from tests.setup.owner import Owner
from tests.setup.photograph import fit
from tests.setup.shown import make_show_step, resume_show_step
from tools.faults.things import lid, telephone

DAY, LAMP = Light(), Light(gain_bgr=(0.7, 0.9, 1.0), brightness=0.7, shade_deg=30, noise=3.0)


def lay_mill() -> tuple[Board, Renderer]:
    """Return lines on wood, whose points are of three kinds, and what draws them."""
    own, _ = lay_own("points")
    spots = {
        f"P{ring}{n}": (200.0 + x * 60 * ring, 200.0 + y * 60 * ring)
        for ring in (1, 2, 3)
        for n, (x, y) in enumerate(_AROUND)
    }
    board = make_board("Mill", (SIDE_MM, SIDE_MM), spots, own.pieces, ("point", None, 12.0))
    side = round(SIDE_MM * PX_PER_MM)
    grain = np.random.default_rng(2).normal(0, 12, (side // 40, side, 3)).astype(np.float32)
    art = cv2.resize(grain, (side, side)) + np.array((120.0, 165.0, 200.0))
    for ring in (1, 2, 3):
        low, high = (round((200 + way * 60 * ring) * PX_PER_MM) for way in (-1, 1))
        cv2.rectangle(art, (low, low), (high, high), (30, 40, 50), 4)
    return board, Renderer(board, art.clip(0, 255).astype(np.uint8), PX_PER_MM, {})


_AROUND = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
BOARDS: dict[str, Callable[[], tuple[Board, Renderer]]] = {
    "mill": lay_mill,
    "motley": lay_motley,
    "make": lambda: lay_make(MAKES[1]),
}


def see(laid: tuple[Board, Renderer], *both: tuple[Light, Sequence[Thing]]) -> list[Picture]:
    """Return pictures of a board, each in its light and with its things on it."""
    return [
        SimulatedCamera(_leave(laid[0], light, things), laid[1], ManualClock(), seed=n)
        .capture()
        .picture
        for n, (light, things) in enumerate(both)
    ]


def _leave(board: Board, light: Light, things: Sequence[Thing]) -> SimulatedTable:
    table = SimulatedTable(board, np.random.default_rng(1), light=light)
    for thing in things:
        table.leave(thing)
    return table


def find(laid: tuple[Board, Renderer], before: Picture, now: Picture) -> Patch | None:
    """Return what is hidden since, None if nothing was laid onto the board."""
    return find_laid(
        laid[0], fit(SimulatedTable(laid[0], np.random.default_rng(1)), now), before, now
    )


@pytest.mark.parametrize("name", BOARDS)
def test_a_lid_or_a_cup_that_came_since_is_found(name: str) -> None:
    """Over the very middle and at a side, in another light."""
    laid = BOARDS[name]()
    wide, high = laid[0].size_mm
    things = [lid(wide / 2, high / 2, 20), lid(0.3 * wide, 0.25 * high)]
    if name != "mill":  # on bare wood a cup hides hardly any print
        things.append(cup(140.0, 140.0))
    for thing in things:
        assert find(laid, *see(laid, (DAY, ()), (LAMP, (thing,)))) is not None, thing


@pytest.mark.parametrize("name", BOARDS)
def test_another_light_is_nothing_laid(name: str) -> None:
    """A lamp that was switched on, with shade to one side, hides no print."""
    laid = BOARDS[name]()
    assert find(laid, *see(laid, (DAY, ()), (LAMP, ()))) is None


def test_the_page_asks_about_a_cup_in_the_middle() -> None:
    """It hides hardly any space of a track, and was learnt as its print."""
    owner = Owner(MAKES[0])
    wide, high = owner.board.size_mm
    step = make_show_step(owner, set_out=False)
    owner.table.leave(cup(wide / 2, high / 2))
    owner.until(lambda: step.doubt is not None or step.ask.name != "empty", "nothing is taken")
    assert "Does something lie here" in read(step)
    assert step.doubt is not None
    assert step.doubt.spots, "it hides no place, and is shown nevertheless"
    owner.touch(Does("keep"))
    assert step.ask.name == "start"


@pytest.mark.parametrize("carded", [False, True], ids=["set out", "cards"])
def test_the_page_asks_about_what_lies_beside_what_is_shown(carded: bool) -> None:
    """A telephone beside the pieces; a lid beside a card, so large that the board seemed pushed."""
    owner = Owner(MAKES[0])
    wide, high = owner.board.size_mm
    step = resume_show_step(owner, set_out=carded)
    if carded:
        owner.table.leave(lid(wide / 2, 0.4 * high, 10))
        owner.table.lay(step.ask.card or "")
    else:
        owner.table.set_up({name: (piece, False) for name, piece in step.ask.pieces.items()})
        owner.table.leave(telephone(wide / 2, 0.45 * high))
    name = step.ask.name
    owner.until(lambda: step.doubt is not None or step.ask.name != name, "nothing is taken")
    assert "Does something lie here" in read(step)
    owner.touch(Does("again"))
    assert step.ask.name == name


def test_a_lid_that_lay_on_the_empty_board_is_asked_about_once_it_is_gone() -> None:
    """It was there when the corners were set, so that only the pieces' picture tells."""
    owner = Owner(MAKES[2])
    wide, high = owner.board.size_mm
    owner.table.leave(cup(wide / 2, high / 2))
    step = make_show_step(owner, set_out=False)
    owner.until(lambda: step.ask.name == "start", "the empty board is not taken")
    owner.table.clear_things()
    owner.table.set_up({name: (piece, False) for name, piece in step.ask.pieces.items()})
    owner.until(lambda: step.doubt is not None or step.ask.card is not None, "nothing is taken")
    assert "did it on the empty board" in read(step)
    owner.touch(Does("bare"))
    assert step.ask.name == "empty"


def test_what_was_taken_away_is_nothing_laid() -> None:
    """Who sets corners beside a lid and clears the board then is not asked, if spaces are alike."""
    laid = lay_make(MAKES[0])
    wide, high = laid[0].size_mm
    assert find(laid, *see(laid, (DAY, (lid(0.3 * wide, 0.25 * high),)), (DAY, ()))) is None


def test_a_hand_that_was_there_while_the_corners_were_set_is_nothing_laid() -> None:
    """It was asked about once it was gone, with nothing marked, and again whenever it was shown."""
    board, renderer = lay_own("grid")
    table = SimulatedTable(board, np.random.default_rng(1))
    camera = SimulatedCamera(table, renderer, ManualClock())
    bare = camera.capture().picture
    table.reach(320.0, 330.0)
    pose = fit(table, bare)
    assert find_changed(board, pose, (camera.capture().picture, bare)) is not None
    assert find_laid(board, pose, camera.capture().picture, bare) is None
