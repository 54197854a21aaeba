"""What was taught of a board, laid out for the networks under one camera.

Made once for a pose; a board that was pushed by a little needs only new pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from calibration.lens import Pose
from calibration.model import REFERENCE_PX_PER_MM
from hardware.board import Board
from hardware.ports import Picture
from tablet_companion.vision.objects import survey
from tablet_companion.vision.places import compared
from tablet_companion.vision.places import windows as places

_SURELY: Final = 250
"""A window's sample shows the bare board where all of it does (of 255)."""
_MOSTLY: Final = 200


class Exposed(Protocol):
    """The board from above in one light (REFERENCE_PX_PER_MM), and where it is bare (255)."""

    @property
    def flat(self) -> Picture:
        """Return the board."""
        ...

    @property
    def bare(self) -> Picture:
        """Return where it is bare."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """Windows and square of a board under a camera, beside what was taught of them.

    ``look`` and ``over`` look them up in the camera's pictures.
    """

    windows: places.Windows
    look: places.Sampler
    taught: tuple[compared.Taught, ...]
    square: survey.Square
    over: places.Sampler
    bare: tuple[survey.Bare, ...]

    def shown(self, picture: Picture, rows: NDArray[np.intp] | None = None) -> compared.Shown:
        """Return what the network of the places is shown of a picture; only of some ``rows``."""
        if rows is None:
            now = self.look.of(picture)
            return compared.compare(self.windows, now, self.look.inside, self.taught)
        now = self.look.of(picture, rows)
        taught = [compared.Taught(t.seen[rows], t.known[rows], t.light[rows]) for t in self.taught]
        part = places.only(self.windows, rows)
        return compared.compare(part, now, self.look.inside[rows], taught)

    def surveyed(self, picture: Picture) -> places.Bytes:
        """Return what the network of hands is shown of a picture."""
        now = self.over.of(picture)[0]
        return survey.compare_all(self.square, now, self.over.inside[0], self.bare)


def lay_lessons(board: Board, exposures: Sequence[Exposed], pose: Pose) -> Lessons:
    """Lay out what exposures teach of a board under a camera."""
    windows = places.lay_windows(board, pose)
    square = survey.lay_square(board, pose)
    near = places.look_down(windows, board.size_mm, REFERENCE_PX_PER_MM)
    far = survey.look_down_at(square, board.size_mm, REFERENCE_PX_PER_MM)
    taught: list[compared.Taught] = []
    bare: list[survey.Bare] = []
    for exposure in exposures:
        known = near.inside & (near.of(exposure.bare) >= _SURELY)
        first = taught[0] if taught else None
        taught.append(compared.taught(windows, near.of(exposure.flat), known, first))
        seen, clear = far.of(exposure.flat)[0], far.of(exposure.bare)[0] >= _MOSTLY
        bare.append(survey.Bare(seen, far.inside[0] & clear))
    return _aimed(windows, tuple(taught), square, tuple(bare), pose)


def aim(lessons: Lessons, pose: Pose) -> Lessons:
    """Return the lessons for a camera that has hardly moved."""
    return _aimed(lessons.windows, lessons.taught, lessons.square, lessons.bare, pose)


def guessed(lessons: Lessons, at: Any) -> Lessons:
    """Return the lessons with what is guessed of a board that nobody has shown.

    ``at`` answers for board points (n × 2, mm) with colours (n × 3; -1 where nothing is known).
    """
    windows, square = lessons.windows, lessons.square
    seen, known = _guess_at(at, windows.points_mm)
    over, clear = _guess_at(at, square.points_mm)
    return replace(
        lessons,
        taught=(compared.taught(windows, seen, known, None),),
        bare=(survey.Bare(over, clear),),
    )


def _guess_at(at: Any, points: NDArray[Any]) -> tuple[places.Bytes, NDArray[np.bool_]]:
    colours = np.asarray(at(points.reshape(-1, 2))).reshape(*points.shape[:-1], 3)
    known: NDArray[np.bool_] = np.asarray(colours[..., 0] >= 0)
    return colours.clip(0, 255).astype(np.uint8), known


def _aimed(
    windows: places.Windows,
    taught: tuple[compared.Taught, ...],
    square: survey.Square,
    bare: tuple[survey.Bare, ...],
    pose: Pose,
) -> Lessons:
    look, over = places.look_through(windows, pose), survey.look_at(square, pose)
    return Lessons(windows, look, taught, square, over, bare)
