"""Boards that no game knows, of every layout, and how somebody lays them out by touch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np

from hardware.board import Board, PieceKind
from hardware.simulated.render import Renderer
from tablet_companion.kit import printed
from tablet_companion.setup.geometry.layouts import Spots, Wanted, lay_out, make_board
from tablet_companion.setup.geometry.sketch import Point
from tablet_companion.setup.pages.designing import DesignStep
from tablet_companion.setup.parts.pageparts import Does
from tablet_companion.setup.teaching.design import COLOURS, Design
from tests.patience import wait_for

SIDE_MM: Final = 400.0
PX_PER_MM: Final = 3.0
_RADII: Final = {"grid": 30.0, "hexagons": 30.0, "track": 16.0, "points": 18.0}
OWN: Final[Mapping[str, Wanted]] = {
    "grid": Wanted(grid=(4, 4), first=(50.0, 50.0), last=(350.0, 350.0)),
    "hexagons": Wanted(hexagons=(4, 4), first=(65.0, 70.0), last=(335.0, 320.0)),
    "track": Wanted(track=24, shape="square", first=(45.0, 50.0), last=(355.0, 345.0)),
    "points": Wanted(points=((45.0, 45.0), (200.0, 45.0), (200.0, 110.0), (110.0, 110.0)),
                     mirror="xy", turns=4),
}  # fmt: skip
"""What lies on the table; a mill board is of points, its images counted."""
MEN: Final = {
    "grid": {"a1": "white", "b3": "black", "d4": "white", "c2": "black"},
    "hexagons": {"a1": "white", "b3": "black", "d4": "white", "c2": "black"},
    "track": {"T0": "white", "T5": "black", "T13": "white", "T20": "black"},
    "points": {"P1": "white", "P2": "black", "P3": "white", "P4": "black"},
}


def list_spots(kind: str) -> Spots:
    """Return where the places of a kind of board are."""
    return lay_out((SIDE_MM, SIDE_MM), OWN[kind])


def find_corners(kind: str) -> tuple[Point, Point]:
    """Return where a layout's handles belong, in mm."""
    design = Design(printed.board("dog"), size_mm=(SIDE_MM, SIDE_MM), wanted=OWN[kind])
    return design.corners_mm


MAN: Final = PieceKind(dict(COLOURS), 25.0, 25.0)


def lay_own(kind: str, men: PieceKind = MAN) -> tuple[Board, Renderer]:
    """Return a board of discs or hexagons that no game knows, 40 cm wide."""
    radius = _RADII[kind]
    name, size = "Sixteen", (SIDE_MM, SIDE_MM)
    board = make_board(name, size, list_spots(kind), {"man": men}, ("space", None, radius))
    px = PX_PER_MM
    art = np.full((round(SIDE_MM * px), round(SIDE_MM * px), 3), (70, 140, 90), np.uint8)
    rng = np.random.default_rng(1)
    for x, y in rng.uniform(20, SIDE_MM - 20, (80, 2)) * px:
        cv2.circle(art, (round(x), round(y)), 18, rng.uniform(40, 120, 3).tolist(), -1, cv2.LINE_AA)
    for place in board.places:
        at, reach = np.array([place.x_mm, place.y_mm]) * px, place.radius_mm * px
        if kind == "hexagons":
            turn = np.pi / 6 + np.arange(6) * np.pi / 3
            edge = at + 1.3 * reach * np.column_stack([np.cos(turn), np.sin(turn)])
            cv2.fillPoly(art, [edge.round().astype(np.int32)], (220, 230, 235), cv2.LINE_AA)
            continue
        cv2.circle(
            art, at.round().astype(int).tolist(), round(reach), (220, 230, 235), -1, cv2.LINE_AA
        )
    return board, Renderer(board, art, px, {})


def find_touch(kind: str, now: Wanted) -> Does | None:
    """Return the key of the page to touch next, None if numbers and shape are right."""
    then = OWN[kind]
    if then.shape != now.shape:
        return Does("shape")
    if then.track and now.track:
        columns, rows = then.track - now.track, 0
    else:
        (a, b), (c, d) = (one.grid or one.hexagons or (0, 0) for one in (then, now))
        columns, rows = a - c, b - d
    if columns:
        return Does("columns", 1 if columns > 0 else -1)
    return Does("rows", 1 if rows > 0 else -1) if rows else None


def go_on(step: DesignStep) -> None:
    """Touch “Continue” on the page of the places, and wait until the print was looked at."""
    step.obey(Does("on"))
    wait_for(step.work.found if step.work else None)
    step.see(None)
