"""The colours of pieces without the light: learnt from labelled pictures, otherwise nominal."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final

import msgspec
import numpy as np

from calibration.surfaces.light import Map
from hardware.board import Board, PieceKind, Rgb

Bgr = tuple[float, float, float]

BODY: Final = "body"
"""The name of all sides without a colour of their own, such as dark lacquer."""
_UNSTATED_SIDE: Final[Bgr] = (60.0, 60.0, 60.0)
"""A dark grey, for sides of which the board file says nothing; chosen by hand."""
_GLOSS: Final = 0.03
"""Share of the light that a piece mirrors whatever its colour: 4 % (Fresnel, at a refractive index
of 1.5) of a ceiling that is three quarters as bright as white paper. Nothing is seen darker."""
_PAPER_PERCENTILE: Final = 70
"""A face's symbol is darker than its paper, and leaves more than this share of it free."""


class Appearance(msgspec.Struct, frozen=True):
    """The colour of every piece's top and of the pieces' sides, in the reference's light (BGR).

    ``body`` is the side of all pieces except those in ``sides``; ``faces`` is the paper in the
    middle of a printed face, ``tops`` the ring round it. ``learnt`` counts the pieces from which
    each colour was learnt; 0 means the board file's nominal one.
    """

    tops: dict[str, Bgr]
    body: Bgr
    learnt: dict[str, int]
    sides: dict[str, Bgr] = {}
    faces: dict[str, Bgr] = {}


@dataclass(frozen=True, slots=True)
class Samples:
    """Colours of labelled pieces without the light, by piece colour.

    ``tops`` and ``faces`` hold a median of each piece; ``sides`` the samples (n × 3) of each, under
    BODY if the side does not have the piece's own colour.
    """

    tops: dict[str, list[Map]] = field(default_factory=lambda: defaultdict(list))
    faces: dict[str, list[Map]] = field(default_factory=lambda: defaultdict(list))
    sides: dict[str, list[Map]] = field(default_factory=lambda: defaultdict(list))

    def add(self, colour: str, kind: PieceKind, parts: tuple[Map, Map, Map]) -> None:
        """Take the colours on the top, the side and the face of a piece (n × 3 each)."""
        top, side, face = parts
        if len(top):
            self.tops[colour].append(np.median(top, axis=0))
        if len(side):
            self.sides[colour if kind.coloured_all_over else BODY].append(side)
        if len(face):
            self.faces[colour].append(np.percentile(face, _PAPER_PERCENTILE, axis=0))


def take_nominal(board: Board) -> Appearance:
    """Return the nominal appearance from a board file."""
    tops, sides, faces = {}, {}, {}
    for kind in board.pieces.values():
        for colour in kind.colours:
            tops[colour] = _bgr(kind, colour)
            if kind.coloured_all_over:
                sides[colour] = tops[colour]
            if kind.face is not None:
                faces[colour] = _bgr(kind, "face")
    return Appearance(tops, _body(board), dict.fromkeys([*tops, BODY], 0), sides, faces)


def learn_appearance(board: Board, samples: Samples) -> Appearance:
    """Learn from samples: the median of single tops and faces, the mean of sides."""
    start = take_nominal(board)
    counts = dict(start.learnt) | {colour: len(seen) for colour, seen in samples.tops.items()}
    sides = {
        colour: _triple(np.concatenate(seen).mean(axis=0)) for colour, seen in samples.sides.items()
    }
    counts[BODY] = len(samples.sides.get(BODY, ()))
    return Appearance(
        start.tops | {colour: _median(seen) for colour, seen in samples.tops.items()},
        sides.pop(BODY, start.body),
        counts,
        start.sides | sides,
        start.faces | {colour: _median(seen) for colour, seen in samples.faces.items()},
    )


def _body(board: Board) -> Bgr:
    lacquered = next((kind for kind in board.pieces.values() if kind.hidden), None)
    if lacquered is None:
        return _UNSTATED_SIDE
    return _bgr(lacquered, "hidden")


def _bgr(kind: PieceKind, colour: str) -> Bgr:
    return add_gloss(kind.rgb(colour))


def add_gloss(rgb: Rgb) -> Bgr:
    """Return how a board file's colour (sRGB) is seen on a piece, which mirrors a plain room."""
    stated = np.array(rgb[::-1]) / 255
    light = np.where(stated <= 0.04045, stated / 12.92, ((stated + 0.055) / 1.055) ** 2.4)
    return _triple(255 * (1.055 * (light + _GLOSS * (1 - light)) ** (1 / 2.4) - 0.055))


def _median(seen: list[Map]) -> Bgr:
    return _triple(np.median(np.array(seen), axis=0))


def _triple(values: Map) -> Bgr:
    blue, green, red = (round(float(value), 1) for value in values)
    return blue, green, red
