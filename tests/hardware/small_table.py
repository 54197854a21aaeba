"""A small simulated table for tests: a grey board with 32 spaces, two holes and a pile."""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from hardware.board import Board, BoardPlace, DiscardPile, PieceKind
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Picture
from hardware.simulated.optics import overhead
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Light
from hardware.simulated.table import SimulatedTable

COLOURS: Final = {"red": "#c8202c", "blue": "#2050c0", "green": "#1f9a3c", "yellow": "#e8c81e"}
PAWN: Final = PieceKind(
    colours=COLOURS,
    height_mm=28,
    diameter_mm=13,
    hidden="#161616",
    marker_diameter_mm=11,
    marker_side_mm=2.6,
    hole_depth_mm=10,
    hole_diameter_mm=15,
)
BOARD: Final = Board(
    name="test board",
    size_mm=(260.0, 260.0),
    places=(
        *(
            BoardPlace(f"P{row}{column}", "space", 20.0 + 44 * column, 20.0 + 44 * row, 8.0)
            for row in range(6)
            for column in range(6)
            if (row, column) not in {(2, 2), (2, 3), (3, 2), (3, 3)}
        ),
        BoardPlace("H1", "hole", 42.0, 64.0, 8.0),
        BoardPlace("H2", "hole", 218.0, 196.0, 8.0),
    ),
    pieces={"pawn": PAWN},
    discard=DiscardPile(130.0, 130.0, (50.0, 76.0)),
)
GREY: Final = np.full((520, 520, 3), 150, np.uint8)
PINK: Final = np.full((76, 50, 3), (180, 60, 230), np.uint8)
CORNERED: Final = PINK.copy()
CORNERED[:38, :25] = (40, 200, 40)
POSE: Final = overhead(BOARD, size=(640, 480))
QUIET: Final = Light(noise=0.0)
PLACES: Final = tuple(place.name for place in BOARD.places)
RENDERER: Final = Renderer(BOARD, GREY, 2.0, {"pink": PINK, "grey": GREY, "cornered": CORNERED})


def new_table() -> SimulatedTable:
    """Return an empty table under a camera without noise."""
    return SimulatedTable(BOARD, np.random.default_rng(1), pose=POSE, light=QUIET)


def seen(table: SimulatedTable) -> Picture:
    """Return the table's picture."""
    rng = np.random.default_rng(5)
    return RENDERER.render(table.scene, table.pose, table.light, rng)


def replace_pawn(**changed: float | None) -> Board:
    """Return the board with pawns of another shape."""
    return msgspec.structs.replace(BOARD, pieces={"pawn": msgspec.structs.replace(PAWN, **changed)})


def camera_over(table: SimulatedTable, seed: int = 0) -> SimulatedCamera:
    """Return a camera over the table."""
    return SimulatedCamera(table, RENDERER, ManualClock(), seed=seed)


def coloured(picture: Picture) -> NDArray[np.bool_]:
    """Return which pixels have a strong colour; wood, grey and black have none."""
    return np.asarray(np.ptp(picture.astype(np.int16), axis=2) > 90)


def middle_of(mask: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the mean pixel (x, y) of a mask."""
    return np.asarray(np.argwhere(mask).mean(axis=0)[::-1], np.float64)
