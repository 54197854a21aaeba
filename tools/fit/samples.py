"""Windows of labelled pictures, as the network of the places is shown them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Pose
from calibration.errors import RegistrationError
from calibration.taught.model import choose_scale
from hardware.board import Board
from tablet_companion.vision.places.network_input import (
    NetworkInput,
    TaughtWindows,
    compare,
    taught,
)
from tablet_companion.vision.places.windows import (
    Sampler,
    Windows,
    lay_windows,
    make_camera_sampler,
    make_flat_sampler,
)
from tools.fit.worlds import Reference, Shot, World, choose_some, list_references, write_worlds

EMPTY, PIECE, TURNED, COVERED, UNTOLD = 0, 1, 2, 3, -1
_COVERED: Final = 0.4
_CLEAR: Final = 0.65
"""Of what a piece shows: below the first it is covered, above the second it is seen."""

Arrays = dict[str, NDArray[Any]]


def samples(world: World, rng: np.random.Generator, *, rounds: int = 2) -> Arrays:
    """Return the windows of all pictures of a world and what they show."""
    sources = list_references(world, rng)
    anchor = sources[0] if sources else None
    parts: list[Arrays] = []
    for number, shot in enumerate(world.shots):
        for _ in range(rounds):
            others = [source for source in sources if source.file != shot.label["file"]]
            try:
                part = _of_shot(world.board, shot, choose_some(others, rng), anchor, rng)
            except RegistrationError:
                continue
            size = len(part["said"])
            part["shot"] = np.full(size, number, dtype=np.int16)
            part["taught"] = np.full(size, shot.label["role"] == "calibrate")
            parts.append(part)
    if not parts:
        return {}
    return {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}


def _of_shot(
    board: Board,
    shot: Shot,
    sources: Sequence[Reference],
    anchor: Reference | None,
    rng: np.random.Generator,
) -> Arrays:
    pose = shot.pose(board, rng)
    windows = lay_windows(board, pose)
    seen = find_best(windows, board, shot, pose, sources, anchor)
    said = [_said(board, shot.label, row.place, row.kind) for row in windows.rows]
    return {
        "bytes": seen.bytes,
        "light": seen.light,
        "unlike": seen.unlike,
        "said": np.array([what for what, _ in said], dtype=np.int8),
        "colour": np.array([colour for _, colour in said], dtype=np.int8),
    }


def find_best(  # noqa: PLR0913, PLR0917 - a picture, its camera and what it is compared with
    windows: Windows,
    board: Board,
    shot: Shot,
    pose: Pose,
    sources: Sequence[Reference],
    anchor: Reference | None,
) -> NetworkInput:
    """Compare each window with the reference that its surroundings are most like.

    The light is that against the anchor, whichever reference was chosen.
    """
    look = make_camera_sampler(windows, pose)
    down = make_flat_sampler(windows.points_mm, board.size_mm, choose_scale(board.size_mm))
    first = _taught(windows, down, anchor, None) if anchor is not None else None
    lessons = [
        first if source is anchor and first else _taught(windows, down, source, first)
        for source in sources
    ]
    return compare(windows, look.sample(shot.picture), look.inside, lessons)


def _taught(
    windows: Windows, down: Sampler, source: Reference, first: TaughtWindows | None
) -> TaughtWindows:
    known = down.inside & (down.sample(source.bare.astype(np.uint8) * 255) > 250)
    return taught(windows, down.sample(source.flat), known, first)


def _said(board: Board, label: Mapping[str, Any], place: int, kind: str) -> tuple[int, int]:
    """Return what stands at a place, and the number of its colour (-1 for none)."""
    name = board.places[place].name
    shown = label.get("shown", {}).get(name, 0.0 if name in label.get("occluded", ()) else 1.0)
    behind = label.get("behind", {}).get(name, 1.0)
    if name in label.get("fallen_on", ()) or _COVERED <= shown < _CLEAR:
        return UNTOLD, -1
    if shown < _COVERED:
        return COVERED, -1
    if behind < 0.3:
        return UNTOLD, -1
    piece = label["pieces"].get(name)
    if piece is None:
        return EMPTY, -1
    if piece == "hidden":
        return TURNED, -1
    colours = list(board.pieces[kind].colours)
    return (PIECE, colours.index(piece)) if piece in colours else (UNTOLD, -1)


def main() -> None:
    """Write one file of windows for each world: OUT FOLDER..."""
    write_worlds(samples)


if __name__ == "__main__":
    main()
