"""Hands of other pictures drawn back until only fingertips reach over the board.

Rendered hands mostly reach far over a board, for that is where pieces are; what a network
overlooks are the first centimetres. So hands are cut out of other squares and pushed outwards, the
way they came.
"""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablet_companion.vision.objects.survey import SIDE
from tools.fit.strains import BOARD, INSIDE, OUTSIDE, Floats, levels, relight

HAND: Final = 1
_BORDER_CELLS: Final = 2
"""The least number of border cells of a hand that comes from outside the square."""
_MIN_CELLS: Final = 2
MAX_CELLS: Final = 40
"""Cells of the board that a hand still covers when it is drawn back."""
_ASIDE: Final = 10
"""The most cells by which the hand is moved along the rim."""


def reach(  # noqa: PLR0913, PLR0917 - two squares with their masks
    seen: Floats,
    lies: NDArray[np.uint8],
    other: Floats,
    other_lies: NDArray[np.uint8],
    rng: np.random.Generator,
    most: int = MAX_CELLS,
) -> tuple[Floats, NDArray[np.uint8]]:
    """Return a square and its mask with the hand of another square, drawn back to ``most`` cells.

    Where that hand does not come over a border, or would not reach the board, nothing changes.
    """
    moved = _drawn_back(other_lies == HAND, seen[BOARD, ::2, ::2] > 0, rng, most)
    if moved is None:
        return seen, lies
    hand, (down, right) = moved
    inside = seen[INSIDE] > 0
    cells = hand.astype(np.float32)
    cover = cv2.resize(cells, (SIDE, SIDE), interpolation=cv2.INTER_LINEAR) * inside
    now = levels(seen)
    arm = _shift(levels(other), 2 * down, 2 * right) * _exposure(seen, other, rng)
    lit = now * _shadow(cover, rng) * (1 - cover) + arm * cover
    seen = seen.copy()
    seen[0:6] = relight(seen, now, lit)
    return seen, np.where(hand & (lies != OUTSIDE), np.uint8(HAND), lies)


def _drawn_back(
    hand: NDArray[np.bool_], board: NDArray[np.bool_], rng: np.random.Generator, most: int
) -> tuple[NDArray[np.bool_], tuple[int, int]] | None:
    """Return a hand pushed out over the border that it comes over, and by how many cells."""
    ways = ((-1, 0), (1, 0), (0, -1), (0, 1))
    borders = (hand[0], hand[-1], hand[:, 0], hand[:, -1])
    widest = int(np.argmax([border.sum() for border in borders]))
    if borders[widest].sum() < _BORDER_CELLS:
        return None
    (down, right), aside = ways[widest], int(rng.integers(-_ASIDE, _ASIDE + 1))
    left = np.exp(rng.uniform(np.log(_MIN_CELLS), np.log(most)))
    for by in range(len(hand)):
        way = (down * by + aside * (down == 0), right * by + aside * (right == 0))
        moved = _shift(hand, *way)
        over = int((moved & board).sum())
        if over <= left:
            return (moved, way) if over >= _MIN_CELLS else None
    return None


def _shift(part: NDArray[Any], down: int, right: int) -> NDArray[Any]:
    """Return an array shifted along its last two axes, filled up with zeros."""
    moved = np.zeros_like(part)
    rows, columns = part.shape[-2:]
    top, left = max(down, 0), max(right, 0)
    bottom, far = rows + min(down, 0), columns + min(right, 0)
    moved[..., top:bottom, left:far] = part[
        ..., top - down : bottom - down, left - right : far - right
    ]
    return moved


def _exposure(seen: Floats, other: Floats, rng: np.random.Generator) -> float:
    """Return the ratio of the exposures of two pictures."""
    board, theirs = (float(np.median(levels(each)[:, each[BOARD] > 0])) for each in (seen, other))
    return float(np.clip(board / max(theirs, 1.0), 0.6, 1.6) * rng.uniform(0.8, 1.2))


def _shadow(cover: Floats, rng: np.random.Generator) -> Floats:
    """Return the share of the light that a hand's shadow leaves beside it."""
    if rng.random() < 0.4:
        return np.ones_like(cover)
    cast = _shift(cover, *rng.integers(-4, 5, 2).tolist())
    soft = np.asarray(cv2.GaussianBlur(cast, (0, 0), rng.uniform(0.5, 3.0)), dtype=np.float32)
    return np.asarray(1 - rng.uniform(0.1, 0.6) * soft, dtype=np.float32)
