"""What a place looks like when it is bare, guessed from its lookalikes: places with the same look.

A picture with pieces does not show the board beneath them. Other places of the same kind do, if
they look the same around: the same squares, the same printed spaces. Where lookalikes disagree, as
on a map, nothing is guessed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.sampling import list_middles
from calibration.camera.silhouettes import Mask
from calibration.surfaces.exposures import (
    FLOOR_GREY,
    Exposed,
    Exposure,
    Logs,
    relight,
    take_logarithm,
)
from calibration.surfaces.light import MAD_TO_SIGMA
from calibration.taught.averages import average_channels, average_light, average_planes, take_median
from calibration.taught.model import Calibration
from hardware.board import Board, BoardPlace
from hardware.ports import Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """Which places are lookalikes, and when they are believed.

    Chosen by hand on drawn worlds that no network was fitted to; held by
    tests/calibration/test_lookalikes.py. Logarithms are natural.
    """

    px_per_mm: float = 1.25
    """Pixels per millimetre in which places are compared and guessed."""
    around: float = 0.75
    """Half of a patch's side, in distances to the nearest place: what lies beside it counts."""
    compared_px: int = 40
    """Points along a side of the patches that are compared."""
    known_share_min: float = 0.1
    """Share of a patch that must be bare both here and at a lookalike."""
    shown_share_min: float = 0.6
    """Share of what is wanted that a lookalike must show."""
    far: float = 0.3
    """Logarithm. Greater differences count no more: they are pieces or shadows."""
    trust: float = 0.12
    """Logarithm. A point that differs from the usual by more says little of the light."""
    rounds: int = 4
    """Steps of the robust mean."""
    light_cost: float = 0.3
    """Cost of a logarithm of 1 between the lights of two places."""
    cost_max: float = 0.2
    """Logarithm by which a lookalike may differ on the whole."""
    cost_more: float = 0.05
    """Logarithm by which a lookalike may differ more than the best one."""
    most: int = 5
    """Most lookalikes that are used."""
    least: int = 2
    """Least number of lookalikes that have to show a point."""
    spread_max: float = 0.12
    """Logarithm within which lookalikes have to agree about a point."""
    sure_share_min: float = 0.7
    """Share of a place's hidden points; if lookalikes agree about fewer, they are no lookalikes."""
    beside: float = 0.75
    """Distance from hidden points, in widths of the widest piece, within which pieces' tops and
    shadows are looked for."""
    unlike_min: float = 0.25
    """Logarithm by which a point there differs from its lookalikes if it is a top or a shadow."""
    spoilt_share: float = 0.05
    """Share of such points from which pieces are believed to reach beyond their outlines, so that
    what no lookalike confirms beside the others is not the bare board either. A frame is never
    doubted: no lookalike could confirm it."""
    every: int = 4
    """One in this many points is enough to see how much a lookalike shows."""
    soft_px: float = 2.0
    """Pixels: grain and noise finer than this are no disagreement."""


TUNING: Final = Tuning()


class Filled(NamedTuple):
    """A board from straight above with guessed points, and where it is bare (255, else 0).

    ``doubted`` is seen beside what pieces hide, where they reach over more and no lookalike tells.
    """

    flat: Picture
    bare: Picture
    doubted: Mask


class Complete(NamedTuple):
    """A calibration's exposures and its reference, with what no picture shows guessed.

    ``doubted`` is where they may show what pieces reach over instead of the bare board.
    """

    exposures: tuple[Exposed, ...]
    reference: Picture
    doubted: Mask


def find_shown(calibration: Calibration) -> Mask:
    """Return which points of the board a labelled picture shows bare; all of a print."""
    rows, columns = calibration.reference.shape[:2]
    shown: Mask = np.full((rows, columns), not calibration.exposures)
    for each in calibration.exposures:
        shown |= each.bare > 0
    return shown


def complete(calibration: Calibration, learnt: Exposure | None = None) -> Complete:
    """Guess what no labelled picture shows bare; what is neither shown nor guessed stays.

    ``learnt`` was seen bare during play, in the reference's light.
    """
    exposures, reference = calibration.exposures, calibration.reference
    shown = find_shown(calibration)
    if shown.all():
        return Complete(exposures, reference, np.zeros_like(shown))
    more = np.zeros_like(shown) if learnt is None else (learnt.bare > 0) & ~shown

    def tell(flat: Picture, bare: Mask) -> Filled:
        if learnt is not None:
            flat = np.where(more[..., None], relight(learnt.flat, flat, shown & bare), flat)
        return fill_from_lookalikes(calibration.board, flat, bare | more, ~(shown | more))

    told = tuple(tell(each.flat, each.bare > 0) for each in exposures)
    sure = np.any([(each.bare > 0) & ~each.doubted for each in told], axis=0)
    doubted: Mask = np.any([each.doubted for each in told], axis=0) & ~sure
    if len(told) > 1:
        return Complete(told, tell(reference, shown).flat, doubted)
    changed = (told[0].flat != exposures[0].flat).any(axis=2, keepdims=True)
    return Complete(told, np.where(changed, told[0].flat, reference), doubted)


def fill_from_lookalikes(board: Board, flat: Picture, bare: Mask, wanted: Mask) -> Filled:
    """Return a board from above with its ``wanted`` points guessed, as far as lookalikes show them.

    Pieces taller than stated, and shadows, are seen beside them: what is unlike the lookalikes
    there is guessed, too. Where much is, what no lookalike confirms beside the others is doubted.
    """
    columns, rows = (round(side * TUNING.px_per_mm) for side in board.size_mm)
    shrunk = cv2.resize(flat, (columns, rows), interpolation=cv2.INTER_AREA)
    clear = cv2.resize(bare.astype(np.float32), (columns, rows), interpolation=cv2.INTER_AREA)
    hidden = cv2.resize(wanted.astype(np.float32), (columns, rows), interpolation=cv2.INTER_AREA)
    made = _guess_board(board, np.asarray(shrunk, np.uint8), clear > 0.99, hidden > 0)
    size = flat.shape[1], flat.shape[0]
    large = cv2.resize(made.flat, size, interpolation=cv2.INTER_LINEAR)
    told, odd, doubted = (
        cv2.resize(part.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
        for part in (made.told, made.odd, made.doubted)
    )
    filled = told & (wanted | odd)
    return Filled(
        np.where(filled[..., None], large, flat).astype(np.uint8),
        (bare | filled).astype(np.uint8) * np.uint8(255),
        doubted & ~filled,
    )


class _GuessedBoard(NamedTuple):
    flat: Picture
    told: Mask
    odd: Mask
    doubted: Mask


def _guess_board(board: Board, flat: Picture, bare: Mask, wanted: Mask) -> _GuessedBoard:
    """Return the board with what lookalikes tell of the points that are hidden, or beside those."""
    widest = max((kind.diameter_mm for kind in board.pieces.values()), default=0.0)
    side = 2 * round(TUNING.beside * widest * TUNING.px_per_mm) + 1
    asked = cv2.dilate(wanted.astype(np.uint8), np.ones((side, side), np.uint8)) > 0
    field = _field(board, flat)
    made = _GuessedBoard(flat.copy(), *(np.zeros_like(bare) for _ in range(3)))
    if not (wanted & field).any():
        return made
    judged = np.zeros_like(bare)
    for group in _groups(board, flat, bare, field):
        for number in range(len(group.middles)):
            at = group.own_points(asked & field, number)
            hidden: Mask = wanted[tuple(at.T)]
            if not hidden.any():
                continue
            guessed = _guess_points(group, number, at, hidden)
            if guessed.sure[hidden].mean() < TUNING.sure_share_min:
                continue
            judged[tuple(at[guessed.sure].T)] = True
            unlike = guessed.unlike > TUNING.unlike_min
            sure = guessed.sure & (hidden | unlike)
            here = tuple(at[sure].T)
            made.flat[here], made.told[here] = guessed.colours[sure], True
            made.odd[here] = unlike[sure]
    beside = judged & ~wanted
    if made.odd[beside].sum() > TUNING.spoilt_share * beside.sum():
        made.doubted[asked & field & ~judged] = True
    return made


def _field(board: Board, flat: Picture) -> Mask:
    """Return the part of a board on which places lie: beyond it no lookalike shows anything."""
    field = np.zeros(flat.shape[:2], np.uint8)
    hull = cv2.convexHull((list_middles(board.places) * TUNING.px_per_mm).round().astype(np.int32))
    wide = 2 * max(place.radius_mm for place in board.places) * TUNING.px_per_mm
    cv2.fillPoly(field, [hull], 1)
    cv2.polylines(field, [hull], isClosed=True, color=1, thickness=round(wide))
    return field > 0


@dataclass(frozen=True, slots=True, eq=False)
class _Group:
    """Equal places of a board from above, with the squares round them.

    ``middles`` (n × 2: x, y) and ``half`` are in pixels. ``logs`` (rows × columns × 3) are the
    logarithms of the whole board's colours, ``soft`` the same without grain, ``bare`` where they
    are known; ``patches`` (n × 3 × side²) and ``clear`` (n × side²) are the squares to compare.
    """

    middles: NDArray[np.intp]
    half: int
    logs: Logs
    soft: Logs
    bare: Mask
    patches: Logs
    clear: Mask

    def own_points(self, mask: Mask, number: int) -> NDArray[np.intp]:
        """Return a mask's points (row, column) in a place's square and nearest to that place."""
        x, y = self.middles[number].tolist()
        left, top = max(0, x - self.half), max(0, y - self.half)
        own = mask[top : y + self.half + 1, left : x + self.half + 1].copy()
        rows, columns = np.arange(own.shape[0])[:, None] + top, np.arange(own.shape[1]) + left
        apart = np.hypot(*(self.middles - self.middles[number]).T)
        for to_x, to_y in self.middles[(apart > 0) & (apart < 3 * self.half)].tolist():
            between = (to_x**2 + to_y**2 - x**2 - y**2) / 2
            own &= (to_y - y) * rows + (to_x - x) * columns <= between
        return np.asarray(np.argwhere(own) + np.array([top, left]), np.intp)

    def shown(self, at: NDArray[np.intp], shifts: NDArray[np.intp]) -> Mask:
        """Return which points (n × 2: row, column) each shift (k × 2: x, y) finds bare."""
        (row, column), (rows, columns) = _shifted(at, shifts), self.bare.shape
        inside = (row >= 0) & (row < rows) & (column >= 0) & (column < columns)
        return np.asarray(inside & self.bare.take(self.cells(at, shifts)))

    def cells(self, at: NDArray[np.intp], shifts: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the flat index of each point with each shift (k × n), or of the nearest one."""
        (row, column), (rows, columns) = _shifted(at, shifts), self.bare.shape
        return np.asarray(row.clip(0, rows - 1) * columns + column.clip(0, columns - 1))


def _shifted(
    at: NDArray[np.intp], shifts: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the rows and the columns (k × n each) of points, with each shift."""
    return at[:, 0] + shifts[:, 1:], at[:, 1] + shifts[:, :1]


def group_alike(board: Board) -> list[list[BoardPlace]]:
    """Return the places in groups of one kind, colour, size and print."""
    groups: defaultdict[tuple[object, ...], list[BoardPlace]] = defaultdict(list)
    for place in board.places:
        groups[place.kind, place.colour, place.radius_mm, place.holds, place.printed].append(place)
    return list(groups.values())


def _groups(board: Board, flat: Picture, bare: Mask, field: Mask) -> Iterator[_Group]:
    """Yield the groups of equal places that are large enough to have lookalikes.

    Only the ``field`` is compared: places at its edge are like others, though a frame is not.
    """
    scale = TUNING.px_per_mm
    logs = take_logarithm(flat)
    soft = np.asarray(cv2.GaussianBlur(logs, (0, 0), TUNING.soft_px), dtype=np.float32)
    every = list_middles(board.places)
    for places in group_alike(board):
        if len(places) <= TUNING.least:
            continue
        middles = list_middles(places)
        apart = np.hypot(*(every[None] - middles[:, None]).transpose(2, 0, 1))
        nearest = np.where(apart > 1e-3, apart, np.inf).min()
        half = TUNING.around * max(float(nearest), places[0].radius_mm) * scale
        patches, clear = _cut(logs, bare & field, middles * scale, half)
        at = (middles * scale).round().astype(np.intp)
        yield _Group(at, round(half), logs, soft, bare, patches, clear)


def _cut(logs: Logs, bare: Mask, middles: NDArray[Any], half: float) -> tuple[Logs, Mask]:
    """Return the squares round places, coarsely, and where they are bare."""
    side = TUNING.compared_px
    step = max(1, round(2 * half / side))
    offsets = (np.arange(side) + 0.5) * (2 * half / side) - half - 0.5
    x = np.broadcast_to(middles[:, 0, None, None] + offsets, (len(middles), side, side))
    y = np.broadcast_to(middles[:, 1, None, None] + offsets[:, None], x.shape)
    x, y = (part.reshape(-1, side).astype(np.float32) for part in (x, y))
    wide = cv2.erode(bare.astype(np.uint8), np.ones((step, step), np.uint8))
    soft = cv2.blur(logs, (step, step))
    seen = cv2.remap(soft, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    clear = cv2.remap(wide, x, y, cv2.INTER_NEAREST, borderMode=cv2.BORDER_CONSTANT)
    planes = np.asarray(seen, np.float32).reshape(len(middles), -1, 3).transpose(0, 2, 1)
    return np.ascontiguousarray(planes), clear.reshape(len(middles), -1) > 0


class _GuessedPoints(NamedTuple):
    """Colours of points (n × 3), which ones lookalikes agree on, and how unlike they look now."""

    colours: Picture
    sure: Mask
    unlike: NDArray[np.float32]


def _guess_points(group: _Group, number: int, at: NDArray[np.intp], wanted: Mask) -> _GuessedPoints:
    """Guess a place's points (row, column) from lookalikes that show most ``wanted`` ones."""
    shifts = group.middles - group.middles[number]
    able = group.shown(at[wanted][:: TUNING.every], shifts).mean(axis=1)
    able[number] = 0
    lookalikes, lights = _find_lookalikes(group, number, able >= TUNING.shown_share_min)
    shown = group.shown(at, shifts[lookalikes])
    sure: Mask = shown.sum(axis=0) >= TUNING.least
    colours, unlike = np.zeros((len(at), 3), np.uint8), np.zeros(len(at), np.float32)
    if sure.any():
        known, here = shown[:, sure], group.cells(at[sure], shifts[lookalikes])
        soft, sharp = (_look(look, here, known, lights) for look in (group.soft, group.logs))
        middle = take_median(soft, known)
        spread = MAD_TO_SIGMA * take_median(average_channels(soft - middle)[..., None], known)[:, 0]
        told = np.exp(take_median(sharp, known)) - FLOOR_GREY
        colours[sure] = told.clip(0, 255).round()
        unlike[sure] = average_channels(group.soft[tuple(at[sure].T)] - middle)
        sure[sure] = spread <= TUNING.spread_max
    return _GuessedPoints(colours, sure, unlike)


def _look(logs: Logs, cells: NDArray[np.intp], known: Mask, lights: Logs) -> Logs:
    """Return points as each lookalike has them (k × n × 3), in this light; infinite: unknown."""
    seen = logs.reshape(-1, 3).take(cells, axis=0) + lights[:, None]
    return np.where(known[..., None], seen, np.float32(np.inf))


def _find_lookalikes(group: _Group, number: int, able: Mask) -> tuple[list[int], Logs]:
    """Return a place's best lookalikes among able ones, and how much lighter it is than each."""
    numbers = np.flatnonzero(able)
    both = (group.clear[number] & group.clear[numbers]).astype(np.float32)
    apart = group.patches[number] - group.patches[numbers]
    light = average_light(apart, both)
    for _ in range(TUNING.rounds):
        left = average_planes(apart, light)
        light = average_light(apart, both / (1 + (left / TUNING.trust) ** 2) ** 2)
    left, count = average_planes(apart, light), both.sum(axis=1)
    cost = (np.minimum(left, TUNING.far) * both).sum(axis=1) / np.maximum(count, 1)
    cost += TUNING.light_cost * average_channels(light)
    cost[count < TUNING.known_share_min * TUNING.compared_px**2] = np.inf
    limit = min(TUNING.cost_max, cost.min(initial=np.inf) + TUNING.cost_more)
    best = [n for n in np.argsort(cost)[: TUNING.most].tolist() if cost[n] <= limit]
    return numbers[best].tolist(), light[best]
