"""Teach the reader as an owner would, by the product's own code: much, little or nothing."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import msgspec

from calibration.learning.learn import require_pictures, trust_print
from calibration.learning.placing import Lesson
from calibration.taught.model import Calibration, draw_reference
from hardware.errors import CompanionError
from hardware.formats import encode_png
from hardware.ports import Picture
from tablet_companion.kit import printed
from tablet_companion.vision.loose_cards.deck import CardTable
from tablet_companion.vision.scene import Model
from tablet_companion.vision.teaching import learn_board
from tools.measure.cases import Subject

FEW_SHOT, ONE_EMPTY, NOMINAL, PRINTED = MODES = ("few-shot", "one-empty", "nominal", "printed")


@dataclass(frozen=True, slots=True, eq=False)
class TaughtReader:
    """A reader that was taught a board, and what it said meanwhile.

    ``reader`` is None if the product refused the board or crashed; ``notes`` say why.
    """

    reader: Model | CardTable | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Teaching:
    """What one mode shows of a subject, and the reader that saw it; worked out when asked for."""

    subject: Subject
    mode: str

    @functools.cached_property
    def drawn(self) -> Picture:
        """Return the board as its file draws it."""
        return draw_reference(self.subject.board)

    @functools.cached_property
    def lessons(self) -> tuple[Lesson, ...]:
        """Return the pictures that are shown."""
        empty = self.subject.empty
        shown = {FEW_SHOT: self.subject.lessons, ONE_EMPTY: (empty,) if empty else ()}
        return tuple(Lesson(case.label, case.show()) for case in shown.get(self.mode, ()))

    @functools.cached_property
    def taught(self) -> TaughtReader:
        """Return the reader, or None with the reason why the product could not be taught."""
        try:
            return self._teach()
        except CompanionError as error:
            return TaughtReader(None, (f"refused: {error}",))
        except Exception as error:  # noqa: BLE001 - a reader that cannot be taught is a row, too
            return TaughtReader(None, (f"crashed: {type(error).__name__}: {error}",))

    def _teach(self) -> TaughtReader:
        if self.subject.board.cards is not None:
            return TaughtReader(CardTable(self.subject.board))
        calibration, warnings = _calibrate(self.subject, self.lessons, self.drawn)
        return TaughtReader(Model(calibration), warnings)


def fits(mode: str, subject: Subject) -> bool:
    """Whether a subject has what this mode shows, and would not be taught the same by another."""
    only_empty = len(subject.lessons) == 1 and subject.empty is not None
    return {
        FEW_SHOT: bool(subject.lessons) and not only_empty,
        ONE_EMPTY: subject.empty is not None,
        NOMINAL: not subject.game,
        PRINTED: bool(subject.game),
    }[mode]


def _calibrate(
    subject: Subject, lessons: tuple[Lesson, ...], drawn: Picture
) -> tuple[Calibration, tuple[str, ...]]:
    """Learn as ``calibrate`` does: from pictures, from the print, or from the file alone."""
    if not lessons:
        if subject.game:
            return printed.calibration(subject.game), ()
        return trust_print(subject.board, drawn, {}), ()
    require_pictures(lessons)
    learnt = learn_board(subject.board, lessons, drawn)
    calibration = learnt.calibration
    if subject.game:
        faces = {card: encode_png(face) for card, face in printed.faces(subject.game).items()}
        calibration = msgspec.structs.replace(calibration, faces_png=faces)
    return calibration, learnt.warnings
