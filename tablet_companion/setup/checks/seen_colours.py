"""The colours of pieces and of print in pictures of the set-up."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Pose
from calibration.camera.sampling import flatten
from hardware.board import Board, BoardPlace
from hardware.ports import Picture
from tablet_companion.setup.checks.exchanged import find_other_order

_MAX_COLOURS: Final = 6
"""Every order of the colours is tried: 720 of six, 5040 of seven."""
_MIXED: Final = 0.4
"""Colours are mixed up if another order explains them with at most this share of the error: 0.12
on three drawn makes in two lights, while nothing explained the right order better. Held by
tests/setup/test_showing.py."""
_TOP: Final = 0.6
"""Share of what changed most on a place that is less colourful than a pawn's cap."""
_START: Final = 0.5
"""Spaces are starts if they differ from the finishes by at most this share of what the next ones
do: 0.03 on three drawn makes, 1.0 where starts are printed like other spaces. Held by
tests/setup/test_teaching.py."""
_LEANS_MM: Final = 4.0
"""The top of a pawn near the board's edge is seen this far outside its place, or more."""
GREY: Final = 128.0
"""What stands for no colour in the second and third number of 8-bit Lab."""

Lab = NDArray[np.float64]
Part = tuple[slice, slice]
"""Rows and columns of a board that is seen from straight above, one pixel a millimetre."""


def find_mixed(
    board: Board, pose: Pose, pictures: tuple[Picture, Picture], pieces: Mapping[str, str]
) -> Set[str]:
    """Return the places whose pieces have the colours of others, in a picture of pieces.

    Colours are compared with each other, as those of a make may differ from the nominal ones, and
    a lamp tints them all. The first of ``pictures`` is of the empty board.
    """
    names = sorted(set(pieces.values()))
    if not 2 <= len(names) <= _MAX_COLOURS:
        return set()
    empty, start = (
        cv2.cvtColor(flatten(each, pose, board.size_mm, 1.0), cv2.COLOR_BGR2LAB).astype(np.float64)
        for each in pictures
    )
    tops = {place: _measure_top(board.by_name[place], empty, start) for place in pieces}
    seen = [np.median([tops[at] for at, one in pieces.items() if one == name], 0) for name in names]
    stated = [_nominal(board, name) for name in names]
    errors = np.linalg.norm(_scale(seen)[:, None] - _scale(stated)[None], axis=2) ** 2
    mixed = {names[row] for row in find_other_order(errors, _MIXED)}
    return {place for place, name in pieces.items() if name in mixed}


def read_sides(
    board: Board, spots: Mapping[str, tuple[float, float]], lab: Lab
) -> Iterator[tuple[int, ...]]:
    """Yield, by the print of finishes and of nests, on which side each of four colours sits.

    Sides are numbered the way round in which ``spots`` (mm) are laid out; nothing if another order
    or way explains the print nearly as well.
    """
    wanted = _scale([_nominal(board, name) for name in board.colours])
    for kind in ("finish", "nest"):
        at = [(p.colour, spots[p.name]) for p in board.places if p.kind == kind]
        seen = [_look_up(lab, [xy for c, xy in at if c == one]) for one in board.colours]
        apart = _scale([np.median(each, axis=0) for each in seen])[:, None] - wanted
        errors = (apart**2).sum(axis=2)
        costs = {way: errors[list(way), range(4)].sum() for way in itertools.permutations(range(4))}
        round_about = (way for way in costs if find_direction(way))
        best, second = sorted(round_about, key=costs.__getitem__)[:2]
        least = min(costs, key=costs.__getitem__)
        if costs[least] <= _MIXED * costs[best]:
            yield least
        elif costs[best] <= _MIXED * costs[second]:
            yield best


def read_start(board: Board, spots: Mapping[str, tuple[float, float]], lab: Lab) -> int:
    """Return how many spaces past ``spots`` (mm) the starts are printed; 0 if unsure."""
    quarter = 64 // len(board.colours)
    track = _look_up(lab, [spots[f"T{number}"] for number in range(64)])
    finishes = [
        np.median(_look_up(lab, [spots[p.name] for p in board.places
                                 if p.kind == "finish" and p.colour == colour]), axis=0)
        for colour in board.colours
    ]  # fmt: skip
    sides = track.reshape(len(board.colours), quarter, 3) - np.array(finishes)[:, None]
    apart = np.linalg.norm(sides * (0.5, 1.0, 1.0), axis=2).mean(axis=0)
    best, second = np.argsort(apart)[:2].tolist()
    return best if apart[best] <= _START * apart[second] else 0


def look_at_print(picture: Picture, pose: Pose, size_mm: tuple[float, float]) -> Lab:
    """Return a board from straight above in 8-bit Lab, one pixel a millimetre, without specks."""
    flat = cv2.medianBlur(flatten(picture, pose, size_mm, 1.0), 5)
    return cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).astype(np.float64)


def _look_up(lab: Lab, spots: Sequence[tuple[float, float]]) -> Lab:
    """Return the colours at some spots, in mm."""
    return np.array([lab[int(y), int(x)] for x, y in spots])


def find_direction(sides: Sequence[int]) -> int:
    """Return 1 if colours follow each other from side to side, -1 backwards, 0 in no such order."""
    steps = {(after - side) % 4 for side, after in itertools.pairwise(sides)}
    return {1: 1, 3: -1}.get(steps.pop(), 0) if len(steps) == 1 else 0


def _nominal(board: Board, name: str) -> Lab:
    """Return the colour of a piece as the board file has it."""
    kind = board.kind_of(name)
    assert kind is not None, "pieces of the starting position belong to the board"
    return read_lab(kind.colours[name])


def _measure_top(place: BoardPlace, empty: Lab, start: Lab) -> Lab:
    """Return the colour of what came onto a place: bodies of pawns may be black for all."""
    part = cut(place, place.radius_mm + _LEANS_MM)
    now = start[part].reshape(-1, 3)
    changed = np.abs(now - empty[part].reshape(-1, 3)).max(axis=1)
    body = now[changed >= np.median(changed)]
    chroma = np.hypot(*(body[:, 1:] - GREY).T)
    return np.asarray(np.median(body[chroma >= np.quantile(chroma, _TOP)], axis=0))


def cut(place: BoardPlace, reach_mm: float) -> Part:
    """Return the rows and columns of a square round a place."""
    x, y, reach = (round(value) for value in (place.x_mm, place.y_mm, reach_mm))
    return slice(max(0, y - reach), y + reach + 1), slice(max(0, x - reach), x + reach + 1)


def read_lab(colour: str) -> Lab:
    """Return a colour such as #c8202c in the space in which colours are compared."""
    rgb = np.array([[list(bytes.fromhex(colour[1:]))]], np.uint8)
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)[0, 0], np.float64)


def _scale(colours: Sequence[Lab]) -> Lab:
    """Return colours by how they lie to each other; brightness depends most on the light."""
    apart = (np.array(colours) - np.mean(colours, axis=0)) * (0.5, 1.0, 1.0)
    scaled: Lab = apart / max(1.0, float(np.sqrt((apart**2).sum(axis=1).mean())))
    return scaled
