"""Boards with several kinds of pieces are read right: discs, crowds, a pawn on a case."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
import pytest

from hardware.board import Board
from hardware.simulated.optics import overhead
from hardware.simulated.scene import DAYLIGHT_BGR, Light
from hardware.simulated.table import SimulatedTable
from tablet_companion.games.core import EMPTY, Piece, Place
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.places.belief import stocks
from tests.amounts import count, some
from tests.conftest import Prints
from tests.lights import LAMP_BGR
from tests.vision import crowds
from tools.truth import tell_truth

TABLES: Final = count(4, 8)
SHOWN_ROOMS: Final = {
    "A.1": "red",
    "A.2": "red.specialist",
    "B.1": "blue.specialist",
    "C.2": "blue",
    "I.1": "red",
    "G.1": "blue",
}
SHOWN_CITIES: Final = {
    "c0.1": "green",
    "c3.case": "case",
    "c30.0": "red",
    "c32.3": "yellow",
    "c6.2": "blue",
}


@pytest.fixture(scope="module")
def rooms() -> crowds.Kit:
    """Return the board with pawns and discs, learnt."""
    return crowds.make_kit(crowds.ROOMS, SHOWN_ROOMS)


@pytest.fixture(scope="module")
def cities() -> crowds.Kit:
    """Return the board with crowded cities, learnt."""
    return crowds.make_kit(crowds.CITIES, SHOWN_CITIES)


class Looker:
    """Looks at one table after another with one camera, in ever other light."""

    def __init__(self, kit: crowds.Kit, seed: int) -> None:
        """Hang the camera up."""
        self.kit = kit
        self.rng = np.random.default_rng(seed)
        self.pose = overhead(kit.board, size=(1280, 960), tilt_deg=6, roll_deg=2)
        self.eye: BoardReader = crowds.new_eye(kit)

    def table(self, pieces: Mapping[str, str]) -> SimulatedTable:
        """Return a table with these pieces, put down as people do."""
        light = Light(
            DAYLIGHT_BGR if self.rng.random() < 0.5 else LAMP_BGR,
            shade_deg=float(self.rng.uniform(0, 360)),
            shade_strength=float(self.rng.uniform(0.03, 0.25)),
            brightness=float(self.rng.uniform(0.65, 1.1)),
        )
        table = crowds.new_table(
            self.kit.board, int(self.rng.integers(1 << 30)), pose=self.pose, light=light
        )
        table.set_up({place: (piece, False) for place, piece in pieces.items()}, sloppy_mm=1.2)
        return table

    def wrong(self, table: SimulatedTable) -> dict[str, tuple[str, str]]:
        """Return what is read wrong of what no hand hides: (true, read) by place."""
        truth = tell_truth(table, "-")
        _, looked, reading = self.eye.examine(crowds.photograph(table, self.kit.renderer))
        assert looked.hand == truth["hand"]
        return {
            sight.place: (truth["pieces"].get(sight.place, ""), sight.best)
            for sight in reading.places
            if not sight.covered
            and sight.place not in truth["occluded"]
            and sight.best != truth["pieces"].get(sight.place, "")
        }


def _in_rooms(rng: np.random.Generator) -> dict[str, str]:
    """Return some spies of each side in rooms, the others at home, and a specialist."""
    spots = [place.name for place in crowds.ROOMS.places if place.part_of]
    taken = [str(spot) for spot in rng.permutation(spots)]
    pieces: dict[str, str] = {}
    for seat in crowds.SEATS:
        out = int(rng.integers(0, 8))
        pieces |= {f"{seat}.N{number}": seat for number in range(7 - out)}
        pieces |= {taken.pop(): seat for _ in range(out)}
        home = rng.random() < 0.5
        pieces[f"{seat}.S" if home else taken.pop()] = f"{seat}.specialist"
    return pieces


def _in_cities(rng: np.random.Generator) -> dict[str, str]:
    """Return all figures, often in one city, round the case, beside it or on it."""
    meeting = int(rng.integers(0, 33))
    spots = [f"c{meeting}.{spot}" for spot in range(5)]
    spots += [f"c{rng.integers(0, 33)}.{rng.integers(0, 5)}" for _ in range(4)]
    chosen = rng.permutation(sorted(set(spots)))[: len(crowds.FIGURE.colours)]
    pieces = {str(spot): figure for spot, figure in zip(chosen, crowds.FIGURE.colours, strict=True)}
    return pieces | {f"c{meeting if rng.random() < 0.5 else rng.integers(0, 33)}.case": "case"}


def test_pawns_and_printed_discs_are_told_apart(rooms: crowds.Kit) -> None:
    """In any light, beside a hand too, every place is read right: spies, specialists, nothing."""
    looker = Looker(rooms, 3)
    for number in range(TABLES):
        table = looker.table(_in_rooms(looker.rng))
        if number % 4 == 3:
            table.hand_in("E.1")
        assert looker.wrong(table) == {}


def test_crowded_spots_are_told_apart(cities: crowds.Kit) -> None:
    """Figures 15 mm apart are each read on their own spot, the case in nine of ten tables.

    Under a figure the case is known by that figure's height, and by its being nowhere else.
    """
    looker = Looker(cities, 5)
    missed = 0
    for _ in range(TABLES):
        wrong = looker.wrong(looker.table(_in_cities(looker.rng)))
        missed += any(place.endswith(".case") for place in wrong)
        assert not {place for place in wrong if not place.endswith(".case")}, wrong
    assert missed <= TABLES / 8


@pytest.mark.parametrize("case", ["c28.case", "c16.case"])
def test_a_case_out_of_sight_is_under_the_figure_that_can_stand_on_it(
    cities: crowds.Kit, case: str
) -> None:
    """There is one case: seen in the open it is not under a figure, else it is."""
    looker = Looker(cities, 7)
    pieces = {"c28.0": "red", "c6.2": "blue", case: "case"}
    assert looker.wrong(looker.table(pieces)) == {}


def test_which_of_two_figures_stands_on_the_case_stays_in_doubt(cities: crowds.Kit) -> None:
    """A figure's height tells little: nothing is claimed for certain but the figures."""
    looker = Looker(cities, 7)
    for case in ("c28.case", "c32.case"):
        table = looker.table({"c28.0": "red", "c32.0": "blue", case: "case"})
        assert all(place.endswith(".case") for place in looker.wrong(table))
        _, _, reading = looker.eye.examine(crowds.photograph(table, cities.renderer))
        odds = dict(next(s for s in reading.places if s.place == case).posterior)
        assert odds[Piece("case")] > 0.05


@pytest.mark.parametrize("figure", some(crowds.FIGURE.colours, 4))
def test_a_figure_is_not_taken_for_one_in_front_of_it(cities: crowds.Kit, figure: str) -> None:
    """One that stands between two spots in line with the camera is read once, on its own."""
    looker = Looker(cities, 9)
    spot = cities.board.by_name["c31.3"]
    table = looker.table({"c6.case": "case"})  # the only one is always somewhere
    table.put_at(figure, spot.x_mm - 1.3, spot.y_mm - 3.0)
    assert looker.wrong(table) == {}
    assert tell_truth(table, "-")["pieces"] == {"c31.3": figure, "c6.case": "case"}


@pytest.mark.parametrize("city", some(("London", "Funchal", "Lisbon", "Tangier", "Miami"), 2))
def test_a_case_alone_carries_no_missing_agent(prints: Prints, city: str) -> None:
    """One agent has fallen off the board: nobody stands on the case for that."""
    kit = prints("agent")
    table = crowds.new_table(kit.board, 1)
    others = {"Oslo.1": ("red", False), "Rome.1": ("blue", False), "Madrid.1": ("yellow", False)}
    table.set_up(others | {f"{city}.5": ("case", False)})
    agents = crowds.Kit(kit.board, kit.renderer, kit.learnt.calibration, kit.learnt)
    _, _, reading = crowds.new_eye(agents).examine(crowds.photograph(table, kit.renderer))
    assert reading.by_place[Place(f"{city}.5")].best == "case"
    assert reading.by_place[Place(f"{city}.6")].best == EMPTY


@pytest.mark.parametrize("piece", ["red", "blue.specialist"])
def test_a_piece_beside_the_places_is_named_by_its_kind(rooms: crowds.Kit, piece: str) -> None:
    """A stray spy is no specialist of its colour, nor the other way round."""
    looker = Looker(rooms, 11)
    table = looker.table({"A.1": "blue"})
    table.put_at(piece, 145.0, 102.0)
    _, _, reading = looker.eye.examine(crowds.photograph(table, rooms.renderer))
    (stray,) = reading.strays
    assert stray.piece == piece
    assert np.hypot(stray.x_mm - 145, stray.y_mm - 102) < 4


def test_what_stands_on_a_place_is_not_seen_beside_it(prints: Prints) -> None:
    """Specialists off the middles of rooms, more of them than there are: none is a stray, too."""
    kit = prints("pocket_ops")
    rooms = crowds.Kit(kit.board, kit.renderer, kit.learnt.calibration, kit.learnt)
    sides = zip("ABDFHI", crowds.SEATS * 3, strict=True)
    crowd = {f"{room}.2": f"{seat}.specialist" for room, seat in sides}
    for seed in range(TABLES):
        table = crowds.new_table(kit.board, seed)
        table.set_up({place: (piece, False) for place, piece in crowd.items()}, sloppy_mm=1.2)
        _, _, reading = crowds.new_eye(rooms).examine(crowds.photograph(table, kit.renderer))
        assert not reading.strays


def test_looks_are_learnt_by_colour_whatever_the_kind(
    rooms: crowds.Kit, cities: crowds.Kit
) -> None:
    """Tops, faces and coloured sides are near what the board files say, and counted."""
    for kit in (rooms, cities):
        for colour, seen in kit.calibration.appearance.tops.items():
            kind = kit.board.kind_of(colour)
            assert kind is not None
            assert np.abs(np.array(seen)[::-1] - kind.rgb(colour)).max() < 40
            assert kit.calibration.appearance.learnt[colour] > 0
    faces = rooms.calibration.appearance.faces
    assert set(faces) == {"red.specialist", "blue.specialist"}
    assert min(min(paper) for paper in faces.values()) > 190
    assert set(cities.calibration.appearance.sides) == set(crowds.CITIES.colours)


@pytest.mark.parametrize(("board", "totals"), [(crowds.ROOMS, [14, 2]), (crowds.CITIES, [4, 1])])
def test_every_kind_is_counted_by_itself(board: Board, totals: list[int]) -> None:
    """Nests tell the number of their side's pieces, and else the board file does."""
    assert [stock.total for stock in stocks(board)] == totals
