"""Other tables under a square: their grain, what stands on them, and boards that do not fit.

Rendered worlds have few tables each, and boards as flat and as new as on the day that they were
taught. Here a square gets another table round its board, things close to the rim, pieces taller
than they were said to be, and references that are wrong in spots. None of it is a hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablet_companion.vision.objects.survey import SIDE, TUNING
from tools.fit.strains import BOARD, INSIDE, KNOWN, OUTSIDE, Floats, X, Y, levels, relight

_THING: Final = 2
_REFERENCE: Final = 6
"""The channel of the reference's grey."""
_PIECES: Final = 8
_LEAN_MAX: Final = 9.0
"""Samples by which the top of a piece is seen beside its foot at most."""
_SHIFT: Final = 4
"""Coordinates are drawn in sixteenths of a sample."""

_SHARES: Final = {"surround": 0.6, "clutter": 0.5, "tall": 0.35, "misfit": 0.25, "worn": 0.3}
"""In which share of the squares each is changed."""
_STALE: Final = 0.3
"""Share of the squares with a reference that is wrong in spots."""


def retable(
    seen: Floats, lies: NDArray[np.uint8], rng: np.random.Generator
) -> tuple[Floats, NDArray[np.uint8]]:
    """Return a square without a hand on another table, and its mask."""
    now = lit = levels(seen)
    lies = lies.copy()
    board = np.asarray(seen[BOARD] > 0)
    beside = np.asarray(~board & (seen[INSIDE] > 0))
    if rng.random() < _SHARES["surround"] and beside.any():
        lit = np.where(beside, _surround(rng), lit)
        lies[beside[::2, ::2]] = 0
    for name, change in _CHANGES.items():
        if rng.random() < _SHARES[name]:
            lit = change(lit, board, lies, rng)
    if rng.random() < _SHARES["tall"]:
        lit = _stand_tall(lit, seen[_PIECES] > 0, rng)
    out = seen.copy()
    out[0:6] = relight(seen, now, np.clip(lit, 0, 255))
    if rng.random() < _STALE:
        _spoil_reference(out, rng)
    return out, lies


def _surround(rng: np.random.Generator) -> Floats:
    """Return a table's top in grey levels (3 × SIDE × SIDE), perhaps with its edge."""
    top = _grain(_any_colour(rng), rng)
    if rng.random() < 0.35:
        angle, off = rng.uniform(0, 2 * np.pi), rng.uniform(40, 85)
        past = (X - SIDE / 2) * np.cos(angle) + (Y - SIDE / 2) * np.sin(angle) - off
        top = _mix(top, _grain(_any_colour(rng) * rng.uniform(0.2, 1.0), rng), _ramp(past))
    shade = cv2.resize(
        rng.normal(1, rng.uniform(0.02, 0.25), (3, 3)).astype(np.float32), (SIDE, SIDE)
    )
    return np.asarray(np.clip(top * shade, 0, 255), dtype=np.float32)


def _grain(colour: NDArray[np.float64], rng: np.random.Generator) -> Floats:
    """Return a surface of a colour: grained along one way, woven, chequered or plain."""
    kind = rng.random()
    if kind < 0.55:
        angle = rng.choice([0, np.pi / 2, rng.uniform(0, np.pi)])
        across = Y * np.cos(angle) - X * np.sin(angle)
        across = across + rng.uniform(0, 3) * np.sin((X + Y) / rng.uniform(8, 40))
        pattern = np.interp(across, np.arange(-300, 300), rng.standard_normal(600))
        if rng.random() < 0.3:
            pattern -= 4 * (np.mod(across, rng.uniform(15, 60)) < 1)
    elif kind < 0.75:
        period = rng.uniform(3, 30)
        pattern = np.sign(np.sin(X * np.pi / period)) + np.sign(np.sin(Y * np.pi / period))
    else:
        pattern = cv2.resize(
            rng.standard_normal((int(rng.integers(4, 64)),) * 2).astype(np.float32), (SIDE, SIDE)
        )
    depth = rng.uniform(0, 0.15) * (1 + rng.normal(0, 0.2, 3))
    return np.asarray(
        colour[:, None, None] * (1 + depth[:, None, None] * pattern), dtype=np.float32
    )


def _any_colour(rng: np.random.Generator) -> NDArray[np.float64]:
    """Return a colour in grey levels (blue first): of wood, skin and leather mostly."""
    warm = rng.random() < 0.6
    hue = rng.uniform(2, 24) if warm else rng.uniform(0, 180)
    strong = rng.uniform(30, 190) if warm else rng.choice([rng.uniform(0, 60), rng.uniform(0, 230)])
    spot = np.array([[[hue, strong, rng.uniform(25, 255)]]]).astype(np.uint8)
    return np.asarray(cv2.cvtColor(spot, cv2.COLOR_HSV2BGR)[0, 0], dtype=np.float64)


def _clutter(
    lit: Floats, board: NDArray[np.bool_], lies: NDArray[np.uint8], rng: np.random.Generator
) -> Floats:
    """Return the square with pieces, boxes, mugs and books close to the board's rim."""
    for _ in range(int(rng.integers(1, 9))):
        man = rng.random() < 0.6
        shape = _spot_beside(board, rng, man=man)
        cast = _moved(shape, rng.uniform(-5, 5, 2))
        dark = rng.uniform(0, 0.6)
        shape = shape * (~board | (_blurred(board) < 0.55))
        lit = lit * (1 - dark * cv2.GaussianBlur(cast, (0, 0), rng.uniform(0.5, 2.5)))
        lit = _mix(lit, _solid(_any_colour(rng) if rng.random() < 0.5 else _bleak(rng), rng), shape)
        over = (shape[::2, ::2] > 0.5) & (lies != OUTSIDE)
        lies[over] = 0 if man else _THING
    return lit


def _spot_beside(board: NDArray[np.bool_], rng: np.random.Generator, *, man: bool) -> Floats:
    """Return the outline of something whose middle is beside the board, near its rim."""
    rows, columns = np.nonzero(board)
    low = np.array([columns.min(), rows.min()], float)
    high = np.array([columns.max(), rows.max()], float)
    size = rng.uniform(1.0, 3.5) if man else rng.uniform(3, 22)
    at = rng.uniform(low, high)
    axis, end = int(rng.integers(2)), int(rng.integers(2))
    out = size * rng.uniform(0.7, 1.2) + abs(rng.normal(0, 5))
    at[axis] = high[axis] + out if end else low[axis] - out
    shape = np.zeros((SIDE, SIDE), np.float32)
    if man or rng.random() < 0.4:
        _draw_line(shape, at, at + rng.normal(0, 1, 2) * size * rng.uniform(0, 2), size)
        if rng.random() < 0.5:
            _draw_line(shape, at, at, size * 1.2)
    else:
        box = cv2.boxPoints(
            (at.tolist(), (2 * size, size * rng.uniform(0.6, 3)), float(rng.uniform(0, 90)))
        )
        cv2.fillConvexPoly(
            shape, np.round(box * 16).astype(np.int32), 1.0, cv2.LINE_8, shift=_SHIFT
        )
    return np.asarray(cv2.GaussianBlur(shape, (0, 0), 0.6), dtype=np.float32)


def _stand_tall(lit: Floats, pieces: NDArray[np.bool_], rng: np.random.Generator) -> Floats:
    """Return the square with some pieces that lean farther out than was expected of them.

    Few have the colour of skin, since those could just as well be fingers.
    """
    feet = np.argwhere(pieces)[:, ::-1]
    if not len(feet):
        return lit
    away_from = SIDE / 2 + rng.normal(0, 40, 2)
    slope, wide = rng.uniform(0.03, 0.18), rng.uniform(1.0, 3.5)
    for _ in range(2):
        shape = np.zeros((SIDE, SIDE), np.float32)
        for foot in feet[rng.integers(len(feet), size=int(rng.integers(1, 8)))]:
            lean = (foot - away_from) * slope * rng.uniform(0.6, 1.4)
            lean *= min(1.0, _LEAN_MAX / (np.hypot(*lean) + 1e-6))
            _draw_line(shape, foot, foot + lean, wide * rng.uniform(0.4, 0.9))
            _draw_line(shape, foot, foot, wide)
        soft = np.asarray(cv2.GaussianBlur(shape, (0, 0), 0.6), dtype=np.float32)
        cast = cv2.GaussianBlur(_moved(soft, rng.uniform(-4, 4, 2)), (0, 0), 1.0)
        lit = lit * (1 - rng.uniform(0, 0.5) * cast)
        colour = _any_colour(rng) if rng.random() < 0.2 else _bleak(rng)
        lit = _mix(lit, _solid(colour, rng), soft)
    return lit


def _misfit(
    lit: Floats, board: NDArray[np.bool_], _lies: NDArray[np.uint8], rng: np.random.Generator
) -> Floats:
    """Return the square of a board that ends a little before its rim, or is bent at its fold."""
    rows, columns = np.nonzero(board)
    top, bottom, left, right = rows.min(), rows.max(), columns.min(), columns.max()
    lit = lit.copy()
    wide = int(rng.integers(1, 4))
    for side in rng.choice(4, int(rng.integers(1, 4)), replace=False):
        part = lit if side < 2 else lit.transpose(0, 2, 1)
        edge = int((top, bottom, left, right)[side])
        inner = slice(edge, edge + wide) if side % 2 == 0 else slice(edge - wide + 1, edge + 1)
        beyond = edge - 2 if side % 2 == 0 else edge + 2
        if 0 <= beyond < SIDE:
            part[:, inner] = part[:, beyond : beyond + 1]
    if rng.random() < 0.5:
        half = np.s_[:, : (top + bottom) // 2] if rng.random() < 0.5 else np.s_[:, :, SIDE // 2 :]
        whole = np.stack([_moved(one, rng.normal(0, 0.8, 2)) for one in lit])
        lit[half] = whole[half]
    return lit


def _worn(
    lit: Floats, board: NDArray[np.bool_], _lies: NDArray[np.uint8], rng: np.random.Generator
) -> Floats:
    """Return the square of a board that is worn, dusty and scratched everywhere."""
    fine = rng.standard_normal((SIDE, SIDE)).astype(np.float32)
    coarse = cv2.resize(
        rng.standard_normal((int(rng.integers(6, 40)),) * 2).astype(np.float32), (SIDE, SIDE)
    )
    wear = rng.uniform(0, 0.12) * fine + rng.uniform(0, 0.2) * coarse
    specks = cv2.GaussianBlur((fine > rng.uniform(1.8, 3)).astype(np.float32), (0, 0), 0.6)
    pale = lit + rng.uniform(0, 120) * specks
    return np.asarray(np.where(board, pale * (1 + wear), lit), dtype=np.float32)


_CHANGES: Final[
    dict[
        str,
        Callable[[Floats, NDArray[np.bool_], NDArray[np.uint8], np.random.Generator], Floats],
    ]
] = {"misfit": _misfit, "clutter": _clutter, "worn": _worn}


def _spoil_reference(seen: Floats, rng: np.random.Generator) -> None:
    """Let a reference hold leftovers of pieces, or a lamp, as if they were the bare board."""
    known = np.asarray(seen[KNOWN] > 0.5)
    feet = np.argwhere(known)[:, ::-1]
    if not len(feet):
        return
    for foot in feet[rng.integers(len(feet), size=int(rng.integers(1, 6)))]:
        shape = np.zeros((SIDE, SIDE), np.float32)
        _draw_line(shape, foot, foot + rng.normal(0, 4, 2), rng.uniform(1, 4))
        soft = cv2.GaussianBlur(shape, (0, 0), 0.6) * known
        apart = rng.normal(0, 0.7) + rng.normal(0, 0.12, 3)
        seen[3:6] += soft * apart[:, None, None] * (TUNING.ratio_steps / 128)
        seen[_REFERENCE] -= soft * apart[1] * 0.5
    np.clip(seen[3:6], -1, 127 / 128, out=seen[3:6])
    np.clip(seen[_REFERENCE], -115 / 128, 140 / 128, out=seen[_REFERENCE])


def _draw_line(
    shape: Floats, start: NDArray[np.float64], end: NDArray[np.float64], radius: float
) -> None:
    points = [
        tuple(np.round(np.asarray(at, float) * 16).astype(int).tolist()) for at in (start, end)
    ]
    cv2.circle(shape, points[1], round(radius * 16), 1.0, -1, shift=_SHIFT)
    cv2.line(shape, points[0], points[1], 1.0, max(1, round(2 * radius)), shift=_SHIFT)


def _solid(colour: NDArray[np.float64], rng: np.random.Generator) -> Floats:
    """Return a colour with a light side and a dark one."""
    angle, strong = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.08)
    slope = 1 + strong * np.sin(X * np.cos(angle) + Y * np.sin(angle))
    return np.asarray(colour[:, None, None] * slope, dtype=np.float32)


def _bleak(rng: np.random.Generator) -> NDArray[np.float64]:
    """Return nearly white or nearly black, in grey levels."""
    grey = rng.uniform(170, 255) if rng.random() < 0.5 else rng.uniform(5, 60)
    return np.asarray(grey * rng.uniform(0.85, 1.0, 3), dtype=np.float64)


def _mix(under: Floats, over: Floats, share: Floats) -> Floats:
    return np.asarray(under * (1 - share) + over * share, dtype=np.float32)


def _ramp(past: Floats) -> Floats:
    return np.asarray(np.clip(past + 0.5, 0, 1), dtype=np.float32)


def _blurred(part: NDArray[np.bool_]) -> Floats:
    return np.asarray(cv2.GaussianBlur(part.astype(np.float32), (0, 0), 0.8), dtype=np.float32)


def _moved(part: Floats, by: NDArray[np.float64]) -> Floats:
    way = np.array([[1, 0, by[0]], [0, 1, by[1]]])
    moved = cv2.warpAffine(part, way, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, dtype=np.float32)
