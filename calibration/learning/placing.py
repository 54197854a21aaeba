"""Finds the camera of every picture from which a board is learnt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.camera.fitting import fit_together
from calibration.camera.intrinsics import Lens, choose_lens
from calibration.camera.lens import Anchors, Fit, Pose
from calibration.errors import RegistrationError
from calibration.finding.discs import anchor_corners, find_astray_mm, measure_missed_mm
from calibration.finding.features import Art
from calibration.finding.fiducials import find_fiducials
from calibration.learning.truth import Label
from calibration.surfaces.exposures import FlatView, Shot, expose_whole, see_bare
from calibration.taught.model import choose_scale
from hardware.board import Board
from hardware.ports import Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """When labelled corners and a common lens are trusted.

    Chosen by hand on the boxed board's photographs and the simulated table.
    """

    doubtful_px: float = 1.5
    """Pixels. Corners that fit worse cause a warning."""
    one_camera_px: float = 1.0
    """Pixels by which pictures may fit a common lens worse than ``one_camera_factor`` allows."""
    one_camera_factor: float = 1.5
    """One lens serves all pictures if they fit it this many times as badly as their own at most,
    and ``one_camera_px`` more. Otherwise the cameras differ, or one was zoomed."""
    references_max: int = 6
    """Pictures by which the board is searched for; nobody shows more lights."""


TUNING: Final = Tuning()
LEFT_OUT: Final = " It was left out."
"""The end of a warning about a picture in which the board cannot be found."""
_MARKERS: Final = "printed markers", "lay the board flat"


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """One labelled picture."""

    label: Label
    picture: Picture

    @property
    def size_px(self) -> tuple[int, int]:
        """Return the picture's width and height."""
        return self.picture.shape[1], self.picture.shape[0]


@dataclass(frozen=True, slots=True, eq=False)
class PosedLesson:
    """A lesson whose camera is known."""

    lesson: Lesson
    pose: Pose

    @property
    def shot(self) -> Shot:
        """Return the picture, its camera and what is on the board."""
        label = self.lesson.label
        return Shot(self.lesson.picture, self.pose, label.pieces, label.card is not None)

    @property
    def is_empty(self) -> bool:
        """Whether neither a piece nor a card is on the board."""
        return not self.lesson.label.pieces and not self.lesson.label.card


def place_lessons(
    board: Board, lessons: Sequence[Lesson], lenses: Sequence[Lens], warnings: list[str]
) -> tuple[list[PosedLesson], dict[Lesson, str]]:
    """Find the cameras of pictures by their labelled corners, else by markers.

    Also return the pictures in which to search for the board's art, each with the reason why
    markers do not give its camera, if there are any. Those whose corners are wrong are left out
    with a warning.
    """
    fits: dict[int, Fit] = {}
    anchors: dict[int, Anchors] = {}
    left: dict[Lesson, str] = {}
    for number, lesson in enumerate(lessons):
        try:
            found = _find(board, lesson, lenses)
        except RegistrationError as error:
            if lesson.label.corners is None:
                left[lesson] = str(error)
            else:
                warnings.append(f"{lesson.label.file}: {error}{LEFT_OUT}")
            continue
        if found is None:
            left[lesson] = ""
            continue
        fits[number] = found[0]
        if found[1] is not None and choose_lens(lenses, lesson.size_px) is None:
            anchors[number] = found[1]
    fits |= _share_lenses(fits, _count_once(anchors, lessons))
    for number, fit in fits.items():
        warnings += _find_doubts(board, lessons[number].label, fit)
    return [PosedLesson(lessons[number], fit.pose) for number, fit in sorted(fits.items())], left


def _find_doubts(board: Board, label: Label, fit: Fit) -> Iterator[str]:
    missed_mm = measure_missed_mm(fit, label.corners, board) if label.corners else 0.0
    if missed_mm:
        yield (
            f"{label.file}: the corners lie up to {missed_mm:.0f} mm beside where the print puts "
            "them, which was believed; touch them again, or check size_mm in the board file."
        )
    if fit.residual_px > TUNING.doubtful_px:
        what, mend = ("corners", "look at its label") if label.corners else _MARKERS
        yield f"{label.file}: the {what} fit badly ({fit.residual_px:.1f} px); {mend}."


def fit_alone(board: Board, lesson: Lesson, lenses: Sequence[Lens]) -> Fit | None:
    """Find the camera of one picture by corners or markers; None if that is impossible."""
    try:
        found = _find(board, lesson, lenses)
    except RegistrationError:
        return None
    return found[0] if found else None


def _find(
    board: Board, lesson: Lesson, lenses: Sequence[Lens]
) -> tuple[Fit, Anchors | None] | None:
    label = lesson.label
    if label.corners is not None:
        hidden = {*label.pieces, *label.occluded}
        found = anchor_corners(lesson.picture, label.corners, board, lenses, hidden)
        if found[0].anchors == len(label.corners):
            _require_near_print(board, lesson, hidden)
        return found
    if board.markers:
        return find_fiducials(lesson.picture, board, lenses), None
    return None


def _require_near_print(board: Board, lesson: Lesson, hidden: set[str]) -> None:
    """Refuse corners if the print is clearly elsewhere; raises RegistrationError."""
    astray_mm = find_astray_mm(lesson.picture, lesson.label.corners or (), board, hidden)
    if astray_mm:
        raise RegistrationError(
            f"The corners lie up to {astray_mm:.0f} mm beside where the print puts them; touch "
            "them again, or check size_mm in the board file."
        )


def _count_once(anchors: Mapping[int, Anchors], lessons: Sequence[Lesson]) -> dict[int, Anchors]:
    """Return the anchors, with pictures of the same corners weighing as much as one picture.

    A board and a camera that do not move show one view again and again, with the same error of
    the hand that set the corners: more such pictures say no more about the lens.
    """
    shown = {number: str(lessons[number].label.corners) for number in anchors}
    same = Counter(shown.values())
    return {
        number: replace(view, weights=view.weights / same[shown[number]])
        for number, view in anchors.items()
    }


def _share_lenses(fits: Mapping[int, Fit], anchors: Mapping[int, Anchors]) -> dict[int, Fit]:
    shared: dict[int, Fit] = {}
    for size in {view.size_px for view in anchors.values()}:
        numbers = [number for number, view in anchors.items() if view.size_px == size]
        if len(numbers) < 2:
            continue
        own = [fits[number] for number in numbers]
        together = fit_together([anchors[number] for number in numbers], own)
        if all(_as_good(one, other) for one, other in zip(own, together, strict=True)):
            shared |= dict(zip(numbers, together, strict=True))
    return shared


def _as_good(own: Fit, together: Fit) -> bool:
    least = TUNING.one_camera_factor * own.residual_px + TUNING.one_camera_px
    return together.pose.height_mm > 0 and together.residual_px <= least


def place_by_art(  # noqa: PLR0913, PLR0917 - what is known of the board, each of another kind
    board: Board,
    placed: Sequence[PosedLesson],
    left: Mapping[Lesson, str],
    reference: Picture,
    lenses: Sequence[Lens],
    warnings: list[str],
) -> list[PosedLesson]:
    """Find the board in the pictures ``left`` by the art in those that are placed.

    ``reference`` is the empty board as far as it is known; it is used alone if nothing is placed.
    If the art is not found either, the reason given for a picture is the one in the warning.
    """
    if not left:
        return []
    known = [*choose_references(board, placed), expose_whole(reference)]
    art = Art(known, choose_scale(board.size_mm))
    found = []
    for lesson, why in left.items():
        try:
            found.append(PosedLesson(lesson, art.find(lesson.picture, lenses).pose))
        except RegistrationError as error:
            warnings.append(f"{lesson.label.file}: {why or error}{LEFT_OUT}")
    return found


def choose_references(board: Board, placed: Sequence[PosedLesson]) -> list[FlatView]:
    """Return the board from straight above in some of the pictures, and where each shows it bare.

    Those that show most of it come first; several, because each may be in another light.
    """
    barest = sorted(placed, key=lambda each: len(each.lesson.label.pieces))
    scale = choose_scale(board.size_mm)
    return [
        FlatView(flat.clip(0, 255).astype(np.uint8), bare.astype(np.uint8) * np.uint8(255))
        for each in barest[: TUNING.references_max]
        for flat, bare in [see_bare(board, each.shot, px_per_mm=scale)]
    ]
