"""What the reader makes of things put on a board: ``python -m tools.measure.litter FOLDER...``.

The folders are those of ``python -m tools.pictures.traced --litter``. A reader that was shown a
start and the bare board sees the same table without the thing first and then with it, unmoved, for
as long as it waits. Prints one line for each kind of thing and each spot.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from calibration.finding.discs import fit_corners
from hardware.simulated.render import add_noise
from tablet_companion.vision.frame.lying import TUNING as PATIENCE
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.results import Still
from tablet_companion.vision.frame.vigil import TUNING as VIGIL
from tablet_companion.vision.reading import SURE, Reading
from tablet_companion.vision.scene import Model
from tools.measure.cases import Case, Subject
from tools.measure.folders import read_folder
from tools.measure.shots import EMPTY
from tools.measure.teaching import FEW_SHOT, Teaching

_FAR_MM: Final = {
    "die": 35,
    "charger": 60,
    "card": 85,
    "cup": 105,
    "telephone": 115,
    "sleeve": 90,
    "tips": 60,
    "glare": 1e4,
}
"""Beyond this, nothing that a thing hides from the camera, nor its shadow, is expected."""
_CERTAIN: Final = 0.99
_WATCHED: Final = VIGIL.spans * VIGIL.span_frames + 2
"""So many frames are shown one by one."""
_NOISE_GREY: Final = 2.0
_SEEN_SHARE: Final = 0.7


@dataclass(frozen=True, slots=True)
class Look:
    """How long the reader waited, in frames (-1: for ever), and what it said at last."""

    frames: int
    hand: bool
    reading: Reading | None


class HastyReader(BoardReader):
    """A reader to which a table has seemed still for as long as it is told."""

    def wait(self, frames: int) -> None:
        """Count the next frame as this one of a still table."""
        self._still = frames - 1


def watch(eye: HastyReader, taught: Model, bare: Case, littered: Case) -> Look:
    """Show a table without a thing and then with it, until it is read."""
    eye.forget()
    picture = bare.show()
    assert bare.label.corners is not None
    eye.aim(fit_corners(picture, bare.label.corners, taught.board, taught.lenses))
    eye.look(picture)
    picture, hand, noise = littered.show(), False, np.random.default_rng(1)
    eye.look(picture)
    for frame in (*range(1, _WATCHED + 1), PATIENCE.lying_frames, PATIENCE.rigid_frames):
        eye.wait(frame)
        result = eye.look(add_noise(picture, _NOISE_GREY, noise))
        if isinstance(result, Still):
            return Look(frame, hand, result.reading)
        hand = True
    return Look(-1, hand, None)


def count(look: Look, before: Reading, case: Case, extra: dict[str, Any]) -> Counter[str]:
    """Return what was wrong with one look."""
    kind, (x_mm, y_mm) = extra["kind"], (extra["things_at"] or [(0.0, 0.0)])[0]
    tally = Counter({"pictures": 1, f"read after {look.frames}": 1})
    if look.reading is None:
        return tally
    label, known = case.label, before.by_place
    for sight in look.reading.places:
        place = extra["places"][sight.place]
        far = math.hypot(place.x_mm - x_mm, place.y_mm - y_mm) > _FAR_MM[kind]
        truth, hidden = label.pieces.get(sight.place, EMPTY), sight.place in label.occluded
        said = not sight.covered and sight.probability >= SURE
        earlier = known[sight.place]
        same = not earlier.covered and earlier.best == sight.best
        wrong = said and (sight.best or EMPTY) != truth and not (same and not hidden)
        where = "hidden" if hidden else "far" if far else "near"
        tally[f"wrong {where}"] += wrong
        tally[f"certain {where}"] += wrong and sight.probability > _CERTAIN
        tally["places"] += 1
        tally["hidden"] += hidden
        lost = sight.covered and not earlier.covered and far
        tally["lost far"] += lost and extra["seen"][sight.place] > _SEEN_SHARE
        tally["unread near"] += not said and not far and not hidden
    at = [math.hypot(thing.x_mm - x_mm, thing.y_mm - y_mm) for thing in look.reading.things]
    tally["named"] += any(away < _FAR_MM[kind] for away in at)
    tally["things far"] += sum(away >= _FAR_MM[kind] for away in at)
    tally["strays"] += len(look.reading.strays)
    noticed = look.hand or bool(at) or any(sight.covered and not known[sight.place].covered
                                           for sight in look.reading.places)  # fmt: skip
    tally["unnoticed"] += not noticed
    return tally


def measure(folder: Path, *, verbose: bool) -> Iterator[tuple[str, str, Counter[str]]]:
    """Yield kind, spot and counts of every picture of a board."""
    subject = next(iter(read_folder(folder, 1)))
    taught = Teaching(subject, FEW_SHOT).taught.reader
    assert isinstance(taught, Model)
    lines = (folder / "litter" / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    extras = {line["file"]: line for line in map(json.loads, lines)}
    cases = {case.label.file: case for case in _cases(subject)}
    eye = HastyReader(taught, still_frames=1)
    befores: dict[str, Reading | None] = {}
    for file, case in cases.items():
        if file.startswith("bare_"):
            continue
        kind, spot, light = file[:-4].split("_")
        bare = cases[f"bare_{light}.jpg"]
        if light not in befores:
            befores[light] = watch(eye, taught, bare, bare).reading
        before = befores[light]
        if before is None:
            continue
        extra = {**extras[file], "kind": kind, "places": subject.board.by_name}
        look = watch(eye, taught, bare, case)
        tally = count(look, before, case, extra)
        if verbose:
            told = {key: value for key, value in tally.items() if value}
            sys.stderr.write(f"{folder.name} {file} {look.frames} {told}\n")
        yield kind, spot, tally


def _cases(subject: Subject) -> Iterator[Case]:
    for pictures in subject.sets:
        yield from pictures.cases


def main() -> None:
    """Print the counts."""
    parser = argparse.ArgumentParser(prog="python -m tools.measure.litter", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--verbose", action="store_true", help="a line for each picture")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    totals: dict[str, Counter[str]] = defaultdict(Counter)
    for folder in given.folders:
        for kind, spot, tally in measure(folder, verbose=given.verbose):
            for row in (folder.name, kind, spot, "all"):
                totals[row] += tally
    columns = sorted({key for tally in totals.values() for key in tally})
    sys.stdout.write("| | " + " | ".join(columns) + " |\n")
    for row, tally in totals.items():
        sys.stdout.write(f"| {row} | " + " | ".join(str(tally[key]) for key in columns) + " |\n")


if __name__ == "__main__":
    main()
