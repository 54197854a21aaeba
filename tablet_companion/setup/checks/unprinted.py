"""Whether print lies at a board's places: their rings, or the board file, may be wrong. Pure.

Read back, a board is what it was learnt as, so that the bare board of another game, learnt by the
wrong file, contradicts nothing. What is printed there lies across the file's places.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
import numpy as np

from calibration.camera.lens import Floats, Pose
from calibration.finding import symmetry
from calibration.learning.placing import PosedLesson
from hardware.board import Board, BoardPlace
from hardware.ports import Picture
from tablet_companion.setup.geometry.layouts import SINGLE_MM, Spots

_CENTRED: Final = 0.24
"""Below this the print is not the file's. Chosen on forty-five drawn boards with their own file, of
which five have less (their print can hardly be seen), and with another's, of which 32 have less. So
it is asked, and nothing refused. Held by tests/setup/test_misteach.py."""
_MIN_FREE: Final = 8
"""Free places; of fewer nothing is said."""
_ALIKE: Final = 0.4
"""Likeness that half of the places exceed, or the board's places are too different to tell of one.
This and what follows were chosen on forty drawn boards; held by tests/setup/test_unprinted.py."""
_UNLIKE: Final = 0.35
"""Likeness below which a place is like no other."""
_UNLIKE_SHARE: Final = 0.5
"""As ``_UNLIKE``, as a share of the likeness that half of the places exceed."""
_FEW_ALIKE: Final = 0.5
"""Likeness to the second likest from which a place is one of a few that are printed alike."""
_OWN: Final = 0.45
"""From here a place that is like no other has a print of its own in its middle."""
_SIZES: Final = (1.0, 1.5, 2.2, 3.2)
"""How many times as large as their rings the places are tried."""
_ASTRAY: Final = 0.2
"""Share of a place's radius by which a ring may lie beside its print: fingers lay them out."""

_BESIDE_RADII: Final = (np.arange(-4, 5) * 0.15).tolist()
"""Where the print of a ring is looked for, right and down, in radii. Corners set 3 % beside the
board's shift images of rings by a third of a radius, small ones by more."""
_LEAST_BESIDE: Final = 0.25
"""Radii from which a ring lies beside its print."""
_CLEAR: Final = 0.6
"""From here the print in a ring's middle is a ring's."""
_CLEARER: Final = 0.3
"""By this much more of a print lies in the middle of where the ring belongs."""
_MANY: Final = 0.2
"""Share of the rings that must lie beside their print: single ones are fingers' or chance."""

_FOURFOLD: Final = 0.2
"""By this much more is the print symmetrical round the places than half-way between them. This and
what follows were chosen on 105 drawn boards and ten photographs, and are held by
tests/setup/test_unprinted.py."""
_CROSSING: Final = 2.0
"""Unless there is this many times as much edge, as where the corners of squares meet."""
_PLAIN: Final = 1.3
"""Lines between places have this many times as much edge as the places' own middles."""
_CROSSED: Final = 0.3
"""By no more are lines that cross more symmetrical than a place's middle."""
_BETWEEN_ALIKE: Final = 0.25
"""Likeness that nineteen in twenty places exceed where a layout lies on print at all."""
_FALLEN_OFF: Final = 0.15
"""By more are places less alike of which some lie beside all that is printed."""
_RIM_SHARE: Final = 0.05


def ask_of_print(board: Board, placed: Sequence[PosedLesson]) -> Iterator[str]:
    """Yield a question if no picture has print in the middle of the board's places.

    Cards on a bare table have none, and without labelled corners it was the print that was found.
    """
    if board.cards or not placed or any(each.lesson.label.corners is None for each in placed):
        return
    centred, file = max((_measure(board, each), each.lesson.label.file) for each in placed)
    if centred < _CENTRED:
        yield (
            f"{file}: No print lies in the middle of the places that the board file has. Is it "
            "this board's file, and are the corners the board's?"
        )


def _measure(board: Board, placed: PosedLesson) -> float:
    """Return how clearly print lies at the places that a picture shows bare; 1 for too few."""
    label = placed.lesson.label
    hidden = {*label.pieces, *label.occluded}
    free = [place for place in board.places if place.name not in hidden]
    if len(free) < _MIN_FREE:
        return 1.0
    return symmetry.measure_print(placed.lesson.picture, placed.pose, free)


def find_off_print(board: Board, pose: Pose, picture: Picture) -> frozenset[str]:
    """Return the places that lie on nothing printed, of a board laid out over its bare picture.

    That is all of them if hardly any seems to lie on print, and none if prints differ too much.
    """
    if len(board.places) < _MIN_FREE:
        return frozenset()
    laid = [(symmetry.compare_prints(picture, pose, places), places) for places in _size(board)]
    likeness, places = max(laid, key=lambda each: float(np.median(each[0])))
    usual = float(np.median(likeness))
    if usual < _ALIKE:
        printed = any(symmetry.measure_print(picture, pose, each) >= _CENTRED for _, each in laid)
        return frozenset(() if printed else board.by_name)
    least = min(_UNLIKE, _UNLIKE_SHARE * usual)
    unlike = (likeness < least) & (symmetry.measure_prints(picture, pose, places) < _OWN)
    second = (len(places) - 2) / (len(places) - 1)
    unlike &= symmetry.compare_prints(picture, pose, places, share=second) < _FEW_ALIKE
    odd = list(itertools.compress(places, unlike))
    if not odd:
        return frozenset()
    alike = [place for place in places if place not in odd]
    moved = [place for each in _shift(odd) for place in each]
    likest = symmetry.compare_prints(picture, pose, moved, alike).reshape(-1, len(odd)).max(axis=0)
    return frozenset(place.name for place in itertools.compress(odd, likest < least))


def find_beside_print(board: Board, pose: Pose, picture: Picture) -> frozenset[str]:
    """Return the places that lie beside their print in the bare picture; none unless many do."""
    here = dict(
        zip(board.places, symmetry.measure_prints(picture, pose, board.places), strict=True)
    )
    doubtful = [place for place, centred in here.items() if centred < _CLEAR]
    least = max(_MIN_FREE // 2, _MANY * len(here))
    if len(doubtful) < least:
        return frozenset()
    there = np.vstack([_look_beside(picture, pose, doubtful, x) for x in _BESIDE_RADII])
    off = np.hypot(*np.transpose(tuple(itertools.product(_BESIDE_RADII, repeat=2))))
    best = there.max(axis=0)
    far = off[there.argmax(axis=0)] >= _LEAST_BESIDE
    clearer = best >= np.maximum(_CLEAR, [here[place] + _CLEARER for place in doubtful])
    found = [place.name for place in itertools.compress(doubtful, far & clearer)]
    return frozenset(found if len(found) >= least else ())


def find_between_print(
    board: Board, pose: Pose, picture: Picture, others: Sequence[Spots]
) -> frozenset[str]:
    """Return all places if they lie half-way between those of one of the ``others``, else none."""
    radius = (board.spacing_mm if len(board.places) > 1 else SINGLE_MM) / 2
    here = [msgspec.structs.replace(place, radius_mm=radius) for place in board.places]
    laid = [here, *([_put(place, *spots[place.name]) for place in here] for spots in others)]
    flat = [place for each in laid for place in each]
    alike, edges = (
        np.median(measured.reshape(len(laid), -1), axis=1).tolist()
        for measured in (
            symmetry.measure_prints(picture, pose, flat, best=4),
            symmetry.measure_middles(picture, pose, flat),
        )
    )
    likely = [
        each
        for each, fourfold, edge in zip(laid, alike, edges, strict=True)
        if (fourfold >= alike[0] + _FOURFOLD and edge < _CROSSING * edges[0])
        or (fourfold >= alike[0] - _CROSSED and _PLAIN * edge < edges[0])
    ]
    least = max(_BETWEEN_ALIKE, _compare_rim(picture, pose, here) - _FALLEN_OFF)
    found = any(_compare_rim(picture, pose, each) >= least for each in likely)
    return frozenset(board.by_name if found else ())


def _compare_rim(picture: Picture, pose: Pose, places: Sequence[BoardPlace]) -> float:
    """Return how alike the places are that are least so, as some of a wrong layout's rim are."""
    return float(np.quantile(symmetry.compare_prints(picture, pose, places, share=0.5), _RIM_SHARE))


def _put(place: BoardPlace, x_mm: float, y_mm: float) -> BoardPlace:
    return msgspec.structs.replace(place, x_mm=x_mm, y_mm=y_mm)


def _look_beside(picture: Picture, pose: Pose, places: Sequence[BoardPlace], x: float) -> Floats:
    """Return how clear the print is so far right of the places, and up or down: shifts × places."""
    moved = [place for y in _BESIDE_RADII for place in _move(places, x, y)]
    return symmetry.measure_prints(picture, pose, moved).reshape(len(_BESIDE_RADII), -1)


def _size(board: Board) -> Iterator[Sequence[BoardPlace]]:
    """Yield the places as large as their rings, and larger: print may lie outside small rings."""
    for factor in _SIZES:
        yield [
            msgspec.structs.replace(place, radius_mm=factor * place.radius_mm)
            for place in board.places
        ]


def _shift(places: Sequence[BoardPlace]) -> Iterator[list[BoardPlace]]:
    """Yield the places as they would be if all rings lay a little to one side."""
    for x, y in itertools.product((-_ASTRAY, 0.0, _ASTRAY), repeat=2):
        yield _move(places, x, y)


def _move(places: Sequence[BoardPlace], x: float, y: float) -> list[BoardPlace]:
    """Return the places moved to the right and down, by shares of their radii."""
    return [
        _put(place, place.x_mm + x * place.radius_mm, place.y_mm + y * place.radius_mm)
        for place in places
    ]
