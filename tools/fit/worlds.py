"""Folders of labelled pictures, with what only a renderer knows of them."""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.fitting import fit_pose
from calibration.camera.lens import Pose
from calibration.camera.sampling import rectify
from calibration.camera.silhouettes import Mask
from calibration.errors import RegistrationError
from calibration.learning.learn import learn, trust_board
from calibration.learning.placing import Lesson
from calibration.learning.truth import read_labels
from calibration.surfaces.exposures import find_hidden
from calibration.taught.model import choose_scale, draw_reference
from hardware.board import Board
from hardware.boardfile import read_board
from hardware.ports import Picture
from tablet_companion.vision.scene import Model
from tablet_companion.vision.teaching import teach

_TAPPED_PX: Final = (0.3, 1.5)
"""Pixels. A fitted pose is as exact as tapped corners with an error between these (sigma)."""


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture of a world: its label as written, and where it lies."""

    label: Mapping[str, Any]
    folder: Path

    @property
    def picture(self) -> Picture:
        """Read the picture."""
        seen = cv2.imread(str(self.folder / self.label["file"]))
        assert seen is not None, self.label["file"]
        return np.asarray(seen, dtype=np.uint8)

    @property
    def size_px(self) -> tuple[int, int]:
        """Return its width and height."""
        camera = self.label["camera"]
        return int(camera["width"]), int(camera["height"])

    def pose(self, board: Board, rng: np.random.Generator) -> Pose:
        """Return the camera as a fit to the board would find it: nearly as it is.

        Raises RegistrationError if no fit finds it.
        """
        places = np.array([[place.x_mm, place.y_mm] for place in board.places])
        width, height = board.size_mm
        corners = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
        points = np.vstack([places, corners])
        pixels = self._project(points)
        tapped = pixels + rng.normal(0, rng.uniform(*_TAPPED_PX), pixels.shape)
        return fit_pose(points, tapped, self.size_px).pose

    def _project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        camera = self.label["camera"]
        solid = np.column_stack([points, np.zeros(len(points))])
        matrix, bend = np.array(camera["K"], float), np.array(camera["dist"], float)
        rotation, shift = (np.array(camera[key], float) for key in ("rvec", "tvec_mm"))
        pixels, _ = cv2.projectPoints(solid, rotation, shift, matrix, bend)
        return np.asarray(pixels[:, 0], dtype=np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class Reference:
    """A picture that was labelled: the board from above, and where it is surely bare."""

    file: str
    flat: Picture
    bare: Mask


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """One board and all its pictures."""

    name: str
    board: Board
    shots: tuple[Shot, ...]

    @property
    def shown(self) -> tuple[Shot, ...]:
        """Return the pictures that its owner would show first."""
        return tuple(s for s in self.shots if s.label["role"] == "calibrate")


def read_world(folder: Path, *labels: str) -> World:
    """Read a folder's board and labels."""
    shots: list[Shot] = []
    for name in labels or ("truth.jsonl",):
        path = folder / name
        lines = path.read_text(encoding="utf-8").splitlines()
        shots += [Shot(json.loads(line), path.parent) for line in lines if line.strip()]
    return World(folder.name, read_board(folder / "board.toml"), tuple(shots))


def teach_model(folder: Path, *, guessed: bool) -> Model:
    """Return the reader, taught by the pictures that are shown first, or by the file alone."""
    board, labels = read_board(folder / "board.toml"), read_labels(folder / "truth.jsonl")
    if guessed:
        return Model(trust_board(board))
    taught = [
        Lesson(label, Shot({"file": label.file}, folder).picture)
        for label in labels
        if label.role == "calibrate"
    ]
    learnt = learn(board, taught, draw_reference(board))
    return Model(teach(learnt.calibration, learnt.placed))


def make_reference(board: Board, shot: Shot, pose: Pose) -> Reference:
    """Return what a labelled picture shows of the bare board."""
    flat = rectify(shot.picture, pose, board.size_mm, choose_scale(board.size_mm))
    label = shot.label
    hidden = find_hidden(
        board,
        pose,
        label["pieces"],
        card=label.get("card") is not None,
        px_per_mm=choose_scale(board.size_mm),
    )
    bare = (flat[..., 0] >= 0) & ~hidden
    return Reference(shot.label["file"], flat.clip(0, 255).astype(np.uint8), bare)


def list_references(world: World, rng: np.random.Generator) -> list[Reference]:
    """Return what all labelled pictures without a hand show of the bare board."""
    found = []
    for shot in world.shown:
        if shot.label.get("hand"):
            continue
        try:
            found.append(make_reference(world.board, shot, shot.pose(world.board, rng)))
        except RegistrationError:
            continue
    return found


def choose_some(sources: Sequence[Reference], rng: np.random.Generator) -> list[Reference]:
    """Return one to four of the references, as few or many as people show."""
    count = min(len(sources), int(rng.choice([1, 1, 2, 3, 4])))
    return [sources[i] for i in rng.permutation(len(sources))[:count]]


def write_arrays(path: Path, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write named arrays to a file, which is complete or absent."""
    unfinished = path.with_suffix(".part.npz")
    kinds: Any = dict(arrays)
    np.savez(unfinished, **kinds)
    unfinished.replace(path)


def read_folders(about: str) -> tuple[Path, list[Path]]:
    """Return the folders that the command names: OUT and those of worlds."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("out", type=Path, metavar="OUT")
    parser.add_argument("worlds", type=Path, nargs="*", metavar="FOLDER")
    given = parser.parse_args()
    return given.out, given.worlds


def write_worlds(
    arrays_of: Callable[[World, np.random.Generator], Mapping[str, NDArray[Any]]],
) -> None:
    """Write one file of arrays for each world that the command names: OUT FOLDER...

    Worlds that are written already, or not yet drawn to their end, are passed over.
    """
    cv2.setNumThreads(1)
    out, worlds = read_folders("write samples of worlds")
    out.mkdir(parents=True, exist_ok=True)
    for path in worlds:
        target = out / f"{path.name}.npz"
        if target.exists() or not (path / "truth.jsonl").exists():
            continue
        rng = np.random.default_rng(zlib.crc32(path.name.encode()))
        found = arrays_of(read_world(path), rng)
        if found:
            write_arrays(target, found)
            sys.stdout.write(f"{path.name}\n")
