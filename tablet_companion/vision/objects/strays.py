"""Find pieces that stand on the board but on no place, by the colour and size of their tops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats
from calibration.camera.silhouettes import Silhouette, Stance
from calibration.surfaces.appearance import Appearance
from calibration.surfaces.light import Map
from hardware.board import Board, BoardPlace
from tablet_companion.games.core import Piece, Place
from tablet_companion.vision.objects.board_view import BoardView
from tablet_companion.vision.objects.foreground import explained_mask
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.sites import MAP_PX_PER_MM, Sites
from tablet_companion.vision.reading import Stray


@dataclass(frozen=True, slots=True)
class Tuning:
    """What counts as a piece that stands beside the places.

    Chosen by hand on simulated boards and the boxed board; held by tests/vision/test_reader.py. A
    false stray would be reported as a misplaced piece, so hue, size, roundness and a visible side
    must all agree.
    """

    loose_z: float = 2.5
    """Standard deviations: a top on art of its own colour is only slightly foreign."""
    halo_mm: float = 0.5
    """Millimetres round a known piece in which no stray is looked for."""
    hue_cosine_min: float = 0.955
    """Cosine between two colours of the same hue; white and yellow have 0.9."""
    shades: tuple[float, float] = (0.5, 1.5)
    """A top may be this much darker or lighter than its colour."""
    sizes: tuple[float, float] = (0.33, 1.7)
    """The visible area of a top, in areas of a top."""
    side_grey_max: float = 110.0
    """Grey levels: a piece's side is darker than this. A reflection has no side."""
    colour_grey_min: float = 70.0
    """Grey levels. Pieces of a darker colour are not looked for: shadows look like them."""
    one_piece_mm: float = 8.0
    """Millimetres. Two spots closer than this are one piece."""
    stretch_max: float = 2.0
    """A top is at most this much longer than wide, not counting a side of its colour."""
    on_place_radii: float = 0.6
    """Radii of a place. A piece this near to the middle stands on the place, however doubtfully it
    is read: counting it as beside, too, would make two of one piece and an illegal move of a legal
    one."""
    whole_mm2: float = 500.0
    """Square millimetres. What is foreign round a piece may be at least this large."""
    whole_share: float = 2.5
    """What is foreign round a piece may also be this many times as large as the piece looks: its
    shadow, and another piece that it touches. A spot within anything larger is a part of that, as
    of a printed card."""
    window_mm: int = 30
    """Millimetres round a foot in which its side is searched for."""


TUNING: Final = Tuning()


def find_strays(
    appearance: Appearance, sites: Sites, view: BoardView, found: tuple[PlaceScores, ...]
) -> tuple[Stray, ...]:
    """Return the pieces beside the places, except face-down ones: they are black."""
    loose = (view.z_score > TUNING.loose_z) & ~explained_mask(view, sites, found, TUNING.halo_mm)
    if not loose.any():
        return ()
    candidates = [
        candidate
        for name, kind in sites.board.pieces.items()
        for colour in kind.colours
        for candidate in _find_tops(view, loose, sites.silhouettes[name], appearance, colour)
    ]
    if not candidates:
        return ()
    areas_mm2 = _measure_regions(loose)
    strays: list[_Candidate] = []
    for candidate in sorted(candidates, key=lambda each: each.size_error):
        # A small ring and a large top of one colour are one piece: keep the likelier size.
        apart = [np.hypot(*(candidate.centre - other.centre)) for other in strays]
        if (
            min(apart, default=np.inf) > TUNING.one_piece_mm
            and not _stands_on_place(sites.board, candidate)
            and not _is_part(areas_mm2, candidate)
            and _shows_its_side(view, appearance, candidate)
        ):
            strays.append(candidate)
    return tuple(_make_stray(sites.board, each) for each in strays)


@dataclass(frozen=True, slots=True, eq=False)
class _Candidate:
    """A spot of a piece's colour: its middle, the piece's foot, and its error in size."""

    colour: str
    silhouette: Silhouette
    centre: Floats
    foot: Floats
    size_error: float


def _find_tops(
    view: BoardView,
    loose: NDArray[np.bool_],
    silhouette: Silhouette,
    appearance: Appearance,
    colour: str,
) -> Iterator[_Candidate]:
    """Yield the spots of a top's colour and size that are not printed: discs, rings for faces.

    A piece that is coloured all over is one spot from foot to top.
    """
    mean = np.array(appearance.tops[colour], dtype=np.float32)
    if mean.max() < TUNING.colour_grey_min:
        return  # shadows look like such tops
    mask = np.zeros(loose.shape, dtype=np.uint8)
    mask[loose] = _same_hue(view.plain[loose], mean) & ~_same_hue(view.reference[loose], mean)
    count, _, stats, centres = cv2.connectedComponentsWithStats(mask)
    top_mm2 = np.pi * (silhouette.top_radius(Stance.UP) ** 2 - silhouette.face_radius**2)
    kind = silhouette.kind
    whole = kind.coloured_all_over and not kind.flat
    for number in range(1, count):
        _, _, width, height, area = (int(value) for value in stats[number])
        centre = (centres[number] + 0.5) / MAP_PX_PER_MM
        foot = silhouette.foot(centre, Stance.UP)
        lean_mm = 0.0
        if whole:
            foot = (foot + centre) / 2
            lean_mm = float(np.linalg.norm(silhouette.top_centre(foot, Stance.UP) - foot))
        stretched = max(width, height) / max(1, min(width, height))
        size = area / ((top_mm2 + lean_mm * kind.diameter_mm) * MAP_PX_PER_MM**2)
        round_enough = stretched < TUNING.stretch_max + lean_mm / kind.diameter_mm
        if TUNING.sizes[0] < size < TUNING.sizes[1] and round_enough:
            yield _Candidate(colour, silhouette, centre, foot, abs(float(np.log(size))))


def _measure_regions(loose: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return for every point of the map how large the foreign region is that it lies in, else 0."""
    closed = cv2.morphologyEx(loose.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(closed)
    return np.asarray(stats[labels, cv2.CC_STAT_AREA] / MAP_PX_PER_MM**2 * (closed > 0))


def _is_part(areas_mm2: NDArray[np.float64], candidate: _Candidate) -> bool:
    """Whether a spot lies within something foreign that is far larger than the piece."""
    x, y = (candidate.centre * MAP_PX_PER_MM).astype(int)
    shape, foot = candidate.silhouette, candidate.foot
    lean_mm = float(np.linalg.norm(shape.top_centre(foot, Stance.UP) - foot))
    wide_mm = shape.kind.diameter_mm
    piece_mm2 = wide_mm * (np.pi / 4 * wide_mm + lean_mm)
    return bool(areas_mm2[y, x] > max(TUNING.whole_mm2, TUNING.whole_share * piece_mm2))


def _shows_its_side(view: BoardView, appearance: Appearance, candidate: _Candidate) -> bool:
    """Whether a side is visible where the piece's would be: a reflection has none."""
    shape, foot = candidate.silhouette, candidate.foot
    if candidate.colour in appearance.sides:
        return True  # its side has the top's colour and is part of the spot
    low = np.maximum(((foot - TUNING.window_mm) * MAP_PX_PER_MM).astype(int), 0)
    side_px = round(2 * TUNING.window_mm * MAP_PX_PER_MM)
    window = view.plain[low[1] : low[1] + side_px, low[0] : low[0] + side_px]
    rows, columns = np.mgrid[0 : window.shape[0], 0 : window.shape[1]]
    points = (np.column_stack([columns.ravel(), rows.ravel()]) + low + 0.5) / MAP_PX_PER_MM
    _, side = shape.parts(points, foot, Stance.UP)
    if not side.any():
        return True  # no side is visible straight below the camera, or of discs
    seen = window.reshape(-1, 3)[side]
    return float(np.median(seen.max(axis=1))) < TUNING.side_grey_max


def _same_hue(colours: Map, mean: Map) -> NDArray[np.bool_]:
    length = float(np.linalg.norm(mean))
    along = colours @ mean / length
    shade = along / length
    same = along > TUNING.hue_cosine_min * np.linalg.norm(colours, axis=1)
    return np.asarray(
        same & (shade > TUNING.shades[0]) & (shade < TUNING.shades[1]), dtype=np.bool_
    )


def _make_stray(board: Board, candidate: _Candidate) -> Stray:
    foot, near = candidate.foot, _nearest(board, candidate)
    return Stray(Piece(candidate.colour), Place(near.name), float(foot[0]), float(foot[1]))


def _stands_on_place(board: Board, candidate: _Candidate) -> bool:
    place = _nearest(board, candidate)
    return _distance_mm(place, candidate) < TUNING.on_place_radii * place.radius_mm


def _nearest(board: Board, candidate: _Candidate) -> BoardPlace:
    return min(board.places, key=lambda place: _distance_mm(place, candidate))


def _distance_mm(place: BoardPlace, candidate: _Candidate) -> float:
    return float(np.hypot(*(candidate.foot - [place.x_mm, place.y_mm])))
