"""How a board lies instead if a label fits its picture only turned, or mirrored. Pure.

Corners are given half round, and webcams mirror. Of pieces on a board that looks the same from
several sides, only where they stand tells, and a start is hardly ever quite symmetric. Places that
change between two ways are printed alike, so what they are compared by is not the print.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.camera.lens import ROUND
from hardware.board import Board
from tablet_companion.kit.boards import turn_places

MIRRORED: Final = "mirrored"
WAYS: Final = (
    *((quarters, False, f"{how} round") for quarters, how in ROUND.items()),
    *((quarters, True, MIRRORED) for quarters in range(4)),
)
"""How a board may lie instead: the quarters that it is turned, once it was mirrored."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a label fits otherwise, in shares of pairs of a place with a piece and one without.

    Chosen on five drawn boards and two real ones; held by tests/setup/test_ways.py.
    """

    changed_min: int = 3
    """The least number of places that are taken only as given, and of those only otherwise."""
    otherwise: float = 0.9
    """Share of such pairs of which the place that is taken otherwise looks more like a piece: 0.96
    or more where a label was wrong so, and at most 0.1 where it was right."""
    as_good: float = 0.02
    """Share of all pairs by which another way may be worse than the best one, and is named, too."""
    apart: float = 0.8
    """Share of all pairs of which the labelled place does, or the label is doubtful: 0.92 or more
    of right labels."""
    told_min: int = 4
    """The least number of places with a piece, and of those without, to be told."""


TUNING: Final = Tuning()


def move_label(board: Board, pieces: Mapping[str, str]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield each other way in which a board may lie, and a label as it would be then."""
    for quarters, mirrored, how in WAYS:
        beneath = turn_places(board, quarters, mirrored=mirrored).items()
        moved = {str(at): pieces[before] for at, before in beneath if before in pieces}
        if moved:
            yield how, moved


def find_ways(
    board: Board, pieces: Mapping[str, str], scores: Mapping[str, float]
) -> tuple[str, ...]:
    """Return the ways in which a label would fit the log odds of a piece clearly better; or ()."""
    fits: list[tuple[float, str]] = []
    for how, moved in move_label(board, pieces):
        before, after = pieces.keys() - moved.keys(), moved.keys() - pieces.keys()
        if _compare(scores, after, before, TUNING.changed_min) >= TUNING.otherwise:
            fits.append((_compare(scores, moved, scores.keys() - moved.keys(), 1), how))
    least = max(fits, default=(0.0, ""))[0] - TUNING.as_good
    return tuple(dict.fromkeys(how for fit, how in fits if fit >= least))


def is_doubtful(pieces: Collection[str], scores: Mapping[str, float]) -> bool:
    """Whether labelled places look hardly more like pieces than those labelled empty."""
    share = _compare(scores, pieces, scores.keys() - set(pieces), TUNING.told_min)
    return 0 <= share < TUNING.apart


def _compare(
    scores: Mapping[str, float], one: Collection[str], other: Collection[str], least: int
) -> float:
    """Return in which share of pairs the one's score is higher; -1 of fewer than so many each."""
    a, b = (np.array([scores[at] for at in group if at in scores]) for group in (one, other))
    if min(len(a), len(b)) < least:
        return -1.0
    return float((a[:, None] > b).mean())


def find_ways_of_colours(
    board: Board, pieces: Mapping[str, str], looks: Mapping[str, str]
) -> tuple[str, ...]:
    """Return how a board lies if each piece stands where the label has one that it looks like.

    ``looks`` has, for a colour, the other one. Mirrored only if no turn alone explains it.
    """
    wanted = {at: looks.get(piece, piece) for at, piece in pieces.items()} if looks else None
    ways = [how for how, moved in move_label(board, pieces) if moved == wanted]
    return tuple(dict.fromkeys([how for how in ways if how != MIRRORED] or ways))


def say_mend(ways: Collection[str]) -> str:
    """Return what to do about a board that lies otherwise, as the end of a sentence."""
    turned = "give the corners from the board's own top left"
    mirrored = "take pictures that the camera does not mirror"
    mends = [mirrored if way == MIRRORED else turned for way in ways]
    return " or ".join(dict.fromkeys(mends))
