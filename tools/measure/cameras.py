"""What other cameras and lights do to readings: ``python -m tools.measure.cameras FOLDER...``.

Every folder's lessons are taught untouched. Then its other pictures are read as they are and as
each change of ``altering.py`` leaves them, their corners given (after ``knocked`` not again: the
reader has seen the untouched picture and follows the board). A picture that is too dark or too
blurred is refused, as at a table. ``--seed`` draws other changes; ``--teach start`` shows the
starts alone, ``bare`` the bare boards. ``--out DIR`` keeps altered pictures with sure mistakes,
hands that are none, and refusals, and ``found.jsonl`` with all that is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TextIO

import cv2
import msgspec
import numpy as np

from calibration.finding.discs import list_corners
from hardware.board import Board
from tablet_companion.vision.scene import Model
from tools.measure.altering import CHANGES, Altered
from tools.measure.cases import Case, Subject, thin
from tools.measure.counting import CERTAIN, count
from tools.measure.folders import find_folders, read_folder
from tools.measure.looking import Looker, Way
from tools.measure.shots import Shot
from tools.measure.teaching import FEW_SHOT, Teaching

_HIDDEN: Final = 0.3
"""Of a place that is hidden more, nobody can be expected to say what stands there."""
_COLUMNS: Final = (
    "places", "wrong", "sure_wrong", "unsure", "not_seen", "hands_invented", "hands_doubted",
    "hands_missed", "not_registered", "boards_right", "boards",
)  # fmt: skip


@dataclass(slots=True)
class Keeper:
    """Writes down what was wrong, with the pictures; nothing without a folder."""

    folder: Path | None
    log: TextIO | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        """Open the list of what is wrong."""
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.log = (self.folder / "found.jsonl").open("a", encoding="utf-8")

    def note(self, head: str, case: Case, own: Altered, shot: Shot) -> None:
        """Keep what is wrong in one picture."""
        if self.folder is None or self.log is None:
            return
        sure = any(answer.probability > CERTAIN for answer in shot.mistakes) and not shot.hand
        hand = not shot.error and shot.hand_seen is not None and shot.hand != shot.hand_seen
        if not (shot.mistakes or shot.error or hand):
            return
        name = f"{head}-{case.label.file.replace('/', '_')}".replace(" ", "_")
        told = {
            "name": name, "hand": shot.hand, "seen": shot.hand_seen, "error": shot.error,
            "wrong": [(a.place, a.truth, a.seen, round(a.probability, 4)) for a in shot.mistakes],
        }  # fmt: skip
        self.log.write(json.dumps(told) + "\n")
        self.log.flush()
        if sure or shot.error or hand:
            path = self.folder / Path(name).with_suffix(".png").name
            cv2.imwrite(str(path), own.picture)
            label = msgspec.structs.replace(
                case.label, file=path.name, corners=tuple(map(tuple, own.corners.tolist()))
            )
            with (self.folder / "truth.jsonl").open("ab") as truth:
                truth.write(msgspec.json.encode(label) + b"\n")


def alter(case: Case, board: Board, name: str, seed: int) -> tuple[Case, Altered]:
    """Return a picture as a change leaves it, with its label; the same for the same seed."""
    assert case.label.corners is not None
    own = Altered(case.show(), np.array(case.label.corners, np.float64))
    drawn = zlib.crc32(f"{name} {case.label.file}".encode())
    changed = CHANGES[name](own, np.random.default_rng([seed, drawn]))
    hidden = set(case.label.occluded) | set(_list_hidden(board, changed))
    corners = tuple((float(x), float(y)) for x, y in changed.corners)
    label = msgspec.structs.replace(case.label, corners=corners, occluded=tuple(sorted(hidden)))
    return Case(label, lambda: changed.picture, case.light, case.hard), changed


def _list_hidden(board: Board, own: Altered) -> Iterator[str]:
    """Yield the places that a change hides or moves out of the picture."""
    flat = list_corners(board.size_mm).astype(np.float32)
    warp = cv2.getPerspectiveTransform(flat, own.corners.astype(np.float32))
    height, width = own.picture.shape[:2]
    for place in board.places:
        at = cv2.perspectiveTransform(np.array([[[place.x_mm, place.y_mm]]]), warp)[0, 0]
        x, y = (int(v) for v in at.round())
        inside = 0 <= x < width and 0 <= y < height
        if not inside or (own.hidden is not None and own.hidden[y, x] > _HIDDEN):
            yield place.name


def look(taught: Model, cases: Sequence[Case], name: str, seed: int, keep: Keeper) -> list[Shot]:
    """Return what is read of pictures as a change leaves them."""
    shots = []
    for case in cases:
        if case.label.corners is None:
            continue
        altered, own = alter(case, taught.board, name, seed)
        eye = Looker(taught, Way(corners=True, sequence=own.moved), choosy=True)
        if own.moved:
            eye.look(case)
        shots.append(eye.look(altered))
        keep.note(name, case, own, shots[-1])
    return shots


def _teach(subject: Subject, shown: str) -> Model | None:
    """Teach a board by its lessons; None if it cannot be taught by them."""
    kept = [
        c for c in subject.lessons if shown == "all" or bool(c.label.pieces) == (shown == "start")
    ]
    if shown != "all":
        kept = [case for case in kept if case.label.card is None]
    if not kept:
        return None
    told = Subject(subject.source, subject.variant, subject.board, tuple(kept), subject.sets)
    reader = Teaching(told, FEW_SHOT).taught
    sys.stdout.writelines(f"    {line}\n" for line in reader.notes)
    return reader.reader if isinstance(reader.reader, Model) else None


def main() -> None:
    """Print a table for every board."""
    parser = argparse.ArgumentParser(prog="python -m tools.measure.cameras", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--changes", nargs="+", choices=CHANGES, default=list(CHANGES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sets", nargs="+", metavar="SET", help="read these sets alone")
    parser.add_argument("--variants", nargs="+", metavar="NAME", help="these truth files alone")
    parser.add_argument("--pictures-every", type=int, default=1, metavar="N")
    parser.add_argument("--teach", choices=("all", "start", "bare"), default="all")
    parser.add_argument("--out", type=Path, metavar="DIR")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    for folder in find_folders(given.folders).values():
        for subject in read_folder(folder, 1):
            if given.variants is None or subject.variant in given.variants:
                _measure(subject, given)


def _measure(subject: Subject, given: argparse.Namespace) -> None:
    taught = _teach(subject, given.teach)
    sets = [s for s in subject.sets if given.sets is None or s.name in given.sets]
    cases = thin([case for one in sets for case in one.cases], given.pictures_every)
    where = f"{subject.source} {subject.variant}".strip()
    head = " | ".join((where, *(name.replace("_", " ") for name in _COLUMNS)))
    sys.stdout.write(f"| {head} |\n|{' --- |' * (len(_COLUMNS) + 1)}\n")
    if taught is None:
        sys.stdout.write("not taught\n")
        return
    keep = Keeper(given.out / where.replace(" ", "_") if given.out else None)
    for name in given.changes:
        figures = count(look(taught, cases, name, given.seed, keep))
        row = " | ".join(str(figures[column]) for column in _COLUMNS)
        sys.stdout.write(f"| {name} | {row} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
