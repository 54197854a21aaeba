"""Pictures as people spoil them while they teach: hands, shadows, pieces and cards left lying."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.learning.placing import Lesson
from hardware.board import Board
from hardware.ports import Picture

Points = NDArray[np.float64]

_SKIN: Final = (120.0, 150.0, 205.0)
_STRANGE: Final = (150.0, 60.0, 140.0)
_PAPER: Final = 235.0


def draw_hand(lesson: Lesson) -> Lesson:
    """Return a lesson with a forearm and three fingers over a part of the board."""
    picture = lesson.picture
    height, width = picture.shape[:2]
    corners = np.array([tuple(each) for each in lesson.label.corners or ()], np.float64)
    middle = corners.mean(axis=0)
    side = float(np.linalg.norm(corners[1] - corners[0]))
    tip, start = middle + 0.12 * side, np.array([width * 0.8, height * 1.05])
    mask = np.zeros((height, width), np.uint8)
    _line(mask, start, tip + (start - tip) * 0.25, 0.2 * side)
    _line(mask, tip + (start - tip) * 0.3, tip + (start - tip) * 0.2, 0.23 * side)
    for across in (-0.07, 0.0, 0.07):
        _line(mask, tip + (start - tip) * 0.25, tip + across * side, 0.05 * side)
    soft = cv2.GaussianBlur(mask, (0, 0), max(1.0, side / 300))[..., None] / 255.0
    round_ = 0.6 + 0.4 * cv2.GaussianBlur(mask, (0, 0), side / 25)[..., None] / 255.0
    noise = np.random.default_rng(7).normal(0, 3, picture.shape)
    level = float(np.percentile(picture, 80)) / 200
    skin = np.array(_SKIN) * round_ * min(1.1, max(0.3, level)) + noise
    drawn = picture * (1 - soft) + skin * soft
    return Lesson(lesson.label, drawn.clip(0, 255).astype(np.uint8))


def _line(mask: Picture, start: Points, end: Points, wide: float) -> None:
    one, other = (tuple(int(v) for v in at) for at in (start, end))
    cv2.line(mask, one, other, 255, max(1, round(wide)), cv2.LINE_AA)


def to_pixels(board: Board, lesson: Lesson) -> Points:
    """Return the homography from a board's millimetres to a picture's pixels (3 × 3)."""
    wide, high = board.size_mm
    flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(flat, corners_of(lesson)), np.float64)


def corners_of(lesson: Lesson) -> NDArray[np.float32]:
    """Return a picture's labelled corners (4 × 2)."""
    return np.array([tuple(each) for each in lesson.label.corners or ()], np.float32)


def _cover(board: Board, lesson: Lesson, name: str, share: float) -> tuple[Picture, Points]:
    """Return a soft mask (0 to 255) of a disc on a place, and the pixels of its rim (n × 2)."""
    place = board.by_name[name]
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = share * place.radius_mm * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    ring = (ring + np.array([place.x_mm, place.y_mm]))[None]
    rim = cv2.perspectiveTransform(ring, to_pixels(board, lesson))[0]
    mask = np.zeros(lesson.picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, rim.astype(np.int32), 255)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), 2.0), np.uint8), np.asarray(rim, np.float64)


def _blend(lesson: Lesson, drawn: NDArray[Any], mask: Picture) -> Lesson:
    soft = mask[..., None] / 255.0
    mixed = lesson.picture * (1 - soft) + drawn * soft
    return Lesson(lesson.label, mixed.clip(0, 255).astype(np.uint8))


def paste_places(board: Board, onto: Lesson, source: Lesson, names: Iterable[str]) -> Lesson:
    """Return a picture whose named places look as another picture shows them."""
    height, width = onto.picture.shape[:2]
    warp = cv2.getPerspectiveTransform(corners_of(source), corners_of(onto))
    moved = cv2.warpPerspective(source.picture, warp, (width, height))
    masks = [_cover(board, onto, name, 1.6)[0] for name in names]
    return _blend(onto, np.asarray(moved, np.float64), np.maximum.reduce(masks))


def draw_stranger(board: Board, lesson: Lesson, name: str) -> Lesson:
    """Return a picture with a purple piece of another game on a place, lit from one side."""
    mask, rim = _cover(board, lesson, name, 0.8)
    middle, wide = rim.mean(axis=0), np.ptp(rim, axis=0).max() / 2
    down, across = np.mgrid[: mask.shape[0], : mask.shape[1]]
    lit = 1 - 0.35 * ((across - middle[0]) + (down - middle[1])) / (2 * wide)
    level = float(np.percentile(lesson.picture, 80)) / 200
    colour = np.array(_STRANGE) * min(1.2, max(0.3, level))
    return _blend(lesson, lit[..., None].clip(0.4, 1.6) * colour, mask)


def draw_cards(board: Board, lesson: Lesson) -> Lesson:
    """Return a picture with four cards of 59 × 91 mm dealt on the board's middle."""
    middle, drawn = np.array(board.size_mm) / 2, lesson.picture.astype(np.float64)
    mask = np.zeros(lesson.picture.shape[:2], np.uint8)
    level = min(1.0, max(0.3, float(np.percentile(lesson.picture, 80)) / 200))
    for number, at in enumerate(((-70, -60), (60, -50), (-55, 65), (70, 60))):
        turn = np.radians(17 * number)
        axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        for scale, grey in ((1.0, _PAPER), (0.6, 90.0 + 20 * number)):
            card = scale * np.array([[-29.5, -45.5], [29.5, -45.5], [29.5, 45.5], [-29.5, 45.5]])
            outline = (card @ axes + middle + at)[None]
            pixels = cv2.perspectiveTransform(outline, to_pixels(board, lesson)).astype(np.int32)
            cv2.fillPoly(drawn, [pixels[0]], (level * grey,) * 3)
            cv2.fillPoly(mask, [pixels[0]], (255,))
    return _blend(lesson, drawn, mask)


def draw_shadow(lesson: Lesson) -> Lesson:
    """Return a picture with the soft shadow of an arm across the board."""
    corners = corners_of(lesson).astype(np.float64)
    mask = np.zeros(lesson.picture.shape[:2], np.uint8)
    side = float(np.linalg.norm(corners[1] - corners[0]))
    middle = corners.mean(axis=0)
    _line(mask, middle - 0.1 * side, middle + np.array([0.6, 0.9]) * side, 0.2 * side)
    soft = cv2.GaussianBlur(mask, (0, 0), max(1.0, side / 40))
    return _blend(lesson, lesson.picture * 0.45, np.asarray(soft, np.uint8))


def draw_lid(lesson: Lesson) -> Lesson:
    """Return a picture with half of the board in the shadow of something held beside it."""
    corners = corners_of(lesson).astype(np.float64)
    side = float(np.linalg.norm(corners[1] - corners[0]))
    mask = np.zeros(lesson.picture.shape[:2], np.uint8)
    edge = np.array([(corners[0] + corners[1]) / 2, (corners[2] + corners[3]) / 2])
    out = 2 * (corners[[1, 2]] - edge) + edge
    cv2.fillConvexPoly(mask, np.concatenate([edge, out[::-1]]).astype(np.int32), 255)
    soft = cv2.GaussianBlur(mask, (0, 0), max(1.0, side / 60))
    return _blend(lesson, lesson.picture * 0.4, np.asarray(soft, np.uint8))


def draw_lamp(lesson: Lesson) -> Lesson:
    """Return a picture by a warm lamp at one corner alone: bright there, dark at the other end."""
    corners = corners_of(lesson).astype(np.float64)
    side = float(np.linalg.norm(corners[2] - corners[0]))
    down, across = np.mgrid[: lesson.picture.shape[0], : lesson.picture.shape[1]]
    away = np.hypot(across - corners[0, 0], down - corners[0, 1]) / side
    lit = 1.6 / (1 + (2.2 * away) ** 2)[..., None] * np.array([0.55, 0.9, 1.15])
    noise = np.random.default_rng(9).normal(0, 2, lesson.picture.shape)
    drawn = lesson.picture * lit + noise
    return Lesson(lesson.label, drawn.clip(0, 255).astype(np.uint8))


def dim(lesson: Lesson) -> Lesson:
    """Return a picture taken before somebody switched on the light: dark and noisy."""
    noise = np.random.default_rng(8).normal(0, 3, lesson.picture.shape)
    drawn = lesson.picture * 0.15 + noise
    return Lesson(lesson.label, drawn.clip(0, 255).astype(np.uint8))


def halve(lesson: Lesson) -> Lesson:
    """Return a picture of half the resolution; its corners stay."""
    drawn = cv2.resize(lesson.picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return Lesson(lesson.label, np.asarray(drawn, np.uint8))


def crop(lesson: Lesson, left: int) -> Lesson:
    """Return a picture without so many pixels on its left; its corners stay."""
    return Lesson(lesson.label, np.ascontiguousarray(lesson.picture[:, left:]))


def blur(picture: Picture) -> Picture:
    """Return a picture that is out of focus."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), max(picture.shape) / 250), np.uint8)


def light(factor: float) -> Callable[[Picture], Picture]:
    """Return the change that multiplies a picture’s brightness by a factor."""
    return lambda picture: (picture * factor).clip(0, 255).astype(np.uint8)


def other_board(picture: Picture) -> Picture:
    """Return a picture of something else: a board of nine by nine in other colours."""
    down, across = np.mgrid[: picture.shape[0], : picture.shape[1]]
    cell = max(picture.shape) // 17
    squares = np.where((down // cell + across // cell) % 2, 170, 60)[..., None]
    noise = np.random.default_rng(3).normal(0, 4, picture.shape)
    return np.asarray((squares * (0.6, 1.0, 0.8) + noise).clip(0, 255), np.uint8)
