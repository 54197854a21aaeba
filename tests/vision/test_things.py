"""Things left on the board and fallen pawns are told as such, and never as standing pawns."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final

import numpy as np
import pytest

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.simulated.scene import Pawn, Thing
from hardware.simulated.table import SimulatedTable
from tablet_companion.games.core import EMPTY, Piece, Place
from tablet_companion.referee.model.in_the_way import FALLEN_MM
from tablet_companion.simulator.house import Print
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.scan import Scan
from tablet_companion.vision.objects.overlaid import leave_to_points
from tablet_companion.vision.objects.strays import find_strays
from tablet_companion.vision.objects.things import take_compared
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.reading import SURE, Reading
from tests.amounts import count, sampled, some
from tools import faults
from tools.faults.things import coin, die

STANDING: Final = {
    "T5": ("red", False),
    "T37": ("blue", False),
    "T22": ("green", True),
    **{f"red.N{n}": ("red", False) for n in (1, 2, 3)},
    **{f"blue.N{n}": ("blue", False) for n in (1, 3, 4)},
    **{f"green.N{n}": ("green", False) for n in (1, 2, 3)},
    **{f"yellow.N{n}": ("yellow", False) for n in (1, 2, 3)},
}
"""One yellow pawn is in nobody's hand, as it may be at any table."""


LYING: Final = tuple(
    (colour, *at)
    for colour in ("red", "blue", "green", "yellow")
    for at in ((171, 243, 20), (164, 206, 110), (310, 80, 200), (240, 60, 290))
)
"""Colours of fallen pawns, where they lie and how they are turned."""


class Looker:
    """A table of Agent DOG under an eye."""

    def __init__(self, kit: Print) -> None:
        """Aim at the board once."""
        self.kit = kit
        self.eye = BoardReader(kit.learnt, still_frames=1)
        self.table = self.fresh(0)
        self.read()

    def fresh(self, seed: int) -> SimulatedTable:
        """Put the same few pawns out again."""
        self.table = SimulatedTable(self.kit.board, np.random.default_rng(seed))
        self.table.set_up(STANDING)
        self.table.fault_seed = seed
        return self.table

    def read(self) -> Reading:
        """Read what is on the table now."""
        return self.examine()[1]

    def examine(self) -> tuple[Scan, Reading]:
        """Read what is on the table now, and keep what lies behind it."""
        camera = SimulatedCamera(self.table, self.kit.renderer, ManualClock(), seed=3)
        return self.eye.examine(camera.capture().picture)[1:]

    def spot(self, place: str) -> tuple[float, float]:
        """Return where a place is."""
        spot = self.kit.board.by_name[place]
        return spot.x_mm, spot.y_mm


@pytest.fixture(scope="module")
def looker(kit: Print) -> Looker:
    """Return a table with some pawns, looked at once."""
    return Looker(kit)


def _standing(reading: Reading) -> set[str]:
    """Return the places on which anything is surely taken to stand."""
    seen = (sight for sight in reading.places if not sight.covered and sight.best != EMPTY)
    return {sight.place for sight in seen if sight.probability >= SURE}


@pytest.mark.parametrize(
    ("place", "make"),
    some(itertools.product(("T21", "blue.N2", "yellow.F3", "T26", "T53"), (coin, die)), 3),
)
def test_no_pawn_is_seen_where_a_thing_lies(
    looker: Looker, place: str, make: Callable[[float, float], Thing]
) -> None:
    """On a space, a hole, a nest, a finish or a little beside, a thing invents no pawn."""
    x_mm, y_mm = looker.spot(place)
    for beside_mm in (0.0, 6.0, 13.0):
        looker.fresh(1).leave(make(x_mm + beside_mm, y_mm))
        assert _standing(looker.read()) <= set(STANDING)


@pytest.mark.parametrize("place", ["T32"])
@pytest.mark.parametrize("towards_deg", [60, 90])
def test_a_pawn_that_fell_beside_the_rim_is_named(
    looker: Looker, place: str, towards_deg: int
) -> None:
    """Its top lies 8 mm from the board's edge, its image at about half of that: it is no hand."""
    x_mm, y_mm = looker.spot(place)
    width, height = looker.kit.board.size_mm
    ends = {0.0: width - x_mm, 90.0: height - y_mm, 180.0: x_mm, 270.0: y_mm}
    out = min(ends, key=lambda angle: ends[angle])
    turn = out + towards_deg - 90
    # Measured at the corner of its top that reaches farthest out.
    reach = 28.0 * np.sin(np.radians(towards_deg)) + 7.0 * abs(np.cos(np.radians(towards_deg)))
    back = ends[out] - 8.0 - reach
    x_mm += back * np.cos(np.radians(out))
    y_mm += back * np.sin(np.radians(out))
    table = looker.fresh(2)
    table.fell(table.put_at("red", x_mm, y_mm), turn)
    (lies,) = looker.read().things
    assert lies.piece == "red"


@sampled(4)
@pytest.mark.parametrize("place", ["T21", "T53", "blue.N2", "yellow.F3"])
def test_a_coin_on_a_place_is_reported_and_covers_it(looker: Looker, place: str) -> None:
    """It is seen where it lies, named by its place, and nothing is said of what is beneath it."""
    x_mm, y_mm = looker.spot(place)
    looker.fresh(1).leave(coin(x_mm + 2, y_mm + 2))
    reading = looker.read()
    (seen,) = reading.things
    assert np.hypot(seen.x_mm - x_mm, seen.y_mm - y_mm) < 8
    assert seen.near == place
    assert seen.piece is None
    assert reading.by_place[Place(place)].covered


def test_what_is_unlike_a_guess_is_no_thing(looker: Looker) -> None:
    """Where nobody saw the board bare, a coin is not told from print that was guessed wrongly."""
    x_mm, y_mm = looker.spot("T21")
    looker.fresh(1).leave(coin(x_mm, y_mm))
    assert looker.read().things
    guessing = copy.copy(looker.kit.learnt)
    guessing.guessed = np.ones_like(guessing.ignored)
    looker.eye.use_model(guessing)
    assert not looker.read().things
    looker.eye.use_model(looker.kit.learnt)


def test_what_lies_clear_of_all_places_is_near_none(looker: Looker) -> None:
    """A coin between the places is seen, and is in nobody's way."""
    looker.fresh(1).leave(coin(164.0, 206.0))
    (seen,) = looker.read().things
    assert seen.near is None


def test_a_die_is_not_as_long_as_a_fallen_piece(looker: Looker) -> None:
    """It is measured without the blur that finds it: nobody is asked to stand a die up."""
    looker.fresh(1).leave(die(164.0, 206.0, 45.0))
    (seen,) = looker.read().things
    assert seen.near is None
    assert seen.size_mm < FALLEN_MM
    looker.fresh(1).leave(coin(240.0, 60.0))
    (seen,) = looker.read().things
    assert seen.size_mm == pytest.approx(24.0, abs=2.0)


@pytest.mark.parametrize(("colour", "x_mm", "y_mm", "angle"), some(LYING, 8))
def test_a_fallen_pawn_is_reported_with_its_colour(
    looker: Looker, colour: str, x_mm: float, y_mm: float, angle: float
) -> None:
    """Its cap at one end of a black body tells it; on no place does it stand."""
    table = looker.fresh(2)
    table.lift(f"{colour}.N3")
    fallen = Pawn(colour, x_mm, y_mm, lying_deg=angle)
    table.arrange([*table.scene.pawns, fallen])
    reading = looker.read()
    (seen,) = reading.things
    assert np.hypot(seen.x_mm - x_mm, seen.y_mm - y_mm) < 9
    assert seen.piece == colour
    assert seen.size_mm > FALLEN_MM
    assert _standing(reading) <= set(STANDING) - {f"{colour}.N3"}


@sampled(3)
@pytest.mark.parametrize("seed", range(6))
def test_on_a_clear_board_nothing_lies(looker: Looker, seed: int) -> None:
    """Light, shade, a lamp's image and careless pieces are no things."""
    known = (None, faults.SHADOW, faults.GLARE, faults.FLICKER, faults.CARELESS, faults.TINTED)
    table = looker.fresh(seed)
    fault = known[seed]
    table.faults = {} if fault is None else {fault: 0.67}
    assert looker.read().things == ()


def test_what_resembles_a_labelled_piece_is_one(looker: Looker) -> None:
    """The network alone takes a coin for a piece; a comparison with labelled pieces does not."""
    looker.fresh(1)
    alone = looker.examine()[0].board_scores.before_interiors
    first, *others = (here for here in alone if here.best is not None)
    unsure = replace(first, best=None, scores=dict.fromkeys(first.scores, -5.0))

    def take(nats: float, *, compared: bool) -> PlaceScores:
        piece = first.best
        assert piece is not None
        joined = replace(first, scores={**unsure.scores, piece: nats}, compared=compared)
        return take_compared([unsure, *others], [joined, *others])[0]

    assert take(8.0, compared=True).best == first.best
    assert take(8.0, compared=False) is unsure
    assert take(1.0, compared=True) is unsure


def test_beside_a_hand_nothing_is_looked_for(looker: Looker) -> None:
    """Fingers are no things, and what lies beside them waits until they are gone."""
    table = looker.fresh(4)
    table.leave(coin(*looker.spot("T53")))
    table.hand_in("T5")
    assert looker.read().things == ()
    table.hand_out()
    assert len(looker.read().things) == 1


def test_wherever_things_lie_pawns_are_hardly_invented(looker: Looker) -> None:
    """At random positions no piece is lost; on one place in 700 at most one is made up."""
    invented: list[str] = []
    for seed in range(count(4, 8)):
        table = looker.fresh(seed)
        table.faults = {faults.THINGS: 1.0}
        reading = looker.read()
        covered = {s.place for s in reading.places if s.covered}
        assert _standing(reading) | covered >= set(STANDING)
        assert not any(thing.piece for thing in reading.things)
        invented += _standing(reading) - set(STANDING)
    assert len(invented) <= 1


def test_a_reading_compares_by_what_lies_there(looker: Looker) -> None:
    """Two looks at the same coin are alike; with another coin they are not."""
    looker.fresh(1).leave(coin(*looker.spot("T53")))
    one, other = looker.read(), looker.read()
    assert one.things == other.things
    assert replace(one, things=()) != one


@pytest.mark.parametrize(("card_mm", "pawns"), [(0, 1), (10, 1), (50, 0)])
def test_a_spot_of_a_pawns_colour_printed_on_a_thing_is_no_pawn(
    looker: Looker, card_mm: int, pawns: int
) -> None:
    """A card with a green spot lies between the places: nobody has to put a green pawn right."""
    looker.fresh(3)
    scanned, _ = looker.examine()
    view, appearance = scanned.view, looker.kit.learnt.appearance
    odd, plain = np.zeros_like(view.z_score), view.plain.copy()
    x, y, half = 60, 100, card_mm // 4  # where test_reader's stray pawn stands
    odd[y - half : y + half, x - half : x + half] = 5.0
    plain[odd > 0] = 60.0
    rows, columns = np.mgrid[: odd.shape[0], : odd.shape[1]]
    spot = np.hypot(columns - x, rows - y) < 2.6
    odd[spot], plain[spot] = 5.0, appearance.tops["green"]
    plain[(np.hypot(columns - x, rows - y) < 9) & ~spot] = 60.0
    view = replace(view, z_score=odd, plain=plain)
    strays = find_strays(appearance, scanned.board_scores.sites, view, scanned.places)
    assert len(strays) == pawns


@pytest.mark.parametrize(("score", "named"), [(1.1, False), (1.1, True), (-0.4, False)])
def test_a_thing_may_be_the_piece_that_the_network_sees(score: float, named: bool) -> None:
    """Half a man in an odd light was a thing, and his square surely empty (-25 nats)."""
    sites: Any = SimpleNamespace(outline=lambda *_: (np.s_[:], np.ones((10, 10), dtype=np.bool_)))
    hidden = np.zeros((10, 10), dtype=np.bool_)
    hidden[:4] = True
    standing: Any = None
    green = Piece("green")
    here = PlaceScores(
        standing,
        {green: score},
        green if score > 0 else None,
        standing,
        visible_share=0.7,
        likelihoods_alone={green: -25.0},
    )
    (seen,) = leave_to_points([here], sites, hidden, None if named else hidden)
    assert seen.best is None
    assert (seen.visible_share == 0.0) == (score > 0 and not named)
    if seen.visible_share:
        assert seen.scores == {green: -25.0}
