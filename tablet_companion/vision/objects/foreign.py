"""What lies on the board that neither board nor known pieces explain: hands, stray pieces.

Works on the board seen from above at half a pixel a millimetre: a finger is ten millimetres wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.light import SATURATED, Light, Map, fit_light, in_planes, strongest
from calibration.sampling import grid_mm
from calibration.silhouettes import Mask
from hardware.board import Board, BoardPlace
from tablet_companion.vision.places.scores import Found
from tablet_companion.vision.places.sites import MAP_PX_PER_MM, Sites
from tablet_companion.vision.reading import Stray

_SHADOWS: Final = (1.0, 0.8, 0.62, 0.46)
FOREIGN: Final = 4.0
"""So many standard deviations from the empty board, in every shadow, a point is foreign."""
_FAIRLY: Final = 2.3
"""The same for what lies right beside a cluster of foreign points at the board's edge."""
_CLUSTER_PX: Final = 5
_HAND_MM2: Final = 60.0
"""Fingertips over the board's edge are this large together at least."""
_LOOSE_HAND_MM2: Final = 900.0
"""Foreign things this large are a hand (or what needs the same patience) even off the edge."""
_HAND_GAP_MM: Final = 20.0
_WINDOW_PX: Final = 7
_GONE: Final = 0.4
_FLAT_ART: Final = 20.0
"""Where the art varies less than this (squared grey levels), nothing can be recognised."""
_FAINT: Final = 3.0
"""Where it would vary less than this in the picture (squared grey levels), noise drowns it."""
_MOSTLY_BURNT: Final = 0.6
_NEARLY_WHITE: Final = 235.0
"""Where the empty board would be so bright (grey levels), it may well be burnt out."""
_STRAY_REACH_MM: Final = 25.0
_STRAY_MM2: Final = 500.0
_SPECK_MM2: Final = 30
_EDGE_MM: Final = 9
_ART_REMAINS: Final = 0.6
"""Where the art is recognised this well through it, the odd thing is gloss, not a body."""
_NEARLY_ALL: Final = 90
_AS_EMPTY: Final = 1.4
"""So many standard deviations the empty board differs from itself."""
_DOUBTFUL: Final = 1.0
"""A piece found with less (nats) explains nothing away: it may be a fingertip."""
_HEAP_MM: Final = 12.0
"""A sloppy heap reaches so far beyond half a card's diagonal: nothing is judged there."""


@dataclass(frozen=True, slots=True, eq=False)
class Blob:
    """One connected foreign thing: its mask, area in mm², centre in mm, and whether at the edge."""

    mask: Mask
    area_mm2: float
    centre_mm: tuple[float, float]
    at_edge: bool


@dataclass(frozen=True, slots=True, eq=False)
class Overview:
    """The whole board at MAP_PX_PER_MM: as seen, as it would be empty, and how odd each point is.

    ``plain`` has the light taken out as for things that stand on the board, ``bare`` as for the
    board itself. ``shown`` (rows × columns) is how bright the empty board would be in this picture,
    ``gone`` where its art is not recognised.
    """

    flat: Map
    reference: Map
    odd: Map
    plain: Map
    bare: Map
    shown: Map
    gone: Mask
    never_judged: Mask


class _Bare(Protocol):
    """What is needed of the empty board here."""

    @property
    def foreign_reference(self) -> Map:
        """Return it at MAP_PX_PER_MM."""
        ...

    @property
    def foreign_texture(self) -> Map:
        """Return how busy it is."""
        ...

    @property
    def never_judged(self) -> Mask:
        """Return where nothing is foreign."""
        ...


def look_over(bare: _Bare, flat: Map, light: Light) -> Overview:
    """Compare the whole board with its empty reference."""
    flat, size = in_planes(flat), (flat.shape[1], flat.shape[0])
    (gain, offset), (here, haze) = light.without_gloss(), light.over(size)
    plain, ground = (flat - offset) / gain, (flat - haze) / here
    odd = _oddness(ground, bare.foreign_reference, bare.foreign_texture)
    odd[(flat[..., 0] < 0) | (bare.foreign_reference[..., 0] < 0)] = 0
    shown = np.minimum(here * bare.foreign_reference + haze, SATURATED).mean(axis=-1)
    reference = bare.foreign_reference
    gone = _art_gone(flat, reference, shown)
    return Overview(flat, reference, odd, plain, ground, shown, gone, bare.never_judged)


@dataclass(frozen=True, slots=True, eq=False)
class TaughtLight:
    """The board as one labelled picture shows it, at MAP_PX_PER_MM, and where that is bare."""

    foreign_reference: Map
    foreign_texture: Map
    never_judged: Mask
    known: Mask


def in_any_light(
    view: Overview, small: Map, lights: Sequence[TaughtLight], size_mm: tuple[float, float]
) -> Overview:
    """Return a view in which only that is odd which is so beside every taught picture.

    ``small`` is the board from above. What one light makes of the board (a lamp's image, the shade
    of a frame) is nothing foreign in that light.
    """
    odd, gone = view.odd, view.gone
    for light in lights:
        bare = np.where(light.known[..., None], small, np.float32(-1))
        fitted = fit_light(bare, light.foreign_reference, size_mm)
        seen = look_over(light, small, fitted)
        odd = np.where(light.known, np.minimum(odd, seen.odd), odd)
        gone = gone & (seen.gone | ~light.known)
    return replace(view, odd=odd, gone=gone)


def _oddness(ground: Map, reference: Map, texture: Map) -> Map:
    """Return how many standard deviations every point is from the empty board, at best.

    ``ground`` (the light taken out) and ``reference`` are rows × columns × 3, ``texture`` rows ×
    columns.
    """
    spread = np.sqrt(49 + (0.6 * texture) ** 2 + (0.06 * strongest(reference)) ** 2)[..., None]
    best: Map | None = None
    for shade in _SHADOWS:
        odd = strongest(np.abs(ground - shade * reference) / spread)
        best = odd if best is None else np.minimum(best, odd)
    assert best is not None
    return best.astype(np.float32)


def blobs(view: Overview, sites: Sites, found: tuple[Found, ...]) -> tuple[Blob, ...]:
    """Return the foreign things, largest first; the known pieces and the pile are left out."""
    mask = _odd(view)
    explained = explained_by(view, sites, found, halo_mm=3.0)
    mask[explained] = 0
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    mask[explained] = 0
    odd = [blob for blob in _connected(mask) if art_seen(view, blob.mask) <= _ART_REMAINS]
    # A window over a piece's edge sees the piece, too.
    widely = cv2.dilate(explained.astype(np.uint8), np.ones((5, 5), np.uint8))
    lost = (view.gone & (widely == 0)).astype(np.uint8)
    gone = [blob for blob in _connected(lost) if not _only_light(view, blob.mask)]
    return tuple(sorted((*odd, *gone), key=lambda blob: -blob.area_mm2))


def _odd(view: Overview) -> NDArray[Any]:
    """Return where the board is odd; at its edge also what is fairly odd beside much of that.

    Fingertips that only just reach over the edge hide no more than its strip of strong contrasts.
    """
    odd = (view.odd > FOREIGN).astype(np.uint8)
    rim = int(_EDGE_MM * MAP_PX_PER_MM)
    many = cv2.boxFilter(odd, -1, (_CLUSTER_PX, _CLUSTER_PX), normalize=False) >= _CLUSTER_PX
    beside = (cv2.dilate(odd & many, np.ones((3, 3), np.uint8)) > 0) & (view.odd > _FAIRLY)
    beside[rim:-rim, rim:-rim] = False
    return np.asarray(odd | beside, dtype=np.uint8)


def _connected(mask: NDArray[Any]) -> Iterator[Blob]:
    """Yield what hangs together in a mask, specks left out."""
    count, labels, stats, centres = cv2.connectedComponentsWithStats(mask)
    for number in range(1, count):
        left, top, width, height, area = (int(value) for value in stats[number])
        if area < _SPECK_MM2 * MAP_PX_PER_MM**2:
            continue
        to_edge = min(left, top, mask.shape[1] - left - width, mask.shape[0] - top - height)
        centre = (centres[number] + 0.5) / MAP_PX_PER_MM
        at_edge = to_edge < _EDGE_MM * MAP_PX_PER_MM
        yield Blob(labels == number, area / MAP_PX_PER_MM**2, (centre[0], centre[1]), at_edge)


def hand_mask(found: tuple[Blob, ...], strays: tuple[Stray, ...]) -> Mask | None:
    """Return the union of the hands among foreign things, or None where there is no hand.

    What comes over the edge is a hand or an arm, unless it is a stray piece; what lies loose is
    one only when it is large.
    """
    edge = [blob for blob in found if blob.at_edge and not _is_one_of(strays, blob)]
    hands = [blob for blob in found if blob.area_mm2 > _LOOSE_HAND_MM2]
    if sum(blob.area_mm2 for blob in edge) > _HAND_MM2:
        hands += edge
    return np.any([blob.mask for blob in hands], axis=0) if hands else None


def grown(hands: Mask, view: Overview) -> Mask:
    """Return hands with all that hangs together with them and hides the art, without gaps.

    Skin is like some of the board's colours, and what fills the view passes for strange light; but
    wherever a hand is, the art is gone.
    """
    around = cv2.dilate(hands.astype(np.uint8), np.ones((5, 5), np.uint8))
    part = (hands | (view.odd > FOREIGN) | view.gone).astype(np.uint8)
    _, labels = cv2.connectedComponents(part)
    touched = np.unique(labels[around > 0])
    whole = np.isin(labels, touched[touched > 0]) | hands
    reach = int(_HAND_GAP_MM * MAP_PX_PER_MM) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    closed = cv2.morphologyEx(whole.astype(np.uint8), cv2.MORPH_CLOSE, kernel)
    return np.asarray(closed > 0, dtype=np.bool_)


def _art_gone(flat: Map, reference: Map, shown: Map) -> Mask:
    """Return where the art, in a window round each point, is not recognised whatever the light.

    Art that would not show in this light (too little of it, or burnt out) cannot be missed.
    """
    seen, known = flat.mean(axis=-1), reference.mean(axis=-1)
    window = (_WINDOW_PX, _WINDOW_PX)
    means = [cv2.blur(part, window) for part in (seen, known, shown)]
    spreads = [
        cv2.blur(part * part, window) - mean * mean
        for part, mean in zip((seen, known, shown), means, strict=True)
    ]
    both = cv2.blur(seen * known, window) - means[0] * means[1]
    alike = both / np.sqrt(np.maximum(spreads[0], 4) * np.maximum(spreads[1], 1))
    beside = cv2.dilate((flat[..., 0] < 0).astype(np.uint8), np.ones(window, np.uint8))
    there = (spreads[1] > _FLAT_ART) & (spreads[2] > _FAINT) & (beside == 0)
    gone = ((alike < _GONE) & there).astype(np.uint8)
    # A window is spoilt by what lies at its edge: take back some of what that adds all round.
    return np.asarray(cv2.erode(gone, np.ones((3, 3), np.uint8)) > 0, dtype=np.bool_)


def _is_one_of(strays: tuple[Stray, ...], blob: Blob) -> bool:
    """Say whether a blob is what a stray piece looks like."""
    x, y = blob.centre_mm
    near = any(np.hypot(stray.x_mm - x, stray.y_mm - y) < _STRAY_REACH_MM for stray in strays)
    return near and blob.area_mm2 < _STRAY_MM2


def _only_light(view: Overview, mask: Mask) -> bool:
    """Say whether nearly every point under a mask is as the empty board would be in some light.

    Where a soft shadow ends, faint art is not recognised; in a light so strong that it burns the
    pale board out, there is none to be seen.
    """
    if float(np.percentile(view.odd[mask], _NEARLY_ALL)) < _AS_EMPTY:
        return True
    burnt = float((view.flat[mask].min(axis=-1) >= SATURATED).mean()) > _MOSTLY_BURNT
    return burnt and float(np.percentile(view.shown[mask], 100 - _NEARLY_ALL)) > _NEARLY_WHITE


def art_seen(view: Overview, mask: Mask) -> float:
    """Return how well the printed art is recognised under a mask, -1 to 1."""
    seen, known = (part[mask] - part[mask].mean(axis=0) for part in (view.flat, view.reference))
    both = float((seen * known).sum())
    return both / float(np.sqrt((seen**2).sum() * (known**2).sum() + 1e-3))


def never_judged(board: Board) -> Mask:
    """Return the points where nothing is judged to be foreign: holes, and the pile."""
    holes = [place for place in board.places if place.kind == "hole"]
    return with_pile(board, holes, 2, grid_mm(board.size_mm, MAP_PX_PER_MM))


def with_pile(board: Board, places: Sequence[BoardPlace], rim_mm: float, grid: Map) -> Mask:
    """Return which board points of a grid lie on places, or in a rim round them, or on the pile."""
    discs = [(place.x_mm, place.y_mm, place.radius_mm + rim_mm) for place in places]
    if (pile := board.discard) is not None:
        discs.append((pile.x_mm, pile.y_mm, float(np.hypot(*pile.card_mm)) / 2 + _HEAP_MM))
    known = np.zeros(grid.shape[:2], dtype=np.bool_)
    for x_mm, y_mm, radius_mm in discs:
        known |= ((grid - [x_mm, y_mm]) ** 2).sum(axis=2) < radius_mm**2
    return known


def explained_by(view: Overview, sites: Sites, found: tuple[Found, ...], halo_mm: float) -> Mask:
    """Return the points that known pieces hide, or where nothing is judged."""
    surely = (
        place for place in found if place.best is not None and place.scores[place.best] > _DOUBTFUL
    )
    return view.never_judged | hidden_by(surely, sites, view.never_judged.shape, halo_mm)


def hidden_by(
    pieces: Iterable[Found], sites: Sites, shape: tuple[int, ...], halo_mm: float
) -> Mask:
    """Return the points of the board that pieces, with a halo, hide (rows × columns)."""
    hidden = np.zeros(shape, dtype=np.bool_)
    for piece in pieces:
        window, outline = sites.outline(piece.standing, halo_mm)
        hidden[window] |= outline
    return hidden


def enlarged(mask: Mask, flat: Map) -> Mask:
    """Return a mask at MAP_PX_PER_MM at the resolution of the board seen from above."""
    size = flat.shape[1::-1]
    return cv2.resize(mask.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST) > 0
