"""Pieces that slide from where the last page had them to where they are now. Pure."""

from __future__ import annotations

import functools
import itertools
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from hardware.board import Board, BoardPlace
from tablet_companion.games.core import HIDDEN, Piece, Place

Point = tuple[float, float]

SLIDE_S: Final = 0.6
"""The duration of a move on the page: slow enough to follow, fast enough not to wait for."""
_TRACK_PLACES: Final = 8
"""A row of at least this many numbered places is a track, which pieces follow."""
_FARTHEST: Final = 16
"""The most spaces that a card moves a piece; one that went farther did not follow the track."""


@dataclass(frozen=True, slots=True)
class Slide:
    """One piece on its way to a place; ``path_mm`` has a point for every place it passes."""

    piece: Piece
    target: Place
    path_mm: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Motion:
    """Pieces on their way, and how far they are: 0 where they come from, 1 where they go.

    With ``passes`` the turn passes to another player meanwhile.
    """

    slides: tuple[Slide, ...]
    done: float = 0.0
    passes: bool = False

    @property
    def targets(self) -> frozenset[Place]:
        """Return the places whose pieces have not arrived yet."""
        return frozenset(slide.target for slide in self.slides)


def find_slides(
    board: Board, before: Mapping[Place, Piece], after: Mapping[Place, Piece]
) -> tuple[Slide, ...]:
    """Return the ways of pieces that stand elsewhere than before, as far as they can be inferred.

    A piece that is seen to leave one place and to stand on another has gone there, also if it was
    turned over on the way. Pieces that look the same and change places are not told apart.
    """
    left = [(place, piece) for place, piece in before.items() if after.get(place) != piece]
    came = [(place, piece) for place, piece in after.items() if before.get(place) != piece]
    pairs: list[tuple[Place, Piece, Place]] = []
    for alike in (True, False):
        for target, piece in tuple(came):
            sources = [one for one in left if _may_be(one[1], piece, alike=alike)]
            if not sources:
                continue
            nearest = min(sources, key=lambda one: _distance(board, one[0], target))
            pairs.append((nearest[0], nearest[1], target))
            left.remove(nearest)
            came.remove((target, piece))
    return tuple(
        Slide(piece, target, _path(board, source, target)) for source, piece, target in pairs
    )


def _may_be(one: Piece, other: Piece, *, alike: bool) -> bool:
    """Whether a piece that left may be one that came: the same, or the same turned over."""
    return one == other if alike else (one == HIDDEN) != (other == HIDDEN)


def _distance(board: Board, one: Place, other: Place) -> float:
    here, there = board.by_name[one], board.by_name[other]
    return math.hypot(here.x_mm - there.x_mm, here.y_mm - there.y_mm)


def _path(board: Board, source: Place, target: Place) -> tuple[Point, ...]:
    """Return the places that a piece passes, along the track if both are on it."""
    names = _along_track(board.places, source, target) or (source, target)
    return tuple((board.by_name[name].x_mm, board.by_name[name].y_mm) for name in names)


@functools.lru_cache(maxsize=64)
def _along_track(places: tuple[BoardPlace, ...], source: str, target: str) -> tuple[str, ...]:
    """Return the names of the places from one to another on a closed track, the shorter way.

    A track is a row of places with one name and numbers from 0, as ``T0`` to ``T63``.
    """
    start, end = (re.fullmatch(r"(.*?)(\d+)", name) for name in (source, target))
    if start is None or end is None or start[1] != end[1]:
        return ()
    track = {one.name for one in places if re.fullmatch(re.escape(start[1]) + r"\d+", one.name)}
    count = len(track)
    if count < _TRACK_PLACES or f"{start[1]}0" not in track:
        return ()
    forwards = (int(end[2]) - int(start[2])) % count
    steps = forwards if forwards <= count - forwards else forwards - count
    if abs(steps) > _FARTHEST:
        return ()
    way = range(0, steps + (1 if steps > 0 else -1), 1 if steps > 0 else -1)
    return tuple(f"{start[1]}{(int(start[2]) + step) % count}" for step in way)


def trail_at(slide: Slide, done: float) -> tuple[Point, ...]:
    """Return the path of a piece so far, in millimetres; it starts and stops gently."""
    return _walk(slide.path_mm, ease(done))


def ease(done: float) -> float:
    """Return a share of a time as a share of a way that begins and ends gently."""
    done = min(1.0, max(0.0, done))
    return done * done * (3 - 2 * done)


def _walk(path: tuple[Point, ...], share: float) -> tuple[Point, ...]:
    """Return the first part of a path, this share of its length."""
    lengths = [math.dist(one, other) for one, other in itertools.pairwise(path)]
    return tuple(_points(path, lengths, share * sum(lengths)))


def _points(path: tuple[Point, ...], lengths: list[float], left_mm: float) -> Iterator[Point]:
    yield path[0]
    for (one, other), length in zip(itertools.pairwise(path), lengths, strict=True):
        if left_mm < length:
            part = left_mm / length
            yield one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])
            return
        yield other
        left_mm -= length
