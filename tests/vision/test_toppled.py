"""A piece that fell over its own place lies there: it is not read as standing."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
import pytest

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.simulated.scene import Pawn
from hardware.simulated.table import SimulatedTable
from hardware.simulated.truth import places_of
from tablet_companion.games.core import EMPTY, Place
from tablet_companion.simulator.house import Print
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.objects import toppled
from tablet_companion.vision.reading import SURE, Reading
from tests.adversaries.frames import falls
from tests.amounts import count, sampled, some
from tests.conftest import Prints
from tools import faults
from tools.scattered import scatter

FALLS: Final = tuple((place, away) for place in ("T12", "T26", "T45") for away in range(0, 360, 45))
"""Where a pawn falls over its place, and how far its top turns from the camera's nadir."""
LIE: Final = (
    ((351.2, 27.0), 199.9),
    ((35.0, 101.0), 124.0),
    ((27.0, 123.0), 273.0),
    ((70.0, 51.0), 192.0),
    ((339.0, 201.0), 312.0),
    ((27.0, 210.0), 90.0),
    ((330.0, 54.0), 255.0),
)
"""Where a pawn lies whose end reaches over a place, and how its top turns."""


@pytest.fixture(scope="module")
def dog(prints: Prints) -> Print:
    """Return DOG, whose pawns are coloured all over."""
    return prints("dog")


def _read(kit: Print, table: SimulatedTable) -> Reading:
    camera = SimulatedCamera(table, kit.renderer, ManualClock(), seed=3)
    return BoardReader(kit.learnt, still_frames=1).examine(camera.capture().picture)[2]


def _fell(kit: Print, place: str, away: float) -> SimulatedTable:
    """Return a table with a green pawn that fell over the middle of its place."""
    table = SimulatedTable(kit.board, np.random.default_rng(0))
    table.set_up({f"red.N{number}": ("red", False) for number in (1, 2, 3)})
    spot, nadir = kit.board.by_name[place], table.pose.nadir_mm
    turn = math.atan2(spot.y_mm - nadir[1], spot.x_mm - nadir[0]) + math.radians(away)
    back = -14.0 * math.cos(turn), -14.0 * math.sin(turn)
    pawn = table.put_at("green", spot.x_mm + back[0], spot.y_mm + back[1])
    table.fell(pawn, math.degrees(turn))
    return table


def _fell_beside(
    kit: Print, at: falls.Point, turn: float, colour: str
) -> tuple[SimulatedTable, Place]:
    """Return a table on which a green pawn lies, and the next place, where one stands clear."""
    lying, kind = Pawn("green", *at, lying_deg=turn), kit.board.pieces["pawn"]
    beside = next(
        place.name
        for place in falls.nearest_places(kit.board, at)
        if falls.measure_gap(lying, kind, [Pawn(colour, place.x_mm, place.y_mm)])
        > kind.diameter_mm + 6.0
    )
    table = SimulatedTable(kit.board, np.random.default_rng(0))
    stand = {"red.N1": "red", "red.N2": "red", "red.N3": "red", beside: colour}
    table.set_up({place: (own, False) for place, own in stand.items()})
    table.arrange([*table.scene.pawns, lying])
    return table, Place(beside)


@pytest.mark.parametrize(("place", "away"), some(FALLS, 8))
def test_a_pawn_that_lies_over_its_place_does_not_stand(
    dog: Print, place: str, away: float
) -> None:
    """Toppled in any direction it is a thing, mostly a fallen green pawn, and stands nowhere."""
    reading = _read(dog, _fell(dog, place, away))
    (lies,) = reading.things
    assert lies.piece in {"green", None}
    stands = [s.place for s in reading.places if s.best == "green" and s.probability >= SURE]
    assert stands == []


@sampled(4)
@pytest.mark.parametrize("colour", ["blue", "green"])
@pytest.mark.parametrize(("at", "turn"), LIE)
def test_beside_a_pawn_that_lies_nothing_is_surely_misread(
    dog: Print, at: falls.Point, turn: float, colour: str
) -> None:
    """Its end is no pawn, though a dozen are missing; the pawn that stands beside it is seen."""
    table, neighbour = _fell_beside(dog, at, turn, colour)
    reading, standing = _read(dog, table), places_of(dog.board, table.scene.pawns)[0]
    assert [thing.piece for thing in reading.things] == ["green"]
    wrong = [
        (sight.place, sight.best)
        for sight in reading.places
        if sight.probability >= SURE
        and sight.best != (standing[sight.place].colour if sight.place in standing else EMPTY)
    ]
    assert wrong == []
    beside = reading.by_place[Place(neighbour)]
    assert beside.covered or beside.best == colour


@sampled(3)
@pytest.mark.parametrize(
    ("lying", "place"),
    [
        (Pawn("green", 179.0, 27.0, lying_deg=312.0), "T34"),
        (Pawn("green", 255.0, 221.0, lying_deg=59.0), "red.F2"),
        (Pawn("green", 171.0, 28.0, lying_deg=164.0), "T34"),
        (Pawn("green", 122.0, 22.4, lying_deg=200.0), "T30"),
        (Pawn("green", 42.2, 219.8, lying_deg=141.4), "blue.N1"),
    ],
)
def test_a_pawn_that_lies_across_two_places_stands_on_neither(
    prints: Prints, lying: Pawn, place: str
) -> None:
    """Its cap is seen within what lies there; over the rim of a hole it is no face-down pawn.

    Nor does one stand where its top would be and a black body is, along its own lean, too.
    """
    kit = prints("agent_dog")
    table = SimulatedTable(kit.board, np.random.default_rng(0))
    nests = [f"{colour}.N{n}" for colour in ("red", "blue", "green", "yellow") for n in range(1, 5)]
    stand = [nest for nest in nests if nest not in {"green.N1", place}]
    table.set_up({nest: (nest.split(".")[0], False) for nest in stand})
    table.arrange([*table.scene.pawns, lying])
    reading = _read(kit, table)
    assert reading.by_place[Place(place)].covered
    assert [thing.piece in {"green", None} for thing in reading.things] == [True]


@pytest.mark.parametrize("seed", range(count(2, 12)))
def test_no_standing_pawn_is_toppled(dog: Print, seed: int) -> None:
    """However carelessly they stand, all pawns are read where they are."""
    table = SimulatedTable(dog.board, np.random.default_rng(seed))
    table.set_up(scatter(dog.board, np.random.default_rng(seed)))
    table.fault_seed, table.faults = seed, {faults.CARELESS: 1.0}
    reading = _read(dog, table)
    assert not any(thing.piece for thing in reading.things)


@sampled(8)
@pytest.mark.parametrize(
    "city", ["Dublin", "Paris", "Rome", "Oslo", "Teheran", "Istanbul", "Bombay", "Horta"]
)
def test_no_agent_is_toppled_by_the_case_beside_it(prints: Prints, city: str) -> None:
    """A flat piece beside a standing one is no part of it, however carelessly it lies there."""
    kit = prints("agent")
    for seed in range(3):
        table = SimulatedTable(kit.board, np.random.default_rng(seed))
        table.set_up({f"{city}.1": ("green", False), f"{city}.5": ("case", False)})
        assert _read(kit, table).things == ()


@sampled(4)
@pytest.mark.parametrize("city", ["Marseille", "Algiers", "Rome", "Oslo"])
def test_no_agent_is_toppled_by_the_case_that_lies_beside_its_spot(
    prints: Prints, city: str
) -> None:
    """Two millimetres aside it looks as if somebody missing stood on it; before, blue lay there."""
    kit = prints("agent")
    table = SimulatedTable(kit.board, np.random.default_rng(0))
    table.set_up({"Moscow.1": ("red", False), "Bombay.1": ("yellow", False)})
    agent, case = (kit.board.by_name[f"{city}.{number}"] for number in (1, 5))
    table.put_at("blue", agent.x_mm + 0.35, agent.y_mm + 0.4)
    table.put_at("case", case.x_mm + 1.8, case.y_mm + 0.8)
    reading = _read(kit, table)
    assert reading.things == ()
    assert reading.by_place[Place(agent.name)].best == "blue"


def test_where_most_pieces_reach_too_far_none_has_toppled(
    dog: Print, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then the size that the board file states is wrong."""
    table = _fell(dog, "T12", 0.0)
    monkeypatch.setattr(toppled, "find_bodies", lambda *_: ())  # which compare what stands
    assert any(thing.piece for thing in _read(dog, table).things)
    monkeypatch.setattr(toppled, "TUNING", toppled.Tuning(common=(0, 0.0)))
    assert not any(thing.piece for thing in _read(dog, table).things)
    monkeypatch.undo()
    sight = _read(dog, table).by_place[Place("T12")]
    assert sight.covered or sight.best == EMPTY
