"""What one picture was read as, place by place, beside what its label says. Plain values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.learning.truth import Label
from hardware.board import Board
from hardware.ports import Picture
from tablet_companion.games.core import Place
from tablet_companion.vision.reading import Reading

EMPTY: Final = "empty"
HIDDEN: Final = "hidden"
KINDS: Final = ("piece called empty", "empty called piece", "colour confused", "hidden confused")
"""The kinds of wrong answers, in the order in which they are shown."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a place is (``truth``) and what it was read as (``seen``), with its probability.

    A ``covered`` place was not read: the reader holds that it cannot be seen.
    """

    place: str
    truth: str
    seen: str
    probability: float
    covered: bool = False

    @property
    def wrong(self) -> bool:
        """Whether an answer was given, and it is not so."""
        return not self.covered and self.seen != self.truth

    @property
    def kind(self) -> str:
        """Return which of ``KINDS`` a wrong answer is."""
        if self.seen == EMPTY:
            return KINDS[0]
        if self.truth == EMPTY:
            return KINDS[1]
        return KINDS[3] if HIDDEN in {self.seen, self.truth} else KINDS[2]


@dataclass(frozen=True, slots=True)
class CardAnswer:
    """The top card as labelled and as read; None is no card, or one that is not known."""

    truth: str | None
    seen: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One picture, read.

    ``error`` says why it was not read at all, and ``crashed`` that the reader did not say so
    itself. ``hand_seen`` is None if that is doubtful. ``astray`` is the largest error of a corner
    as a share of the board's width, None if corners are not labelled. ``crops`` shows the places
    that were read wrong.
    """

    file: str
    light: str = ""
    hard: str = ""
    hand: bool = False
    hand_seen: bool | None = False
    answers: tuple[Answer, ...] = ()
    card: CardAnswer | None = None
    error: str = ""
    crashed: bool = False
    astray: float | None = None
    spent_ms: float | None = None
    crops: Mapping[str, Picture] = field(default_factory=dict)

    @property
    def mistakes(self) -> tuple[Answer, ...]:
        """Return the wrong answers."""
        return tuple(answer for answer in self.answers if answer.wrong)


def compare(label: Label, reading: Reading, board: Board) -> tuple[Answer, ...]:
    """Return an answer for every place of a reading that its label holds to be visible."""
    answers = [
        Answer(
            sight.place,
            label.pieces.get(sight.place, EMPTY),
            sight.best or EMPTY,
            sight.probability,
            sight.covered,
        )
        for sight in reading.places
        if sight.place not in label.occluded
    ]
    return exchange_alike(answers, board)


def exchange_alike(answers: Iterable[Answer], board: Board) -> tuple[Answer, ...]:
    """Return the answers, those of one area (a nest) held against its spots in the best order.

    A pawn read on another spot of its nest than the labelled one is right: no game tells them
    apart.
    """
    given = tuple(answers)
    wrong_in: dict[str, list[Answer]] = {}
    for answer in given:
        if answer.wrong and len(board.areas[board.by_name[Place(answer.place)].area]) > 1:
            wrong_in.setdefault(board.by_name[answer.place].area, []).append(answer)
    right: set[str] = set()
    for wrong in wrong_in.values():
        left = Counter(answer.truth for answer in wrong)
        for answer in wrong:
            if left[answer.seen]:
                left[answer.seen] -= 1
                right.add(answer.place)
    return tuple(replace(a, truth=a.seen) if a.place in right else a for a in given)


def measure_astray(
    found: NDArray[np.float64], labelled: Iterable[Iterable[float]] | None
) -> float | None:
    """Return the largest error of a board's four corners as a share of its width in the picture."""
    if labelled is None:
        return None
    corners = np.array([tuple(corner) for corner in labelled], np.float64)
    across = np.linalg.norm(corners[1] - corners[0]), np.linalg.norm(corners[2] - corners[3])
    return float(np.linalg.norm(found - corners, axis=1).max() / np.mean(across))
