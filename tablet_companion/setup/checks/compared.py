"""Holds labelled pictures against each other, where a label may contradict what others show. Pure.

Read back with what was learnt of it, a wrong label is true: a hand belongs to the board, and pieces
on a board labelled empty are its print. So each picture is compared with the bare board of the
others alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration.camera.sampling import flatten
from calibration.learning.placing import PosedLesson
from calibration.surfaces.exposures import choose, expose
from calibration.taught.model import choose_scale
from hardware.board import Board
from tablet_companion.setup.checks.counterparts import find_unlabelled
from tablet_companion.setup.checks.picture_faults import hand_in, score_windows
from tablet_companion.setup.checks.ways import find_ways
from tablet_companion.vision.objects.hands import TUNING as HANDS
from tablet_companion.vision.taught_views import TaughtPicture, lay_taught_views


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a picture contradicts others.

    Chosen by hand on sixteen drawn and four real boards: of labels that are right at most 7 of 24
    pieces looked so bare (wooden draughts on wood) and 6 of 62 free places as if a piece stood
    there (nests of a drawn pattern); of another position's labels half, or a third. Held by
    tests/setup/test_misteach.py.
    """

    sure_nats: float = 2.5
    """Log odds from which a place holds a piece, or is as bare as in the other pictures."""
    bare_share: float = 0.4
    """Share of the labelled pieces that must look bare, if other pictures show their places bare,
    before a label is contradicted."""
    bare_min: int = 4
    """The least number of such pieces: on a drawn mill two black men of three looked bare by
    chance."""
    changed: float = 5.0
    """A piece of its place's colour is there if the place changed this many times as much as nine
    in ten places that are empty in both pictures."""
    still_min: int = 10
    """The least number of such empty places. On the one drawn board where this was met, it changed
    ten times as much."""
    piece_share: float = 0.2
    """Share of the places labelled free, and free in other pictures, on which pieces must seem to
    stand before a label is contradicted."""
    piece_min: int = 4
    """The least number of such places."""
    left_nats: float = 1.5
    """Log odds of a piece from which one may have been left on a place labelled free, though it is
    free in other pictures, too."""
    apart_nats: float = 3.0
    """Log odds by which all other places labelled so must be below those where a piece was left."""
    named_max: int = 3
    """The most places at which pieces can have been left. Of 67 pictures of eighteen boards with
    none left, no place was that far above the others."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True)
class Compared:
    """A picture beside the others: log odds of a hand, and what its label does not have so.

    ``missing`` are labelled pieces that are not there, ``strange`` places labelled free with a
    piece; both are empty unless there are too many to be a reader's mistakes. ``left`` are a few
    places labelled free on which a piece stands, unlike on all others. If the board lay in one of
    ``ways``, the label would fit.
    """

    placed: PosedLesson
    hand: float
    missing: tuple[str, ...] = ()
    strange: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()

    @property
    def has_hand(self) -> bool:
        """Whether a hand is seen over the board, as it would be at a table."""
        return self.hand >= HANDS.alone_log_odds


def compare(board: Board, placed: Sequence[PosedLesson]) -> list[Compared]:
    """Compare each picture with the others, leaving out those with a hand, the clearest first."""
    left, spoilt = list(placed), list[Compared]()
    while True:
        found = [_compare(board, one, [each for each in left if each is not one]) for one in left]
        worst = max(found, key=lambda each: each.hand, default=None)
        if (
            worst is None
            or not worst.has_hand
            or any(each.missing or each.strange for each in found)
        ):
            return [*spoilt, *found]
        spoilt.append(worst)
        left.remove(worst.placed)


def _compare(board: Board, one: PosedLesson, others: Sequence[PosedLesson]) -> Compared:
    label, picture = one.lesson.label, one.lesson.picture
    barest = [others[n] for n in choose([len(each.lesson.label.pieces) for each in others])]
    scale = choose_scale(board.size_mm)
    shown = [TaughtPicture(expose(board, each.shot, px_per_mm=scale)) for each in barest]
    views = lay_taught_views(board, shown, one.pose)
    hand = hand_in(views, picture)
    free = _free_places(board, barest) - {*label.occluded}
    if not free:
        return Compared(one, hand)
    scores = {at: s for at, s in score_windows(board, views, picture).items() if at in free}
    pieces = {at: -score for at, score in scores.items() if at in label.pieces}
    for at in find_camouflaged(board, one, barest[0], pieces):
        del pieces[at]
    bare = {at: score for at, score in scores.items() if at not in label.pieces}
    lone = tuple(  # a symmetric start lacks a piece there, and it is not surely bare
        at
        for at in sorted(find_unlabelled(board, label.pieces))
        if bare.get(at, -np.inf) >= -TUNING.sure_nats
    )
    return Compared(
        one,
        hand,
        find_many(pieces, TUNING.bare_share, TUNING.bare_min),
        find_many(bare, TUNING.piece_share, TUNING.piece_min),
        find_few(bare, TUNING.left_nats) or lone or find_several(bare),
        find_ways(board, label.pieces, scores),
    )


def find_camouflaged(
    board: Board, one: PosedLesson, other: PosedLesson, pieces: Mapping[str, float]
) -> set[str]:
    """Return pieces that look bare in places of their own colour, and yet are there.

    Where they stand the picture changed far more than where nothing does, and as many others look
    like pieces: of labels that belong to another picture, few do.
    """
    label = one.lesson.label.pieces
    own = {at for at in pieces if board.by_name[at].colour == label[at]}
    bare = {at for at in own if pieces[at] > TUNING.sure_nats}
    if not bare or sum(nats < 0 for nats in pieces.values()) < len(bare):
        return set()
    taken = label.keys() | other.lesson.label.pieces.keys()
    if len(board.by_name.keys() - taken) < TUNING.still_min:
        return set()
    changes = _measure_changes(board, one, other, taken)
    still = [change for at, change in changes.items() if at not in taken]
    least = TUNING.changed * float(np.quantile(still, 0.9))
    return {at for at in bare if changes[at] > least}


def _measure_changes(
    board: Board, one: PosedLesson, other: PosedLesson, taken: Collection[str]
) -> Mapping[str, float]:
    """Return by how much the colour of each place changed, apart from light that fades evenly.

    In logarithms; the light is that of the places that are not taken.
    """
    now, then = (
        np.log1p(cv2.blur(flat, (7, 7)).astype(np.float64))
        for each in (one, other)
        for flat in [flatten(each.lesson.picture, each.pose, board.size_mm, 1.0)]
    )
    at = np.array([(1.0, place.x_mm, place.y_mm) for place in board.places])
    x, y = at[:, 1:].round().astype(int).T.clip(0, np.array(now.shape[1::-1])[:, None] - 1)
    changed = now[y, x] - then[y, x]
    free = np.array([place.name not in taken for place in board.places])
    light = np.linalg.lstsq(at[free], changed[free], rcond=None)[0]
    apart = np.linalg.norm(changed - at @ light, axis=1)
    return {place.name: float(a) for place, a in zip(board.places, apart, strict=True)}


def find_many(against: Mapping[str, float], share: float, least: int) -> tuple[str, ...]:
    """Return the places whose labels are surely contradicted, if too many for mistakes."""
    wrong = sorted(place for place, nats in against.items() if nats > TUNING.sure_nats)
    return tuple(wrong) if len(wrong) >= max(least, share * len(against)) else ()


def find_few(scores: Mapping[str, float], least: float, most: int | None = None) -> tuple[str, ...]:
    """Return the few places whose scores reach the least one, and are apart from all others'."""
    ordered = sorted(scores, key=scores.__getitem__, reverse=True)
    for count in range(1, min(most or TUNING.named_max, len(ordered) - 1) + 1):
        last, after = scores[ordered[count - 1]], scores[ordered[count]]
        if last >= least and last - after >= TUNING.apart_nats:
            return tuple(ordered[:count])
    return ()


def find_several(scores: Mapping[str, float]) -> tuple[str, ...]:
    """Return the places of a start labelled empty, if they are apart from all others'.

    They need not be so many that the label is contradicted, nor all be seen well.
    """
    ordered = sorted(scores, key=scores.__getitem__, reverse=True)
    for count in range(len(ordered) // 2, TUNING.piece_min - 1, -1):
        middle, last, after = (scores[ordered[n]] for n in (count // 2, count - 1, count))
        if middle >= TUNING.left_nats and last - after >= TUNING.apart_nats:
            return tuple(sorted(ordered[:count]))
    return ()


def _free_places(board: Board, others: Sequence[PosedLesson]) -> set[str]:
    """Return the places that some picture shows without a piece, by its label."""
    return {
        place.name
        for place in board.places
        for each in others
        if place.name not in {*each.lesson.label.pieces, *each.lesson.label.occluded}
    }


def leave_out(found: Sequence[Compared]) -> list[PosedLesson]:
    """Return the pictures with a hand that can be spared: others show pieces, or the bare board."""
    kept = [each for each in found if not each.has_hand]
    return [
        each.placed
        for each in found
        if each.has_hand
        and any(
            bool(one.placed.lesson.label.pieces) == bool(each.placed.lesson.label.pieces)
            for one in kept
        )
    ]
