"""Squares of labelled pictures, as the network of hands and things is shown them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from calibration.camera.lens import Pose
from calibration.errors import RegistrationError
from calibration.taught.model import choose_scale
from hardware.board import Board
from tablet_companion.vision.objects.survey import (
    BareView,
    compare_all,
    lay_square,
    make_camera_sampler,
)
from tablet_companion.vision.places.windows import Bytes, make_flat_sampler
from tools.fit.samples import Arrays
from tools.fit.worlds import Reference, Shot, World, choose_some, list_references, write_worlds

HAND, THING = 3, 4
"""Their values in the masks of rendered pictures."""


def scenes(world: World, rng: np.random.Generator, *, rounds: int = 2) -> Arrays:
    """Return the squares of all pictures of a world, and what lies at each of their points."""
    sources = list_references(world, rng)
    shown, lies, hand = [], [], []
    for shot in world.shots:
        for _ in range(rounds):
            others = [source for source in sources if source.file != shot.label["file"]]
            try:
                pose = shot.pose(world.board, rng)
            except RegistrationError:
                continue
            seen, mask = square(world.board, shot, pose, choose_some(others, rng))
            shown.append(seen)
            lies.append(mask)
            hand.append(bool(shot.label["hand"]))
    return {"bytes": np.array(shown), "mask": np.array(lies), "hand": np.array(hand)}


def square(
    board: Board, shot: Shot, pose: Pose, sources: Sequence[Reference]
) -> tuple[Bytes, Bytes]:
    """Return what the network is shown of a picture, and the mask of what lies there."""
    laid = lay_square(board, pose)
    look, down = (
        make_camera_sampler(laid, pose),
        make_flat_sampler(laid.points_mm[None], board.size_mm, choose_scale(board.size_mm)),
    )
    bare = [
        BareView(
            down.sample(s.flat)[0],
            down.inside[0] & (down.sample(s.bare.astype(np.uint8) * 255)[0] > 200),
        )
        for s in sources
    ]
    now, inside = look.sample(shot.picture)[0], look.inside[0]
    path = shot.folder / shot.label["file"].replace(".jpg", ".mask.png")
    lies = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    mask = np.zeros(inside.shape, np.uint8)
    if lies is not None:
        # Every second sample is asked for: the network answers at half the resolution.
        over = [
            look.sample((lies == what).astype(np.uint8) * 255)[0] > 127 for what in (HAND, THING)
        ]
        mask[over[1]] = 2
        mask[over[0]] = 1
    mask[~inside] = 255
    return compare_all(laid, now, inside, bare), mask[::2, ::2]


def main() -> None:
    """Write one file of squares for each world: OUT FOLDER..."""
    write_worlds(scenes)


if __name__ == "__main__":
    main()
