"""What each further picture costs: ``python -m tools.measure.shown FOLDER...``.

Every board is taught by its bare pictures, by its starts and by both, and reads the same pictures,
corners given. ``harmed`` are places that are right with one and wrong with both; ``cause`` is the
reader whose evidence (nats) moved most towards the wrong answer, ``counts`` the number of pieces.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2

from calibration.finding.discs import fit_corners
from calibration.learning.placing import Lesson
from hardware.errors import CompanionError
from tablet_companion.games.core import EMPTY, Piece, Place
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.scan import explain_scores
from tablet_companion.vision.places.joint import Contributions
from tablet_companion.vision.scene import Model
from tablet_companion.vision.teaching import learn_board
from tools.measure.cases import Case, Subject
from tools.measure.folders import find_folders, read_folder
from tools.measure.shots import Answer, compare

SHOWN = ("bare", "start", "both")
Parts = dict[str, float]


@dataclass(frozen=True, slots=True)
class Told:
    """One place's answer, and what each reader says of its pieces (nats, by piece and reader)."""

    answer: Answer
    parts: Mapping[str, Parts]


def teach(subject: Subject) -> dict[str, Model]:
    """Return the models that the bare board, the start and both teach, if both are shown."""
    told = [case for case in subject.lessons if not case.label.hand and case.label.card is None]
    lessons = [Lesson(case.label, case.show()) for case in told]
    starts = [one for one in lessons if one.label.pieces]
    bare = [one for one in lessons if not one.label.pieces]
    if not starts or not bare:
        return {}
    shown = zip(SHOWN, (bare, starts, bare + starts), strict=True)
    return {name: Model(learn_board(subject.board, some).calibration) for name, some in shown}


def read(model: Model, case: Case) -> dict[str, Told]:
    """Return what a picture's places are read as, those left out that are covered."""
    eye, label = BoardReader(model, still_frames=1), case.label
    picture = case.show()
    assert label.corners is not None, "corners are given"
    eye.aim(fit_corners(picture, label.corners, model.board, model.lenses))
    _, looked, reading = eye.examine(picture)
    assert eye.scene is not None, "an aimed eye looks somewhere"
    said = explain_scores(model, eye.scene, looked)
    shares = {str(one.place): dict(one.posterior) for one in reading.places}
    return {
        answer.place: Told(answer, _parts(said[Place(answer.place)], shares[answer.place]))
        for answer in compare(label, reading, model.board)
        if not answer.covered
    }


def _parts(said: Mapping[Piece, Contributions], shares: Mapping[Piece, float]) -> dict[str, Parts]:
    lead = {piece: _log(shares[piece]) - _log(shares[EMPTY]) for piece in said}
    return {
        str(piece): {**parts._asdict(), "counts": lead[piece] - sum(parts)}
        for piece, parts in said.items()
    }


def _log(share: float) -> float:
    return math.log(max(share, 1e-9))


def find_cause(right: Told, wrong: Told) -> tuple[str, float]:
    """Return which reader moved most towards the wrong answer, and by how many nats."""
    answer = wrong.answer
    moved: dict[str, float] = {}
    for told, sign in ((wrong, 1), (right, -1)):
        for piece, way in ((answer.seen, sign), (answer.truth, -sign)):
            for name, nats in told.parts.get(piece, {}).items():
                moved[name] = moved.get(name, 0.0) + way * nats
    return max(moved.items(), key=lambda one: one[1], default=("?", 0.0))


def compare_shown(found: Mapping[str, Mapping[str, Told]]) -> Iterator[tuple[str, str, Told, Told]]:
    """Yield places right with one picture and wrong with both, which one, and both answers."""
    for place, wrong in found["both"].items():
        if wrong.answer.wrong:
            for name in SHOWN[:2]:
                right = found[name].get(place)
                if right is not None and not right.answer.wrong:
                    yield place, name, right, wrong
                    break


def measure(subject: Subject, models: Mapping[str, Model]) -> None:
    """Print a subject's harmed places and its figures."""
    wrong, sure, causes, places, harmed = Counter[str](), Counter[str](), Counter[str](), 0, 0
    for case in (case for one in subject.sets for case in one.cases):
        if case.label.hand or case.label.corners is None:
            continue
        try:
            found = {name: read(model, case) for name, model in models.items()}
        except CompanionError as error:
            sys.stdout.write(f"    {case.label.file}: {error}\n")
            continue
        places += len(found["both"])
        for name, seen in found.items():
            mistakes = [one.answer for one in seen.values() if one.answer.wrong]
            wrong[name] += len(mistakes)
            sure[name] += sum(one.probability > 0.9 for one in mistakes)
        for place, name, right, bad in compare_shown(found):
            cause, nats = find_cause(right, bad)
            causes[cause] += 1
            harmed += 1
            one = bad.answer
            sys.stdout.write(
                f"    {case.label.file} {place}: {one.truth} read as {one.seen} "
                f"({one.probability:.2f}), right with {name}; {cause} {nats:+.1f}\n"
            )
    told = " | ".join(f"{wrong[name]} ({sure[name]})" for name in SHOWN)
    why = ", ".join(f"{name} {count}" for name, count in causes.most_common())
    sys.stdout.write(f"| {subject.source} | {places} | {told} | {harmed} | {why} |\n")
    sys.stdout.flush()


def choose_subject(subjects: Sequence[Subject]) -> Subject:
    """Return the way of showing a board that shows most of it."""
    return max(subjects, key=lambda one: (len(one.lessons), one.tests))


def main() -> None:
    """Print what both pictures harm, board by board."""
    parser = argparse.ArgumentParser(prog="python -m tools.measure.shown", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--pictures-every", type=int, default=1, metavar="N")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    titles = "places", *(f"wrong with {name} (above 90 %)" for name in SHOWN), "harmed", "cause"
    sys.stdout.write(f"| board | {' | '.join(titles)} |\n| --- |{' --- |' * len(titles)}\n")
    for folder in find_folders(given.folders).values():
        subject = choose_subject(read_folder(folder, given.pictures_every))
        if models := teach(subject):
            measure(subject, models)


if __name__ == "__main__":
    main()
