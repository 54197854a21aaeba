"""How pieces look once the light is taken out: learnt from labelled pictures, else nominal."""

from __future__ import annotations

import msgspec
import numpy as np

from calibration.light import Map
from hardware.board import PieceKind

Bgr = tuple[float, float, float]


class Appearance(msgspec.Struct, frozen=True):
    """The colour of every kind of top and of the pieces' sides, in the reference's light (BGR).

    ``learnt`` counts the pieces each colour was learnt from; 0 means the board file's nominal one.
    """

    tops: dict[str, Bgr]
    body: Bgr
    learnt: dict[str, int]


def nominal(kind: PieceKind) -> Appearance:
    """Return what a board file says of its pieces."""
    tops = {colour: _bgr(kind.rgb(colour)) for colour in kind.colours}
    body = _bgr(kind.rgb("hidden")) if kind.hidden else (60.0, 60.0, 60.0)
    # Lacquer is never seen as dark as it is: the sky is in it.
    dark = tuple(value + 35.0 for value in body) if kind.hidden else body
    return Appearance(tops, (dark[0], dark[1], dark[2]), dict.fromkeys([*tops, "body"], 0))


def learn_appearance(kind: PieceKind, tops: dict[str, list[Map]], sides: list[Map]) -> Appearance:
    """Learn from the colours seen (light taken out): medians of single tops, samples of sides."""
    start = nominal(kind)
    learnt_tops = dict(start.tops)
    counts = dict(start.learnt)
    for colour, seen in tops.items():
        if seen:
            learnt_tops[colour] = _triple(np.median(np.array(seen), axis=0))
            counts[colour] = len(seen)
    body = start.body
    if sides:
        body = _triple(np.concatenate(sides).mean(axis=0))
        counts["body"] = len(sides)
    return Appearance(learnt_tops, body, counts)


def _bgr(rgb: tuple[int, int, int]) -> Bgr:
    return float(rgb[2]), float(rgb[1]), float(rgb[0])


def _triple(values: Map) -> Bgr:
    blue, green, red = (round(float(value), 1) for value in values)
    return blue, green, red
