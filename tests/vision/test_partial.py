"""A piece that lies and is not recognised leaves doubt: nobody is sure that one stands there."""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.simulated.faults import Fault
from hardware.simulated.scene import Pawn
from hardware.simulated.table import SimulatedTable
from hardware.simulated.truth import places_of
from tablet_companion.games.core import EMPTY
from tablet_companion.simulator.house import Print
from tablet_companion.vision.frame import scan
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.reading import SURE, PlaceReading
from tests.adversaries.frames import falls
from tests.amounts import count, sampled
from tests.conftest import Prints
from tools import faults
from tools.scattered import scatter

LIE: Final = (
    ("yellow", (240.8, 107.9), 288.9, "green.F3", "yellow"),
    ("yellow", (165.2, 180.9), 336.0, "red.F3", "yellow"),
    ("yellow", (41.4, 268.3), 102.0, "T57", "yellow"),
    ("yellow", (381.8, 235.2), 131.0, "T14", "yellow"),
    ("yellow", (65.4, 222.9), 286.0, "red.N2", "yellow"),
    ("green", (344.0, 50.0), 206.0, "green.N3", "green"),
)
"""A pawn that lies, its middle (mm) and turn, and the place and colour of one barely clear of it.

Chosen where the pawn that lies is not recognised and was surely read as standing.
"""


@pytest.fixture(scope="module")
def dog(prints: Prints) -> Print:
    """Return DOG, whose pawns are coloured all over."""
    return prints("dog")


def _read(kit: Print, table: SimulatedTable) -> tuple[PlaceReading, ...]:
    camera = SimulatedCamera(table, kit.renderer, ManualClock(), seed=4)
    return BoardReader(kit.learnt, still_frames=1).examine(camera.capture().picture)[2].places


@sampled(4)
@pytest.mark.parametrize(("colour", "at", "turn", "beside", "neighbour"), LIE)
def test_nothing_surely_stands_where_a_pawn_lies(  # noqa: PLR0913, PLR0917 - a fall and its board
    dog: Print, colour: str, at: falls.Point, turn: float, beside: str, neighbour: str
) -> None:
    """What lies is no pawn for certain, and the one beside it is still read as what it is."""
    table = SimulatedTable(dog.board, np.random.default_rng(4))
    stand = {beside: neighbour} | {f"red.N{number}": "red" for number in (1, 3) if beside[0] != "r"}
    table.set_up({place: (own, False) for place, own in stand.items()})
    table.arrange([*table.scene.pawns, Pawn(colour, *at, lying_deg=turn)])
    standing, read = places_of(dog.board, table.scene.pawns)[0], _read(dog, table)
    wrong = [
        (sight.place, sight.best)
        for sight in read
        if sight.probability >= SURE
        and sight.best != (standing[sight.place].colour if sight.place in standing else EMPTY)
    ]
    assert wrong == []
    (seen,) = (sight for sight in read if sight.place == beside)
    assert seen.covered or seen.best == neighbour


@pytest.mark.parametrize("fault", [faults.CARELESS, faults.CAP_GLOSS, faults.ONE_SIDED])
def test_no_pawn_that_stands_is_doubted(
    dog: Print, fault: Fault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Full boards are read as if nothing could lie there, in unkind light as well."""
    tables = [SimulatedTable(dog.board, np.random.default_rng(seed)) for seed in range(count(1, 8))]
    for number, table in enumerate(tables):
        table.set_up(scatter(dog.board, np.random.default_rng(number)))
        table.faults, table.fault_seed = {fault: 0.5}, number
    doubting = [_read(dog, table) for table in tables]
    monkeypatch.setattr(scan, "doubt_partial", lambda _search, found, _hidden: found)
    assert doubting == [_read(dog, table) for table in tables]
