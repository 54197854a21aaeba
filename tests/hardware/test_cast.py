"""What is cast on the simulated board changes its picture as it claims."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.ports import Picture
from hardware.simulated.faults import Fault
from hardware.simulated.optics import Pose, overhead
from hardware.simulated.scene import Light, Scene, View
from hardware.simulated.table import SimulatedTable
from tests.amounts import count
from tests.hardware.small_table import BOARD, PAWN, PLACES, POSE, camera_over, new_table
from tools import faults
from tools.faults import cast
from tools.truth import tell_truth

SEEDS = pytest.mark.parametrize("seed", range(count(2, 6)))
WIDTH, HEIGHT = BOARD.size_mm
EDGES = {
    "left": [(6.0, y) for y in np.linspace(15, HEIGHT - 15, 12)],
    "right": [(WIDTH - 6, y) for y in np.linspace(15, HEIGHT - 15, 12)],
    "top": [(x, 6.0) for x in np.linspace(15, WIDTH - 15, 12)],
    "bottom": [(x, HEIGHT - 6) for x in np.linspace(15, WIDTH - 15, 12)],
}
BEYOND = {"left": (-14, 0), "right": (14, 0), "top": (0, -14), "bottom": (0, 14)}
OPPOSITE = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}


def _shot(table: SimulatedTable, fault: Fault | None, seed: int = 0) -> NDArray[np.float64]:
    table.fault_seed = seed
    table.faults = {} if fault is None else {fault: 1.0}
    picture: Picture = camera_over(table).capture().picture
    return picture.astype(np.float64)


def _ratio(fault: Fault, seed: int, points: object) -> NDArray[np.float64]:
    """Return by how much a fault makes points of the empty board lighter, channel by channel."""
    table = new_table()
    before, after = _shot(table, None), _shot(table, fault, seed)
    x, y = np.round(POSE.project(points)).astype(int).T  # type: ignore[arg-type]  # lists will do
    return np.asarray((after[y, x] + 1) / (before[y, x] + 1))


@SEEDS
def test_a_mirrored_lamp_moves_with_the_camera(seed: int) -> None:
    """From another place the same lamp is seen in another point of the board: half way to it."""
    poses = [POSE, overhead(BOARD, size=(640, 480), tilt_deg=-9.0)]
    rng = [np.random.default_rng(seed) for _ in poses]
    grey = np.full((480, 640, 3), 90, np.uint8)
    seen = [
        _middle_mm(cast.mirror_lamp(grey, View(BOARD, Scene(), pose, Light()), 1.0, own), pose)
        for pose, own in zip(poses, rng, strict=True)
    ]
    lamp = cast._lamp_mm(BOARD, np.random.default_rng(seed))
    meant = [cast.lamp_image_mm(pose, lamp) for pose in poses]
    assert np.linalg.norm(meant[0] - meant[1]) > 20
    for middle, at in zip(seen, meant, strict=True):
        if middle is not None:
            assert middle == pytest.approx(at, abs=4)


def _middle_mm(picture: Picture, pose: Pose) -> NDArray[np.float64] | None:
    """Return the middle of what is bright in a picture, None where that touches its border."""
    bright = picture[..., 1] > 200
    if not bright.any() or bright[[0, -1]].any() or bright[:, [0, -1]].any():
        return None
    rows, columns = np.nonzero(bright)
    return np.asarray(pose.board_points([(columns.mean(), rows.mean())])[0])


@SEEDS
def test_a_shadow_over_the_edge_comes_from_outside(seed: int) -> None:
    """It darkens an edge, and the table beyond that, while the other edge is as it was."""
    dark = {side: _ratio(faults.EDGE_SHADOW, seed, points) for side, points in EDGES.items()}
    side = min(dark, key=lambda name: float(dark[name].mean()))
    assert dark[side].min() < 0.6
    assert dark[OPPOSITE[side]].mean() > 0.97
    deepest = EDGES[side][int(dark[side].mean(axis=1).argmin())]
    assert _ratio(faults.EDGE_SHADOW, seed, [np.add(deepest, BEYOND[side])]).max() < 0.7


@SEEDS
def test_two_lights_colour_both_sides_otherwise(seed: int) -> None:
    """Somewhere on the board red is far stronger against blue than elsewhere."""
    points = [point for edge in EDGES.values() for point in edge]
    ratio = _ratio(faults.TWO_LIGHTS, seed, points)
    warmth = ratio[:, 2] / ratio[:, 0]
    assert warmth.max() > 1.5 * warmth.min()
    assert warmth.max() > 1.2
    assert warmth.min() < 0.8


@SEEDS
def test_window_bars_are_hard_shadows_across_the_board(seed: int) -> None:
    """Some of the board is much darker, most of it lighter, and the edges between are hard."""
    line = [(x, 0.37 * HEIGHT) for x in np.linspace(5, WIDTH - 5, 240)]
    across = [(0.37 * WIDTH, y) for y in np.linspace(5, HEIGHT - 5, 240)]
    ratio = np.array(
        [_ratio(faults.WINDOW_BARS, seed, each).mean(axis=1) for each in (line, across)]
    )
    assert ratio.min() < 0.5
    assert ratio.max() > 1.08
    between = ((ratio > 0.45) & (ratio < 1.0)).mean()
    assert between < 0.15


def test_gloss_on_caps_whitens_their_tops_only() -> None:
    """Every pawn's top has a white spot; the bare board is as it was."""
    table = new_table()
    table.set_up(dict.fromkeys(PLACES[:6], ("blue", False)), sloppy_mm=0)
    before, after = _shot(table, None), _shot(table, faults.CAP_GLOSS)
    for pawn in table.scene.pawns:
        x, y = np.round(POSE.project([(pawn.x_mm, pawn.y_mm)], PAWN.height_mm)[0]).astype(int)
        top = np.s_[y - 5 : y + 6, x - 5 : x + 6]
        assert before[top].min(axis=-1).max() < 150
        assert after[top].min(axis=-1).max() > 190
    far = np.round(POSE.project([(130.0, 240.0)])[0]).astype(int)
    around = np.s_[far[1] - 15 : far[1] + 15, far[0] - 60 : far[0] + 60]
    assert np.array_equal(before[around], after[around])


@SEEDS
def test_fingertips_only_just_reach_in(seed: int) -> None:
    """A hand is over the board, and covers next to nothing of it."""
    table = new_table()
    table.fault_seed, table.faults = seed, {faults.FINGERTIPS: 1.0}
    truth = tell_truth(table, "1.jpg")
    assert truth["hand"]
    assert len(truth["occluded"]) <= 2
    (hand,) = table.view.scene.hands
    inside = min(hand.x_mm, hand.y_mm, WIDTH - hand.x_mm, HEIGHT - hand.y_mm)
    assert 10 < inside < 30


@SEEDS
def test_a_bent_board_is_seen_elsewhere_in_its_middle(seed: int) -> None:
    """A line across the board moves by pixels half way, and stays where it is at the ends."""
    pose = overhead(BOARD, size=(640, 480), tilt_deg=18.0)
    columns, rows = np.meshgrid(np.arange(640), np.arange(480))
    marks = np.stack([columns % 256, rows % 256, 0 * rows], axis=-1).astype(np.uint8)
    view = View(BOARD, Scene(), pose, Light())
    seen = cast.bend_board(marks, view, 1.0, np.random.default_rng(seed))
    x, y = np.round(pose.project([(130.0, 130.0), (2.0, 2.0), (258.0, 258.0)])).astype(int).T
    moved = np.abs(seen[y, x].astype(int) - marks[y, x]).max(axis=1)
    moved = np.minimum(moved, 256 - moved)
    assert moved[0] >= 2
    assert moved[1:].max() <= 1
