"""The colours of a board's pieces, taught or stated, in the network's colour space."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from calibration.surfaces.appearance import Appearance, Bgr, add_gloss
from hardware.board import Board, PieceKind
from tablet_companion.vision.places.network import Nats, opponent_colours
from tablet_companion.vision.places.network_input import TUNING as INPUT

Hues = Mapping[str, tuple[float, float, float]]
"""The colours of pieces by name, as returned by ``network.opponent_colours``."""


def known_colours(kind: PieceKind, hues: Hues) -> Nats:
    """Return a kind's colours (m × 3): the taught ones, the board file's where one is missing."""
    means = [hues.get(colour) or nominal(kind.rgb(colour)) for colour in kind.colours]
    return np.array(means, np.float32)


def nominal(rgb: tuple[int, int, int]) -> tuple[float, float, float]:
    """Return a board file's colour, as seen on a piece, in the network's colour space."""
    return to_hue(add_gloss(rgb))


def to_hue(colour: Bgr) -> tuple[float, float, float]:
    """Return a piece's colour, as it is seen without the light, in the network's colour space."""
    seen = opponent_colours(np.log(np.maximum(colour, 0) + INPUT.log_floor_grey))
    return float(seen[0]), float(seen[1]), float(seen[2])


def taught_hues(board: Board, hues: Hues, appearance: Appearance) -> Hues:
    """Return the taught colours; those of pieces with a printed face are of the ring round it.

    The network's samples are too coarse for a ring: they mix it with the face.
    """
    rings = [colour for kind in board.pieces.values() if kind.face for colour in kind.colours]
    told = {colour: to_hue(appearance.tops[colour]) for colour in rings if colour in hues}
    return {**hues, **told}
