"""Things left on a simulated board, and pawns that fell over: seen and told as they lie."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.ports import Picture
from hardware.simulated.scene import Thing
from hardware.simulated.things import cup
from tests.amounts import count, some
from tests.hardware import small_table
from tools import faults
from tools.faults.things import coin, die, ring
from tools.truth import tell_truth

FREE = (64.0, 86.0)
"""A spot of the small board beside all its places."""
FALLEN = tuple(itertools.product(small_table.COLOURS, range(0, 360, 45)))


def _hued(picture: Picture) -> NDArray[np.bool_]:
    """Return where there is a colour, even of a cap's dark side; wood lies beyond the board."""
    hued = np.ptp(picture.astype(np.int16), axis=2) > 55
    corners = small_table.POSE.project([(0, 0), (260, 0), (260, 260), (0, 260)]).round().astype(int)
    hued[: corners[:, 1].min() + 3] = hued[corners[:, 1].max() - 3 :] = False
    hued[:, : corners[:, 0].min() + 3] = hued[:, corners[:, 0].max() - 3 :] = False
    return np.asarray(hued)


@pytest.mark.parametrize("thing", [die(*FREE), coin(*FREE), ring(*FREE), cup(130.0, 200.0)])
def test_a_thing_is_seen_where_it_lies_and_nowhere_else(thing: Thing) -> None:
    """The picture changes at the thing, at its size, and stays as it was elsewhere."""
    table = small_table.new_table()
    before = small_table.seen(table).astype(int)
    table.leave(thing)
    changed = np.abs(small_table.seen(table).astype(int) - before).max(axis=2) > 30
    rows, columns = np.nonzero(changed)
    middle = small_table.POSE.project([(thing.x_mm, thing.y_mm)])[0]
    reach_px = (0.75 * thing.size_mm + 0.5 * thing.height_mm) * small_table.POSE.px_per_mm(*FREE)
    assert np.hypot(columns - middle[0], rows - middle[1]).max() < reach_px
    assert changed.sum() > 0.2 * (thing.size_mm * small_table.POSE.px_per_mm(*FREE)) ** 2
    table.clear_things()
    assert np.array_equal(small_table.seen(table), before)


def test_a_board_is_seen_through_a_ring() -> None:
    """In a ring's middle the board shows as if nothing lay there."""
    table = small_table.new_table()
    x, y = small_table.POSE.project([FREE]).round().astype(int)[0]
    bare = small_table.seen(table)[y, x].astype(int)
    table.leave(ring(*FREE))
    assert np.abs(small_table.seen(table)[y, x].astype(int) - bare).max() < 20


@pytest.mark.parametrize(
    ("colour", "angle"), some(itertools.product(small_table.COLOURS, range(0, 360, 45)), 9)
)
def test_a_fallen_pawn_shows_its_cap_at_one_end(colour: str, angle: int) -> None:
    """The colour is a narrow stripe where the top lies, a pawn's length from its foot."""
    table = small_table.new_table()
    table.put(colour, "P14", sloppy_mm=0.0)
    standing = int(_hued(small_table.seen(table)).sum())
    foot = table.scene.pawns[0]
    table.fell(foot, angle)
    blob = _hued(small_table.seen(table))
    turn = math.radians(angle)
    top = foot.x_mm + 27 * math.cos(turn), foot.y_mm + 27 * math.sin(turn)
    assert np.hypot(
        *(small_table.middle_of(blob) - small_table.POSE.project([top])[0])
    ) < 5 * small_table.POSE.px_per_mm(*top)
    assert blob.sum() < 0.6 * standing


def test_a_pawn_that_fell_stands_on_no_place_and_says_so() -> None:
    """It is off the places, marked as fallen; the place that it lies on cannot be seen."""
    table = small_table.new_table()
    table.fell(table.put("red", "P14", sloppy_mm=0.0), 180.0)
    told = tell_truth(table, "a.png")
    assert told["pieces"] == {}
    assert [(each["colour"], each["fallen"]) for each in told["off"]] == [("red", True)]
    assert table.pawn_on("P14") is None


def test_only_what_stands_upright_on_the_board_can_fall() -> None:
    """A pawn in a hole stays in it."""
    table = small_table.new_table()
    pawn = table.put("red", "H1")
    with pytest.raises(ValueError, match="cannot fall"):
        table.fell(pawn, 0.0)
    assert table.pawn_on("H1") is not None


def test_places_under_a_thing_cannot_be_seen() -> None:
    """A coin on a place covers it; beside it, it does not. It is told with its size."""
    table = small_table.new_table()
    spot = small_table.BOARD.by_name["P14"]
    table.leave(coin(spot.x_mm, spot.y_mm))
    told = tell_truth(table, "a.png")
    assert told["occluded"] == ["P14"]
    assert told["things"] == [{"is": "coin", "x_mm": spot.x_mm, "y_mm": spot.y_mm, "size_mm": 24.0}]
    table.clear_things()
    table.leave(coin(spot.x_mm + 22, spot.y_mm + 22))
    assert tell_truth(table, "a.png")["occluded"] == []


@pytest.mark.parametrize("seed", range(count(4, 12)))
def test_nothing_is_left_on_a_pawn_nor_falls_onto_one(seed: int) -> None:
    """The faults put things and knock pawns over where nothing stands, and never on the pile."""
    table = small_table.new_table()
    table.set_up(dict.fromkeys(small_table.PLACES[::4], ("red", False)))
    table.fault_seed = seed
    table.faults = {faults.THINGS: 1.0, faults.FALLEN: 1.0}
    scene = table.view.scene
    assert len(scene.things) == 3
    fallen = [pawn for pawn in scene.pawns if pawn.lying_deg is not None]
    assert len(fallen) == 4
    for thing in scene.things:
        gaps = [math.hypot(p.x_mm - thing.x_mm, p.y_mm - thing.y_mm) for p in scene.pawns]
        assert min(gaps) > thing.size_mm / 2 + small_table.PAWN.diameter_mm / 2
        assert math.hypot(thing.x_mm - 130, thing.y_mm - 130) > 45
    for one in fallen:
        others = [pawn for pawn in scene.pawns if pawn is not one]
        assert min(math.hypot(p.x_mm - one.x_mm, p.y_mm - one.y_mm) for p in others) > 14
