"""Show pictures to the reader, or to the plain baseline, and keep what they make of them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Fit
from calibration.errors import RegistrationError
from calibration.finding.discs import fit_corners, list_corners
from calibration.learning.placing import Lesson
from calibration.learning.truth import Label
from calibration.surfaces import exposures
from hardware.board import Board
from hardware.errors import CompanionError
from hardware.ports import Picture
from tablet_companion.vision.experience import TUNING as EXPERIENCE
from tablet_companion.vision.experience import does_no_harm, learn_bare
from tablet_companion.vision.frame.clarity import Clarity
from tablet_companion.vision.frame.gate import Exposure, judge_exposure, make_thumbnail
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.scan import Observation
from tablet_companion.vision.loose_cards.deck import CardTable
from tablet_companion.vision.loose_cards.reader import LooseCardReader
from tablet_companion.vision.reading import Reading
from tablet_companion.vision.scene import Model
from tools.measure import shots
from tools.measure.baseline import Baseline
from tools.measure.cases import Case, PictureSet

CROP_PX: Final = 112
_SURE: Final = EXPERIENCE.sure_min
_MAX_ENLARGED: Final = 8
_AROUND: Final = 1.9
"""A crop shows this many radii round the middle of its place."""


@dataclass(frozen=True, slots=True)
class Way:
    """How pictures are read: the board given by corners or found by itself, alone or in order.

    ``play``: what labels confirm is learnt, as a game's rules would confirm it.
    """

    corners: bool
    sequence: bool
    play: bool = False


class Refused(CompanionError):
    """A picture that the eye would not read at a table."""


class Looker:
    """Shows one set's pictures to one eye in one way."""

    def __init__(self, taught: Model | CardTable, way: Way, *, choosy: bool) -> None:
        """Make an eye for pictures that stand alone."""
        self._taught, self._way, self._choosy = taught, way, choosy
        self._bare: exposures.Exposure | None = None
        still = 1
        self._eye: BoardReader | LooseCardReader = (
            BoardReader(taught, still_frames=still)
            if isinstance(taught, Model)
            else LooseCardReader(taught, still_frames=still)
        )

    def look(self, case: Case) -> shots.Shot:
        """Read one picture; whatever goes wrong with it is part of the answer."""
        if not self._way.sequence:
            self._eye.forget()
        picture = case.show()
        start = time.perf_counter()
        try:
            fit, hand, reading = self._examine(picture, case.label)
        except (CompanionError, RegistrationError) as error:
            return _lost(case, str(error), crashed=False)
        except Exception as error:  # noqa: BLE001 - a reader that dies is a figure, not the end
            self._eye.forget()
            return _lost(case, f"{type(error).__name__}: {error}", crashed=True)
        spent_ms = (time.perf_counter() - start) * 1000
        return self._tell(case, picture, fit, hand, reading, spent_ms)

    def _examine(self, picture: Picture, label: Label) -> tuple[Fit, bool | None, Reading]:
        eye, taught = self._eye, self._taught
        if self._choosy and judge_exposure(make_thumbnail(picture)) is not Exposure.FAIR:
            raise Refused("The picture is too dark or too bright.")
        if isinstance(eye, LooseCardReader) or isinstance(taught, CardTable):
            fit, seen, reading = eye.examine(picture)
            return fit, seen.hand, reading
        if self._way.corners and label.corners is not None and not eye.aimed:
            eye.aim(fit_corners(picture, label.corners, taught.board, taught.lenses))
        fit, looked, reading = eye.examine(picture)
        if self._choosy and looked.clarity is not Clarity.CLEAR:
            raise Refused("The picture is too bright or too blurred.")
        if self._way.play and eye.scene is not None and not label.hand:
            self._learn(label, Observation(picture, fit, eye.scene, looked, reading))
        return fit, looked.hand_seen, reading

    def _learn(self, label: Label, look: Observation) -> None:
        """Learn what lies under pieces that have left, if all that is clearly seen is right."""
        taught, eye = self._taught, self._eye
        assert isinstance(taught, Model)
        assert isinstance(eye, BoardReader)
        answers = shots.compare(label, look.reading, taught.board)
        if any(answer.wrong and answer.probability >= _SURE for answer in answers):
            return
        bare = learn_bare(taught, self._bare, look)
        if bare is not None and does_no_harm(candidate := taught.with_bare(bare), look):
            self._bare = bare
            eye.use_model(candidate)

    def _tell(  # noqa: PLR0913, PLR0917 - all that one look gives
        self,
        case: Case,
        picture: Picture,
        fit: Fit,
        hand: bool | None,
        reading: Reading,
        spent_ms: float,
    ) -> shots.Shot:
        label, board = case.label, self._taught.board
        answers = shots.compare(label, reading, board)
        corners = label.corners if isinstance(self._taught, Model) else None
        at = {a.place: _ring(board, a.place) for a in answers if a.wrong}
        return shots.Shot(
            label.file,
            case.light,
            case.hard,
            label.hand,
            hand,
            answers,
            self._card(label, reading),
            astray=shots.measure_astray(fit.pose.project(list_corners(board.size_mm)), corners),
            spent_ms=spent_ms,
            crops={place: cut_crop(picture, fit.pose.project(ring)) for place, ring in at.items()},
        )

    def _card(self, label: Label, reading: Reading) -> shots.CardAnswer | None:
        """Return the top card beside its label; None if no faces are known, or under a hand."""
        if label.hand or not isinstance(self._taught, Model) or self._taught.pile is None:
            return None
        return shots.CardAnswer(label.card, reading.card.best if reading.card else None)


def _lost(case: Case, why: str, *, crashed: bool) -> shots.Shot:
    label = case.label
    return shots.Shot(label.file, case.light, case.hard, label.hand, error=why, crashed=crashed)


def look_at(taught: Model | CardTable, pictures: PictureSet, way: Way) -> Iterator[shots.Shot]:
    """Yield what the reader makes of a set's pictures."""
    looker = Looker(taught, way, choosy=pictures.choosy)
    return (looker.look(case) for case in pictures.cases)


def look_plainly(plain: Baseline, board: Board, pictures: PictureSet) -> Iterator[shots.Shot]:
    """Yield what the baseline makes of a set's pictures; those without corners are left out."""
    return (_glance(plain, board, case) for case in pictures.cases if case.label.corners)


def _glance(plain: Baseline, board: Board, case: Case) -> shots.Shot:
    """Read one picture with the baseline, which takes the label's word for hands."""
    label = case.label
    lesson = Lesson(label, case.show())
    start = time.perf_counter()
    seen = plain.read(lesson)
    spent_ms = (time.perf_counter() - start) * 1000
    given = (
        shots.Answer(place, label.pieces.get(place, shots.EMPTY), what, 1.0)
        for place, what in seen.items()
        if place not in label.occluded
    )
    answers = shots.exchange_alike(given, board)
    view = plain.view(lesson)
    at = {a.place: view.project(_ring(board, a.place)) for a in answers if a.wrong}
    return shots.Shot(
        label.file,
        case.light,
        case.hard,
        label.hand,
        label.hand,
        answers,
        spent_ms=spent_ms,
        crops={place: cut_crop(lesson.picture, pixels) for place, pixels in at.items()},
    )


def _ring(board: Board, name: str) -> NDArray[np.float64]:
    """Return points in mm round a place that a crop of it shows."""
    place = board.by_name[name]
    reach = _AROUND * place.radius_mm
    box = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64)
    return np.array([place.x_mm, place.y_mm]) + reach * box


def cut_crop(picture: Picture, pixels: NDArray[np.float64]) -> Picture:
    """Return the square of a picture round some pixels, enlarged eight times at most."""
    middle = pixels.mean(axis=0)
    half = float(np.clip(np.abs(pixels - middle).max(), CROP_PX / 2 / _MAX_ENLARGED, 400))
    scale = CROP_PX / (2 * half) if np.isfinite(half) and np.isfinite(middle).all() else 0.0
    if not scale or np.abs(middle).max() > 1e5:
        return np.zeros((CROP_PX, CROP_PX, 3), np.uint8)
    shift = CROP_PX / 2 - scale * middle
    warp = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    how = cv2.INTER_NEAREST if scale > 3 else cv2.INTER_LINEAR
    crop = cv2.warpAffine(picture, warp, (CROP_PX, CROP_PX), flags=how)
    return np.asarray(crop, np.uint8)
