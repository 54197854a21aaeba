"""Choose from which log odds there is a hand, on worlds the network was not fitted to: WORLD...

Prints what ``tablet_companion/vision/objects/hands.py`` holds: with those two log odds the fewest
hands are missed and invented, both counted in per cent, and how many that are.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from calibration.discs import fit_corners
from calibration.errors import RegistrationError
from calibration.lens import Pose
from calibration.sampling import rectify
from calibration.truth import Label, read_labels
from hardware.errors import CompanionError
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.scan import scan
from tablet_companion.vision.objects.foreground import find_blobs, hand_mask
from tablet_companion.vision.objects.hands import hand_log_odds, object_log_odds
from tablet_companion.vision.places.sites import MAP_PX_PER_MM
from tablet_companion.vision.scene import Model
from tools.fit.joint import teach_model
from tools.fit.scenes import HAND, THING
from tools.fit.worlds import Shot

_HAND_MM2: Final = 100.0
"""A hand over less of the board is neither asked for nor wrong;"""
_THING_MM2: Final = 50.0
"""nor is one seen beside a thing over more: there the table may wait as well."""
_STEPS: Final = tuple(np.arange(-5.0, 5.1, 0.5).tolist())


@dataclass(frozen=True, slots=True)
class Told:
    """One picture: how much of the board hands and things cover, and the network's log odds.

    ``beside`` is minus infinity where nothing looks odd.
    """

    hand_mm2: float
    thing_mm2: float
    alone: float
    beside: float


def look_at_world(folder: Path) -> Iterator[Told]:
    """Calibrate as an owner would, and yield what tells a hand in the pictures to be read."""
    model = teach_model(folder, guessed=False)
    for label in read_labels(folder / "truth.jsonl"):
        if label.role == "calibrate" or label.corners is None:
            continue
        try:
            yield _look(model, folder, label)
        except RegistrationError:
            continue


def _look(model: Model, folder: Path, label: Label) -> Told:
    picture = Shot({"file": label.file}, folder).picture
    eye = BoardReader(model, still_frames=1)
    assert label.corners is not None, "pictures without corners are passed over"
    fit = fit_corners(picture, label.corners, model.board)
    eye.aim(fit)
    scene = eye.scene
    assert scene is not None, "an aimed eye looks somewhere"
    scanned = scan(model, scene, picture)
    blobs = find_blobs(scanned.view, scanned.board_scores.sites, scanned.places)
    seen = hand_mask(blobs, scanned.strays)
    square = scene.lessons.square
    shares = model.scene_network.infer(scene.lessons.square_input(picture))
    return Told(
        *_cover(model, folder / label.file, fit.pose),
        hand_log_odds(shares, square),
        -np.inf if seen is None else object_log_odds(shares, square, seen),
    )


def _cover(model: Model, path: Path, pose: Pose) -> tuple[float, float]:
    """Return how much of the board hands and things hide (mm²)."""
    lies = cv2.imread(str(path.with_suffix(".mask.png")), cv2.IMREAD_GRAYSCALE)
    if lies is None:
        return 0.0, 0.0
    parts = np.dstack([lies == HAND, lies == THING, lies == 0]).astype(np.uint8) * 255
    flat = rectify(parts, pose, model.board.size_mm, MAP_PX_PER_MM) > 127
    hand, thing = (float(np.count_nonzero(flat[..., n])) / MAP_PX_PER_MM**2 for n in (0, 1))
    return hand, thing


def choose(pictures: list[Told]) -> tuple[float, float]:
    """Return the log odds (alone, beside) with the fewest hands missed and invented."""
    return min(itertools.product(_STEPS, _STEPS), key=lambda odds: sum(count(pictures, *odds)))


def count(pictures: list[Told], alone: float, beside: float) -> tuple[float, float]:
    """Return the percentages of hands missed and invented from these log odds on."""
    there = [p for p in pictures if p.hand_mm2 >= _HAND_MM2]
    none = [p for p in pictures if not p.hand_mm2 and p.thing_mm2 < _THING_MM2]
    seen = [[p.alone >= alone or p.beside >= beside for p in part] for part in (there, none)]
    missed, invented = len(there) - sum(seen[0]), sum(seen[1])
    return 100 * missed / max(len(there), 1), 100 * invented / max(len(none), 1)


def main() -> None:
    """Choose and print."""
    cv2.setNumThreads(1)
    pictures: list[Told] = []
    for folder in map(Path, sys.argv[1:]):
        try:
            pictures += look_at_world(folder)
        except CompanionError as error:
            sys.stdout.write(f"{folder.name}: {error}\n")
    alone, beside = choose(pictures)
    missed, invented = count(pictures, alone, beside)
    sys.stdout.write(
        f"alone {alone}, beside {beside}: of {len(pictures)} pictures "
        f"{missed:.1f} % of the hands missed, {invented:.1f} % of the others taken for one\n"
    )


if __name__ == "__main__":
    main()
