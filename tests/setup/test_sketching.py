"""The plan laid over a board: its track, its sides, and the handles that places hang on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tablet_companion.kit import printed
from tablet_companion.setup.geometry.sketch import (
    PILE,
    Plan,
    Shape,
    first_handles,
    sketch_dog,
    sketch_layout,
)
from tablet_companion.setup.teaching.teaching import Teaching
from tests.setup.boxed import MAKES, true_sketch

SIZE = (400.0, 400.0)
FOUR = ("red", "blue", "green", "yellow")


@pytest.mark.parametrize("shape", list(Shape))
@pytest.mark.parametrize("mirrored", [False, True])
def test_a_track_is_closed_and_even(shape: Shape, mirrored: bool) -> None:
    """64 spaces, each about as far from the next, the last from the first; four sides alike."""
    sketch = sketch_dog(Plan(shape, mirrored=mirrored), SIZE, FOUR)
    track = sketch.points[:64]
    steps = np.linalg.norm(track - np.roll(track, 1, axis=0), axis=1)
    assert steps.min() > 0.45 * steps.max(), steps
    turned = (track[:16] - 200) @ np.array([[0, -1], [1, 0]] if mirrored else [[0, 1], [-1, 0]])
    assert np.allclose(turned + 200, track[16:32], atol=1e-6)
    assert len(set(sketch.names)) == len(sketch.names) == 64 + 32 + 1


def test_the_plan_says_where_the_first_colour_starts() -> None:
    """The start goes on by spaces, the colours by quarters; both are the same track."""
    plain = sketch_dog(Plan(), SIZE, FOUR)
    on = sketch_dog(Plan(start=3, turned=1), SIZE, FOUR)
    assert np.allclose(on.points[0], plain.points[19])
    names = plain.names
    blue, red = names.index("blue.F1"), names.index("red.F1")
    assert np.allclose(on.points[red], plain.points[blue])


def test_sides_can_be_set_apart_and_moved_alone() -> None:
    """Nothing moves when every side gets handles of its own; then one of them moves one side."""
    plan = Plan(Shape.CROSS)
    sketch = sketch_dog(plan, SIZE, FOUR)
    teaching = Teaching(printed.board("dog"))
    teaching.lay((plan, sketch, 7.0))
    teaching.replan(replace(plan, alike=False))
    apart = teaching.sketch
    assert apart is not None
    assert np.allclose(apart.points, sketch.points, atol=1e-6)
    moved = apart.moved(0, (100.0, 300.0)).points
    changed = np.flatnonzero(np.linalg.norm(moved - apart.points, axis=1) > 1e-9)
    assert 0 < len(changed) < 20


def test_fitting_finds_the_handles_again() -> None:
    """From places alone, a few of them wrong, the handles come back to a tenth of a millimetre."""
    truth = true_sketch(MAKES[1])
    size = MAKES[1].size_mm, MAKES[1].size_mm
    first = replace(truth, handles=first_handles(MAKES[1].plan, size))
    targets = truth.points.copy()
    targets[5] += 40
    targets[[name == PILE for name in truth.names]] = size[0] / 2
    found = first.fitted(targets, np.ones(len(targets)), hold=1e-6)
    assert np.abs(found.handles - truth.handles).max() < 0.1


def test_any_other_layout_hangs_on_its_corners() -> None:
    """A known layout is where it was; a corner that is dragged takes its side along."""
    board = printed.board("pocket_ops")
    points = np.array([(place.x_mm, place.y_mm) for place in board.places])
    sketch = sketch_layout([place.name for place in board.places], points)
    assert np.allclose(sketch.points, points)
    wider = sketch.moved(1, (sketch.handles[1][0] + 20, sketch.handles[1][1]))
    assert (wider.points[:, 0] >= points[:, 0] - 1e-9).all()
    assert wider.points[:, 0].max() > points[:, 0].max() + 5
