"""What is printed on a card, so that what stands upon it is seen: white paper, and ink.

A pixel over an edge of the print mixes two colours, and shadow darkens both. So a pixel may be the
print if its colour is a mixture, of whatever brightness, of the darkest and the palest ink nearby.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from hardware.loose_cards import LooseCards
from hardware.printing.loose_cards import back_svg, face_svg
from hardware.printing.raster import render
from tablet_companion.vision.loose_cards.spots import Colours, grid_of, shape_of


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a pixel is not what is printed there. Chosen on simulated tables of Wink's cards.

    Colours and levels are in shares of white paper.
    """

    clear_mm: float = 1.5
    """Millimetres from print or from the card's edge: a blurred picture mixes what is nearer."""
    strange: tuple[float, float, float] = (0.25, 0.05, 0.14)
    """From this distance from all that the inks nearby can mix, a colour is another thing's: in
    shares of its own level, and the limits of that."""
    dim: tuple[float, float] = (0.03, 0.55)
    """A smaller distance that suffices for a colour darker than this share of the darkest ink."""
    same: float = 0.07
    """Below this distance a colour is the print's."""
    dark_share: float = 0.30
    """Below this share of the darkest ink's brightness a colour is no ink."""
    shaded_share: float = 0.58
    """Above this share of the darkest ink's brightness a colour is a lit ink."""
    bright: tuple[float, float] = (1.25, 0.1)
    """Factor and share of white by which the print may be brighter than its palest ink."""
    black: float = 0.2
    """Level of ink on which a dark pawn is not seen."""
    plain: float = 0.5
    """Difference of the inks nearby up to which print is plain, and compared first."""
    few_every: int = 6
    """Plain print is first compared at one in this many of its points."""
    few_points: int = 3
    """Fewer strange ones among those points leave the print bare."""
    usual: float = 0.012
    """Median distance of plain print up to which a picture is clear."""
    noise_factor: float = 3.0
    """In a picture that is less clear, all limits grow by the excess times this: noise, compression
    and mixed light."""
    strange_share_max: float = 0.2
    """Share of the plain points of one kind of ink that may look strange, on all cards."""
    untrusted_max: float = 0.1
    """Share of the kinds of ink that may do so, or none is trusted: at most 2 kinds of 40 in even
    light, 5 to 17 in the dark and in pictures compressed too much."""
    pawn_levels: tuple[float, ...] = (1.0, 0.7)
    """Brightness of pawns in light and in shade, in shares of their colours'."""


TUNING: Final = Tuning()

_PX_PER_MM: Final = 2
_WHITE_MIN: Final = 245
"""Grey levels of a drawing's white."""
_STEPS: Final = 5
"""Steps of each channel by which kinds of ink are told apart."""
_KINDS: Final = _STEPS**3
_ALL: Final = np.ones(_KINDS, dtype=bool)
_FLAT: Final = 1e-3
"""Sine of an angle between two colours below which they are one."""


@dataclass(frozen=True, slots=True, eq=False)
class Ink:
    """How ink looks in a picture: which kinds look as they are drawn, and by how much all vary.

    A kind that does not look so on most cards was printed otherwise, or the light is not
    understood; it tells nothing.
    """

    trusted: Mask
    noise: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Inked:
    """Points of a patch where something is printed, or that are close to an edge of the print.

    ``normals`` (3 × 3 × n) give a colour's distances from all that the inks at each point can mix;
    ``darkest`` and ``palest`` are the levels of those inks. ``telling`` are the points at which no
    pawn looks like the ink. ``kinds`` are the kinds of ink.
    """

    points: NDArray[np.intp]
    normals: NDArray[np.float32]
    darkest: NDArray[np.float32]
    palest: NDArray[np.float32]
    telling: Mask
    kinds: NDArray[np.intp]

    def at(self, some: NDArray[np.intp]) -> Inked:
        """Return some of these points."""
        parts = (getattr(self, field.name) for field in fields(self))
        return Inked(*(np.ascontiguousarray(part[..., some]) for part in parts))

    def turned(self, points: int) -> Inked:
        """Return the same for a card that lies the other way round, in a patch of these points."""
        return replace(self, points=points - 1 - self.points)

    def find_distance(self, seen: Colours) -> NDArray[np.float32]:
        """Return how far colours are from all that the inks can mix."""
        return np.asarray(_distance(self.normals, *np.ascontiguousarray(seen.T)), np.float32)

    def compare(self, seen: Colours, ink: Ink) -> tuple[Mask, Mask, Mask]:
        """Return which points are ground, are not, and are paler, by their colours; see ``Patch``.

        None that is printed with a kind of ink that is not trusted.
        """
        blue, green, red = np.ascontiguousarray(seen.T)
        away = _distance(self.normals, blue, green, red) - ink.noise
        level = (blue + green + red) * np.float32(1 / 3)
        share, least, most = TUNING.strange
        off, dim = TUNING.dim
        strange = away > np.minimum(np.maximum(share * level, least), most)
        strange |= (away > off) & (level < dim * self.darkest)
        factor, more = TUNING.bright
        bright = level > factor * self.palest + more
        known = ink.trusted[self.kinds]
        other = (strange | bright | (level < TUNING.dark_share * self.darkest)) & known
        ground = self.telling & known & ~other & (away < TUNING.same)
        ground &= level > TUNING.shaded_share * self.darkest
        return ground, other, bright & other & ~strange


@dataclass(frozen=True, slots=True, eq=False)
class Printed:
    """What is printed on one side of a card, this or the other way round, by points of a patch.

    ``paper`` is white; ``few`` are some of the ``inked`` points, where the print is plain.
    """

    paper: NDArray[np.intp]
    inked: Inked
    few: Inked

    def turned(self, points: int) -> Printed:
        """Return the same for a card that lies the other way round, in a patch of these points."""
        return Printed(points - 1 - self.paper, self.inked.turned(points), self.few.turned(points))


def glance(prints: Sequence[Printed], patches: Colours) -> tuple[Ink, Mask]:
    """Return how ink looks on these cards, and which of them something may stand on."""
    few = [one.few for one in prints]
    every = Inked(
        *(np.concatenate([getattr(one, f.name) for one in few], -1) for f in fields(Inked))
    )
    card = np.repeat(np.arange(len(few)), [len(one.points) for one in few])
    seen = patches[card, every.points]
    usual = float(np.median(every.find_distance(seen)))
    noise = TUNING.noise_factor * max(0.0, usual - TUNING.usual)
    strange = every.compare(seen, Ink(_ALL, noise))[1]
    count, total = np.bincount(every.kinds, strange, _KINDS), np.bincount(every.kinds, None, _KINDS)
    trusted = count <= TUNING.strange_share_max * total
    trusted &= np.count_nonzero(~trusted) <= TUNING.untrusted_max * np.count_nonzero(total)
    odd = np.bincount(card, strange & trusted[every.kinds], len(few))
    return Ink(trusted, noise), odd >= TUNING.few_points


def read_print(cards: LooseCards, name: str, pawns: Colours, *, up: bool) -> Printed:
    """Return what is printed on one side of a card; ``pawns`` are the colours of all pawns."""
    drawing = render((face_svg if up else back_svg)(cards, name), float(_PX_PER_MM))
    paper = _find_paper(cards, drawing)
    inner = (grid_of(paper.shape) ** 2).sum(axis=-1) < (cards.stage_mm - TUNING.clear_mm) ** 2
    points = np.flatnonzero(~paper & ~inner)
    dark, pale = (ink.reshape(-1, 3)[points] for ink in _inks(cards, drawing))
    normals = _mixture_normals(dark, pale)
    darkest, palest = (np.ascontiguousarray(ink.mean(axis=1)) for ink in (dark, pale))
    kinds = _kind((dark + pale).T * np.float32(0.5))
    inked = Inked(points, normals, darkest, palest, darkest > TUNING.black, kinds)
    inked = replace(inked, telling=inked.telling & _tells_pawns(inked, pawns))
    edge = np.abs(grid_of(paper.shape)) > np.array(cards.size_mm) / 2 - TUNING.clear_mm
    plain = np.abs(pale - dark).max(axis=1) < TUNING.plain
    plain &= ~edge.any(axis=-1).ravel()[points]
    return Printed(
        np.flatnonzero(paper), inked, inked.at(np.flatnonzero(plain)[:: TUNING.few_every])
    )


def _tells_pawns(inked: Inked, pawns: Colours) -> Mask:
    looks = np.concatenate([pawns * np.float32(share) for share in TUNING.pawn_levels])
    every = (np.broadcast_to(look, (len(inked.points), 3)) for look in looks)
    seen = [inked.compare(colours, Ink(_ALL))[1] for colours in every]
    return np.asarray(np.logical_and.reduce(seen))


def _kind(colours: NDArray[np.float32]) -> NDArray[np.intp]:
    """Return the kinds of ink of colours (3 × n): those that are much alike are one."""
    steps = np.minimum((colours * _STEPS).astype(np.intp), _STEPS - 1)
    return np.asarray((steps[0] * _STEPS + steps[1]) * _STEPS + steps[2])


def _find_paper(cards: LooseCards, drawing: NDArray[np.uint8]) -> Mask:
    """Return which points are white paper, neither within the disc nor close to print."""
    white = (drawing.min(axis=2) >= _WHITE_MIN).astype(np.uint8)
    reach = round(TUNING.clear_mm * _PX_PER_MM)
    clear = cv2.erode(white, np.ones((2 * reach + 1,) * 2, np.uint8), borderValue=0)
    rows, columns = shape_of(cards)
    small = cv2.resize(clear, (columns, rows), interpolation=cv2.INTER_AREA) > 0
    within = (grid_of((rows, columns)) ** 2).sum(axis=-1) < (cards.stage_mm + TUNING.clear_mm) ** 2
    return np.asarray(small & ~within)


def _inks(cards: LooseCards, drawing: NDArray[np.uint8]) -> tuple[Colours, Colours]:
    """Return the darkest and the palest colour printed close to each point: rows × columns × 3."""
    rows, columns = shape_of(cards)
    size = (columns * _PX_PER_MM, rows * _PX_PER_MM)
    fine = cv2.resize(drawing, size, interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    reach = round(TUNING.clear_mm * _PX_PER_MM)
    padded = cv2.copyMakeBorder(fine, *(reach,) * 4, cv2.BORDER_REPLICATE)
    side = 2 * reach + _PX_PER_MM
    away = 2 * np.mgrid[:side, :side] - side + 1
    shifts = np.argwhere((away**2).sum(axis=0) <= (2 * reach + 1) ** 2).tolist()
    levels = padded.mean(axis=2)
    dark, pale = np.zeros((2, rows, columns, 3), np.float32)
    lowest, highest = np.full((rows, columns), 2.0), np.full((rows, columns), -1.0)
    for y, x in shifts:
        at = np.s_[y : y + size[1] : _PX_PER_MM, x : x + size[0] : _PX_PER_MM]
        darker, paler = levels[at] < lowest, levels[at] > highest
        dark[darker], lowest[darker] = padded[at][darker], levels[at][darker]
        pale[paler], highest[paler] = padded[at][paler], levels[at][paler]
    return dark, pale


def _mixture_normals(dark: Colours, pale: Colours) -> NDArray[np.float32]:
    """Return three vectors for each pair of inks, for ``_distance``.

    The first is perpendicular to both inks; the others point, within their plane, from each ink
    to the other one. Where both inks are one, all are perpendicular to it, the third against the
    second.
    """
    one, other = (_unit(ink + np.float32(1e-4)) for ink in (dark, pale))
    across = np.cross(one, other)
    flat = np.linalg.norm(across, axis=1) < _FLAT
    anything = np.eye(3, dtype=np.float32)[np.abs(other).argmin(axis=1)]
    across[flat] = np.cross(other, anything)[flat]
    across = _unit(across)
    from_pale, from_dark = np.cross(other, across), np.cross(across, one)
    from_dark[flat] = -from_pale[flat]
    return np.ascontiguousarray(np.stack([across, from_pale, from_dark]).transpose(0, 2, 1))


def _distance(normals: NDArray[np.float32], blue: Any, green: Any, red: Any) -> Any:
    """Return how far a colour at each of n points is from all that the inks there can mix."""
    off, from_pale, from_dark = (one[0] * blue + one[1] * green + one[2] * red for one in normals)
    return np.maximum(np.abs(off), -np.minimum(from_pale, from_dark))


def _unit(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)
