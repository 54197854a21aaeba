"""How well a camera sees a board, judged from one picture: light, focus, glare, height. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.fitting import fit_pose
from calibration.camera.lens import Floats
from calibration.errors import RegistrationError
from calibration.finding.discs import list_corners
from hardware.ports import Picture
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.setup.geometry.board_outline import Corners, Point, find_outline
from tablet_companion.setup.parts.picture_frame import size_of


@dataclass(frozen=True, slots=True)
class Tuning:
    """Criteria for a good picture.

    Chosen by hand on the simulated table and on labelled photographs; held by
    tests/setup/test_aim.py.
    """

    dark_grey: float = 80.0
    """Grey levels. The brightest twentieth of a picture that is bright enough is above this."""
    black_grey: float = 12.0
    """Grey levels. Below this a lens is covered; the darkest room that is lit has more."""
    burnt_grey: int = 250
    burnt_share: float = 0.25
    """Share of the board that may be overexposed; more is too bright, less a lamp's reflection."""
    mirrored_share: float = 0.0015
    """A lamp's reflection covers at least this share of the picture; a printed disc covers less."""
    paper_grey: float = 240.0
    """Grey levels. Where a fiftieth of the board is brighter, white print is as bright as a lamp's
    image, and the two cannot be told apart."""
    round_share: float = 0.55
    """Share of the circle round it that a lamp's image fills; burnt white print is ragged."""
    sharp: float = 0.15
    """Share of the contrast of a board's art that lies in its finest details, if nothing could be
    sharper. Sharp pictures of webcams have 0.13, those of boards with soft art less."""
    blurred: float = 0.04
    """Below this share a picture is blurred by the focus or a movement. Sharp ones of webcams and
    telephones have 0.06 or more; blurred by two pixels (standard deviation) 0.04 or less."""
    fills: tuple[float, float] = (0.6, 0.92)
    """Share of the picture's height or width that the board should fill."""


TUNING: Final = Tuning()
_BLACK: Final = Message(N_("I see nothing but black. Uncover the lens, or switch on a light."))
_FAR_PX: Final = 1e6
"""Farther out no corner is told from another."""


@dataclass(frozen=True, slots=True)
class Aim:
    """The advice about a picture, and its quality, 1 being the best.

    A picture that needs no advice may still become better: how sharp one can be depends on the
    camera and on the board's art.
    ``lamps`` are the middles and radii of lamps' images in pixels of the picture; ``corners`` are
    those of the board, where something like one is found.
    """

    advice: tuple[Message, ...]
    quality: float
    lamps: tuple[tuple[Point, float], ...] = ()
    corners: Corners | None = None

    @property
    def good(self) -> bool:
        """Whether the picture needs no correction."""
        return not self.advice


def judge_picture(picture: Picture, size_mm: tuple[float, float]) -> Aim:
    """Return what to correct before a board of this size can be read in such pictures."""
    grey = _grey(picture)
    corners = find_outline(picture)
    lamps = tuple(_find_lamps(picture, corners))
    light = _judge_light(grey, corners, lamps)
    if light[0] is _BLACK:  # what looks like an outline there is noise
        return Aim((_BLACK,), light[1])
    measured = (light, _judge_focus(grey), _judge_height(corners, size_of(picture), size_mm))
    advice = tuple(say for say, _ in measured if say is not None)
    return Aim(advice, min(quality for _, quality in measured), lamps, corners)


def judge_light(picture: Picture, corners: Sequence[Point] | None) -> Message | None:
    """Return why a board cannot be seen, too little light or too much; None if it can.

    Without ``corners`` the whole picture is judged.
    """
    return _judge_light(_grey(picture), corners, ())[0]


def _grey(picture: Picture) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


Judged = tuple[Message | None, float]


def _judge_light(
    grey: NDArray[np.uint8], corners: Sequence[Point] | None, lamps: tuple[tuple[Point, float], ...]
) -> Judged:
    darker = _share_by_grey(grey, corners)
    bright = float(np.searchsorted(darker, 0.95))
    burnt = 1 - darker[TUNING.burnt_grey - 1]
    if bright < TUNING.black_grey:
        return _BLACK, bright / TUNING.dark_grey
    if bright < TUNING.dark_grey:
        return Message(N_("It is too dark. Switch on a light.")), bright / TUNING.dark_grey
    if burnt > TUNING.burnt_share:
        return Message(N_("It is too bright. Dim the light, or shade the board.")), 0.5
    if lamps:
        return Message(N_("A lamp is mirrored here. Move it to one side.")), 0.8
    return None, 1.0


def _judge_focus(grey: NDArray[np.uint8]) -> Judged:
    sharpness = measure_sharpness(grey)
    say = N_("The picture is blurred. Turn the lens until the bar is longest.")
    blurred = sharpness < TUNING.blurred  # most lenses cannot be turned: no advice unless it helps
    return Message(say) if blurred else None, min(sharpness / TUNING.sharp, 1.0)


def is_blurred(picture: Picture) -> bool:
    """Whether a picture is too blurred to show fine details, whatever the lens."""
    return measure_sharpness(_grey(picture)) < TUNING.blurred


def measure_sharpness(grey: NDArray[np.uint8]) -> float:
    """Return the share of a picture's contrast that lies in its finest details, 0 to 1."""
    level = grey.astype(np.float32)
    fine, coarse = (
        np.abs(level - cv2.GaussianBlur(level, (0, 0), sigma)).clip(2, None) - 2
        for sigma in (1.0, 5.0)
    )
    return float(fine.mean() / max(float(coarse.mean()), 0.05))


def _judge_height(
    corners: Corners | None, size_px: tuple[int, int], size_mm: tuple[float, float]
) -> Judged:
    if corners is None:
        text = N_("I do not see a whole board. Put it in the middle, or hang the camera higher.")
        return Message(text), 0.3
    xs, ys = zip(*corners, strict=True)
    filled = max((max(xs) - min(xs)) / size_px[0], (max(ys) - min(ys)) / size_px[1])
    least, most = TUNING.fills
    if least <= filled <= most:
        return None, 1.0
    wanted = filled / (most if filled > most else least)
    change_cm = abs(wanted - 1) * _height_mm(corners, size_px, size_mm) / 10
    count = (("count", max(1, round(change_cm))),)
    if filled > most:
        return Message(N_("Hang the camera {count} cm higher."), count), 1 / wanted
    return Message(N_("Hang the camera {count} cm lower."), count), wanted


def _height_mm(corners: Corners, size_px: tuple[int, int], size_mm: tuple[float, float]) -> float:
    """Return how high the camera hangs, 800 mm if the corners do not show it."""
    try:
        return fit_pose(list_corners(size_mm), np.array(corners), size_px).pose.height_mm
    except RegistrationError:
        return 800.0


def _share_by_grey(grey: NDArray[np.uint8], corners: Sequence[Point] | None) -> Floats:
    """Return for each grey level the share of the board's pixels that are at most as bright.

    Of all pixels if the board is not found, or not in the picture.
    """
    mask = _mask(grey.shape, corners)
    counts = cv2.calcHist([grey], [0], mask if mask.any() else None, [256], (0, 256))
    return np.asarray(np.cumsum(counts, dtype=np.float64) / counts.sum(), np.float64)


def _mask(shape: tuple[int, ...], corners: Sequence[Point] | None) -> NDArray[np.uint8]:
    if corners is None:
        return np.ones(shape[:2], np.uint8)
    mask = np.zeros(shape[:2], np.uint8)
    # A label may put a corner beyond what an integer holds; the registration refuses it later.
    near = np.clip(corners, -_FAR_PX, _FAR_PX)
    cv2.fillConvexPoly(mask, near.round().astype(np.int32), 1)
    return mask


def _find_lamps(picture: Picture, corners: Corners | None) -> Iterator[tuple[Point, float]]:
    board = _mask(picture.shape, corners) > 0
    weakest = picture.min(axis=2)
    if np.percentile(weakest[board], 98) > TUNING.paper_grey:
        return
    burnt = (weakest >= TUNING.burnt_grey) & board
    contours, _ = cv2.findContours(burnt.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for contour in contours:
        area = cv2.contourArea(contour)
        if area > TUNING.mirrored_share * burnt.size:
            (x, y), radius = cv2.minEnclosingCircle(contour)
            if area > TUNING.round_share * np.pi * radius**2:
                yield (float(x), float(y)), float(1.4 * radius)
