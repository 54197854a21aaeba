"""Teach the reader as an owner would, by the product's own code: much, little or nothing."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from calibration.learn import Lesson, learn, require_pictures, trust_print
from calibration.model import REFERENCE_PX_PER_MM, Calibration, encode
from hardware.ports import Picture
from hardware.printing.raster import board_picture
from tablet_companion import printed
from tablet_companion.vision.cards.loose.deck import CardTable
from tablet_companion.vision.scene import Model
from tools.measure.cases import Case, Subject

FEW_SHOT, ONE_EMPTY, NOMINAL, PRINTED = MODES = ("few-shot", "one-empty", "nominal", "printed")


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """What reads (None where the board was refused, ``notes`` saying why) and what it was shown."""

    reader: Model | CardTable | None
    lessons: tuple[Lesson, ...]
    drawn: Picture | None
    notes: tuple[str, ...] = ()


def fits(mode: str, subject: Subject) -> bool:
    """Whether a subject can be taught so: what it takes is there, and it is no other mode."""
    only_empty = len(subject.lessons) == 1 and subject.empty is not None
    return {
        FEW_SHOT: bool(subject.lessons) and not only_empty,
        ONE_EMPTY: subject.empty is not None,
        NOMINAL: not subject.game,
        PRINTED: bool(subject.game),
    }[mode]


def teach(subject: Subject, mode: str) -> Taught:
    """Return a reader that was shown what the mode says; errors of the product are raised."""
    if subject.board.cards is not None:
        return Taught(CardTable(subject.board), (), None)
    drawn = board_picture(subject.board, REFERENCE_PX_PER_MM)
    lessons = tuple(Lesson(case.label, case.show()) for case in _choose(subject, mode))
    calibration, warnings = _calibrate(subject, lessons, drawn)
    return Taught(Model(calibration), lessons, drawn, warnings)


def _choose(subject: Subject, mode: str) -> tuple[Case, ...]:
    if mode == FEW_SHOT:
        return subject.lessons
    return (subject.empty,) if mode == ONE_EMPTY and subject.empty is not None else ()


def _calibrate(
    subject: Subject, lessons: tuple[Lesson, ...], drawn: Picture
) -> tuple[Calibration, tuple[str, ...]]:
    """Learn as ``calibrate`` does: from pictures, from the print, or from the file alone."""
    if not lessons:
        if subject.game:
            return printed.calibration(subject.game), ()
        return trust_print(subject.board, drawn, {}), ()
    require_pictures(lessons)
    learnt = learn(subject.board, lessons, drawn)
    calibration = learnt.calibration
    if subject.game:
        faces = {card: encode(face) for card, face in printed.faces(subject.game).items()}
        calibration = msgspec.structs.replace(calibration, faces_png=faces)
    return calibration, learnt.warnings
