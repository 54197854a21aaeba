"""Random colours: paints, woods, skins; sRGB from 0 to 1 unless said otherwise."""

from __future__ import annotations

import colorsys
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Colour = NDArray[Any]

NAMED = {
    "red": (0.72, 0.08, 0.1), "blue": (0.1, 0.25, 0.65), "green": (0.12, 0.5, 0.2),
    "yellow": (0.9, 0.74, 0.12), "white": (0.92, 0.9, 0.86), "black": (0.08, 0.08, 0.085),
    "orange": (0.9, 0.45, 0.1), "purple": (0.42, 0.16, 0.55), "brown": (0.34, 0.2, 0.12),
    "wood": (0.78, 0.6, 0.4), "grey": (0.5, 0.5, 0.5), "teal": (0.05, 0.4, 0.42),
    "pink": (0.9, 0.5, 0.62), "sky": (0.45, 0.7, 0.85),
}  # fmt: skip
"""Colours that pieces have, by name."""


def vary(rng: Generator, colour: Colour | tuple[float, ...], amount: float) -> Colour:
    """Return a neighbour of a colour."""
    shifted = np.array(colour) * np.exp(rng.normal(0, amount, 3) * 0.5 + rng.normal(0, amount))
    return np.asarray(np.clip(shifted, 0.02, 0.97))


def any_colour(rng: Generator) -> Colour:
    """Return any colour: greys, woods, dull and bright paints."""
    k = rng.random()
    if k < 0.2:
        grey = float(rng.choice([rng.uniform(0.03, 0.3), rng.uniform(0.6, 0.96)]))
        return vary(rng, (grey, grey, grey), 0.04)
    if k < 0.45:
        return vary(rng, (0.74, 0.56, 0.37), 0.25)
    return np.array(
        colorsys.hsv_to_rgb(rng.random(), rng.uniform(0.1, 0.95), rng.uniform(0.1, 0.95))
    )


def skin_colour(rng: Generator) -> Colour:
    """Return a skin colour between very pale and very dark."""
    t = rng.random()
    return vary(rng, (1 - t) * np.array([0.9, 0.72, 0.62]) + t * np.array([0.3, 0.18, 0.12]), 0.06)


def linear(colour: Colour | tuple[float, ...]) -> Colour:
    """Return linear light of an sRGB colour."""
    return np.asarray(np.power(np.array(colour), 2.2))


def hex_of(colour: Colour) -> str:
    """Return ``#rrggbb``."""
    return "#" + "".join(f"{round(float(c) * 255):02x}" for c in np.clip(colour, 0, 1))


def square_colours(rng: Generator) -> tuple[Colour, Colour]:
    """Return the two colours of a chequered board."""
    pairs = [((0.9, 0.8, 0.62), (0.5, 0.3, 0.18)), ((0.93, 0.92, 0.9), (0.08, 0.08, 0.08)),
             ((0.85, 0.72, 0.5), (0.3, 0.17, 0.1)), ((0.92, 0.9, 0.78), (0.25, 0.45, 0.28)),
             ((0.9, 0.75, 0.25), (0.25, 0.17, 0.14)), ((0.9, 0.9, 0.92), (0.3, 0.4, 0.6)),
             ((0.85, 0.2, 0.15), (0.07, 0.07, 0.07))]  # fmt: skip
    if rng.random() < 0.3:
        return any_colour(rng), any_colour(rng)
    light, dark = pairs[int(rng.integers(len(pairs)))]
    pair = vary(rng, light, 0.1), vary(rng, dark, 0.15)
    return pair if rng.random() < 0.5 else pair[::-1]
