"""What on the board neither board nor known pieces explain: hands, stray pieces.

Works on the board seen from above at half a pixel per millimetre: a finger is ten wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.sampling import make_grid
from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import SATURATED, Map
from hardware.board import Board, BoardPlace
from tablet_companion.vision.objects.board_view import BoardView
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.sites import MAP_PX_PER_MM, Sites
from tablet_companion.vision.reading import Stray


@dataclass(frozen=True, slots=True)
class Tuning:
    """What counts as foreign to the empty board, and what of it as a hand.

    Chosen by hand on the boxed board's photographs and the simulated table; held by
    tests/vision/test_fingertips.py, test_poor_light.py and test_taught_lights.py. An invented hand
    makes the table wait forever, a missed one makes a wrong reading; the network of hands
    (objects/hands.py) has the last word.
    """

    foreign_z: float = 4.0
    """Standard deviations from the empty board, in any shadow, from which a point is foreign."""
    beside_z: float = 2.3
    """As ``foreign_z``, for points next to a cluster of foreign points at the board's edge:
    fingertips blur into the art."""
    cluster_px: int = 5
    """Points: a cluster has this many foreign ones in a square of this side."""
    edge_hand_mm2: float = 60.0
    """Square millimetres. Fingertips over the board's edge have at least this area together."""
    loose_hand_mm2: float = 900.0
    """Square millimetres. Foreign blobs this large may be a hand even away from the edge."""
    hand_gap_mm: float = 20.0
    """Millimetres. Gaps in a hand up to this wide are closed: some of the art looks like skin."""
    saturated_share_min: float = 0.6
    """Share. A blob with this share burnt out is light if the board there is pale."""
    pale_grey: float = 235.0
    """Grey levels. Where the empty board would be brighter than this, it may be burnt out."""
    stray_reach_mm: float = 25.0
    """Millimetres between a stray piece and the centre of the blob that it explains."""
    stray_mm2: float = 500.0
    """Square millimetres. A blob larger than this is no single piece."""
    speck_mm2: int = 30
    """Square millimetres. Smaller blobs are noise."""
    edge_mm: int = 9
    """Millimetres. What reaches this near to the board's edge may have come over it."""
    gloss_correlation: float = 0.6
    """Correlation. If the art is recognised this well through a blob, the blob is gloss, not a
    body."""
    light_percentile: int = 90
    """Per cent of a blob's points that light must explain for the blob to be only light."""
    empty_z: float = 1.4
    """Standard deviations by which the empty board differs from itself."""
    doubtful_nats: float = 1.0
    """Nats. A piece found with less explains no blob: it may be a fingertip. A place where pieces
    are rejected with less explains none either, but may be what the blob is."""
    doubted_share: float = 0.9
    """Share of a blob that a rejected piece's outline must cover for the blob to be that piece."""
    heap_mm: float = 12.0
    """Millimetres. An untidy heap of cards reaches this far beyond half a card's diagonal: nothing
    is judged there."""
    explained_halo_mm: float = 3.0
    """Millimetres round a known piece in which nothing is foreign."""
    body_fill_min: float = 0.35
    """Share of its hull that a large body fills at least; what sprawls more is light, or several
    things. Chosen on one drawn board with cups (docs/record/boards.md)."""
    body_share_max: float = 0.3
    """Share of the board that a large body covers at most: more is another light."""
    body_art_min: float = 0.2
    """Share of it in which the art is missing at least: a shadow's is 0.1, cups' from 0.3 on."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class Blob:
    """A connected foreign region: mask, area (mm²), centre (mm), and whether it is at the edge."""

    mask: Mask
    area_mm2: float
    centre_mm: tuple[float, float]
    at_edge: bool


def find_blobs(view: BoardView, sites: Sites, found: tuple[PlaceScores, ...]) -> tuple[Blob, ...]:
    """Return the foreign blobs, largest first, without known pieces and the pile."""
    mask = _foreground_mask(view)
    explained = explained_mask(view, sites, found, halo_mm=TUNING.explained_halo_mm)
    mask[explained] = 0
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    mask[explained] = 0
    distinct = [
        blob
        for blob in _label_blobs(mask)
        if art_correlation(view, blob.mask) <= TUNING.gloss_correlation
    ]
    # A window over a piece's edge contains part of the piece, too.
    widely = cv2.dilate(explained.astype(np.uint8), np.ones((5, 5), np.uint8))
    # In any colour: where the art is gone, something hides it.
    lost = (view.art_missing & (widely == 0)).astype(np.uint8)
    without_art = [blob for blob in _label_blobs(lost) if not _is_only_light(view, blob.mask)]
    return tuple(sorted((*distinct, *without_art), key=lambda blob: -blob.area_mm2))


def _foreground_mask(view: BoardView) -> NDArray[Any]:
    """Return which points are foreign; at the edge, also less foreign ones beside many others.

    Fingertips that barely reach over the edge hide only its strip of strong contrasts.
    """
    foreign = (view.z_score > TUNING.foreign_z).astype(np.uint8)
    rim = int(TUNING.edge_mm * MAP_PX_PER_MM)
    many = (
        cv2.boxFilter(foreign, -1, (TUNING.cluster_px, TUNING.cluster_px), normalize=False)
        >= TUNING.cluster_px
    )
    beside = (cv2.dilate(foreign & many, np.ones((3, 3), np.uint8)) > 0) & (
        view.z_score > TUNING.beside_z
    )
    beside[rim:-rim, rim:-rim] = False
    return np.asarray(foreign | beside, dtype=np.uint8)


def _label_blobs(mask: NDArray[Any]) -> Iterator[Blob]:
    """Yield the connected regions of a mask, without specks."""
    count, labels, stats, centres = cv2.connectedComponentsWithStats(mask)
    for number in range(1, count):
        left, top, width, height, area = (int(value) for value in stats[number])
        if area < TUNING.speck_mm2 * MAP_PX_PER_MM**2:
            continue
        to_edge = min(left, top, mask.shape[1] - left - width, mask.shape[0] - top - height)
        centre = (centres[number] + 0.5) / MAP_PX_PER_MM
        at_edge = to_edge < TUNING.edge_mm * MAP_PX_PER_MM
        yield Blob(labels == number, area / MAP_PX_PER_MM**2, (centre[0], centre[1]), at_edge)


def find_over_edge(found: tuple[Blob, ...], strays: tuple[Stray, ...]) -> Mask | None:
    """Return the blobs at the edge except stray pieces; None if they are too small.

    A hand or an arm is among them; so are shadows, gloss and things that lean over the edge.
    """
    edge = [blob for blob in found if blob.at_edge and not _is_stray(strays, blob)]
    enough = sum(blob.area_mm2 for blob in edge) > TUNING.edge_hand_mm2
    return _union(edge) if enough else None


def find_lying_loose(found: tuple[Blob, ...]) -> Mask | None:
    """Return the blobs away from the edge that are large enough to be a hand; None if none."""
    return _union(
        [blob for blob in found if not blob.at_edge and blob.area_mm2 > TUNING.loose_hand_mm2]
    )


def _union(found: list[Blob]) -> Mask | None:
    return np.any([blob.mask for blob in found], axis=0) if found else None


def fill_bodies(foreign: Mask, view: BoardView) -> Mask:
    """Return what large foreign regions hide: also where a body looks like the board behind it.

    A white cup hides a pale square between the dark ones on which it is seen. Light hides no art,
    but where it burns the board out.
    """
    burnt = view.flat.min(axis=-1) >= SATURATED
    hidden = np.zeros(foreign.shape, dtype=np.bool_)
    least = TUNING.loose_hand_mm2 * MAP_PX_PER_MM**2
    if np.count_nonzero(foreign) < least:
        return hidden
    count, labels = cv2.connectedComponents(close_gaps(foreign).astype(np.uint8))
    areas = np.bincount(labels[foreign], minlength=count)
    for number in np.flatnonzero(areas >= least):
        part = foreign & (labels == number)
        lost, lit = (float(one[part].mean()) for one in (view.art_missing, burnt))
        if lost < TUNING.body_art_min or lit > TUNING.saturated_share_min:
            continue
        points = np.argwhere(part)[:, ::-1].astype(np.int32)
        drawn = np.zeros(foreign.shape, dtype=np.uint8)
        hull = cv2.fillConvexPoly(drawn, cv2.convexHull(points), 1) > 0
        fill = areas[number] / np.count_nonzero(hull)
        if fill >= TUNING.body_fill_min and hull.mean() <= TUNING.body_share_max:
            hidden |= hull
    return hidden


def fill_hulls(mask: Mask) -> Mask:
    """Return a mask with the convex hull of each of its regions."""
    outlines, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled = np.zeros(mask.shape, np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(filled, cv2.convexHull(outline), 1)
    return filled > 0


def grow_hands(hands: Mask, view: BoardView) -> Mask:
    """Return hands extended over connected regions without visible art, with gaps closed.

    Some of the board's colours look like skin, and a hand that fills the view distorts the
    estimated light; but wherever a hand is, the art is gone.
    """
    around = cv2.dilate(hands.astype(np.uint8), np.ones((5, 5), np.uint8))
    part = (hands | (view.z_score > TUNING.foreign_z) | view.art_missing).astype(np.uint8)
    _, labels = cv2.connectedComponents(part)
    touched = np.unique(labels[around > 0])
    whole = np.isin(labels, touched[touched > 0]) | hands
    return close_gaps(whole)


def close_gaps(mask: Mask) -> Mask:
    """Return a mask with gaps closed up to those in a hand."""
    reach = int(TUNING.hand_gap_mm * MAP_PX_PER_MM) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, kernel)
    return np.asarray(closed > 0, dtype=np.bool_)


def _is_stray(strays: tuple[Stray, ...], blob: Blob) -> bool:
    x, y = blob.centre_mm
    near = any(np.hypot(stray.x_mm - x, stray.y_mm - y) < TUNING.stray_reach_mm for stray in strays)
    return near and blob.area_mm2 < TUNING.stray_mm2


def _is_only_light(view: BoardView, mask: Mask) -> bool:
    """Whether nearly every point under a mask looks like the empty board in some light.

    At the end of a soft shadow, faint art is not recognised; and a light strong enough to burn out
    the pale board leaves none to see.
    """
    if float(np.percentile(view.z_score[mask], TUNING.light_percentile)) < TUNING.empty_z:
        return True
    burnt = float((view.flat[mask].min(axis=-1) >= SATURATED).mean()) > TUNING.saturated_share_min
    return (
        burnt
        and float(np.percentile(view.expected_grey[mask], 100 - TUNING.light_percentile))
        > TUNING.pale_grey
    )


def art_correlation(view: BoardView, mask: Mask) -> float:
    """Return how well the printed art is recognised under a mask, -1 to 1."""
    seen, known = (part[mask] - part[mask].mean(axis=0) for part in (view.flat, view.reference))
    both = float((seen * known).sum())
    return both / float(np.sqrt((seen**2).sum() * (known**2).sum() + 1e-3))


def measure_away_mm(board: Board, part: Mask) -> dict[str, float]:
    """Return how far each place is from a part of the board; below zero where it lies beneath."""
    away = cv2.distanceTransform((~part).astype(np.uint8), cv2.DIST_L2, cv2.DIST_MASK_5)
    last = np.array(part.shape[::-1]) - 1
    cells = {
        place.name: np.clip(np.array([place.x_mm, place.y_mm]) * MAP_PX_PER_MM, 0, last).astype(int)
        for place in board.places
    }
    radii = {place.name: place.radius_mm for place in board.places}
    return {name: away[y, x] / MAP_PX_PER_MM - radii[name] for name, (x, y) in cells.items()}


def find_ignored(board: Board) -> Mask:
    """Return the points where nothing counts as foreign: holes, and the pile."""
    holes = [place for place in board.places if place.kind == "hole"]
    return ground_of_pieces(board, holes, 2, make_grid(board.size_mm, MAP_PX_PER_MM))


def ground_of_pieces(board: Board, places: Sequence[BoardPlace], rim_mm: float, grid: Map) -> Mask:
    """Return which board points of a grid lie on places, in a rim round them, or on the pile."""
    discs = [(place.x_mm, place.y_mm, place.radius_mm + rim_mm) for place in places]
    if (pile := board.discard) is not None:
        discs.append((pile.x_mm, pile.y_mm, float(np.hypot(*pile.card_mm)) / 2 + TUNING.heap_mm))
    known = np.zeros(grid.shape[:2], dtype=np.bool_)
    across, down = np.ascontiguousarray(grid[..., 0]), np.ascontiguousarray(grid[..., 1])
    for x_mm, y_mm, radius_mm in discs:
        known |= (across - x_mm) ** 2 + (down - y_mm) ** 2 < radius_mm**2
    return known


def explained_mask(
    view: BoardView, sites: Sites, found: tuple[PlaceScores, ...], halo_mm: float
) -> Mask:
    """Return the points that known pieces hide, or where nothing is judged."""
    return view.ignored | pieces_mask(sites, found, view.ignored.shape, halo_mm)


def pieces_mask(
    sites: Sites, found: tuple[PlaceScores, ...], shape: tuple[int, ...], halo_mm: float
) -> Mask:
    """Return the points that known pieces hide."""
    surely = (
        place
        for place in found
        if place.best is not None and place.scores[place.best] > TUNING.doubtful_nats
    )
    return hidden_mask(surely, sites, shape, halo_mm)


def doubted_mask(sites: Sites, found: tuple[PlaceScores, ...], shape: tuple[int, ...]) -> Mask:
    """Return the points hidden by pieces whose presence is in doubt."""
    doubted = (
        place
        for place in found
        if place.scores and abs(max(place.scores.values())) <= TUNING.doubtful_nats
    )
    return hidden_mask(doubted, sites, shape, TUNING.explained_halo_mm)


def hidden_mask(
    pieces: Iterable[PlaceScores], sites: Sites, shape: tuple[int, ...], halo_mm: float
) -> Mask:
    """Return the points of the board that pieces and a halo hide (rows × columns)."""
    hidden = np.zeros(shape, dtype=np.bool_)
    for piece in pieces:
        window, outline = sites.outline(piece.standing, halo_mm)
        hidden[window] |= outline
    return hidden


def enlarge(mask: Mask, flat: Map) -> Mask:
    """Return a mask at MAP_PX_PER_MM, scaled to the resolution of the board from above."""
    size = flat.shape[1::-1]
    return scale_up(mask.astype(np.uint8), size) > 0


def scale_up(coarse: NDArray[Any], size: tuple[int, int]) -> NDArray[Any]:
    """Return a map or mask enlarged to width × height, without values between its own."""
    return cv2.resize(coarse, size, interpolation=cv2.INTER_NEAREST)
