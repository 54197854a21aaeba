"""Whether a place is shaded unevenly: a piece of its spot's own colour still has light and shade.

Light falls evenly on a flat spot, and a lamp's image spreads over more than one; an edge of sun and
shade does not stop at the spot. A piece is round: its own light and shade end with its foot.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from calibration.silhouettes import Mask
from tablet_companion.games.core import Piece
from tablet_companion.vision.places.details import TUNING as DETAILS
from tablet_companion.vision.places.examples import Seen, outlines
from tablet_companion.vision.places.network_input import LOGARITHMS, TaughtWindows
from tablet_companion.vision.places.windows import SIDE, Bytes, Windows, average


@dataclass(frozen=True, slots=True)
class Tuning:
    """What is uneven, and what it tells.

    Chosen by hand on eight boards that were traced for it (docs/record/boards.md); held by
    tests/vision/places/test_relief.py.
    """

    noise: float = 0.008
    """Logarithm (standard deviation) by which samples of a plain bare place differ at least."""
    alike_squared: float = 2.0
    """A piece has the colour of its spot if it is this near, in squared standard deviations of the
    colours of pieces (as in ``picture_colours``). Where none has, a shadow's edge made bare places
    doubtful, and nothing was gained (docs/record/boards.md)."""
    shift: float = 0.35
    """Samples by which the bare board may seem shifted: where it is printed, that is uneven."""
    samples_min: int = 16
    """With fewer samples, nothing is said."""
    bare_count_min: int = 4
    """Surely bare places that are needed to show how uneven those of a picture are."""
    bare_count_max: int = 8
    """No more places than this are measured for that."""
    usual_min: float = 0.5
    """Bare places of a picture never count as more even than this, relative to what is expected."""
    slope: float = 6.0
    """Nats for each unit of the logarithm of how much more uneven a place is than bare ones."""
    even: float = 0.7
    """That logarithm where it says nothing. Of places of bare board one in thirty is beyond."""
    nats_max: float = 6.0
    """Nats by which an uneven place speaks for a piece at most."""
    bare_nats_max: float = 3.0
    """Nats by which an even place speaks for bare board at most. Either way it is as much only on a
    plain spot: grain or print that lies elsewhere, or is only guessed, is uneven, too."""
    up_to: float = 4.0
    """Nats. Light and shade raise no score above this (98 %): a thing has them, too."""
    edge_up_to: float = 1.5
    """Nats. As ``up_to``, where an edge of light may lie across: the referee asks."""
    uneven_nats: float = 1.0
    """Nats. A place with more evidence for a piece is not surely bare, whatever others see."""
    beside_max: float = 0.08
    """Logarithm (standard deviation). Where the ground beside is more uneven than this, an edge of
    light may lie across: so it was at 20 of 22 empty places that the sun made uneven, and at one in
    five of those with a piece."""

    ground_share_min: float = 0.5
    """Share of the ground's unevenness. If a place has less, its light and shade do not end with
    its foot: another piece's shadow or the sun's edge passes, and says nothing of a piece."""


TUNING: Final = Tuning()

_THIRDS: Final = np.full(3, 1 / 3, dtype=np.float32)
_AXIS: Final = np.linspace(-1, 1, SIDE, dtype=np.float32)
_PLANE: Final = np.stack(
    [np.ones(SIDE * SIDE, np.float32), np.tile(_AXIS, SIDE), np.repeat(_AXIS, SIDE)], axis=1
)
"""A constant and two slopes (SIDE² × 3): shade that changes evenly is the light's."""
_PRODUCTS: Final = (_PLANE[:, :, None] * _PLANE[:, None]).reshape(-1, 9)


class Relief(NamedTuple):
    """How uneven a place is, and its surroundings.

    ``place`` is relative to what print and noise explain, of which noise is the share ``plain``;
    ``beside`` is the unevenness of the ground (logarithm). ``pieces`` are those of the spot's own
    colour: of all others their colour tells more.
    """

    place: float
    plain: float
    beside: float
    pieces: frozenset[Piece] = frozenset()

    @property
    def ground_share(self) -> float:
        """The place's own unevenness, as a share of the ground's."""
        return self.place * TUNING.noise / math.sqrt(self.plain) / max(self.beside, TUNING.noise)


class Shading(NamedTuple):
    """What light and shade tell.

    ``nats`` speak for a piece; where there is an ``edge``, one of light may lie across the place.
    """

    nats: float
    edge: bool

    @property
    def up_to(self) -> float:
        """The score (nats) above which it raises that of no piece."""
        return TUNING.edge_up_to if self.edge else TUNING.up_to

    @property
    def doubts_bare(self) -> bool:
        """Whether a place is too uneven to be surely bare."""
        return self.nats > TUNING.uneven_nats


def measure(seen: Seen, windows: Windows) -> list[Relief | None]:
    """Return how uneven windows are, None where too little of the bare board is known."""
    own = windows.own
    foot = _beneath(own) & seen.known
    beside = ~outlines(windows) & (windows.near == 0) & seen.known
    bare = seen.bare @ _THIRDS
    lighter = seen.now @ _THIRDS - bare
    place, ground = _unevenness(lighter, foot), _unevenness(lighter, beside)
    down, across = np.gradient(bare, axis=(1, 2))
    printed = TUNING.shift**2 * average(down**2 + across**2, foot)
    expected = TUNING.noise**2 + printed
    enough = foot.sum(axis=(1, 2)) >= TUNING.samples_min
    ground[beside.sum(axis=(1, 2)) < TUNING.samples_min] = math.inf
    found = np.stack([place / np.sqrt(expected), TUNING.noise**2 / expected, ground], axis=1)
    return [
        Relief(*numbers) if there else None
        for numbers, there in zip(found.tolist(), enough.tolist(), strict=True)
    ]


def spot_colours(own: Bytes, taught: Sequence[TaughtWindows]) -> NDArray[np.float32]:
    """Return the colours of the bare board beneath windows' pieces, as the first picture shows it.

    They are mean logarithms (n × 3, BGR) without the light; not a number where no picture does.
    ``own`` are the outlines of the pieces.
    """
    spots = np.full((len(own), 3), np.nan, dtype=np.float32)
    for one in reversed(taught):
        among = _beneath(own) & one.known
        there = among.sum(axis=(1, 2)) >= TUNING.samples_min
        shown = average(LOGARITHMS[one.seen], among[..., None]) - one.light
        spots[there] = shown[there]
    return spots


def _beneath(own: Bytes) -> Mask:
    """Return the samples beneath pieces' feet, which they hide however high they are."""
    return np.asarray((own > 0) & (own[:, ::-1, ::-1] == 255))


def _unevenness(values: NDArray[Any], among: Mask) -> NDArray[np.float32]:
    """Return the standard deviations of windows' values ``among`` a mask from an even slope."""
    flat = among.reshape(len(among), SIDE * SIDE).astype(np.float32)
    inside = values.reshape(flat.shape) * flat
    matrix = (flat @ _PRODUCTS).reshape(-1, 3, 3) + 1e-3 * np.eye(3, dtype=np.float32)
    right = inside @ _PLANE
    slope = np.linalg.solve(matrix, right[..., None])[..., 0]
    left = (inside**2).sum(axis=1) - (slope * right).sum(axis=1)
    return np.asarray(np.sqrt(left.clip(0) / np.maximum(flat.sum(axis=1), 1)), dtype=np.float32)


def judge_all(uneven: Mapping[int, Relief], odds: NDArray[Any]) -> dict[int, dict[Piece, Shading]]:
    """Return what the light and shade of windows (by index) tell of pieces of the spot's colour.

    ``odds`` are the network's log odds (nats) of a piece: surely bare places show how uneven those
    of this picture are.
    """
    bare = [one.place for row, one in uneven.items() if odds[row] < -DETAILS.bare_nats]
    if len(bare) < TUNING.bare_count_min:
        return {}
    usual = max(float(np.median(bare)), TUNING.usual_min)
    return {row: dict.fromkeys(one.pieces, _judge(one, usual)) for row, one in uneven.items()}


def _judge(here: Relief, usual: float) -> Shading:
    beyond = math.log(max(here.place, TUNING.noise) / usual) - TUNING.even
    most = TUNING.nats_max if here.ground_share >= TUNING.ground_share_min else 0.0
    nats = min(max(TUNING.slope * beyond, -TUNING.bare_nats_max), most)
    return Shading(nats * here.plain, here.beside > TUNING.beside_max)
