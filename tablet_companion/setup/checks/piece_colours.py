"""Which of the colours offered the pieces of a new board have, in a picture of some of them. Pure.

A colour is the same in any shade: dark blue is no black. So hues are compared, and only what has
none is light or dark. No network that takes flat men for print is asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats, Pose
from calibration.camera.sampling import flatten
from calibration.camera.silhouettes import Mask
from hardware.board import Board, BoardPlace
from hardware.ports import Picture
from tablet_companion.setup.checks.change_detection import BAND_MM, BareBoard
from tablet_companion.setup.checks.seen_colours import GREY, Lab, Part, cut, read_lab


@dataclass(frozen=True, slots=True)
class Tuning:
    """How the colour of what came onto a place is told.

    Chosen on thirty drawn boards in three lights and on the boxed board; held by
    tests/setup/test_colours.py.
    """

    middle: float = 0.4
    """Share of a place's radius within which a piece is looked for: it may be far smaller."""
    filled: float = 0.2
    """Share of a place's middle that a piece changes at least: its rim alone, on its own colour."""
    tint: float = 0.13
    """How yellow a lamp may make what has no colour, as a share of its brightness."""
    vivid: float = 12.0
    """How far from grey, in 8-bit Lab, what has a colour is at least, beside that tint."""
    vivid_share: float = 0.1
    """As ``vivid``, as a share of its brightness."""
    wooden: tuple[float, float] = (0.7, 2.1)
    """Hues of woods, in radians: from orange to beyond yellow."""
    vivid_wooden: float = 20.0
    """As ``vivid``, of these hues: wood is less colourful than yellow paint."""
    cap: float = 0.7
    """Share of what changed on a place that is less colourful than a pawn's cap."""
    dark: float = 0.45
    """Share of the board's brightest parts below which what has no colour is dark."""
    bright: tuple[float, float] = (150.0, 240.0)
    """How bright the brightest parts of a board count as, at least and at most."""
    print: float = 0.1
    """Share of a pixel's brightness by which it may differ from the print in another light, and
    still shows it: pieces are seen between, and their edges are mixed with it."""
    core: float = 0.1
    """Share of what changed on a place that must be left without print and edges to be used."""
    shadow: tuple[float, float] = (0.5, 1.0)
    """By how much a shadow darkens a place, at most and at least."""
    shadow_even: float = 0.09
    """By how much that may differ between red, green and blue."""
    shadow_here: float = 0.5
    """Share of what hangs together that lies on the place, of another piece's shadow at most."""
    reach: float = 2.2
    """Radii round a place within which the cap of a pawn that leans is looked for."""
    leaning: float = 0.2
    """Share of what changed there that is colourful, where a dark body has a cap."""


TUNING: Final = Tuning()


class _Hues(NamedTuple):
    """How far from grey colours are, as a share of their brightness too, and their hue (rad)."""

    chroma: Floats
    share: Floats
    angle: Floats

    @property
    def vivid(self) -> Mask:
        """Return which of them have a colour."""
        low, high = TUNING.wooden
        is_wooden = (self.angle > low) & (self.angle < high)
        least = np.where(is_wooden, TUNING.vivid_wooden, TUNING.vivid)
        return np.asarray((self.chroma >= least) & (self.share >= TUNING.vivid_share))


@dataclass(frozen=True, slots=True)
class _Views:
    """A board from straight above, one pixel a millimetre: empty, with pieces, and what changed.

    ``core`` is what changed without edges and print, ``inner`` without edges; ``patches`` numbers
    what changed and hangs together; ``bright`` is how bright the board's brightest parts are.
    """

    was: Picture
    now: Picture
    lab: Lab
    changed: Mask
    inner: Mask
    core: Mask
    patches: NDArray[np.int32]
    bright: float

    def find_patches(self, part: Part) -> NDArray[np.int32]:
        """Return the numbers of the patches that changed in a part of the board."""
        return np.unique(self.patches[part][self.changed[part]])


def find_colours(
    board: Board, pose: Pose, pictures: tuple[Picture, Picture], offered: Mapping[str, str]
) -> tuple[str, ...]:
    """Return which of the ``offered`` colours come nearest to what came onto the places.

    ``pictures`` are of the empty board and of pieces. A dark body whose cap is seen beside it is no
    dark piece; where most are so, none is.
    """
    middles = (
        msgspec.structs.replace(p, radius_mm=p.radius_mm * TUNING.middle) for p in board.places
    )
    bare = BareBoard.of(msgspec.structs.replace(board, places=tuple(middles)), pose, pictures[0])
    views = _view(board, pose, pictures, bare)
    palette = {name: read_lab(colour) for name, colour in offered.items()}
    seen = Counter(
        _name_colour(views, board.by_name[name], palette)
        for name in bare.find_filled(pictures[1], board.by_name, TUNING.filled)
    )
    dark = _find_grey(palette)[0]
    return tuple(n for n in offered if seen[n] and (n != dark or seen[n] > seen[_LEANS]))


_LEANS: Final = "leans"
"""Stands for a dark body whose cap lies beside it."""
_SHADOW: Final = "shadow"
"""Stands for what is no piece."""


def _view(board: Board, pose: Pose, pictures: tuple[Picture, Picture], bare: BareBoard) -> _Views:
    was, now = (flatten(each, pose, board.size_mm, 1.0) for each in pictures)
    lab = cv2.cvtColor(now, cv2.COLOR_BGR2LAB).astype(np.float64)
    band = slice(BAND_MM, -BAND_MM)
    changed = bare.compare(pictures[1]).changed[band, band]
    flags = changed.astype(np.uint8)
    inner = cv2.erode(flags, np.ones((3, 3), np.uint8), borderValue=0) > 0
    core = inner & ~_shows_print(was, now)
    patches = np.asarray(cv2.connectedComponents(flags, connectivity=4)[1], np.int32)
    bright = float(np.quantile(lab[..., 0], 0.95).clip(*TUNING.bright))
    return _Views(was, now, lab, changed, inner, core, patches, bright)


def _shows_print(was: Picture, now: Picture) -> Mask:
    """Return where a board looks as before in another light."""
    before, after = (cv2.blur(each, (3, 3)).astype(np.float64) for each in (was, now))
    gain = (before * after).sum(axis=2) / (before**2).sum(axis=2).clip(1.0)
    apart = np.linalg.norm(after - gain[..., None] * before, axis=2)
    return np.asarray(apart < TUNING.print * np.linalg.norm(after, axis=2).clip(30.0))


def _name_colour(views: _Views, place: BoardPlace, palette: Mapping[str, Lab]) -> str:
    """Return the colour of what came onto a place, or what it is instead."""
    part = cut(place, place.radius_mm)
    if _is_shadow(views, part):
        return _SHADOW
    changed, core = views.changed[part], views.core[part]
    body = views.lab[part][core if core.sum() >= TUNING.core * changed.sum() else changed]
    hues = _measure_hues(body)
    least = np.quantile(hues.share, TUNING.cap)
    cap = _measure_hues(np.median(body[hues.share >= least], axis=0))
    if least >= TUNING.vivid_share and cap.vivid:
        return _find_hue(palette, float(cap.angle))
    dark, light = _find_grey(palette)
    if np.median(body[:, 0]) >= TUNING.dark * views.bright:
        return light
    return _LEANS if _has_cap_beside(views, place) else dark


def _is_shadow(views: _Views, part: Part) -> bool:
    """Whether what changed is a little darker, in all channels alike, and most of it elsewhere.

    Round a white piece on a white place such a shadow lies, too.
    """
    changed = views.changed[part]
    gain = np.median(views.now[part][changed] / views.was[part][changed].clip(1.0), axis=0)
    low, high = TUNING.shadow
    if not low < gain.min() <= gain.max() < high or np.ptp(gain) > TUNING.shadow_even:
        return False
    together = np.isin(views.patches, views.find_patches(part))
    return bool(changed.sum() < TUNING.shadow_here * together.sum())


def _has_cap_beside(views: _Views, place: BoardPlace) -> bool:
    """Whether what changed on a place hangs together with something colourful near it."""
    near = cut(place, TUNING.reach * place.radius_mm)
    own = views.find_patches(cut(place, place.radius_mm))
    together = np.isin(views.patches[near], own) & views.inner[near]
    hues = _measure_hues(views.lab[near][together])
    strong = hues.vivid & (hues.chroma >= 2 * TUNING.vivid) & (hues.share >= 2 * TUNING.vivid_share)
    return bool(strong.size and strong.mean() >= TUNING.leaning)


def _measure_hues(lab: Lab) -> _Hues:
    """Return the hues of colours in 8-bit Lab (… × 3), apart from a lamp's tint."""
    bright = lab[..., 0].clip(1.0)
    green, blue = lab[..., 1] - GREY, lab[..., 2] - GREY
    blue = blue - blue.clip(0.0, TUNING.tint * bright)
    chroma = np.hypot(green, blue)
    return _Hues(chroma, chroma / bright, np.arctan2(blue, green))


def _find_hue(palette: Mapping[str, Lab], angle: float) -> str:
    hues = {name: _measure_hues(lab) for name, lab in palette.items()}
    apart = {
        name: abs(np.angle(np.exp(1j * (hue.angle - angle))))
        for name, hue in hues.items()
        if hue.vivid
    }
    return min(apart, key=apart.__getitem__)


def _find_grey(palette: Mapping[str, Lab]) -> tuple[str, str]:
    """Return the darkest and the lightest of the colours that are none."""
    greys = {name: lab[0] for name, lab in palette.items() if not _measure_hues(lab).vivid}
    return min(greys, key=greys.__getitem__), max(greys, key=greys.__getitem__)
