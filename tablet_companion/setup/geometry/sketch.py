"""Places laid out by a few handles: every place is a weighted sum of them. Pure.

Millimetres from the board's top left corner, y down. As every place depends linearly on the
handles, dragging one is a product, and fitting all of them to printed spaces a system of equations.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

import numpy as np

from calibration.camera.lens import Floats

Point = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Form:
    """A point that depends on handles: ``matrix`` (2 × 2n) times them, plus ``shift`` (2)."""

    matrix: Floats
    shift: Floats

    def mixed(self, other: Form, share: float) -> Form:
        """Return the point this share of the way to another."""
        one = 1 - share
        return Form(
            one * self.matrix + share * other.matrix, one * self.shift + share * other.shift
        )

    def spun(self, degrees: float, about: Floats, axes: Floats) -> Form:
        """Return the point turned clockwise, as it is seen, on an ellipse of such axes."""
        turn = _turn(degrees) * (axes[:, None] / axes)
        return Form(turn @ self.matrix, turn @ (self.shift - about) + about)


def handle(number: int, count: int) -> Form:
    """Return the point that is one of the handles itself."""
    matrix = np.zeros((2, 2 * count))
    matrix[0, 2 * number] = matrix[1, 2 * number + 1] = 1
    return Form(matrix, np.zeros(2))


@dataclass(frozen=True, eq=False)
class Sketch:
    """Named places, and the handles (n × 2) by which they are moved.

    The places are ``matrix`` (2m × 2n) times the handles, plus ``shift`` (2m).
    """

    names: tuple[str, ...]
    handles: Floats
    matrix: Floats
    shift: Floats

    @property
    def points(self) -> Floats:
        """Return where the places are (m × 2)."""
        flat = np.asarray(self.handles, np.float64).ravel()
        return np.asarray(self.matrix @ flat + self.shift).reshape(-1, 2)

    def moved(self, number: int, to: Point) -> Sketch:
        """Return the sketch with one handle elsewhere."""
        handles = self.handles.copy()
        handles[number] = to
        return replace(self, handles=handles)

    def fitted(self, targets: Floats, weights: Floats, hold: float = 0.02) -> Sketch:
        """Return the sketch whose places lie as near to targets (m × 2) as handles allow.

        What is far off after that counts no more; ``hold`` is the weight of leaving a handle alone.
        """
        matrix, wanted = self.matrix, targets.ravel() - self.shift
        flat = self.handles.ravel().astype(np.float64)
        for reach_mm in (1e9, 4.0, 2.0):
            apart = np.linalg.norm(
                replace(self, handles=flat.reshape(-1, 2)).points - targets, axis=1
            )
            used = np.repeat(weights * (apart < reach_mm), 2)
            left = matrix.T @ (matrix * used[:, None]) + hold * np.eye(len(flat))
            right = matrix.T @ (used * wanted) + hold * self.handles.ravel()
            flat = np.linalg.solve(left, right)
        return replace(self, handles=flat.reshape(-1, 2))


# --- the boards of the DOG family -----------------------------------------------------------------


class Shape(StrEnum):
    """What a track looks like from above."""

    CIRCLE = "circle"
    SQUARE = "square"
    OCTAGON = "octagon"
    CROSS = "cross"


QUARTER: Final = 16
"""Spaces of the track from one start to the next."""
CORNERS: Final = {
    Shape.CIRCLE: (0,),
    Shape.SQUARE: (8,),
    Shape.OCTAGON: (4, 12),
    Shape.CROSS: (2, 8, 14),
}
"""At which spaces of a quarter the track has a corner, counted from the middle of a side."""
_FIRST: Final[dict[Shape, tuple[Point, ...]]] = {
    Shape.CIRCLE: ((0, 0.87),),
    Shape.SQUARE: ((-0.87, 0.87),),
    Shape.OCTAGON: ((-0.37, 0.89), (-0.89, 0.37)),
    Shape.CROSS: ((-0.2, 0.9), (-0.24, 0.24), (-0.9, 0.2)),
}
"""Where the corners are at first, from the board's middle in halves of its shorter side."""
_FINISH: Final[tuple[Point, Point]] = ((0, 0.72), (0, 0.38))
_NEST: Final[tuple[Point, Point]] = ((-0.86, 0.76), (-0.76, 0.86))
"""Where the ends of a finish and of a nest are at first, in the same unit; they are dragged."""
_BETWEEN: Final[tuple[Point, Point]] = ((-0.76, 0.76), (-0.86, 0.86))
"""Where the nest's other two spots are, if they have handles of their own."""


@dataclass(frozen=True)
class Plan:
    """What a board of the DOG family is like.

    The first start is ``start`` spaces past the middle of a side; play goes clockwise, or against
    it where ``mirrored``; the first colour sits ``turned`` quarters on. Nests are squares, or
    ``rows``; where they are neither, their spots are ``apart``, each with its own handle.
    Unless the four sides are ``alike``, each has handles of its own; those of an oblong board may
    be alike but ``stretched``, as the board is.
    """

    shape: Shape = Shape.OCTAGON
    start: int = 0
    turned: int = 0
    mirrored: bool = False
    nest: int = 0
    rows: bool = False
    apart: bool = False
    alike: bool = True
    stretched: bool = False

    @property
    def spots(self) -> int:
        """Return how many handles a nest has."""
        return 4 if self.apart else 2

    def axes(self, size_mm: tuple[float, float]) -> Floats:
        """Return half the width and height of the largest track about the board's middle."""
        return np.array(size_mm if self.stretched else [min(size_mm)] * 2) / 2


def is_oblong(size_mm: tuple[float, float]) -> bool:
    """Whether a board is not nearly square, so that its track may be stretched as it is."""
    return not 0.9 < size_mm[0] / size_mm[1] < 1.11


class _Quarters:
    """Handles of one quarter, and of the others: turned ones, or each its own."""

    def __init__(self, plan: Plan, size_mm: tuple[float, float], each: int) -> None:
        self._plan, self._each = plan, each
        self._middle, self._axes = np.array(size_mm) / 2, plan.axes(size_mm)
        self.count = (each if plan.alike else 4 * each) + 1

    def form(self, number: int, quarter: int) -> Form:
        """Return a handle of a quarter; quarters past the last begin again."""
        at = quarter % 4
        if not self._plan.alike:
            return handle(at * self._each + number, self.count)
        return self._spun(handle(number, self.count), at)

    def _spun(self, form: Form, quarters: float) -> Form:
        return form.spun(self.degrees(quarters), self._middle, self._axes)

    def degrees(self, quarters: float) -> float:
        """Return how far clockwise the track goes in this many quarters."""
        return -90 * quarters if self._plan.mirrored else 90 * quarters

    @property
    def pile(self) -> Form:
        """Return the last handle: the pile of cards."""
        return handle(self.count - 1, self.count)

    def track(self, at: int) -> Form:
        """Return a point of the track, counted from the middle of the first side."""
        if self._plan.shape is Shape.CIRCLE:
            first = self.form(0, at // QUARTER)
            return self._spun(first, at % QUARTER / QUARTER)
        corners = CORNERS[self._plan.shape]
        marks = [(QUARTER * q + c, n, q) for q in range(-1, 5) for n, c in enumerate(corners)]
        before = max(mark for mark in marks if mark[0] <= at % 64)
        after = min(mark for mark in marks if mark[0] > at % 64)
        share = (at % 64 - before[0]) / (after[0] - before[0])
        return self.form(before[1], before[2]).mixed(self.form(after[1], after[2]), share)


def sketch_dog(
    plan: Plan, size_mm: tuple[float, float], colours: Sequence[str], kept: Floats | None = None
) -> Sketch:
    """Return the sketch of a DOG of some make; ``colours`` in the order in which they play.

    With ``kept`` its handles are these, else they are in their usual places.
    """
    corners = len(CORNERS[plan.shape])
    quarters = _Quarters(plan, size_mm, corners + 2 + plan.spots)
    names: list[str] = []
    forms: list[Form] = []
    for number in range(64):
        names.append(f"T{number}")
        forms.append(quarters.track((number + plan.start + QUARTER * plan.turned) % 64))
    for order, colour in enumerate(colours):
        side = order + plan.turned
        first, last = (quarters.form(corners + n, side) for n in (0, 1))
        names += [f"{colour}.F{n}" for n in range(1, 5)]
        forms += [first.mixed(last, n / 3) for n in range(4)]
        names += [f"{colour}.N{n}" for n in range(1, 5)]
        spots = [quarters.form(corners + 2 + n, side + plan.nest) for n in range(plan.spots)]
        forms += spots if plan.apart else _nest(spots[0], spots[1], plan)
    names.append(PILE)
    forms.append(quarters.pile)
    return _join(names, first_handles(plan, size_mm) if kept is None else kept, forms)


def _join(names: Iterable[str], handles: Floats, forms: Sequence[Form]) -> Sketch:
    matrix = np.vstack([form.matrix for form in forms])
    return Sketch(tuple(names), handles, matrix, np.concatenate([form.shift for form in forms]))


PILE: Final = "*pile"
"""The name of the pile of cards among a sketch's places."""


def _nest(one: Form, other: Form, plan: Plan) -> list[Form]:
    """Return the spots of a nest: in a row from one to the other, or a square round both."""
    if plan.rows:
        return [one.mixed(other, n / 3) for n in range(4)]
    middle = one.mixed(other, 0.5)
    side = np.array([[0.0, -1.0], [1.0, 0.0]])
    half = Form(one.matrix - middle.matrix, one.shift - middle.shift)
    across = Form(middle.matrix + side @ half.matrix, middle.shift + side @ half.shift)
    back = Form(middle.matrix - side @ half.matrix, middle.shift - side @ half.shift)
    return [one, across, back, other]


def first_handles(plan: Plan, size_mm: tuple[float, float]) -> Floats:
    """Return handles in their usual places, those of one quarter or of all four."""
    nest = (_NEST[0], *_BETWEEN, _NEST[1]) if plan.apart else _NEST
    points = np.array([*_FIRST[plan.shape], *_FINISH, *nest])
    if plan.mirrored:
        points[:, 0] *= -1
    turns = (0,) if plan.alike else range(4)
    return _spin_all(points, plan, size_mm, turns)


def _spin_all(
    points: Floats, plan: Plan, size_mm: tuple[float, float], turns: Iterable[int]
) -> Floats:
    """Return handles of one quarter, in halves of the track, on these; and the pile's."""
    degrees = _Quarters(plan, size_mm, 0).degrees
    spun = [points @ _turn(degrees(turn)).T for turn in turns]
    return np.vstack([*spun, np.zeros((1, 2))]) * plan.axes(size_mm) + np.array(size_mm) / 2


def _turn(degrees: float) -> Floats:
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return np.array([[c, -s], [s, c]])


# --- any other layout -----------------------------------------------------------------------------


def sketch_layout(names: Iterable[str], points: Floats) -> Sketch:
    """Return a known layout, moved by the corners of the rectangle round it."""
    low, high = points.min(axis=0), points.max(axis=0)
    x, y = ((points - low) / np.maximum(high - low, 1e-9)).T
    corners = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
    shares = np.stack([(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y], axis=1)
    forms = [Form(np.hstack([part * np.eye(2) for part in share]), np.zeros(2)) for share in shares]
    return _join(names, corners, forms)
