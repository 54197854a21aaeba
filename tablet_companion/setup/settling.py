"""Fits a sketch of places to the print: roughly first, then exactly. Pure."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from calibration.discs import Rings, find_discs
from calibration.lens import Floats, Pose
from hardware.board import BoardPlace
from hardware.ports import Picture
from tablet_companion.setup.sketch import PILE, Plan, Point, Shape, Sketch, is_oblong, sketch_dog

_CLEAR: Final = 3.0
"""A ring counts as found if its response is this many times that of its surroundings."""
_ON: Final = 2.5
"""Millimetres. A place lies on a ring if it is at most this far from it."""


def settle(
    sketch: Sketch, picture: Picture, pose: Pose, size_mm: tuple[float, float], radius_mm: float
) -> Sketch:
    """Return the sketch with its handles where most places lie on printed discs or rings."""
    for _ in range(2):
        discs = find_discs(picture, pose, size_mm, _places(sketch, radius_mm))
        targets = np.array([(disc.x_mm, disc.y_mm) for disc in discs])
        weights = np.clip([(disc.contrast - _CLEAR) / 6 for disc in discs], 0, 1)
        weights[[name == PILE for name in sketch.names]] = 0
        sketch = sketch.fitted(targets, np.asarray(weights))
    return sketch


def measure_print(
    sketch: Sketch, picture: Picture, pose: Pose, size_mm: tuple[float, float], radius_mm: float
) -> float:
    """Return the share of the places that lie on printed discs or rings."""
    places = [place for place in _places(sketch, radius_mm) if place.name != PILE]
    discs = find_discs(picture, pose, size_mm, places)
    on = [
        disc.contrast > _CLEAR and math.dist((disc.x_mm, disc.y_mm), (place.x_mm, place.y_mm)) < _ON
        for disc, place in zip(discs, places, strict=True)
    ]
    return float(np.mean(on))


def _places(sketch: Sketch, radius_mm: float) -> list[BoardPlace]:
    return [
        BoardPlace(name, "space", float(x), float(y), radius_mm)
        for name, (x, y) in zip(sketch.names, sketch.points, strict=True)
    ]


def propose(
    picture: Picture,
    pose: Pose,
    size_mm: tuple[float, float],
    colours: Sequence[str],
    mirrored: bool,
) -> tuple[Plan, Sketch, float]:
    """Return the plan, the sketch and the places' radius that agree best with what is printed.

    Where each colour sits, where the first start is and which way play goes cannot be seen.
    """
    rings = Rings(picture, pose, size_mm)
    best: tuple[float, Plan, Sketch, float] | None = None
    # Guesses of a shape differ in their handles only; how places depend on these takes far longer.
    stretches = (False, True) if is_oblong(size_mm) else (False,)
    plans = [Plan(one, mirrored=mirrored, stretched=wide) for one in Shape for wide in stretches]
    sketches = {plan: sketch_dog(plan, size_mm, colours) for plan in plans}
    for plan, handles in _guesses(plans, size_mm):
        sketch = sketches[plan]
        moved = sketch.handles.copy()
        moved[: len(handles)] = handles
        sketch = replace(sketch, handles=moved)
        track = sketch.points[:64]
        step = float(np.median(np.linalg.norm(np.diff(track, axis=0), axis=1)))
        for share in (0.3, 0.36, 0.42):
            response = rings.response(track[:, 0], track[:, 1], share * step)
            score = float(np.median(response))
            if best is None or score > best[0]:
                best = score, plan, sketch, share * step
    assert best is not None, "there are always guesses"
    _, plan, sketch, radius = best
    sketch = _best(rings, sketch, _finish_guesses(sketch), slice(64, 68), radius)
    nests = _nest_guesses(sketch, size_mm, -1 if mirrored else 1)
    return plan, _best(rings, sketch, nests, slice(68, 72), radius), radius


def _best(
    rings: Rings, sketch: Sketch, guesses: Iterator[Sketch], own: slice, radius: float
) -> Sketch:
    """Return the guess whose own places are rings most clearly on all four sides."""
    best = 0.0, sketch
    near = np.linalg.norm
    for guess in guesses:
        points = guess.points
        places = np.vstack([points[own.start + n : own.stop + n] for n in range(0, 32, 8)])
        others = points[:64] if own.start == 64 else points[[*range(68), *range(72, 76)]]
        apart = near(places[:, None] - others[None], axis=2).min()
        if apart > 1.6 * radius:
            response = rings.response(places[:, 0], places[:, 1], radius)
            best = max(best, (float(np.percentile(response, 25)), guess), key=lambda one: one[0])
    return best[1]


def _finish_guesses(sketch: Sketch) -> Iterator[Sketch]:
    """Yield rows of finishes from a start towards the middle."""
    at = len(sketch.handles) - 5
    start, middle = sketch.points[0], sketch.handles[-1]
    inward = (middle - start) / np.linalg.norm(middle - start)
    step = float(np.median(np.linalg.norm(np.diff(sketch.points[:64], axis=0), axis=1)))
    for first, gap in itertools.product(np.arange(0.8, 2.6, 0.06), np.arange(0.7, 1.5, 0.05)):
        handles = sketch.handles.copy()
        handles[at] = start + inward * first * step
        handles[at + 1] = start + inward * (first + 3 * gap) * step
        yield replace(sketch, handles=handles)


def _nest_guesses(sketch: Sketch, size_mm: tuple[float, float], way: int) -> Iterator[Sketch]:
    """Yield square nests all over a quarter of the board, straight ones and slanting ones."""
    at, half = len(sketch.handles) - 3, min(size_mm) / 2
    step = float(np.median(np.linalg.norm(np.diff(sketch.points[:64], axis=0), axis=1)))
    reach = np.arange(0.3, 0.95, 0.02)
    for x, y, gap in itertools.product(-way * reach, reach, (0.9, 1.05, 1.2, 1.4)):
        middle = np.array([x, y]) * half + np.array(size_mm) / 2
        handles = sketch.handles.copy()
        half_nest = np.array([way, 1]) * gap * step / 2
        handles[at], handles[at + 1] = middle - half_nest, middle + half_nest
        yield replace(sketch, handles=handles)


def _guesses(plans: Sequence[Plan], size_mm: tuple[float, float]) -> Iterator[tuple[Plan, Floats]]:
    """Yield tracks of every shape and size: the plan, and where its corners are."""
    for plan in plans:
        for corners in _corners(plan.shape):
            way = (-1 if plan.mirrored else 1, 1)
            yield plan, np.array(corners) * way * plan.axes(size_mm) + np.array(size_mm) / 2


def _corners(shape: Shape) -> Iterator[Sequence[Point]]:
    """Yield where the corners of a shape may be, in halves of the board."""
    for reach in np.arange(0.72, 0.97, 0.01):
        match shape:
            case Shape.CIRCLE:
                yield ((0, reach),)
            case Shape.SQUARE:
                yield ((-reach, reach),)
            case Shape.OCTAGON:
                for side in np.arange(0.25, 0.6, 0.02):
                    yield (-side, reach), (-reach, side)
            case Shape.CROSS:
                for arm in np.arange(0.12, 0.34, 0.02):
                    yield (-arm, reach), (-arm, arm), (-reach, arm)
