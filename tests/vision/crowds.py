"""Two small printed boards with several kinds of pieces, on a simulated table that is read.

``ROOMS`` has pawns and flat discs with a printed face, and reserves; ``CITIES`` has five spots in
every city, and a flat case on whose own place, beneath the middle spot, figures can stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final

import cv2
import numpy as np

from calibration.learning.placing import Lesson
from calibration.learning.truth import Label
from calibration.taught.model import REFERENCE_PX_PER_MM, Calibration
from hardware.board import Board, BoardPlace, PieceKind
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Picture
from hardware.simulated.optics import Pose, overhead
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Light
from hardware.simulated.table import SimulatedTable
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.scene import Model
from tablet_companion.vision.teaching import learn_board
from tests.shared import made_once
from tools.truth import tell_truth

_PX_PER_MM: Final = 3.0
SEATS: Final = ("red", "blue")
SPY: Final = PieceKind(
    {"red": "#c8202c", "blue": "#2050c0"},
    height_mm=28,
    diameter_mm=13,
    marker_diameter_mm=11,
    marker_side_mm=2.6,
)
SPECIALIST: Final = PieceKind(
    {"red.specialist": "#c8202c", "blue.specialist": "#2050c0"},
    height_mm=3,
    diameter_mm=24,
    face="#f2ead8",
    face_diameter_mm=16,
)
FIGURE: Final = PieceKind(
    {"green": "#1f9a3c", "blue": "#2050c0", "red": "#c8202c", "yellow": "#e8c81e"},
    height_mm=28,
    diameter_mm=13,
    each=1,
)
CASE: Final = PieceKind({"case": "#2a2522"}, height_mm=5, diameter_mm=12, each=1)


def _rooms() -> Board:
    places = [
        BoardPlace(
            f"{room}.{spot}", "space", 107.0 + 76 * x + off, 64.0 + 76 * y - off, 13.5, part_of=room
        )
        for room, (y, x) in zip("ABCDEFGHI", product(range(3), repeat=2), strict=True)
        for spot, off in ((1, -17), (2, 17))
    ]
    for seat, column in zip(SEATS, (24.0, 365.0), strict=True):
        places += [
            BoardPlace(f"{seat}.N{n}", "nest", column, 30.0 + 26 * n, 10.0, seat, holds=("spy",))
            for n in range(7)
        ]
        places.append(
            BoardPlace(f"{seat}.S", "nest", column, 230.0, 14.0, seat, holds=("specialist",))
        )
    kinds = {"spy": SPY, "specialist": SPECIALIST}
    return Board("rooms", (390.0, 280.0), tuple(places), kinds)


def _cities() -> Board:
    places: list[BoardPlace] = []
    for number, (row, column) in enumerate(list(product(range(5), range(7)))[:33]):
        x, y = 42.0 + 53 * column, 34.0 + 53 * row
        city = f"c{number}"
        spots = ((0, 0), (15, 0), (-15, 0), (0, 15), (0, -15))
        places += [
            BoardPlace(
                f"{city}.{spot}", "point", x + dx, y + dy, 7.0, part_of=city, holds=("figure",)
            )
            for spot, (dx, dy) in enumerate(spots)
        ]
        places.append(BoardPlace(f"{city}.case", "point", x, y, 7.0, part_of=city, holds=("case",)))
    return Board("cities", (402.0, 280.0), tuple(places), {"figure": FIGURE, "case": CASE})


ROOMS: Final = _rooms()
CITIES: Final = _cities()


def drawn(board: Board, seed: int = 4) -> Picture:
    """Return a printed board: soft patches of colour, lines, and a ring at every place."""
    rng = np.random.default_rng(seed)
    columns, rows = (round(side * _PX_PER_MM) for side in board.size_mm)
    patches = rng.normal(0, 1, (rows // 24 + 1, columns // 24 + 1, 3))
    soft = cv2.resize(patches, (columns, rows), interpolation=cv2.INTER_CUBIC)
    picture = np.clip(np.array([175, 200, 210]) + 16 * soft, 0, 255).astype(np.uint8)
    for _ in range(60):
        ends = rng.integers(0, (columns, rows), (2, 2))
        cv2.line(picture, ends[0].tolist(), ends[1].tolist(), (90, 110, 120), 2, cv2.LINE_AA)
    for place in board.places:
        middle = round(place.x_mm * _PX_PER_MM), round(place.y_mm * _PX_PER_MM)
        radius = round(place.radius_mm * _PX_PER_MM)
        if "case" not in place.holds:
            cv2.circle(picture, middle, radius, (205, 222, 228), -1, cv2.LINE_AA)
            cv2.circle(picture, middle, radius, (70, 80, 90), 3, cv2.LINE_AA)
    return picture


@dataclass(frozen=True)
class Kit:
    """A board in print, and what was learnt of it from two pictures."""

    board: Board
    renderer: Renderer
    calibration: Calibration
    model: Model


def make_kit(board: Board, shown: Mapping[str, str]) -> Kit:
    """Print a board, show it empty and once more with these pieces; takes a second."""
    ground = drawn(board)
    renderer = Renderer(board, ground, _PX_PER_MM, {})
    key = f"learnt {board} {shown}"
    calibration = made_once(key, lambda: _learn(board, shown, ground, renderer))
    return Kit(board, renderer, calibration, Model(calibration))


def _learn(
    board: Board, shown: Mapping[str, str], ground: Picture, renderer: Renderer
) -> Calibration:
    lessons = []
    for number, pieces in enumerate(({}, shown)):
        table = new_table(board, number)
        table.set_up({place: (colour, False) for place, colour in pieces.items()})
        truth = tell_truth(table, str(number), "calibrate")
        corners = tuple((x, y) for x, y in truth["corners"])
        label = Label(str(number), corners, dict(pieces), role="calibrate")  # type: ignore[arg-type]  # four of them
        lessons.append(Lesson(label, photograph(table, renderer)))
    scale = REFERENCE_PX_PER_MM / _PX_PER_MM
    reference = cv2.resize(ground, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return learn_board(board, lessons, np.asarray(reference, np.uint8)).calibration


def new_table(
    board: Board, seed: int, *, pose: Pose | None = None, light: Light | None = None
) -> SimulatedTable:
    """Return an empty table under a slightly tilted camera."""
    pose = pose or overhead(board, size=(1280, 960), tilt_deg=5)
    return SimulatedTable(board, np.random.default_rng(seed), pose=pose, light=light)


def photograph(table: SimulatedTable, renderer: Renderer, seed: int = 0) -> Picture:
    """Return the table's picture."""
    return SimulatedCamera(table, renderer, ManualClock(), seed=seed).capture().picture


def new_eye(kit: Kit) -> BoardReader:
    """Return an eye that takes every picture for itself."""
    return BoardReader(kit.model, still_frames=1)
