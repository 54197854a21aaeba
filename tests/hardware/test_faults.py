"""Faults of the simulated table: each by name, as strong as is wanted, the same from a seed."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.ports import Picture
from hardware.simulated.faults import UNPLUGGED, Fault
from hardware.simulated.table import SimulatedTable
from tests.amounts import count, sampled
from tests.hardware.small_table import BOARD, PAWN, PLACES, QUIET, camera_over, new_table
from tools import faults
from tools.truth import tell_truth

GRADED = pytest.mark.parametrize("fault", faults.FAULTS)


def _table() -> SimulatedTable:
    """Return a table with some pawns and a card."""
    table = new_table()
    colours = ("red", "blue", "green", "yellow")
    table.set_up({place: (colours[n % 4], False) for n, place in enumerate(PLACES[::3])})
    table.lay("cornered")
    return table


def _shot(fault: Fault | None = None, strength: float = 1.0, seed: int = 0) -> Picture:
    table = _table()
    table.fault_seed = seed
    if fault is not None:
        table.faults = {fault: strength}
    return camera_over(table).capture().picture


def _apart(one: Picture, other: Picture) -> float:
    """Return by how many grey levels two pictures differ on average."""
    return float(np.abs(one.astype(np.int16) - other).mean())


@GRADED
def test_a_fault_without_strength_is_none(fault: Fault) -> None:
    """At strength 0 the picture is what it is without the fault, bit by bit."""
    assert np.array_equal(_shot(fault, 0.0), _shot())


@sampled(3)
@pytest.mark.parametrize("fault", [fault for fault in faults.FAULTS if fault is not faults.HAND])
def test_a_stronger_fault_changes_more(fault: Fault) -> None:
    """A third, two thirds and the whole of a fault leave ever less of the picture as it was."""
    good = _shot()
    apart = [_apart(_shot(fault, strength, seed=3), good) for strength in (0.33, 0.67, 1.0)]
    assert 0 < apart[0] < apart[1] < apart[2]


@pytest.mark.parametrize("seed", range(count(3, 8)))
def test_a_stronger_hand_reaches_farther(seed: int) -> None:
    """From the same side, its fingertips are ever farther over the board."""
    table, tips = _table(), []
    table.fault_seed = seed
    for strength in (0.0, 0.33, 0.67, 1.0):
        table.faults = {faults.HAND: max(strength, 0.01)}
        (hand,) = table.view.scene.hands
        tips.append((hand.x_mm, hand.y_mm))
    reach = np.linalg.norm(np.array(tips) - tips[0], axis=1)
    assert reach[1] < reach[2] < reach[3]
    assert reach[3] > BOARD.size_mm[0] / 2


@sampled(3)
@GRADED
def test_the_same_seed_gives_the_same_fault(fault: Fault) -> None:
    """Whoever looks again at what went wrong sees the same."""
    assert np.array_equal(_shot(fault, 0.6, seed=5), _shot(fault, 0.6, seed=5))


@pytest.mark.parametrize("fault", [faults.GLARE, faults.HAND, faults.SHADOW, faults.BUMPED])
def test_another_seed_puts_a_fault_elsewhere(fault: Fault) -> None:
    """What has a place has another one from another seed."""
    assert _apart(_shot(fault, 1.0, seed=1), _shot(fault, 1.0, seed=2)) > 1


def test_a_fault_keeps_its_chance_beside_others() -> None:
    """Glare stays where it is when something else goes wrong as well."""
    table = _table()
    table.faults = {faults.GLARE: 1.0, faults.HAND: 0.5, faults.NOISE: 0.2}
    hand = table.view.scene.hands
    table.faults = {faults.HAND: 0.5}
    assert table.view.scene.hands == hand


@pytest.mark.parametrize("strength", [-0.1, 1.5])
def test_a_strength_is_from_0_to_1(strength: float) -> None:
    """Other strengths are refused."""
    with pytest.raises(ValueError, match="glare"):
        _table().faults = {faults.GLARE: strength}


def test_the_truth_tells_of_faults_on_the_table() -> None:
    """An arm and what it hides, and where a pushed board lies, stand in the truth."""
    table = _table()
    straight = np.array(tell_truth(table, "1.jpg")["corners"])
    table.faults = {faults.HAND: 0.7, faults.BUMPED: 1.0}
    truth = tell_truth(table, "1.jpg")
    assert truth["hand"]
    assert truth["occluded"]
    assert np.abs(np.array(truth["corners"]) - straight).max() > 5


def test_careless_pieces_stand_on_their_places_and_not_in_each_other() -> None:
    """However carelessly they were put down, the truth of what stands where does not change."""
    table = _table()
    before = tell_truth(table, "1.jpg")["pieces"]
    for seed in range(20):
        table.fault_seed, table.faults = seed, {faults.CARELESS: 1.0}
        truth = tell_truth(table, "1.jpg")
        assert truth["pieces"] == before
        assert truth["off"] == []
        where = np.array([(pawn.x_mm, pawn.y_mm) for pawn in table.view.scene.pawns])
        apart = np.linalg.norm(where[:, None] - where[None], axis=2)
        assert apart[~np.eye(len(where), dtype=bool)].min() >= PAWN.diameter_mm


def test_careless_pieces_beside_each_other_stay_apart() -> None:
    """Pieces that stand nearly touching are pushed away from each other, or not at all."""
    table = new_table()
    for column in range(4):
        for row in range(4):
            table.put_at("red", 20.0 + 13.5 * column, 20.0 + 13.5 * row)
    for seed in range(20):
        table.fault_seed, table.faults = seed, {faults.CARELESS: 1.0}
        where = np.array([(pawn.x_mm, pawn.y_mm) for pawn in table.view.scene.pawns])
        apart = np.linalg.norm(where[:, None] - where[None], axis=2)
        assert apart[~np.eye(len(where), dtype=bool)].min() >= PAWN.diameter_mm


def test_faults_have_chances_of_their_own() -> None:
    """Glare and shadow do not always fall on the same spot."""
    every = (UNPLUGGED, faults.BLACK, *faults.FAULTS)
    assert len({fault.number for fault in every}) == len(every)


def test_the_sensors_noise_is_not_blurred() -> None:
    """A lens out of focus blurs what is seen; the sensor behind it is as noisy as ever."""
    table = _table()
    table.light = QUIET
    table.faults = {faults.BLURRED: 1.0}
    smooth = camera_over(table).capture().picture
    table.faults = {faults.BLURRED: 1.0, faults.NOISE: 0.5}
    noise = camera_over(table).capture().picture.astype(float) - smooth
    assert noise.std() == pytest.approx(12, rel=0.15)
