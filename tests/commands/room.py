"""A folder with one good file of every kind, from which the tests make bad ones."""

from __future__ import annotations

import functools
import json
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from calibration.learning.learn import trust_board
from calibration.taught.model import write_calibration
from hardware.boardfile import parse_board
from hardware.printing.raster import render_board
from tablet_companion.kit import printed

BOARD: Final = """
name = "small"
size_mm = [200.0, 200.0]
[pieces.pawn]
colours = {red = "#c0202a", blue = "#2040a0"}
height_mm = 28.0
diameter_mm = 13.0
""" + "".join(
    f"""
[[places]]
name = "P{number}"
kind = "space"
x_mm = {40 + 40 * (number % 4)}.0
y_mm = {40 + 40 * (number // 4)}.0
radius_mm = 9.0
"""
    for number in range(16)
)
CORNERS: Final = [[120.0, 40.0], [520.0, 40.0], [520.0, 440.0], [120.0, 440.0]]
LENS: Final[dict[str, Any]] = {
    "camera": "desk",
    "size_px": [640, 480],
    "focal_px": [540.0, 540.0],
    "centre_px": [319.5, 239.5],
    "distortion": [0.0, 0.0, 0.0, 0.0, 0.0],
}
NESTED: Final = 100_000
"""Deeper than any parser that calls itself can go."""


@functools.cache
def small_calibration(folder: Path) -> bytes:
    """Return the calibration of the small board as a file; made once in a folder."""
    path = folder / "small.json"
    write_calibration(trust_board(parse_board(BOARD)), path)
    return path.read_bytes()


@functools.cache
def game_calibration(folder: Path, game: str) -> bytes:
    """Return the calibration of a game's print as a file; made once in a folder."""
    path = folder / f"{game}.json"
    write_calibration(printed.calibration(game), path)
    return path.read_bytes()


@functools.cache
def photograph() -> bytes:
    """Return a picture of the small board, as PNG, with its corners at CORNERS."""
    picture = np.full((480, 640, 3), 90, np.uint8)
    picture[40:440, 120:520] = cv2.resize(render_board(parse_board(BOARD), 2.5), (400, 400))
    return cv2.imencode(".png", picture)[1].tobytes()


def label(**changed: Any) -> bytes:
    """Return a line of labels of the photograph, with some keys of other values."""
    good = {"file": "empty.png", "corners": CORNERS, "role": "calibrate", "pieces": {}}
    return (json.dumps(good | changed) + "\n").encode()


def lens(**changed: Any) -> bytes:
    """Return a file of lenses that holds one, with some keys of other values."""
    return json.dumps({"lenses": [LENS | changed]}).encode()


def plain_png(width: int, height: int) -> bytes:
    """Return a black PNG of that size, one bit a pixel: few bytes for many pixels."""
    rows = zlib.compress(bytes((width + 7) // 8 + 1) * height, 1)
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", rows), (b"IEND", b""))
    parts = (
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def changed(data: bytes, change: Callable[[Any], object]) -> bytes:
    """Return a JSON file after a change to what it holds."""
    held = json.loads(data)
    change(held)
    return json.dumps(held).encode()


def fill(folder: Path, made: Path) -> None:
    """Put a good file of every kind into a folder; ``made`` keeps what takes long to make."""
    (folder / "photos").mkdir()
    files = {
        "board.toml": BOARD.encode(),
        "cal.json": small_calibration(made),
        "game.json": game_calibration(made, "agent_dog"),
        "empty.png": photograph(),
        "photos/1.png": photograph(),
        "truth.jsonl": label(),
        "lens.json": lens(),
        "script.csv": b"frame,player,card,detail,tap\n1.png,red,,,\n",
        "set.toml": b'language = "en"\n',
    }
    for name, data in files.items():
        (folder / name).write_bytes(data)
