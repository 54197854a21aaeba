"""Make worlds of the simulated table, with the layouts of other worlds: OUT WORLD...

The simulated table draws boards, pieces and hands in its own way; a reader that is to be tried at
it has to know that there are such pictures. None of the boards that the project prints is among
them.
"""

from __future__ import annotations

import json
import shutil
import sys
import zlib
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.board import Board
from hardware.boardfile import read_board
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.printing.raster import render_board
from hardware.simulated.hands import draw_hand
from hardware.simulated.optics import overhead
from hardware.simulated.render import Renderer
from hardware.simulated.scene import Light
from hardware.simulated.table import SimulatedTable
from hardware.simulated.things import draw_thing
from tools import faults
from tools.fit.scenes import HAND, THING
from tools.fit.worlds import read_folders
from tools.truth import tell_truth

_PX_PER_MM: Final = 3.0
_PICTURES: Final = 14
_EMPTY: Final = 3
_SET_UP: Final = 5
_SIZES: Final = ((960, 720), (1280, 720), (1280, 960), (640, 480))


def write_world(
    board: Board, folder: Path, rng: np.random.Generator, *, pictures: int = _PICTURES
) -> None:
    """Write the pictures of one board and their labels; the first five are those an owner shows."""
    renderer = Renderer(board, render_board(board, _PX_PER_MM), _PX_PER_MM, {})
    lines = []
    pose = _pose(board, rng)
    for number in range(pictures):
        table = SimulatedTable(board, rng)
        taught = number < _SET_UP
        table.pose = pose if taught or rng.random() < 0.5 else _pose(board, rng)
        if number >= _EMPTY:
            table.set_up(_pieces(board, rng))
        if not taught:
            _disturb(table, rng)
        name = f"{number:04d}.jpg"
        lines.append(_write(table, renderer, folder / name, taught=taught, seed=number))
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / "truth.jsonl").write_text(text, encoding="utf-8")


def _pose(board: Board, rng: np.random.Generator) -> Any:
    return overhead(
        board,
        size=_SIZES[rng.integers(len(_SIZES))],
        height_mm=rng.uniform(1.2, 1.9) * max(board.size_mm),
        tilt_deg=rng.uniform(0, 15),
        roll_deg=rng.uniform(-8, 8),
        fill=rng.uniform(0.7, 0.95),
        k1=rng.uniform(-0.12, 0.05),
    )


def _pieces(board: Board, rng: np.random.Generator) -> dict[str, tuple[str, bool]]:
    """Put pieces of random colours on some of the places."""
    most = round(0.7 * len(board.places)) + 3
    chosen = rng.permutation(len(board.places))[: int(rng.integers(2, most))]
    pieces = {}
    for number in chosen:
        place = board.places[number]
        kinds = list(board.kinds_at(place).values())
        kind = kinds[int(rng.integers(len(kinds)))]
        colour = str(rng.choice(list(kind.colours)))
        turned = board.sinking(place) is kind and bool(kind.hidden) and rng.random() < 0.5
        pieces[place.name] = colour, bool(turned)
    return pieces


def _disturb(table: SimulatedTable, rng: np.random.Generator) -> None:
    """Let hands reach in, and other things go wrong."""
    others = [fault for fault in faults.FAULTS if fault is not faults.HAND]
    chosen = rng.permutation(len(others))[: int(rng.integers(0, 3))]
    strengths = {others[number]: float(rng.uniform(0.1, 0.8)) for number in chosen}
    if rng.random() < 0.15:
        strengths[faults.HAND] = float(rng.uniform(0.2, 1))
    table.faults = strengths
    table.fault_seed = int(rng.integers(1 << 30))
    if rng.random() < 0.3:
        places = [place.name for place in table.board.places]
        colours = [*table.board.colours, None]
        held = colours[int(rng.integers(len(colours)))]
        table.hand_in(str(rng.choice(places)), holding=held)


def _write(
    table: SimulatedTable, renderer: Renderer, path: Path, *, taught: bool, seed: int
) -> dict[str, Any]:
    """Write one picture and its mask; return its label."""
    picture = SimulatedCamera(table, renderer, ManualClock(), seed=seed).capture().picture
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
    mask = _mask(table)
    cv2.imwrite(str(path.with_suffix(".mask.png")), mask)
    view = table.view
    label = tell_truth(table, path.name, "calibrate" if taught else "test")
    pose, (width, height) = view.pose, view.pose.size
    label["hand"] = bool(((mask == HAND) & _board_mask(table)).any())
    label["camera"] = {
        "width": width,
        "height": height,
        "K": pose.matrix.tolist(),
        "dist": [pose.k1, 0, 0, 0, 0],
        "rvec": list(pose.rvec),
        "tvec_mm": list(pose.tvec_mm),
    }
    return label


def _mask(table: SimulatedTable) -> NDArray[np.uint8]:
    """Return what of a picture shows hands and things."""
    view = table.view
    width, height = view.pose.size
    mask = np.zeros((height, width), dtype=np.uint8)
    even = (1.0, 1.0, 1.0)
    sprites = [(draw_thing(thing, view.pose, Light(), even), THING) for thing in view.scene.things]
    sprites += [(draw_hand(hand, view.pose, Light(), even), HAND) for hand in view.scene.hands]
    for sprite, what in sprites:
        clear = np.ones((height, width, 3), dtype=np.uint8) * 255
        sprite.onto(clear)
        covered = np.zeros((height, width, 3), dtype=np.uint8)
        sprite.onto(covered)
        mask[(clear.astype(int) - covered)[..., 0] < 128] = what
    return mask


def _board_mask(table: SimulatedTable) -> NDArray[np.bool_]:
    pose, (board_width, board_height) = table.view.pose, table.board.size_mm
    corners = [[0.0, 0.0], [board_width, 0.0], [board_width, board_height], [0.0, board_height]]
    width, height = pose.size
    drawn: NDArray[np.uint8] = np.zeros((height, width), dtype=np.uint8)
    cv2.fillPoly(drawn, [np.round(pose.project(np.array(corners))).astype(np.int32)], 1)
    return np.asarray(drawn > 0)


def main() -> None:
    """Write a world for each of the given ones."""
    cv2.setNumThreads(1)
    out, worlds = read_folders("draw each world at the simulated table, too")
    for source in worlds:
        folder = out / f"sim{source.name}"
        if (folder / "truth.jsonl").exists():
            continue
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / "board.toml", folder / "board.toml")
        rng = np.random.default_rng(zlib.crc32(folder.name.encode()))
        write_world(read_board(folder / "board.toml"), folder, rng)
        sys.stdout.write(f"{folder.name}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
