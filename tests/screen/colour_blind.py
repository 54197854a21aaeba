"""How colours look to people who see no red or no green.

The matrices are those of Machado, Oliveira and Fernandes (2009) for total protanopia and
deuteranopia, on linear RGB.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.ports import Picture
from tablet_companion.screen.toolkit.drawing import Rgb

_PROTANOPIA: Final = np.array(
    [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ]
)
_DEUTERANOPIA: Final = np.array(
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ]
)


def simulate(picture: Picture, matrix: NDArray[np.float64]) -> Picture:
    """Return a picture (rows of blue, green, red) as it is seen through a matrix."""
    rgb = picture[..., ::-1] / 255
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ matrix.T, 0, 1)
    back = np.where(seen <= 0.0031308, seen * 12.92, 1.055 * seen ** (1 / 2.4) - 0.055)
    shown: Picture = np.rint(back[..., ::-1] * 255).astype(np.uint8)
    return shown


def _see(matrix: NDArray[np.float64]) -> Callable[[Rgb], Rgb]:
    @functools.cache
    def seen(colour: Rgb) -> Rgb:
        blue, green, red = simulate(np.array([[colour[::-1]]], np.uint8), matrix)[0, 0].tolist()
        return red, green, blue

    return seen


MATRICES: Final = {"no red": _PROTANOPIA, "no green": _DEUTERANOPIA}
VISIONS: Final[dict[str, Callable[[Rgb], Rgb]]] = {
    "everybody": lambda colour: colour,
    **{f"those who see {name}": _see(matrix) for name, matrix in MATRICES.items()},
}
"""How a colour looks, by who looks at it."""
