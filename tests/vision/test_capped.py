"""A piece with a cap that lies is named, over holes and beside others, and hides nobody."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import pytest

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.simulated.faults import Fault
from hardware.simulated.scene import Pawn
from hardware.simulated.table import SimulatedTable
from tablet_companion.games.core import EMPTY, Place
from tablet_companion.simulator.house import Print
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.reading import SURE, Reading
from tests.amounts import count, sampled
from tests.conftest import Prints
from tests.vision.felled import LIGHTS
from tools import faults
from tools.scattered import scatter


@dataclass(frozen=True)
class Close:
    """A pawn that lies, the one beside it, the light, and the number that draws them."""

    pawn: Pawn
    beside: tuple[str, str]
    light: str
    seed: int


CLOSE: Final = (
    Close(Pawn("green", 317.0, 27.8, lying_deg=32.0), ("T43", "blue"), "day", 1018),
    Close(Pawn("yellow", 177.4, 22.8, lying_deg=171.0), ("T35", "yellow"), "day", 1030),
    Close(Pawn("yellow", 260.6, 20.8, lying_deg=131.0), ("T39", "blue"), "evening", 1011),
    Close(Pawn("yellow", 238.2, 256.7, lying_deg=199.0), ("T63", "yellow"), "evening", 1035),
    Close(Pawn("blue", 39.7, 121.0, lying_deg=17.0), ("T21", "green"), "evening", 1021),
    Close(Pawn("red", 368.4, 15.3, lying_deg=206.0), ("T44", "yellow"), "day", 1012),
)
"""Of the first four none was named: over a hole what is foreign of them falls into parts, and the
fourth was surely read as a blue pawn. Of the others the one beside was no longer read."""


@pytest.fixture(scope="module")
def agent_dog(prints: Prints) -> Print:
    """Return Agent DOG, whose pawns have caps on black bodies, and whose spaces are holes."""
    return prints("agent_dog")


def _read(kit: Print, table: SimulatedTable, seed: int) -> Reading:
    camera = SimulatedCamera(table, kit.renderer, ManualClock(), seed=seed)
    return BoardReader(kit.learnt, still_frames=1).examine(camera.capture().picture)[2]


@sampled(3)
@pytest.mark.parametrize("close", CLOSE)
def test_a_capped_pawn_that_lies_is_named_and_the_one_beside_it_is_read(
    agent_dog: Print, close: Close
) -> None:
    """It is named where it lies, nothing surely stands in its place, and its neighbour does."""
    rng, (place, colour) = np.random.default_rng(close.seed), close.beside
    table = SimulatedTable(agent_dog.board, rng, light=LIGHTS[close.light])
    table.set_up({place: (colour, False)})
    table.arrange([*table.scene.pawns, close.pawn])
    reading = _read(agent_dog, table, close.seed)
    (thing,) = reading.things
    assert thing.piece == close.pawn.colour
    assert math.hypot(thing.x_mm - close.pawn.x_mm, thing.y_mm - close.pawn.y_mm) < 8
    beside = reading.by_place[Place(place)]
    assert (beside.best, beside.covered) == (colour, False)
    ghosts = [
        sight.place
        for sight in reading.places
        if sight.place != place and sight.best != EMPTY and sight.probability >= SURE
    ]
    assert ghosts == []


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("fault", [None, faults.CARELESS, faults.CAP_GLOSS, faults.ONE_SIDED])
def test_where_all_stand_none_is_said_to_lie(
    agent_dog: Print, light: str, fault: Fault | None
) -> None:
    """Full boards have sixteen black bodies and as many caps, and nothing has fallen."""
    for seed in range(count(1, 6)):
        rng = np.random.default_rng(seed)
        table = SimulatedTable(agent_dog.board, rng, light=LIGHTS[light])
        table.set_up(scatter(agent_dog.board, rng))
        table.faults, table.fault_seed = {fault: 0.8} if fault else {}, seed
        reading = _read(agent_dog, table, seed)
        assert [thing for thing in reading.things if thing.piece is not None] == []
