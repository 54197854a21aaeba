"""Whether a place is shaded unevenly: a piece of its spot's own colour still has light and shade.

Light falls evenly on a flat spot, and a lamp's image spreads over more than one; an edge of sun and
shade does not stop at the spot. A piece is round: its own light and shade end with its foot.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import SATURATED
from hardware.board import Board
from tablet_companion.games.core import Piece
from tablet_companion.vision.places.bands import find_bands, find_edges
from tablet_companion.vision.places.examples import THIRDS, Example, Logs, Seen, outlines
from tablet_companion.vision.places.network_input import LOGARITHMS, TaughtWindows
from tablet_companion.vision.places.windows import SIDE, Bytes, Row, Windows, average


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
    colours of pieces (as in ``picture_colours``). Elsewhere shadows made bare places doubtful."""
    stated_squared: float = 4.0
    """As ``alike_squared``, for colours that only the board's file states: a camera shows all of
    them paler, darker or in another tint, up to 2.2 on drawn nests of their pieces' colours."""
    stated_ratio_min: float = 4.0
    """A spot has such a colour only if the second colour is this many times as far."""
    shift: float = 0.35
    """Samples by which the bare board may seem shifted: where it is printed, that is uneven."""
    band_times: tuple[float, ...] = (1.0, 2.0, 4.0)
    """Light that is added to a dark spot makes it lighter by this many times as much as the ground
    beside it (logarithm); shade darkens both alike."""
    samples_min: int = 16
    """With fewer samples, nothing is said."""
    bare_count_min: int = 4
    """Surely bare places that are needed to show how uneven those of a picture are."""
    bare_count_max: int = 8
    """No more places than this are measured for that."""
    usual_min: float = 0.5
    """Bare places of a picture never count as more even than this, relative to what is expected,
    unless the camera flattens what is as pale."""
    pale_usual_min: float = 0.2
    """As ``usual_min``, there."""
    pale_grey: int = 230
    """Grey levels. A camera flattens what is paler: noise, and light and shade as well."""
    pale_share_min: float = 0.5
    """Share of a foot that is so pale."""
    left_min: float = 0.35
    """Share. Where less of a foot is not burnt out, nothing tells a pale piece from a pale spot."""
    slope: float = 6.0
    """Nats for each unit of the logarithm of how much more uneven a place is than bare ones."""
    even: float = 0.9
    """That logarithm where it says nothing. Of places of bare board one in thirty is beyond."""
    compared_share: float = 0.5
    """So much of an even place's evidence counts where labelled pieces were compared: they are even
    as well. Chosen after all of it had made two of 900 places surely bare that held a man."""
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
    light may lie across: so it was at 20 of 22 empty places in sun, one in five with a piece."""
    example_min: float = 0.04
    """Logarithm (standard deviation). A labelled piece that is less uneven tells nothing."""
    flat_max: float = 1.5
    """A flat place is at most so uneven, relative to what noise and print explain."""
    flat_share: float = 0.25
    """A place less uneven than this share of the piece that was labelled there is flat."""
    still_share: float = 0.45
    """Share of the labelled piece's unevenness at which that of a spot says nothing which no
    picture shows bare."""
    still_slope: float = 6.0
    """Nats for each unit of the logarithm of how much more uneven it is."""
    still_times: float = 3.0
    """Only a labelled piece tells this that was so many times as uneven as the board's print."""
    alike: float = 0.35
    """Logarithm. Ground is what differs from what lies beneath the foot by less, as in ``ground``:
    beside a dark square lie pale ones, which light changes by another factor."""
    step: float = 0.07
    """Logarithm. A difference of so much between a place and the ground beside it, with its usual
    error, says nothing: half of the pieces of their spot's colour differ by more."""
    step_error: float = 0.03
    """Logarithm. Noise and print differ by this much; a cone lit from one side not as a whole."""
    step_slope: float = 2.0
    """Nats for each unit of the logarithm of that difference. Like ``even`` and ``blind_nats``
    chosen on seven boards drawn for it (docs/record/boards.md)."""
    blind_nats: float = 5.0
    """Nats. No more is believed of what readers of colour say against a piece of its spot's colour
    where no labelled one was compared: fitted on such places alone, they weigh a third."""
    compared_blind_nats: float = 4.0
    """Nats. As ``blind_nats``, of theirs and of labelled pieces' together, on ``FLAT`` ground: in
    another light a flat man looks more like his square than like himself."""
    shadow: float = 1.73
    """Millimetres of a shadow for each of height, in the lowest usual light (30 degrees)."""
    reach_max: float = 0.25
    """Share of the next foot's width that a shadow may reach. On boards drawn for it 0.2 did no
    harm; with 0.36 and more, bare squares became men."""


TUNING: Final = Tuning()
FLAT: Final = replace(TUNING, even=0.4, slope=7.0, step_slope=1.0)
"""Where neighbours' shadows hardly reach a foot: what is uneven there is noise or a man's own.
Chosen on two boards drawn for it (docs/record/boards.md)."""

_AXIS: Final = np.linspace(-1, 1, SIDE, dtype=np.float32)
_PLANE: Final = np.stack(
    [np.ones(SIDE * SIDE, np.float32), np.tile(_AXIS, SIDE), np.repeat(_AXIS, SIDE)], axis=1
)
"""A constant and two slopes (SIDE² × 3): shade that changes evenly is the light's."""
_PRODUCTS: Final = (_PLANE[:, :, None] * _PLANE[:, None]).reshape(-1, 9)


class Relief(NamedTuple):
    """How uneven a place is, and its surroundings.

    ``place`` is relative to what print and noise explain, of which noise is the share ``plain``
    (and ``wholly`` of what print explains beneath the whole foot, a spot's rim or grain included);
    ``beside`` is the unevenness of the ground of the spot's own material (logarithm), and ``step``
    how much lighter or darker than that the place is; where the ground is ``lit``, a lamp or window
    may mirror in it. ``pieces`` are those of the spot's own colour: of all others their colour
    tells more. ``labelled`` is how uneven (logarithm) the piece was that stood there when it was
    labelled, where no picture shows the spot bare. ``bright`` is how bright a place is (logarithm)
    that is ``clear`` of neighbours' shadows; there a spot that no picture shows is ``guessed``
    from others, whose grain differs. ``pale`` and ``burnt``: see ``find_clipped``. ``alone`` is how
    uneven (logarithm) the picture itself is beneath the foot; of an ``unseen`` spot, of which
    nothing is known bare, not even by a guess, that is all there is to tell, for a piece only at
    its ``home``.
    """

    place: float
    plain: float
    wholly: float
    beside: float
    step: float
    pieces: frozenset[Piece] = frozenset()
    lit: bool = False
    labelled: float = 0.0
    bright: float = 0.0
    clear: bool = False
    pale: bool = False
    burnt: bool = False
    guessed: bool = False
    alone: float = 0.0
    unseen: bool = False
    home: bool = False

    @property
    def spread(self) -> float:
        """The place's unevenness (logarithm)."""
        return self.place * TUNING.noise / math.sqrt(self.plain)


def measure(seen: Seen, windows: Windows, *, clear: bool = False) -> list[Relief]:
    """Return how uneven windows are; ``unseen`` where too little of the bare board is known.

    ``clear``: pieces' shadows hardly reach one another's feet (``is_clear``).
    """
    whole = _beneath(windows.own) & seen.known
    shares = _weigh_channels(seen.bare, whole) if clear else None
    now, bare = _mix(seen.now, shares), _mix(seen.bare, shares)
    down, across = np.gradient(bare, axis=(1, 2))
    printed = TUNING.shift**2 * (down**2 + across**2)
    lines = printed > TUNING.noise**2
    foot = _leave_out(whole, lines)
    beside = ~outlines(windows) & (windows.near == 0) & seen.known
    spot = average(bare[..., None], whole[..., None])[:, None]
    alike = beside & (np.abs(bare - spot) < TUNING.alike)
    ground = _leave_out(_leave_out(beside, ~alike), lines)
    lighter = now - bare
    bands = find_bands(lighter, bare, beside)
    place = _unevenness(lighter, foot)
    if len(banded := np.flatnonzero(bands.any(axis=(1, 2)))):
        place[banded] = _beneath_bands(lighter[banded], bands[banded], foot[banded])
    expected = TUNING.noise**2 + average(printed, foot)
    alone = _unevenness(now, _beneath(windows.own))
    unseen = foot.sum(axis=(1, 2)) < TUNING.samples_min
    shade = _unevenness(lighter, ground)
    shade[ground.sum(axis=(1, 2)) < TUNING.samples_min] = math.inf
    plain, wholly = (
        TUNING.noise**2 / each for each in (expected, TUNING.noise**2 + average(printed, whole))
    )
    step = _measure_step(lighter, foot, ground)
    step[alike.sum(axis=(1, 2)) < TUNING.samples_min] = TUNING.step - TUNING.step_error
    found = np.stack([place / np.sqrt(expected), plain, wholly, shade, step], axis=1)
    bright = average(now[..., None], whole[..., None])[:, 0] * clear
    return [
        Relief(*numbers)._replace(bright=own, clear=clear, alone=spread, unseen=hidden)
        for numbers, own, spread, hidden in zip(
            found.tolist(), bright.tolist(), alone.tolist(), unseen.tolist(), strict=True
        )
    ]


def can_tell(board: Board, row: Row) -> bool:
    """Whether light and shade may tell a piece of its spot's own colour at a window.

    Pieces of several kinds stand close together, and shade one another's places; ``interiors``
    compares the insides of holes.
    """
    return len(board.pieces) == 1 and board.sinking(board.places[row.place]) is None


def is_clear(board: Board) -> bool:
    """Whether pieces are so flat, or so far apart, that shadows hardly reach the next foot."""
    highest = max(kind.height_mm for kind in board.pieces.values())
    widest = max(kind.diameter_mm for kind in board.pieces.values())
    return TUNING.shadow * highest < board.spacing_mm - (1 - TUNING.reach_max) * widest


def measure_examples(
    board: Board, windows: Windows, examples: Sequence[Example]
) -> dict[int, tuple[Piece, float]]:
    """Return how uneven (logarithm) the piece labelled at a window is, by index, if it is.

    Once such a piece has left, its spot may turn out to have its colour.
    """
    rows = {row: number for number, row in enumerate(windows.rows)}
    given = [(Row(one.place, one.kind), one) for one in examples]
    given = [(row, one) for row, one in given if row in rows and can_tell(board, row)]
    if not given:
        return {}
    foot = _beneath(windows.own[[rows[row] for row, _ in given]])
    logs = np.stack([one.logs for _, one in given])
    shares = _weigh_channels(logs, foot) if is_clear(board) else None
    spread = _unevenness(_mix(logs, shares), foot)
    return {
        rows[row]: (Piece(one.colour), there)
        for (row, one), there in zip(given, spread.tolist(), strict=True)
        if there > TUNING.example_min
    }


def find_clipped(own: Bytes, now: Bytes) -> tuple[list[bool], list[bool]]:
    """Return which windows are mostly so pale that a camera flattens them, and which burnt out.

    ``own`` are their pieces' outlines, ``now`` (n × 3 × SIDE × SIDE) is what the camera shows.
    """
    foot = _beneath(own)[..., None]
    pale = average((now.max(axis=1) >= TUNING.pale_grey)[..., None], foot)[:, 0]
    left = average((now.min(axis=1) < SATURATED)[..., None], foot)[:, 0]
    return (pale > TUNING.pale_share_min).tolist(), (left < TUNING.left_min).tolist()


def spot_colours(own: Bytes, taught: Sequence[TaughtWindows]) -> NDArray[np.float32]:
    """Return the colours of the bare board beneath windows' pieces, as the first picture shows it.

    They are mean logarithms (n × 3, BGR) without the light; not a number where no picture does.
    ``own`` are the outlines of the pieces.
    """
    spots = np.full((len(own), 3), np.nan, dtype=np.float32)
    for one in taught:
        left = np.flatnonzero(np.isnan(spots[:, 0]))
        here = one.only(left)
        among = _beneath(own[left]) & here.known
        there = among.sum(axis=(1, 2)) >= TUNING.samples_min
        shown = average(LOGARITHMS[here.seen], among[..., None]) - here.light
        spots[left[there]] = shown[there]
    return spots


def find_homes(
    board: Board,
    windows: Windows,
    uneven: Mapping[int, tuple[Piece, float]],
    taught: Sequence[TaughtWindows],
) -> frozenset[int]:
    """Return at which windows' nests a piece was far more ``uneven`` than bare spots' print is.

    Elsewhere pieces seldom stand where they were labelled, but spots have signs of their own.
    """
    if not (taught and uneven):
        return frozenset()
    among = _beneath(windows.own) & taught[0].known
    shown = np.flatnonzero(among.sum(axis=(1, 2)) >= TUNING.samples_min)
    spread = _unevenness(_mix(LOGARITHMS[taught[0].seen[shown]], None), among[shown])
    least = TUNING.still_times * float(np.median(spread)) if len(shown) else math.inf
    places = [board.places[row.place] for row in windows.rows]
    return frozenset(
        row for row, (_, one) in uneven.items() if places[row].kind == "nest" and one >= least
    )


def _weigh_channels(logs: Logs, foot: Mask) -> Logs:
    """Return what each channel of windows tells of light and shade (n × 3), 1 in all.

    A camera's noise is about as strong in all, so in logarithms strong in dark ones.
    """
    spots = average(logs, foot[..., None])
    shares = np.exp(2 * (spots - spots.max(axis=1, keepdims=True)))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), dtype=np.float32)


def _mix(logs: Logs, shares: Logs | None) -> Any:
    """Return the mean of windows' channels, by their ``shares`` (n × 3) if given."""
    return logs @ THIRDS if shares is None else (logs @ shares[:, None, :, None])[..., 0]


def _beneath(own: Bytes) -> Mask:
    """Return the samples beneath pieces' feet, which they hide however high they are."""
    return np.asarray((own > 0) & (own[:, ::-1, ::-1] == 255))


def _leave_out(foot: Mask, printed: Mask) -> Mask:
    """Return feet without what is ``printed`` there, as a spot's rim, if enough of them is left."""
    plain = foot & ~printed
    enough = plain.sum(axis=(1, 2)) >= TUNING.samples_min
    return np.asarray(np.where(enough[:, None, None], plain, foot))


def _beneath_bands(lighter: NDArray[Any], bands: NDArray[Any], foot: Mask) -> NDArray[np.float32]:
    """Return how uneven feet are but for bands of light, at the strength that explains most."""
    clear = foot & ~find_edges(bands)
    left = [_unevenness(lighter - times * bands, clear) for times in TUNING.band_times]
    least = np.minimum(_unevenness(lighter, foot), np.min(left, axis=0))
    enough = clear.sum(axis=(1, 2)) >= TUNING.samples_min
    return np.asarray(np.where(enough, least, _unevenness(lighter, foot)))


def _unevenness(values: NDArray[Any], among: Mask) -> NDArray[np.float32]:
    """Return the standard deviations of windows' values ``among`` a mask from an even slope."""
    left = (_without_slope(values, among) ** 2).sum(axis=(1, 2))
    return np.asarray(np.sqrt(left / np.maximum(among.sum(axis=(1, 2)), 1)), dtype=np.float32)


def _without_slope(values: NDArray[Any], among: Mask) -> NDArray[np.float32]:
    """Return windows' values ``among`` a mask without their even slope; 0 elsewhere."""
    flat = among.reshape(len(among), SIDE * SIDE).astype(np.float32)
    inside = values.reshape(flat.shape) * flat
    matrix = (flat @ _PRODUCTS).reshape(-1, 3, 3) + 1e-3 * np.eye(3, dtype=np.float32)
    slope = np.linalg.solve(matrix, (inside @ _PLANE)[..., None])[..., 0]
    return np.asarray((inside - slope @ _PLANE.T * flat).reshape(values.shape), dtype=np.float32)


def _measure_step(values: NDArray[Any], foot: Mask, ground: Mask) -> NDArray[np.float32]:
    """Return by how much windows' values differ beneath a foot and beside it, but for a slope."""
    apart = _without_slope(foot, foot | ground)
    norm = np.maximum((apart**2).sum(axis=(1, 2)), TUNING.noise)
    return np.asarray(np.abs((apart * values).sum(axis=(1, 2))) / norm, dtype=np.float32)
