"""A piece that lies where its own colour is printed does not stand there; those that stand do."""

from __future__ import annotations

import math

import msgspec
import numpy as np
import pytest

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.printing.raster import render_board
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Pawn
from hardware.simulated.table import SimulatedTable
from tablet_companion.games.core import Place
from tablet_companion.simulator.house import Print
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.objects import bodies
from tablet_companion.vision.reading import SURE, Reading
from tests.amounts import count, sampled, some
from tests.conftest import Prints
from tools import faults

OWN_COLOUR = (
    (Pawn("blue", 353.0, 189.0, lying_deg=6.0), ("blue.F1", "blue.F2")),
    (Pawn("green", 247.7, 53.0, lying_deg=279.0), ("green.F1", "green.F2")),
    (Pawn("red", 71.0, 211.0, lying_deg=341.0), ("red.N1",)),
    (Pawn("red", 152.0, 201.0, lying_deg=146.0), ("red.F3",)),
    (Pawn("green", 338.0, 69.0, lying_deg=351.0), ("green.N3", "green.N4")),
    (Pawn("yellow", 52.0, 92.0, lying_deg=173.0), ("yellow.F1", "yellow.F2")),
)

COLOURS = ("red", "blue", "green", "yellow")


@pytest.fixture(scope="module")
def dog(prints: Prints) -> Print:
    """Return DOG, whose pawns are coloured all over."""
    return prints("dog")


def _read(kit: Print, table: SimulatedTable, drawn: Print | None = None) -> Reading:
    """Read a table; what lies there may be drawn by another kit than the one that was learnt."""
    camera = SimulatedCamera(table, (drawn or kit).renderer, ManualClock(), seed=3)
    return BoardReader(kit.learnt, still_frames=1).examine(camera.capture().picture)[2]


def _stand_elsewhere(colour: str) -> dict[str, tuple[str, bool]]:
    """Return places of other colours with a piece each: what stands tells the pieces' shape."""
    return {f"{other}.N{n}": (other, False) for other in COLOURS if other != colour for n in (1, 3)}


ALONG_THE_SIGHT = (
    (Pawn("green", 247.7, 61.6, lying_deg=142.9), ("green.F2",)),
    (Pawn("green", 248.0, 79.0, lying_deg=338.3), ("green.F3",)),
)
"""Two in a row explain these almost as well: each was read as standing, with 99 %."""


@sampled(6)
@pytest.mark.parametrize(("lying", "places"), [*OWN_COLOUR, *ALONG_THE_SIGHT])
def test_a_pawn_that_lies_on_its_own_colour_stands_nowhere(
    dog: Print, lying: Pawn, places: tuple[str, ...]
) -> None:
    """Before, each was read as one or two standing ones with 96 % or more, and nothing lay."""
    table = SimulatedTable(dog.board, np.random.default_rng(0))
    table.set_up(_stand_elsewhere(lying.colour))
    table.arrange([*table.scene.pawns, lying])
    reading = _read(dog, table)
    assert [thing.piece for thing in reading.things] == [lying.colour]
    for place in places:
        sight = reading.by_place[Place(place)]
        assert sight.covered or sight.best != lying.colour or sight.probability < SURE


OVER_THE_PILE = (
    Pawn("green", 175.0, 200.0, lying_deg=65.0),
    Pawn("yellow", 268.0, 134.0, lying_deg=153.0),
    Pawn("blue", 164.0, 84.0, lying_deg=267.0),
    Pawn("green", 242.0, 91.0, lying_deg=273.0),
)
"""Some that lie over the edge of what a heap of cards may hide."""


@sampled(4)
@pytest.mark.parametrize("lying", OVER_THE_PILE)
def test_a_pawn_that_lies_over_the_edge_of_the_heap_is_named(dog: Print, lying: Pawn) -> None:
    """Near the pile nothing is looked for, so that half of it was nothing or a standing one."""
    table = SimulatedTable(dog.board, np.random.default_rng(0))
    table.lay("10")
    table.set_up(_stand_elsewhere(lying.colour))
    table.arrange([*table.scene.pawns, lying])
    assert [thing.piece for thing in _read(dog, table).things] == [lying.colour]


def _pair_up() -> dict[str, tuple[str, bool]]:
    """Return neighbouring places, each with a piece of the colour printed there."""
    pairs = [f"{colour}.{row}{n}" for colour in COLOURS for row in "FN" for n in (1, 2)]
    return {place: (place.split(".")[0], False) for place in pairs}


@pytest.mark.parametrize("seed", range(count(1, 8)))
def test_neighbours_of_one_colour_stand(
    dog: Print, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However carelessly pawns stand side by side, two of them are not one that lies.

    Without the look for two, the same table has such pawns.
    """
    table = SimulatedTable(dog.board, np.random.default_rng(seed))
    table.set_up(_pair_up())
    table.fault_seed, table.faults = seed, {faults.CARELESS: 1.0}
    assert not any(thing.piece for thing in _read(dog, table).things)
    monkeypatch.setattr(bodies, "_measure_standing", lambda *_: ())
    monkeypatch.setattr(
        bodies,
        "TUNING",
        bodies.Tuning(area_max=math.inf, lengths=(0.85, 1.6), fit_number=0, fit_min=0.0),
    )
    assert any(thing.piece for thing in _read(dog, table).things)


@sampled(3)
@pytest.mark.parametrize(("height", "diameter"), [(1.3, 0.8), (1.0, 0.8), (0.7, 1.0)])
def test_pieces_of_another_shape_stand(dog: Print, height: float, diameter: float) -> None:
    """Thin pawns side by side look like one that lies, to whoever expects thicker ones."""
    kit = _print_with(dog, height, diameter)
    table = SimulatedTable(kit.board, np.random.default_rng(0))
    table.set_up(_pair_up())
    assert not any(thing.piece for thing in _read(dog, table, kit).things)


def _print_with(dog: Print, height: float, diameter: float) -> Print:
    """Return the print with pawns so much higher and wider."""
    board = msgspec.structs.replace(
        dog.board,
        pieces={
            name: kind
            if kind.flat
            else msgspec.structs.replace(
                kind, height_mm=kind.height_mm * height, diameter_mm=kind.diameter_mm * diameter
            )
            for name, kind in dog.board.pieces.items()
        },
    )
    return Print(dog.game, board, Renderer(board, render_board(board, 4.0), 4.0, {}))


@pytest.mark.parametrize(("height", "seed"), some(((0.5, 1), (0.5, 2), (18 / 28, 2)), 2))
def test_pieces_about_as_wide_as_high_stand(dog: Print, height: float, seed: int) -> None:
    """They look alike whether they stand or lie: before, each of these tables had a fallen one."""
    kit = _print_with(dog, height, 1.0)
    table = SimulatedTable(kit.board, np.random.default_rng(seed))
    table.set_up(_pair_up())
    table.fault_seed, table.faults = seed, {faults.CARELESS: 1.0}
    assert not any(thing.piece for thing in _read(kit, table).things)
