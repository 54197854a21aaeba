"""What people get wrong while they teach: ``python -m tools.measure.misteach FOLDER...``.

Every folder's lessons are taught as they are, and then once with each mistake that fits them: a
start labelled turned round, colours exchanged, a hand in a picture labelled as free. Printed are
what was said, whether it was learnt all the same, and how well it then reads the other pictures,
corners given. ``learnt in silence`` is the fault; so is ``refused`` without a mistake.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.model import Calibration
from calibration.placing import Lesson
from hardware.board import Board
from hardware.errors import CompanionError
from hardware.ports import Picture
from tablet_companion.setup.labelled import Teacher
from tablet_companion.vision.scene import Model
from tools.measure.cases import Case, PictureSet, Subject
from tools.measure.counting import CERTAIN, visible_of
from tools.measure.folders import find_folders, read_folder
from tools.measure.looking import Way, look_at

Lessons = list[Lesson]
Spoil = Callable[[Board, Lessons], Lessons | None]
"""Spoils lessons; None if the mistake cannot be made with them."""
Points = NDArray[np.float64]

_FAR_SHARE: Final = 0.25
"""Of its places' radius: a board so made that it can be turned has them no farther from others."""
_SKIN: Final = (120.0, 150.0, 205.0)


def relabel(lesson: Lesson, pieces: Mapping[str, str]) -> Lesson:
    """Return a lesson with other pieces in its label."""
    label = msgspec.structs.replace(lesson.label, pieces=dict(pieces))
    return Lesson(label, lesson.picture)


def move_corners(lesson: Lesson, change: Callable[[Points], Points]) -> Lesson | None:
    """Return a lesson with other corners; None if it has none."""
    if lesson.label.corners is None:
        return None
    moved = change(np.array([tuple(each) for each in lesson.label.corners], np.float64))
    corners = msgspec.convert(moved.tolist(), type(lesson.label.corners))
    return Lesson(msgspec.structs.replace(lesson.label, corners=corners), lesson.picture)


def turn_places(board: Board, quarters: int) -> dict[str, str] | None:
    """Return onto which place each comes if the board is turned; None if it is not so made."""
    size = np.array(board.size_mm)
    at = np.array([(place.x_mm, place.y_mm) for place in board.places])
    middle = (at - size / 2) @ np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), quarters)
    apart = np.linalg.norm((middle + size / 2)[:, None] - at[None], axis=-1)
    radius = min(place.radius_mm for place in board.places)
    nearest = apart.argmin(axis=1)
    if len(set(nearest.tolist())) < len(at) or apart.min(axis=1).max() > _FAR_SHARE * radius:
        return None
    names = [place.name for place in board.places]
    return {names[k]: names[int(other)] for k, other in enumerate(nearest)}


def _turned(quarters: int) -> Spoil:
    def spoil(board: Board, lessons: Lessons) -> Lessons | None:
        places = turn_places(board, quarters)
        if places is None:
            return None
        return _each(lessons, lambda one: {places[at]: c for at, c in one.label.pieces.items()})

    return spoil


def _each(lessons: Lessons, change: Callable[[Lesson], Mapping[str, str]]) -> Lessons | None:
    """Relabel the pictures with pieces; None if that changes nothing."""
    wrong = [relabel(one, change(one)) if one.label.pieces else one for one in lessons]
    same = all(a.label.pieces == b.label.pieces for a, b in zip(wrong, lessons, strict=True))
    return None if same else wrong


def _exchange(_: Board, lessons: Lessons) -> Lessons | None:
    colours = sorted({c for one in lessons for c in one.label.pieces.values() if c != "hidden"})
    if len(colours) < 2:
        return None
    other = dict(zip(colours[:2], colours[1::-1], strict=True))
    return _each(lessons, lambda one: {k: other.get(v, v) for k, v in one.label.pieces.items()})


def _first_with_pieces(lessons: Lessons) -> int | None:
    return next((n for n, one in enumerate(lessons) if one.label.pieces), None)


def _one_label(change: Callable[[Board, dict[str, str]], dict[str, str]]) -> Spoil:
    """Spoil the label of the first picture with pieces alone."""

    def spoil(board: Board, lessons: Lessons) -> Lessons | None:
        number = _first_with_pieces(lessons)
        if number is None:
            return None
        wrong = list(lessons)
        wrong[number] = relabel(wrong[number], change(board, dict(wrong[number].label.pieces)))
        return wrong

    return spoil


def _drop(_: Board, pieces: dict[str, str]) -> dict[str, str]:
    names = sorted(pieces)
    return {at: pieces[at] for at in names if at != names[len(names) // 2]}


def _add(board: Board, pieces: dict[str, str]) -> dict[str, str]:
    at = board.by_name[next(iter(pieces))]
    kind = at.kind
    free = [p.name for p in board.places if p.name not in pieces and p.kind == kind]
    free = free or [p.name for p in board.places if p.name not in pieces]
    return pieces | {free[len(free) // 2]: pieces[at.name]}


def _beside(board: Board, pieces: dict[str, str]) -> dict[str, str]:
    return _add(board, _drop(board, pieces))


def _none(_: Board, __: dict[str, str]) -> dict[str, str]:
    return {}


def draw_hand(lesson: Lesson) -> Lesson:
    """Return a lesson with a forearm and three fingers over a part of the board."""
    picture = lesson.picture
    height, width = picture.shape[:2]
    corners = np.array([tuple(each) for each in lesson.label.corners or ()], np.float64)
    middle = corners.mean(axis=0)
    side = float(np.linalg.norm(corners[1] - corners[0]))
    tip, start = middle + 0.12 * side, np.array([width * 0.8, height * 1.05])
    mask = np.zeros((height, width), np.uint8)
    _line(mask, start, tip + (start - tip) * 0.25, 0.2 * side)
    _line(mask, tip + (start - tip) * 0.3, tip + (start - tip) * 0.2, 0.23 * side)
    for across in (-0.07, 0.0, 0.07):
        _line(mask, tip + (start - tip) * 0.25, tip + across * side, 0.05 * side)
    soft = cv2.GaussianBlur(mask, (0, 0), max(1.0, side / 300))[..., None] / 255.0
    round_ = 0.6 + 0.4 * cv2.GaussianBlur(mask, (0, 0), side / 25)[..., None] / 255.0
    noise = np.random.default_rng(7).normal(0, 3, picture.shape)
    level = float(np.percentile(picture, 80)) / 200
    skin = np.array(_SKIN) * round_ * min(1.1, max(0.3, level)) + noise
    drawn = picture * (1 - soft) + skin * soft
    return Lesson(lesson.label, drawn.clip(0, 255).astype(np.uint8))


def _line(mask: Picture, start: Points, end: Points, wide: float) -> None:
    one, other = (tuple(int(v) for v in at) for at in (start, end))
    cv2.line(mask, one, other, 255, max(1, round(wide)), cv2.LINE_AA)


def _hand_in_last(_: Board, lessons: Lessons) -> Lessons | None:
    if len(lessons) < 2 or lessons[-1].label.corners is None:
        return None
    return [*lessons[:-1], draw_hand(lessons[-1])]


def _hand_in_only(_: Board, lessons: Lessons) -> Lessons | None:
    number = _first_with_pieces(lessons)
    if number is None or lessons[number].label.corners is None:
        return None
    return [draw_hand(lessons[number])]


def paste_pieces(board: Board, bare: Lesson, start: Lesson, most: int) -> Lesson:
    """Return a bare picture on which some pieces of another picture stand."""
    one, other = (
        np.array([tuple(c) for c in lesson.label.corners or ()], np.float32)
        for lesson in (start, bare)
    )
    height, width = bare.picture.shape[:2]
    warp = cv2.getPerspectiveTransform(one, other)
    moved = cv2.warpPerspective(start.picture, warp, (width, height))
    size_w, size_h = board.size_mm
    flat = np.array([[0, 0], [size_w, 0], [size_w, size_h], [0, size_h]], np.float32)
    to_px = cv2.getPerspectiveTransform(flat, other)
    mask = np.zeros((height, width), np.uint8)
    for name in sorted(start.label.pieces)[:most]:
        place = board.by_name[name]
        angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
        ring = 1.6 * place.radius_mm * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        ring = (ring + np.array([place.x_mm, place.y_mm])).astype(np.float32)[None]
        pixels = cv2.perspectiveTransform(ring, to_px)[0].astype(np.int32)
        cv2.fillConvexPoly(mask, pixels, 255)
    soft = cv2.GaussianBlur(mask, (0, 0), 2.0)[..., None] / 255.0
    drawn = bare.picture * (1 - soft) + moved * soft
    return Lesson(bare.label, drawn.clip(0, 255).astype(np.uint8))


def _not_quite_empty(board: Board, lessons: Lessons) -> Lessons | None:
    number = _first_with_pieces(lessons)
    bare = next((n for n, one in enumerate(lessons) if not one.label.pieces), None)
    if number is None or bare is None or not all(one.label.corners for one in lessons):
        return None
    wrong = list(lessons)
    wrong[bare] = paste_pieces(board, lessons[bare], lessons[number], 2)
    return wrong


def _corners(change: Callable[[Points], Points]) -> Spoil:
    def spoil(_: Board, lessons: Lessons) -> Lessons | None:
        moved = [move_corners(one, change) for one in lessons]
        return [one for one in moved if one is not None] if all(moved) else None

    return spoil


def _last_corners(change: Callable[[Points], Points]) -> Spoil:
    def spoil(_: Board, lessons: Lessons) -> Lessons | None:
        moved = move_corners(lessons[-1], change)
        return [*lessons[:-1], moved] if moved is not None and len(lessons) > 1 else None

    return spoil


def _scaled(factor: float) -> Callable[[Points], Points]:
    return lambda at: at.mean(axis=0) + factor * (at - at.mean(axis=0))


def _shifted(share: float) -> Callable[[Points], Points]:
    return lambda at: at + share * (at[1] - at[0])


def _one_corner(share: float) -> Callable[[Points], Points]:
    def change(at: Points) -> Points:
        at = at.copy()
        at[2] += share * (at[0] - at[2])
        return at

    return change


def _pictures(change: Callable[[Picture], Picture]) -> Spoil:
    return lambda _, lessons: [Lesson(one.label, change(one.picture)) for one in lessons]


def _last_picture(change: Callable[[Picture], Picture]) -> Spoil:
    def spoil(_: Board, lessons: Lessons) -> Lessons | None:
        last = Lesson(lessons[-1].label, change(lessons[-1].picture))
        return [*lessons[:-1], last] if len(lessons) > 1 else None

    return spoil


def _blur(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), max(picture.shape) / 250), np.uint8)


def _light(factor: float) -> Callable[[Picture], Picture]:
    return lambda picture: (picture * factor).clip(0, 255).astype(np.uint8)


def _other_board(picture: Picture) -> Picture:
    """Return a picture of something else: a board of nine by nine in other colours."""
    down, across = np.mgrid[: picture.shape[0], : picture.shape[1]]
    cell = max(picture.shape) // 17
    squares = np.where((down // cell + across // cell) % 2, 170, 60)[..., None]
    noise = np.random.default_rng(3).normal(0, 4, picture.shape)
    return np.asarray((squares * (0.6, 1.0, 0.8) + noise).clip(0, 255), np.uint8)


MISTAKES: Final[Mapping[str, Spoil]] = {
    "none": lambda _, lessons: lessons,
    "labels a quarter round": _turned(1),
    "labels half round": _turned(2),
    "two colours exchanged": _exchange,
    "a piece not labelled": _one_label(_drop),
    "a piece too many": _one_label(_add),
    "a piece on another place": _one_label(_beside),
    "a start labelled empty": _one_label(_none),
    "two pieces on the bare board": _not_quite_empty,
    "a hand in the last": _hand_in_last,
    "a hand in the only one": _hand_in_only,
    "the last of another board": _last_picture(_other_board),
    "the last from elsewhere": _last_corners(_shifted(0.3)),
    "the last's corners 3 % off": _last_corners(_shifted(0.03)),
    "corners 2 % in": _corners(_scaled(0.96)),
    "corners 5 % in": _corners(_scaled(0.9)),
    "corners 5 % out": _corners(_scaled(1.1)),
    "corners 3 % to the right": _corners(_shifted(0.03)),
    "one corner 5 % off": _corners(_one_corner(0.05)),
    "corners a quarter round": _corners(lambda at: np.roll(at, 1, axis=0)),
    "the last's a quarter round": _last_corners(lambda at: np.roll(at, 1, axis=0)),
    "corners mirrored": _corners(lambda at: at[[1, 0, 3, 2]]),
    "blurred": _pictures(_blur),
    "an eighth as bright": _pictures(_light(0.125)),
    "2.2 times as bright": _pictures(_light(2.2)),
    "the last blurred": _last_picture(_blur),
    "the last an eighth as bright": _last_picture(_light(0.125)),
}


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
    subject: Subject, names: Sequence[str], most: int, lessons_max: int
) -> Iterator[tuple[str, Outcome]]:
    """Yield every mistake that can be made with a subject's lessons, and what came of it."""
    lessons = [Lesson(case.label, case.show()) for case in subject.lessons]
    lessons = [one for one in lessons if not one.label.hand and one.label.card is None]
    if len(lessons) > lessons_max:
        pieces = [one for one in lessons if one.label.pieces][: lessons_max // 2]
        bare = [one for one in lessons if not one.label.pieces]
        lessons = [*bare[: lessons_max - len(pieces)], *pieces]
    cases = [case for one in subject.sets for case in one.cases if not case.label.hand]
    tests = cases[:: max(1, len(cases) // most)][:most]
    for name in names:
        wrong = MISTAKES[name](subject.board, lessons)
        if wrong is not None:
            yield name, measure(subject.board, wrong, tests)


def main() -> None:
    """Print what came of every mistake."""
    parser = argparse.ArgumentParser(prog="python -m tools.measure.misteach", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--mistakes", nargs="+", choices=MISTAKES, default=list(MISTAKES))
    parser.add_argument("--pictures", type=int, default=2, help="read afterwards (default: 2)")
    parser.add_argument("--lessons", type=int, default=2, help="shown at most (default: 2)")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    for folder in find_folders(given.folders).values():
        for subject in read_folder(folder, 1):
            where = f"{subject.source} {subject.variant}".strip()
            found = spoil_subject(subject, given.mistakes, given.pictures, given.lessons)
            for name, outcome in found:
                sys.stdout.write(f"| {where} | {name} | {outcome.reads} |\n")
                told = [*outcome.said, *([outcome.refused] if outcome.refused else [])]
                sys.stdout.write("".join(f"    {line}\n" for line in told))
                sys.stdout.flush()


if __name__ == "__main__":
    main()
