"""What is measured on: pictures with labels, gathered into sets, and what may be learnt first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.learning.truth import Label
from hardware.board import Board
from hardware.ports import Picture

_SAME_PLACE: Final = 0.03
"""A camera is fixed where no corner wanders farther than this share of the board's width."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A labelled picture, read from its file or drawn when it is wanted."""

    label: Label
    show: Callable[[], Picture]
    light: str = ""
    hard: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class PictureSet:
    """Pictures that are measured together.

    ``choosy`` sets are read as a table is: a picture too dark, burnt out or blurred is refused.
    """

    name: str
    cases: tuple[Case, ...]
    choosy: bool = False

    @property
    def fixed(self) -> bool:
        """Whether one camera took them in order, so that they can be read in sequence."""
        given = [case.label.corners for case in self.cases]
        corners = np.array([each for each in given if each is not None])
        if self.choosy or len(corners) < 3 or len(corners) < len(given):
            return False
        middle = np.median(corners, axis=0)
        width = float(np.linalg.norm(middle[1] - middle[0]))
        return bool(np.abs(corners - middle).max() < _SAME_PLACE * width)


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """A board, what its owner could show of it, and the pictures to be read.

    ``game`` is the game whose print it is; empty for a board of somebody else.
    """

    source: str
    variant: str
    board: Board
    lessons: tuple[Case, ...]
    sets: tuple[PictureSet, ...]
    game: str = ""

    @property
    def tests(self) -> int:
        """Return the number of pictures to be read."""
        return sum(len(pictures.cases) for pictures in self.sets)

    @property
    def empty(self) -> Case | None:
        """Return the first lesson that shows the bare board, or None."""
        bare = (c for c in self.lessons if not (c.label.pieces or c.label.card or c.label.hand))
        return next(bare, None)


def thin(cases: Sequence[Case], every: int) -> tuple[Case, ...]:
    """Return every Nth case in order, counted apart for each light and for hands.

    Recordings have their own rhythm (a hand, no hand): a plain stride would see one kind alone.
    """
    counts: Counter[tuple[object, ...]] = Counter()
    kept = []
    for case in cases:
        kind = case.label.hand, case.light, case.hard
        if counts[kind] % every == 0:
            kept.append(case)
        counts[kind] += 1
    return tuple(kept)
