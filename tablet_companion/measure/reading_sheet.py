"""Draw how one picture was read, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from calibration.camera.lens import Fit
from calibration.camera.sampling import flatten, list_middles
from calibration.finding.discs import list_corners
from hardware.board import Board, BoardPlace
from hardware.formats import write_png
from hardware.ports import Picture
from tablet_companion.games.core import EMPTY, HIDDEN
from tablet_companion.vision.frame.scan import Scan
from tablet_companion.vision.reading import SURE, PlaceReading, Reading

PANEL_PX: Final = 800
"""The longer side of each of the four panels."""
_GROUND: Final = (30, 24, 18)
_INK: Final = (240, 240, 240)
_LINE: Final = (60, 220, 255)
_HAND: Final = (60, 60, 230)
_HIDDEN: Final = (20, 20, 20)
_COVERED: Final = (160, 160, 160)
_THING: Final = (200, 60, 200)
_ODDEST: Final = 8.0
"""The number of standard deviations that is drawn brightest."""


def draw_reading(
    picture: Picture, board: Board, fit: Fit, looked: Scan, reading: Reading
) -> Picture:
    """Return four panels: the board found, seen from above, its z-scores, and the reading."""
    scale = PANEL_PX / max(board.size_mm)
    flat = flatten(picture, fit.pose, board.size_mm, scale)
    panels = [
        _titled("1 found", _found(picture, board, fit)),
        _titled("2 from above", flat),
        _titled("3 unlike the empty board", _foreground_mask(looked, flat)),
        _titled("4 read", _read(flat, board, reading, scale)),
    ]
    rows = max(panel.shape[0] for panel in panels)
    columns = max(panel.shape[1] for panel in panels)
    tiles = [_tile(panel, rows, columns) for panel in panels]
    return np.asarray(np.vstack([np.hstack(tiles[:2]), np.hstack(tiles[2:])]), np.uint8)


def sheet_writer(path: Path | None) -> Callable[[Picture, Board, Fit, Scan, Reading], str]:
    """Return a function that draws readings into a file and returns its name, or None."""

    def write(picture: Picture, board: Board, fit: Fit, looked: Scan, reading: Reading) -> str:
        if path is None:
            return ""
        write_png(path, draw_reading(picture, board, fit, looked, reading))
        return str(path)

    return write


def _found(picture: Picture, board: Board, fit: Fit) -> Picture:
    shown = picture.copy()
    outline = fit.pose.project(list_corners(board.size_mm)).round().astype(np.int32)
    cv2.polylines(shown, [outline], isClosed=True, color=_LINE, thickness=3)
    middles = list_middles(board.places)
    for x, y in fit.pose.project(middles).round().astype(int).tolist():
        cv2.circle(shown, (x, y), 3, _LINE, -1)
    factor = PANEL_PX / max(shown.shape[:2])
    small = cv2.resize(shown, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _foreground_mask(looked: Scan, flat: Picture) -> Picture:
    size = flat.shape[1], flat.shape[0]
    level = np.clip(looked.view.z_score / _ODDEST, 0, 1) * 255
    shown = cv2.applyColorMap(level.astype(np.uint8), cv2.COLORMAP_INFERNO)
    shown = cv2.resize(shown, size, interpolation=cv2.INTER_NEAREST)
    if looked.hands is not None:
        mask = cv2.resize(looked.hands.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
        edges, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        cv2.drawContours(shown, edges, -1, _HAND, 3)
    return np.asarray(shown, np.uint8)


def _read(flat: Picture, board: Board, reading: Reading, scale: float) -> Picture:
    """Return the board from above with a ring round everything read, and what is doubtful."""
    shown = flat.copy()
    places: Mapping[str, BoardPlace] = board.by_name
    for sight in reading.places:
        _mark(shown, places[sight.place], sight, board, scale)
    for stray in reading.strays:
        at = round(stray.x_mm * scale), round(stray.y_mm * scale)
        cv2.drawMarker(shown, at, _colour(board, stray.piece), cv2.MARKER_DIAMOND, 24, 3)
    for thing in reading.things:
        colour = _THING if thing.piece is None else _colour(board, thing.piece)
        half = thing.size_mm / 2 + 1
        low, high = (
            (round((thing.x_mm + side) * scale), round((thing.y_mm + side) * scale))
            for side in (-half, half)
        )
        cv2.rectangle(shown, low, high, _INK, 5)
        cv2.rectangle(shown, low, high, colour, 3)
    if reading.card is not None and reading.card.best is not None:
        text = f"card {reading.card.best} ({reading.card.probability:.2f})"
        _write(shown, text, (10, shown.shape[0] - 12))
    elif reading.card is not None and reading.card.unknown:
        text = f"unknown card ({reading.card.probability:.2f})"
        _write(shown, text, (10, shown.shape[0] - 12))
    return shown


def _mark(
    shown: Picture, place: BoardPlace, sight: PlaceReading, board: Board, scale: float
) -> None:
    at = round(place.x_mm * scale), round(place.y_mm * scale)
    radius = round(place.radius_mm * scale)
    if sight.covered:
        cv2.drawMarker(shown, at, _COVERED, cv2.MARKER_TILTED_CROSS, 2 * radius, 2)
        return
    if sight.best != EMPTY:
        cv2.circle(shown, at, radius + 2, _INK, 6)
        cv2.circle(shown, at, radius + 2, _colour(board, sight.best), 3)
    if sight.probability < SURE:
        _write(shown, f"{sight.probability:.2f}", (at[0] - radius, at[1] - radius - 4))


def _colour(board: Board, piece: str) -> tuple[int, int, int]:
    kind = board.kind_of(piece)
    if piece == HIDDEN or kind is None:
        return _HIDDEN
    red, green, blue = kind.rgb(piece)
    return blue, green, red


def _write(shown: Any, text: str, at: tuple[int, int]) -> None:
    (width, height), below = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.55, 1)
    corner, other = (at[0] - 2, at[1] - height - 2), (at[0] + width + 2, at[1] + below)
    cv2.rectangle(shown, corner, other, _GROUND, -1)
    cv2.putText(shown, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.55, _INK, 1, cv2.LINE_AA)


def _titled(title: str, panel: Picture) -> Picture:
    head = np.full((30, panel.shape[1], 3), _GROUND, np.uint8)
    _write(head, title, (8, 21))
    return np.asarray(np.vstack([head, panel]), np.uint8)


def _tile(panel: Picture, rows: int, columns: int) -> Picture:
    below, right = rows - panel.shape[0], columns - panel.shape[1]
    tile = cv2.copyMakeBorder(panel, 0, below, 0, right, cv2.BORDER_CONSTANT, value=_GROUND)
    return np.asarray(tile, np.uint8)
