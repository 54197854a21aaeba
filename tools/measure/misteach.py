"""What people get wrong while they teach: ``python -m tools.measure.misteach FOLDER...``.

Every folder's lessons are taught as they are, and then once with each mistake that fits them: a
start labelled turned round, colours exchanged, a hand in a picture labelled as free. Printed are
what was said, whether it was learnt all the same, and how well it then reads the other pictures,
corners given. ``learnt in silence`` is the fault; so is ``refused`` without a mistake. ``--shown
start`` teaches by the start alone. At the end a table says which mistakes were refused, named, or
learnt in silence.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2

from calibration.learning.placing import Lesson
from calibration.taught.model import Calibration
from hardware.board import Board
from hardware.errors import CompanionError
from tablet_companion.setup.teaching.labelled import Teacher
from tablet_companion.vision.scene import Model
from tools.measure.cases import Case, PictureSet, Subject
from tools.measure.counting import CERTAIN, visible_of
from tools.measure.folders import find_folders, read_folder
from tools.measure.looking import Way, look_at
from tools.measure.mistakes import MISTAKES, Lessons


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of teaching: what was said, and how well it reads, if it was learnt."""

    said: tuple[str, ...]
    refused: str = ""
    places: int = 0
    wrong: int = 0
    sure: int = 0
    unsure: int = 0
    lost: int = 0

    @property
    def reads(self) -> str:
        """Return the figures in words."""
        if self.refused:
            return "refused"
        told = f"{self.wrong} of {self.places} wrong, {self.sure} sure, {self.unsure} unsure"
        return told + (f", {self.lost} not read" if self.lost else "")


def teach(board: Board, lessons: Lessons) -> tuple[Calibration | None, Outcome]:
    """Teach a board, and keep what is said."""
    said: list[str] = []
    try:
        learnt = Teacher(say=lambda _: None, warn=said.append).learn_lessons(board, lessons)
    except CompanionError as error:
        return None, Outcome(tuple(said), str(error))
    return learnt, Outcome(tuple(said))


def measure(board: Board, lessons: Lessons, tests: Sequence[Case]) -> Outcome:
    """Teach a board, and read pictures with what was learnt, their corners given."""
    learnt, outcome = teach(board, lessons)
    if learnt is None:
        return outcome
    pictures = PictureSet("", tuple(tests))
    shots = list(look_at(Model(learnt), pictures, Way(corners=True, sequence=False)))
    answers = visible_of(shots).answers
    wrong = [answer for answer in answers if answer.wrong]
    return replace(
        outcome,
        places=len(answers),
        wrong=len(wrong),
        sure=sum(answer.probability > CERTAIN for answer in wrong),
        unsure=sum(not a.covered and a.probability < 0.9 for a in answers),
        lost=sum(bool(shot.error) for shot in shots),
    )


def spoil_subject(
    subject: Subject, names: Sequence[str], most: int, lessons_max: int, shown: str = "both"
) -> Iterator[tuple[str, Outcome]]:
    """Yield every mistake that can be made with a subject's lessons, and what came of it."""
    told = [case for case in subject.lessons if not case.label.hand and case.label.card is None]
    told = [case for case in told if shown in {"both", "start" if case.label.pieces else "bare"}]
    lessons = [Lesson(case.label, case.show()) for case in told]
    if not lessons:
        return
    if len(lessons) > lessons_max:
        pieces = [one for one in lessons if one.label.pieces][: lessons_max // 2]
        bare = [one for one in lessons if not one.label.pieces]
        lessons = [*bare[: lessons_max - len(pieces)], *pieces]
    cases = [case for one in subject.sets for case in one.cases if not case.label.hand]
    tests = cases[:: max(1, len(cases) // max(1, most))][:most]
    for name in names:
        wrong = MISTAKES[name](subject.board, lessons)
        if wrong is not None:
            yield name, measure(subject.board, wrong, tests)


def judge_outcomes(found: Mapping[str, Outcome]) -> dict[str, str]:
    """Return how each mistake ended: refused, named, or silent, beside what is said without any."""
    usual = {_forget_numbers(line) for line in found["none"].said} if "none" in found else set()
    return {
        name: "refused"
        if outcome.refused
        else "named"
        if {_forget_numbers(line) for line in outcome.said} - usual
        else "silent"
        for name, outcome in found.items()
    }


def _forget_numbers(line: str) -> str:
    return re.sub(r"[\d.]+", "", line)


def main() -> None:
    """Print what came of every mistake."""
    parser = argparse.ArgumentParser(prog="python -m tools.measure.misteach", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--mistakes", nargs="+", choices=MISTAKES, default=list(MISTAKES))
    parser.add_argument("--pictures", type=int, default=2, help="read afterwards (default: 2)")
    parser.add_argument("--lessons", type=int, default=2, help="shown at most (default: 2)")
    parser.add_argument("--shown", choices=("both", "start", "bare"), default="both")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    table: dict[str, dict[str, str]] = {}
    for folder in find_folders(given.folders).values():
        for subject in read_folder(folder, 1):
            where = f"{subject.source} {subject.variant}".strip()
            amounts = given.pictures, given.lessons, given.shown
            found: dict[str, Outcome] = {}
            for name, outcome in spoil_subject(subject, given.mistakes, *amounts):
                found[name] = outcome
                sys.stdout.write(f"| {where} | {name} | {outcome.reads} |\n")
                told = [*outcome.said, *([outcome.refused] if outcome.refused else [])]
                sys.stdout.write("".join(f"    {line}\n" for line in told))
                sys.stdout.flush()
            table[where] = judge_outcomes(found)
    sys.stdout.write(f"\n| mistake | {' | '.join(table)} |\n| --- |{' --- |' * len(table)}\n")
    for name in given.mistakes:
        row = " | ".join(ended.get(name, "–") for ended in table.values())
        sys.stdout.write(f"| {name} | {row} |\n")


if __name__ == "__main__":
    main()
