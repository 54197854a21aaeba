"""Places of a picture that are unlike all others labelled the same way: a piece was left there.

Read back with what was learnt of it, a piece that no label tells of is the board's print. So no
place is compared with itself: a part of them at a time counts as unknown, is guessed from its
lookalikes, and the network says whether a piece stands on that guess. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.sampling import rectify
from calibration.learning.placing import PosedLesson
from calibration.surfaces.exposures import Shot, find_hidden
from calibration.taught.lookalikes import fill_from_lookalikes
from calibration.taught.model import choose_scale
from hardware.board import Board, BoardPlace
from hardware.ports import Picture
from tablet_companion.setup.checks.compared import find_few
from tablet_companion.setup.checks.counterparts import count_lacking, find_unlabelled, lacks_piece
from tablet_companion.setup.checks.picture_faults import score_windows
from tablet_companion.setup.checks.ways import find_ways, is_doubtful
from tablet_companion.vision.taught_views import TaughtPicture, lay_taught_views


@dataclass(frozen=True, slots=True)
class Tuning:
    """How places are compared, and when some are unlike the others, in log odds of a piece."""

    parts: int = 4
    """The places are guessed in this many parts, each from the others, its lookalikes."""
    pictures: int = 2
    """At most this many pictures are judged, those with the fewest and the most pieces: each takes
    seconds."""
    guessed_share: float = 0.8
    """Share of a place's middle that its lookalikes must tell, or no single piece is named there.
    On maps the network alone named a pattern in one of sixteen boards."""
    told_min: int = 6
    """The least number of places that lookalikes tell; of fewer none is named."""
    stands_nats: float = 2.5
    """From here a piece seems to stand on a place."""
    bare_nats: float = -2.5
    """Below this a place seems to be bare. From here on, a piece may stand where a symmetric start
    lacks one."""
    left_nats: float = 4.0
    """From here a piece was left on a place that is labelled empty, unlike all others."""
    short_nats: float = 1.0
    """As ``left_nats``, for a single one, where the label lacks one piece of the board's number."""
    odd_share: float = 0.7
    """Share of a place's radius within which a coin or die is looked for."""
    odd_mm: float = 8.0
    """Millimetres from its middle beyond which none is: a coin reaches no farther, and most of what
    is compared has to differ."""
    odd_levels: float = 6.0
    """Levels of 8-bit Lab by which what was left must stand out from its place's lookalikes.
    A blot printed round a place looks like a piece to the network and leaves its middle as it is:
    1 to 4 levels; pieces that it sees had 18 at least, those of their board's wood, too."""
    odd_ratio: float = 2.2
    """Times as much as any other place by which it must stand out: without a coin it was 1.97 at
    most on thirteen drawn boards."""
    set_out_min: int = 4
    """The least number of places labelled empty with a piece, for pieces to have been set out."""
    vague_ratio: float = 5.0
    """The most places that are neither bare nor hold a piece, in times those with a piece, for
    pieces to have been set out: most men look like their lookalikes, which are men, too. Of 68
    right pictures of 26 bare boards none had a single place with a piece."""
    absent_share: float = 0.75
    """Share of the labelled pieces whose places must look bare, for them not to be there."""
    absent_min: int = 3
    """The least number of such pieces."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True)
class Unlike:
    """What a picture's label does not have so, by the picture's own other places.

    ``left`` are places labelled empty where a piece was left; ``set_out`` as many that pieces were
    set out; ``absent`` places of labelled pieces, most of which are not there. If the board lay in
    one of ``ways``, the label would fit. ``doubtful``: it hardly fits at all.
    """

    left: tuple[str, ...] = ()
    set_out: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()
    doubtful: bool = False


def judge(board: Board, placed: Sequence[PosedLesson]) -> list[tuple[PosedLesson, Unlike]]:
    """Return what some pictures show otherwise than labelled, judged by their other places.

    Pictures with a card are not judged.
    """
    plain = [each for each in placed if each.lesson.label.card is None]
    plain.sort(key=lambda each: len(each.lesson.label.pieces))
    rest = TUNING.pictures - 1
    some = [*plain[:1], *plain[1:][-rest:]]
    scores = [score_apart(board, each.shot, each.lesson.label.occluded) for each in some]
    found = [judge_scores(board, each.shot, own) for each, own in zip(some, scores, strict=True)]
    if any(
        _has_too_many(board, each.shot.pieces, own) for each, own in zip(some, found, strict=True)
    ):
        found = [replace(unlike, set_out=()) for unlike in found]
    things = _find_things(some, scores)
    return [
        (each, replace(unlike, left=left or tuple(sorted(things - each.shot.pieces.keys()))))
        for each, unlike in zip(some, found, strict=True)
        for left in [_find_stays(board, each.shot.pieces, unlike.left, some, scores)]
    ]


def _has_too_many(board: Board, pieces: Mapping[str, str], unlike: Unlike) -> bool:
    """Whether more pieces seem to be set out than there are: it is the print that looks so.

    On one drawn board 21 bare places passed for pieces, 15 of them beside all that it has.
    """
    lacking = count_lacking(board, pieces)
    fits = not (unlike.absent or unlike.ways)
    return bool(unlike.set_out and lacking and fits) and not any(lacking.values())


def _find_things(placed: Sequence[PosedLesson], scores: Sequence[Apart]) -> set[str]:
    """Return the places that look odd in every picture, unless a labelled piece stands there."""
    odd = (
        find_odd(each.shot, own) | each.shot.pieces.keys()
        for each, own in zip(placed, scores, strict=True)
    )
    return set.intersection(*odd) if placed else set()


def _find_stays(
    board: Board,
    pieces: Mapping[str, str],
    left: Sequence[str],
    placed: Sequence[PosedLesson],
    scores: Sequence[Apart],
) -> tuple[str, ...]:
    """Return where a piece was left: unlike all others, or where a start lacks a single one."""
    lone = sorted(find_unlabelled(board, pieces))
    return tuple(_stays(left, placed, scores, TUNING.short_nats)) or tuple(
        _stays(lone, placed, scores, TUNING.bare_nats)
    )


def _stays(
    left: Sequence[str], placed: Sequence[PosedLesson], scores: Sequence[Apart], least: float
) -> Iterator[str]:
    """Yield those that look so in every picture that has them empty: gloss comes and goes.

    A piece that stood there in some of them is found when the pictures are compared.
    """
    for at in left:
        others = [
            own.scores.get(at, least)
            for each, own in zip(placed, scores, strict=True)
            if at not in each.lesson.label.pieces
        ]
        if min(others) >= least:
            yield at


def judge_scores(board: Board, shot: Shot, apart: Apart) -> Unlike:
    """Return what a labelled picture does not have so, by its places beside their lookalikes."""
    free = {at: score for at, score in apart.scores.items() if at not in shot.pieces}
    pieces = {at: score for at, score in apart.scores.items() if at in shot.pieces}
    told = {at: score for at, score in free.items() if at in apart.told}
    left = find_left(told, short=lacks_piece(board, shot.pieces))
    left = tuple(at for at in left if apart.levels[at] >= TUNING.odd_levels)
    ways = find_ways(board, shot.pieces, apart.scores)
    doubtful = is_doubtful(shot.pieces, apart.scores)
    return Unlike(left, find_set_out(free), find_absent(pieces), ways, doubtful)


def find_left(scores: Mapping[str, float], *, short: bool) -> tuple[str, ...]:
    """Return the places labelled empty that hold a piece, unlike all others; few, or none.

    ``short``: a piece is known to be missing from the label.
    """
    if len(scores) < TUNING.told_min:
        return ()
    single = find_few(scores, TUNING.short_nats, 1) if short else ()
    return single or find_few(scores, TUNING.left_nats)


def find_odd(shot: Shot, apart: Apart) -> set[str]:
    """Return the place labelled empty that looks quite unlike its lookalikes, as no other does.

    What is no piece, such as a coin, is told by that alone.
    """
    free = {at: levels for at, levels in apart.levels.items() if at not in shot.pieces}
    if len(free) < TUNING.told_min:
        return set()
    *_, second, most = sorted(free, key=free.__getitem__)
    least = max(TUNING.odd_levels, TUNING.odd_ratio * free[second])
    return {most} if free[most] >= least else set()


def find_set_out(scores: Mapping[str, float]) -> tuple[str, ...]:
    """Return the places labelled empty that hold pieces, if so many that they were set out."""
    found = sorted(at for at, score in scores.items() if score >= TUNING.stands_nats)
    vague = sum(TUNING.bare_nats < score < TUNING.stands_nats for score in scores.values())
    enough = len(found) >= max(TUNING.set_out_min, vague / TUNING.vague_ratio)
    return tuple(found) if enough else ()


def find_absent(scores: Mapping[str, float]) -> tuple[str, ...]:
    """Return the places of labelled pieces that are bare, if most are."""
    bare = sorted(at for at, score in scores.items() if score < TUNING.bare_nats)
    enough = len(bare) >= max(TUNING.absent_min, TUNING.absent_share * len(scores))
    return tuple(bare) if enough else ()


class Apart(NamedTuple):
    """Log odds of a piece on each place, beside its lookalikes, and the places that have any.

    Elsewhere the network judges by the picture alone, which is right of most places and not of any.
    ``levels`` is by how much a place differs from its lookalikes, in 8-bit Lab.
    """

    scores: Mapping[str, float]
    told: Collection[str]
    levels: Mapping[str, float]


def score_apart(board: Board, shot: Shot, occluded: Collection[str]) -> Apart:
    """Return how each place that can be seen looks beside its lookalikes, never beside itself."""
    scale = choose_scale(board.size_mm)
    flat = rectify(shot.picture, shot.pose, board.size_mm, scale)
    inside, seen = flat[..., 0] >= 0, flat.clip(0, 255).astype(np.uint8)
    covered = {at: _any_piece(board, at) for at in {*occluded, *shot.pieces}} | {**shot.pieces}
    free = board.by_name.keys() - covered.keys()
    wanted = set(shot.pieces) - {*occluded}
    scores, told, levels = dict[str, float](), set[str](), dict[str, float]()
    lab = _soften(seen)
    for part in _parts(board, free) or [[]]:
        pieces = {**covered, **{at: _any_piece(board, at) for at in part}}
        hidden = find_hidden(board, shot.pose, pieces, card=shot.card, px_per_mm=scale)
        guessed = fill_from_lookalikes(board, seen, inside & ~hidden, inside & hidden)
        views = lay_taught_views(board, (TaughtPicture(guessed),), shot.pose)
        wanted = wanted.union(part)
        scores |= score_windows(board, views, shot.picture, wanted)
        # Lookalikes do not tell how a place looks bare on a map, say: there no place has any.
        known = {at: _cut(guessed.bare, board.by_name[at], scale, 0.5) > 0 for at in wanted}
        now = {at for at in wanted if known[at].mean() >= TUNING.guessed_share}
        apart = np.linalg.norm(_soften(guessed.flat) - lab, axis=2)
        for at in now:  # half of its middle differs by so much, or more
            middle = _cut(apart, board.by_name[at], scale, TUNING.odd_share, TUNING.odd_mm)
            levels[at] = float(np.median(middle))
        told |= now
        wanted = set()
    return Apart(scores, told, levels)


def _soften(flat: Picture) -> NDArray[np.float32]:
    """Return a board without its grain, in 8-bit Lab; brightness depends most on the light."""
    lab = cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(lab, (0, 0), 1.5) * np.array((0.7, 1.0, 1.0)), np.float32)


def _cut(
    flat: NDArray[Any], place: BoardPlace, scale: float, share: float, most_mm: float = math.inf
) -> NDArray[Any]:
    """Return the middle of a place, of this share of its radius, from a board seen from above."""
    reach = max(1, round(min(place.radius_mm * share, most_mm) * scale))
    x, y = (round(value * scale) for value in (place.x_mm, place.y_mm))
    return flat[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]


def _parts(board: Board, free: Collection[str]) -> list[list[str]]:
    """Return the places in parts, each with a share of every kind and colour."""
    alike = sorted(
        (place.kind, place.colour or "", number, place.name)
        for number, place in enumerate(board.places)
        if place.name in free
    )
    names = [name for *_, name in alike]
    return [part for n in range(TUNING.parts) if (part := names[n :: TUNING.parts])]


def _any_piece(board: Board, place: str) -> str:
    """Return a piece that can stand at a place: what it hides is wanted, not its colour."""
    kinds = board.kinds_at(board.by_name[place])
    tallest = max(kinds.values(), key=lambda kind: kind.height_mm)
    return next(iter(tallest.colours))
