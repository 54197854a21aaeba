"""A lid or a magazine on a new board is asked about, before it is learnt as the board's print."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import cv2
import numpy as np
import pytest

from hardware.board import Board
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Thing
from hardware.simulated.table import SimulatedTable
from tablet_companion.setup.checks.covered import find_covered
from tablet_companion.setup.parts.pageparts import Does
from tests.amounts import sampled
from tests.conftest import Prints
from tests.setup.boxed import MAKES, OBLONG, ZIGZAG, lay_make, lay_motley
from tests.setup.keys import read
from tests.setup.own import OWN, lay_own
from tests.setup.owner import Owner
from tests.setup.photograph import fit
from tests.setup.shown import make_show_step
from tools.faults.things import lid

Laid = tuple[Board, Renderer]
BOARDS: dict[str, Callable[[], Laid]] = {
    **{make.name: partial(lay_make, make) for make in (*MAKES, OBLONG, ZIGZAG)},
    **{kind: partial(lay_own, kind) for kind in OWN},
    "motley": lay_motley,
}


def see(laid: Laid, *things: Thing) -> frozenset[str]:
    """Return the places over which something seems to lie."""
    board, renderer = laid
    table = SimulatedTable(board, np.random.default_rng(1))
    for thing in things:
        table.leave(thing)
    picture = SimulatedCamera(table, renderer, ManualClock(), seed=1).capture().picture
    return find_covered(board, fit(table, picture), picture)


@sampled(4)
@pytest.mark.parametrize("name", BOARDS)
def test_a_lid_over_a_quarter_of_a_board_is_seen(name: str) -> None:
    """Most places that are told lie beneath it, on boards whose spaces are printed alike."""
    board, renderer = BOARDS[name]()
    wide, high = board.size_mm
    thing = lid(0.3 * wide, 0.25 * high, 8)
    found = see((board, renderer), thing)
    reach = np.hypot(thing.size_mm, 300) / 2
    beneath = [
        np.hypot(place.x_mm - thing.x_mm, place.y_mm - thing.y_mm) < reach
        for place in map(board.by_name.__getitem__, found)
    ]
    assert found
    assert np.mean(beneath) > 0.9, found


@sampled(4)
@pytest.mark.parametrize("name", BOARDS)
def test_nothing_is_asked_about_an_empty_board(name: str) -> None:
    """Its own nests and finishes, and emblems on some of its spaces, are its print."""
    assert not see(BOARDS[name]())


def test_nothing_is_asked_about_our_own_prints(prints: Prints) -> None:
    """A town's streets cross many spaces there."""
    for game in ("agent_dog", "pocket_ops"):
        kit = prints(game)
        assert not see((kit.board, kit.renderer)), game


def test_a_label_on_a_board_is_not_asked_about() -> None:
    """A title, and one space that is printed otherwise, are no reason."""
    board, renderer = lay_own("track")
    table = SimulatedTable(board, np.random.default_rng(1))
    picture = SimulatedCamera(table, renderer, ManualClock(), seed=1).capture().picture
    at = board.by_name["T0"]
    title = [(100, 80), (300, 80), (300, 140), (100, 140)]
    emblem = [(at.x_mm + dx, at.y_mm + dy) for dx, dy in ((-9, -9), (25, -9), (25, 25), (-9, 25))]
    for corners, colour in ((title, (40, 40, 200)), (emblem, (20, 20, 20))):
        edge = table.pose.project(np.array(corners)).round().astype(np.int32)
        cv2.fillConvexPoly(picture, edge, colour)
    assert not find_covered(board, fit(table, picture), picture)


def test_a_lid_is_asked_about_before_the_board_is_taken_as_empty() -> None:
    """Once it is away, and the picture is taken again, teaching goes on without a further word."""
    owner = Owner(MAKES[0])
    wide, high = owner.board.size_mm
    owner.table.leave(lid(0.3 * wide, 0.25 * high))
    step = make_show_step(owner, set_out=False)
    owner.until(lambda: step.doubt is not None or step.ask.name != "empty", "nothing is taken")
    assert "Does something lie here" in read(step)
    owner.table.clear_things()
    owner.touch(Does("again"))
    owner.until(lambda: step.ask.name == "start", "the empty board is not taken")
    assert step.doubt is None
