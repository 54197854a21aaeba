"""Choose from which log odds there is a hand, on worlds the network was not fitted to: WORLD...

Prints what ``tablet_companion/vision/objects/hands.py`` holds: with those log odds the fewest hands
are missed and invented, both counted in per cent, and how many that are.
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
from tablet_companion.vision.objects.foreground import find_blobs, lying_loose, over_edge
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
_STEPS: Final = tuple(np.arange(5.0, -5.1, -0.5).tolist())


@dataclass(frozen=True, slots=True)
class Told:
    """One picture: how much of the board hands and things cover, and the network's log odds.

    ``beside`` is minus infinity where nothing looks odd at the edge, ``loose`` where nothing does
    off it.
    """

    hand_mm2: float
    thing_mm2: float
    alone: float
    beside: float
    loose: float


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
    odd = over_edge(blobs, scanned.strays), lying_loose(blobs)
    square = scene.lessons.square
    shares = model.scene_network.infer(scene.lessons.square_input(picture))
    said = [-np.inf if each is None else object_log_odds(shares, square, each) for each in odd]
    return Told(*_cover(model, folder / label.file, fit.pose), hand_log_odds(shares, square), *said)


def _cover(model: Model, path: Path, pose: Pose) -> tuple[float, float]:
    """Return how much of the board hands and things hide (mm²)."""
    lies = cv2.imread(str(path.with_suffix(".mask.png")), cv2.IMREAD_GRAYSCALE)
    if lies is None:
        return 0.0, 0.0
    parts = np.dstack([lies == HAND, lies == THING, lies == 0]).astype(np.uint8) * 255
    flat = rectify(parts, pose, model.board.size_mm, MAP_PX_PER_MM) > 127
    hand, thing = (float(np.count_nonzero(flat[..., n])) / MAP_PX_PER_MM**2 for n in (0, 1))
    return hand, thing


Odds = tuple[float, float, float]
"""From which there is a hand: by the network alone, odd at the edge, odd off it."""


def choose(pictures: list[Told]) -> Odds:
    """Return the log odds with the fewest hands missed and invented.

    Where several do as well: off the edge the least, for the sake of things; of the network alone
    the middle.
    """
    every = itertools.product(_STEPS, _STEPS, _STEPS[::-1])
    first, beside, loose = min(every, key=lambda odds: sum(count(pictures, odds)))
    least = sum(count(pictures, (first, beside, loose)))
    equal = [a for a in _STEPS if sum(count(pictures, (a, beside, loose))) == least]
    return equal[len(equal) // 2], beside, loose


def count(pictures: list[Told], odds: Odds) -> tuple[float, float]:
    """Return the percentages of hands missed and invented from these log odds on."""
    there = [p for p in pictures if p.hand_mm2 >= _HAND_MM2]
    none = [p for p in pictures if not p.hand_mm2 and p.thing_mm2 < _THING_MM2]
    missed = sum(not _is_hand(p, odds) for p in there)
    invented = sum(_is_hand(p, odds) for p in none)
    return 100 * missed / max(len(there), 1), 100 * invented / max(len(none), 1)


def _is_hand(told: Told, odds: Odds) -> bool:
    alone, beside, loose = odds
    return told.alone >= alone or told.beside >= beside or told.loose >= loose


def main() -> None:
    """Choose and print."""
    cv2.setNumThreads(1)
    pictures: list[Told] = []
    for folder in map(Path, sys.argv[1:]):
        try:
            pictures += look_at_world(folder)
        except CompanionError as error:
            sys.stdout.write(f"{folder.name}: {error}\n")
    odds = choose(pictures)
    missed, invented = count(pictures, odds)
    sys.stdout.write(
        f"alone {odds[0]}, beside {odds[1]}, loose {odds[2]}: of {len(pictures)} pictures "
        f"{missed:.1f} % of the hands missed, {invented:.1f} % of the others taken for one\n"
    )


if __name__ == "__main__":
    main()
