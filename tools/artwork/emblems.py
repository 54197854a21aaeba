"""The emblems of specialists, which can be told apart by their shape alone.

Pure data: SVG path data in the square −10 ≤ x, y ≤ 10, to be filled by the even-odd rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tools.artwork.pathdata import box


def ring(x: float, y: float, radius: float) -> str:
    """Return path data of a whole circle."""
    turn = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{x - radius:g} {y:g}{turn} {2 * radius:g} 0{turn} {-2 * radius:g} 0Z"


def _dagger() -> str:
    """A dagger, its point down, with a fuller in the blade."""
    blade = "M-2.4 -2.4H2.4V5L0 10L-2.4 5ZM-0.4 -1H0.4V5H-0.4Z"
    return blade + "M-6.4 -4.6H6.4V-2.8H-6.4Z" + box(-1.2, -8, 2.4, 3.1) + ring(0, -8.9, 1.1)


def _mask() -> str:
    """A mask that leaves two slits for the eyes."""
    band = "M-10 -4.6C-6 -6.6 -2.6 -4.6 0 -4.2C2.6 -4.6 6 -6.6 10 -4.6"
    band += "C10.2 1.6 7.6 5.4 4.4 5.4C2 5.4 1.4 2.6 0 2.6"
    band += "S-2 5.4 -4.4 5.4C-7.6 5.4 -10.2 1.6 -10 -4.6Z"
    eye = "M{0}7.2 -0.6C{0}6 -2.6 {0}3.4 -2.4 {0}2.2 0C{0}3.4 2 {0}6 1.8 {0}7.2 -0.6Z"
    return band + eye.format("-") + eye.format("")


def _chevrons() -> str:
    """A star above two chevrons."""
    star = "M0 -10L1.35 -6.6L5 -6.3L2.2 -3.9L3.1 -0.4L0 -2.3"
    star += "L-3.1 -0.4L-2.2 -3.9L-5 -6.3L-1.35 -6.6Z"
    chevron = "M-8 {low}L0 {high}L8 {low}V{end}L0 {mid}L-8 {end}Z"
    rows = (chevron.format(low=y + 3.2, high=y, end=y + 6, mid=y + 2.8) for y in (0.4, 4.0))
    return star + "".join(rows)


def _envelope() -> str:
    """A letter, its flap down."""
    sheet = "M-9.4 -6.4H9.4V6.4H-9.4Z"
    flap = "M-7.4 -5L0 1L7.4 -5Z"
    folds = "M-8 -3.2V4.2L-3.4 0.6ZM8 -3.2V4.2L3.4 0.6ZM-7 5H7L2.2 1.4L0 3L-2.2 1.4Z"
    return sheet + flap + folds


def _screen() -> str:
    """A screen on its stand that waits for a command."""
    frame = "M-9.4 -8.4H9.4V5H-9.4ZM-7.6 -6.6V3.2H7.6V-6.6Z"
    waits = "M-5.6 -4.9L-1.6 -1.7L-5.6 1.5V-0.7L-4.2 -1.7L-5.6 -2.7Z" + box(0, 0.1, 4.6, 1.4)
    return frame + waits + "M-1.6 5H1.6L2.2 7.4H5V9H-5V7.4H-2.2Z"


def _mole() -> str:
    """A mole that looks out of its hill, with its paws on the edge."""
    head = "M-5.4 3.4C-6 -4 -4 -8.8 0 -8.8S6 -4 5.4 3.4Z"
    face = ring(-2.2, -3.6, 0.8) + ring(2.2, -3.6, 0.8) + "M-1.9 -0.8A1.9 1.4 0 0 0 1.9 -0.8Z"
    paw = "M{0}6.2 3.4C{0}9.4 3.6 {0}9.8 0.4 {0}8.6 -0.6L{0}7.8 0.8L{0}7.2 -0.8L{0}6.4 0.8Z"
    return head + face + paw.format("-") + paw.format("") + "M-10 8.4C-7 3.8 7 3.8 10 8.4Z"


def _throwing_star() -> str:
    """A throwing star of four blades."""
    return "M0 -10L2.6 -2.6L10 0L2.6 2.6L0 10L-2.6 2.6L-10 0L-2.6 -2.6Z" + ring(0, 0, 1.5)


def _sights() -> str:
    """Cross hairs: a ring, hairs outside of it and within, a dot."""
    hairs = (box(-0.6, at, 1.2, 2.6) + box(at, -0.6, 2.6, 1.2) for at in (-10, -5.4, 2.8, 7.4))
    return ring(0, 0, 7.4) + ring(0, 0, 5.9) + "".join(hairs) + ring(0, 0, 1.2)


EMBLEMS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "assassin": _dagger(),
        "burglar": _mask(),
        "commando": _chevrons(),
        "courier": _envelope(),
        "hacker": _screen(),
        "mole": _mole(),
        "ninja": _throwing_star(),
        "sniper": _sights(),
    }
)
"""Dagger, mask, star and chevrons, letter, screen, mole, throwing star, cross hairs."""

SPY: Final = (
    "M-12 -3.4C-8 -5.4 8 -5.4 12 -3.4C9 -0.4 -9 -0.4 -12 -3.4Z"
    "M-7 -5C-6.6 -10 -5.4 -13 -2.8 -13C-1.4 -13 -0.8 -12 0 -12S1.4 -13 2.8 -13"
    "C5.4 -13 6.6 -10 7 -5C4 -6 -4 -6 -7 -5Z"
    "M-5.6 0.4H-0.8V2.2C-0.8 4.4 -5.2 4.4 -5.6 1.8Z"
    "M5.6 0.4H0.8V2.2C0.8 4.4 5.2 4.4 5.6 1.8Z"
    "M-13.4 13.2C-12.6 9.6 -9 8 -6 7L-5.4 3.8L0 10.4L5.4 3.8L6 7C9 8 12.6 9.6 13.4 13.2"
    "A18.8 18.8 0 0 1 -13.4 13.2Z"
)
"""Somebody in a hat, collar up: within 19 about the middle."""
