"""Whether a labelled picture shows the board turned, or mirrored, beside another one. Pure.

A board that was lifted is easily put back turned, and its corners are then given from another one
than before; a telephone may mirror its picture. Read back, no picture contradicts its own label,
and compared place by place two bare boards hardly differ: only all of the print tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from calibration.learning.placing import PosedLesson
from calibration.surfaces.exposures import see_bare
from hardware.board import Board
from tablet_companion.setup.checks.seen_colours import look_at_print, read_sides
from tablet_companion.setup.checks.ways import WAYS, say_mend

_Map = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tuning:
    """How the print of two pictures is compared, and when one of them is turned.

    Of 245 pairs of pictures in different lights, of forty drawn boards and three real ones, the
    print of three was more alike turned, and none by more than 0.11. Turned wrongly, 177 of 230 are
    found: the print of the others is alike from all sides. Of 345 pairs of 23 boards drawn after
    this was chosen, one was, by 0.005; 1478 of 1695 wrong ones are found. Held by
    tests/setup/test_turned.py.
    """

    side_px: float = 96.0
    """Pixels along the longer side: corners missed by a millimetre or two must not matter."""
    light_px: float = 8.0
    """Pixels. Brightness and colours that change over more are light, not print."""
    known_share: float = 0.3
    """Share of the board that both have to show bare."""
    alike: float = 0.4
    """Least correlation of two pictures' print, one of them turned, for the board to lie turned."""
    better: float = 0.15
    """Least gain in that correlation over the picture as it is labelled."""


TUNING: Final = Tuning()

_COLOURED: Final = ("finish", "nest")


class Turned(NamedTuple):
    """A picture that shows the board so beside another one."""

    placed: PosedLesson
    how: str
    other: PosedLesson


class _Print(NamedTuple):
    """A board's colours without its light (rows × columns × 3), and where it is bare."""

    colours: _Map
    bare: Mask

    def turn(self, quarters: int, *, mirrored: bool) -> _Print:
        """Return it mirrored, if wanted, and then turned by quarters."""
        colours, bare = (part[:, ::-1] if mirrored else part for part in self)
        return _Print(np.rot90(colours, quarters), np.rot90(bare, quarters))


def find_turned(board: Board, placed: Sequence[PosedLesson]) -> Turned | None:
    """Return the first picture that shows the board turned beside the one with fewest pieces."""
    if len(placed) < 2:
        return None
    first, *others = sorted(placed, key=lambda each: len(each.lesson.label.pieces))
    known = _read_print(board, first)
    for each in others:
        how = _find_way(known, _read_print(board, each))
        if how is not None:
            return Turned(each, how, first)
    return None


def ask_of_sides(board: Board, placed: Sequence[PosedLesson]) -> Iterator[str]:
    """Yield a question if nests and finishes have the file's colours, only farther round.

    Learnt from such corners alone, a board contradicts nothing, and is read surely wrong.
    """
    kinds = [{place.colour for place in board.places if place.kind == kind} for kind in _COLOURED]
    if len(board.colours) != 4 or any(each != set(board.colours) for each in kinds) or not placed:
        return
    first = min(placed, key=lambda each: len(each.lesson.label.pieces))
    spots = {place.name: (place.x_mm, place.y_mm) for place in board.places}
    lab = look_at_print(first.lesson.picture, first.pose, board.size_mm)
    told = list(read_sides(board, spots, lab))
    if len(told) < len(_COLOURED):
        return
    for quarters, mirrored, how in WAYS:
        possible = quarters in (0, *board.quarter_turns)
        sides = [_turn_sides(board, (quarters, mirrored), kind) for kind in _COLOURED]
        if possible and told == sides:
            yield (
                f"{first.lesson.label.file}: The colours printed at nests and finishes lie "
                f"{how} from where the board file has them. If they are not printed so, "
                f"{say_mend([how])}."
            )


def _turn_sides(board: Board, way: tuple[int, bool], kind: str) -> tuple[int, ...]:
    """Return at which colour's nest or finish, by number, each colour's is seen on such a board."""
    quarters, mirrored = way
    middle = np.array(board.size_mm) / 2
    at = np.array([_middle(board, kind, colour) for colour in board.colours]) - middle
    turn = np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), quarters)
    turned = at * (-1 if mirrored else 1, 1) @ turn
    apart = np.linalg.norm(turned[:, None] - at[None], axis=2)
    return tuple(int(side) for side in apart.argmin(axis=1))


def _middle(board: Board, kind: str, colour: str) -> tuple[float, float]:
    area = next(p.area for p in board.places if p.kind == kind and p.colour == colour)
    return board.middle_mm(area)


def _find_way(one: _Print, other: _Print) -> str | None:
    """Return how a board's print lies beside another's, if not as labelled."""
    ways = ((other.turn(quarters, mirrored=mirrored), how) for quarters, mirrored, how in WAYS)
    alike = [(_correlate(one, way), how) for way, how in ways if way.bare.shape == one.bare.shape]
    best, how = max(alike)
    least = max(TUNING.alike, _correlate(one, other) + TUNING.better)
    return how if best >= least else None


def _read_print(board: Board, placed: PosedLesson) -> _Print:
    flat, bare = see_bare(board, placed.shot, px_per_mm=TUNING.side_px / max(board.size_mm))
    seen = cv2.cvtColor(flat.clip(0, 255).astype(np.uint8), cv2.COLOR_BGR2LAB).astype(np.float32)
    weight = bare.astype(np.float32)[..., None]
    sums = (cv2.GaussianBlur(part, (0, 0), TUNING.light_px) for part in (seen * weight, weight))
    total, known = sums
    return _Print(np.asarray(seen - total / (known[..., None] + 1e-3), np.float32), bare)


def _correlate(one: _Print, other: _Print) -> float:
    """Return the correlation of two prints where both are bare; 0 if that is too little."""
    both = one.bare & other.bare
    if both.mean() < TUNING.known_share:
        return 0.0
    a, b = one.colours[both], other.colours[both]
    return float((a * b).sum() / np.sqrt((a * a).sum() * (b * b).sum() + 1e-6))
