"""A symbol for every colour, for people who cannot tell the colours apart.

Pure data, so that prints and screens draw the same: SVG path data in the square 0 ≤ x, y ≤ 1 (y
down), with absolute ``M``, ``L``, ``C`` and ``Z`` only, filled.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

SYMBOLS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "red": "M0.5 0.02L0.9 0.5L0.5 0.98L0.1 0.5Z",
        "blue": (
            "M0.5 0.06C0.743 0.06 0.94 0.257 0.94 0.5C0.94 0.743 0.743 0.94 0.5 0.94"
            "C0.257 0.94 0.06 0.743 0.06 0.5C0.06 0.257 0.257 0.06 0.5 0.06Z"
        ),
        "green": "M0.5 0.07L0.98 0.89L0.02 0.89Z",
        "yellow": (
            "M0.5 0L0.622 0.361L0.981 0.345L0.698 0.564L0.794 0.905L0.5 0.7"
            "L0.206 0.905L0.302 0.564L0.019 0.345L0.378 0.361Z"
        ),
        "black": "M0.12 0.12L0.88 0.12L0.88 0.88L0.12 0.88Z",
        "white": (
            "M0.34 0.04L0.66 0.04L0.66 0.34L0.96 0.34L0.96 0.66L0.66 0.66"
            "L0.66 0.96L0.34 0.96L0.34 0.66L0.04 0.66L0.04 0.34L0.34 0.34Z"
        ),
        "orange": (
            "M0.8 0.04C0.42 0 0.14 0.24 0.14 0.5C0.14 0.76 0.42 1 0.8 0.96"
            "C0.54 0.86 0.44 0.68 0.44 0.5C0.44 0.32 0.54 0.14 0.8 0.04Z"
        ),
        "pink": (
            "M0.5 0.95C0.1 0.62 0.01 0.42 0.05 0.26C0.12 0.02 0.42 0.04 0.5 0.28"
            "C0.58 0.04 0.88 0.02 0.95 0.26C0.99 0.42 0.9 0.62 0.5 0.95Z"
        ),
    }
)
"""Diamond, disc, triangle, star, square, cross, crescent, heart."""

OTHER: Final = "M0.08 0.06L0.92 0.06L0.6 0.5L0.92 0.94L0.08 0.94L0.4 0.5Z"
"""An hourglass, for colours without a symbol of their own."""


def symbol(colour: str) -> str:
    """Return the path data of a colour's symbol."""
    return SYMBOLS.get(colour, OTHER)
