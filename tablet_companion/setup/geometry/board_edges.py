"""Puts a board's roughly known corners where the edges of its four sides meet. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats
from hardware.ports import Picture

Lab = NDArray[np.float32]
"""A picture of 8-bit Lab, slightly blurred."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """How an edge is looked for beside a side that is roughly known.

    Chosen by hand on six drawn boards and on eight at the simulated table; held by
    tests/setup/test_aim.py.
    """

    across_px: float = 960.0
    """The picture's longer side while edges are looked for."""
    reach: float = 0.035
    """How far beside a side its edge is looked for at first, as a share of its length."""
    far: float = 0.1
    """How far it is looked for if no clear edge is that near, as a share of its length."""
    missed: float = 0.7
    """Share of the clearest side's clarity below which a side's edge was not found."""
    even: float = 0.6
    """Share of the clearest side's clarity that all four need, for them to be a board's."""
    samples: int = 48
    """Points along a side at which its edge is looked for."""
    clear: float = 10.0
    """Difference of colours (8-bit Lab over two pixels) that is half as clear as the clearest edge
    can be."""
    slack_px: float = 2.5
    """Pixels by which a lens may bend an edge away from a straight line."""
    outer: float = 0.8
    """Share of the clearest edge's clarity from which the outermost edge is the board's: borders
    are printed within it."""


TUNING: Final = Tuning()


class Edge(NamedTuple):
    """An edge, bent by the lens: the lines (two points each) of its ends, and how clear it is."""

    first: Floats
    last: Floats
    clear: float


def prepare(picture: Picture) -> tuple[Lab, float]:
    """Return a picture in which edges are looked for, and how large it is beside the given one."""
    scale = TUNING.across_px / max(picture.shape[:2])
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), (0, 0), 0.8)
    return lab.astype(np.float32), scale


def refine_corners(lab: Lab, corners: Floats) -> tuple[Floats, float]:
    """Return corners (4 × 2, clockwise) where a board's edges meet, and how clear they are.

    From 0 to 1 for the least clear side: a side that is no straight edge has little.
    """
    sides = list(zip(corners, np.roll(corners, -1, 0), strict=True))
    edges = [_find_edge(lab, *side, TUNING.reach) for side in sides]
    needed = TUNING.missed * max(edge.clear for edge in edges)
    edges = [
        edge if edge.clear >= needed else _find_edge(lab, *side, TUNING.far)
        for edge, side in zip(edges, sides, strict=True)
    ]
    clear = [edge.clear for edge in edges]
    return _meet_all(edges), min(clear) if min(clear) >= TUNING.even * max(clear) else 0.0


def find_near(lab: Lab, corners: Floats, reach: float) -> tuple[Floats, float]:
    """Return where edges no farther from given sides than ``reach`` meet, and how clear they are.

    The clearness is that of the least clear side, from 0 to 1, even if others are far clearer.
    """
    sides = zip(corners, np.roll(corners, -1, 0), strict=True)
    edges = [_find_edge(lab, *side, reach) for side in sides]
    return _meet_all(edges), min(edge.clear for edge in edges)


def widen(corners: Floats, by: float) -> Floats:
    """Return a board's corners if its sides, which go clockwise, lay farther out by some pixels."""
    normals = _find_normals(corners)
    return np.asarray(corners + by * (normals + np.roll(normals, 1, 0)))


def measure_outwards(corners: Floats, dragged: Floats) -> Floats:
    """Return how far outside both its sides each corner was dragged (4 × 2); negative: inside."""
    normals = _find_normals(corners)
    both = np.stack([normals, np.roll(normals, 1, 0)], axis=1)
    return np.asarray((both * (dragged - corners)[:, None]).sum(axis=2))


def _find_normals(corners: Floats) -> Floats:
    """Return the directions that lead out of a board across its sides, which go clockwise."""
    along = np.roll(corners, -1, 0) - corners
    along = along / np.linalg.norm(along, axis=1, keepdims=True)
    return np.column_stack([along[:, 1], -along[:, 0]])


def _find_edge(lab: Lab, start: Floats, end: Floats, reach: float) -> Edge:
    along = end - start
    length = float(np.hypot(*along))
    normal = np.array([along[1], -along[0]]) / length  # outwards, as corners go clockwise
    share = np.linspace(0.03, 0.97, TUNING.samples)
    beside = np.arange(-round(reach * length) - 2, round(reach * length) + 3)
    x, y = np.moveaxis(start + share[:, None, None] * along + beside[:, None] * normal, -1, 0)
    seen = cv2.remap(
        lab, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    change = np.linalg.norm(seen[:, 2:] - seen[:, :-2], axis=-1)
    clear = change / (change + TUNING.clear)
    line, score = _choose_line(clear, share)
    bent = _bend(clear, share, line) + np.array([0, 0, beside[1]])
    first, last = (
        start + at * along + value * normal + np.array([[0.0], [1.0]]) * (along + slope * normal)
        for at in (0.0, 1.0)
        for value, slope in [(np.polyval(bent, at), np.polyval(np.polyder(bent), at))]
    )
    return Edge(first, last, score)


def _choose_line(clear: Floats, share: Floats) -> tuple[Floats, float]:
    """Return where the outermost of the clearest straight edges passes each sample."""
    ends = np.arange(0, clear.shape[1], 2)  # edges are some pixels wide
    first, last = (each.ravel() for each in np.meshgrid(ends, ends))
    lines = first[:, None] + (last - first)[:, None] * share
    scores = clear[np.arange(len(share)), np.rint(lines).astype(int)].mean(axis=1)
    good = np.flatnonzero(scores >= TUNING.outer * scores.max())
    outside = (first + last)[good]
    near = good[outside >= outside.max() - 2 * TUNING.slack_px]
    best = near[np.argmax(scores[near])]
    return np.asarray(lines[best]), float(scores[best])


def _bend(clear: Floats, share: Floats, line: Floats) -> Floats:
    """Return the parabola through the clearest points beside a straight edge."""
    ends = np.arange(clear.shape[1])
    beside = np.where(np.abs(ends - line[:, None]) <= TUNING.slack_px, clear, 0.0) ** 4
    at = (beside * ends).sum(axis=1) / np.maximum(beside.sum(axis=1), 1e-9)
    weights = np.maximum(beside.max(axis=1), 1e-9)  # a table without grain has no edges at all
    bent = np.polyfit(share, at, 2, w=weights)
    on = np.abs(np.polyval(bent, share) - at) < 1.0
    return np.polyfit(share, at, 2, w=weights * on) if on.sum() > len(share) / 2 else bent


def _meet_all(edges: Sequence[Edge]) -> Floats:
    """Return the corners (4 × 2) at which each of a board's edges follows the one before it."""
    return np.array([_meet(edges[n - 1].last, edges[n].first) for n in range(4)])


def _meet(one: Floats, other: Floats) -> Floats:
    a, b = one[1] - one[0], other[1] - other[0]
    t = np.linalg.solve(np.array([a, -b]).T, other[0] - one[0])[0]
    return np.asarray(one[0] + t * a)
