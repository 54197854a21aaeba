"""A heap of cards on a board as a camera sees it, rectified, with truth."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.surfaces.faces import FACE_PX_PER_MM
from hardware.board import DiscardPile
from hardware.ports import Picture
from tests.vision.cards.decks import ART_PX_PER_MM, Deck

SIDE_MM: Final = 200.0
"""The piece of board that is drawn; the pile is in its middle."""
_PAINT_PX_PER_MM: Final = 4.0
_THICK_MM: Final = 0.3
Canvas = NDArray[Any]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Lay:
    """A card and where it lies: millimetres and degrees clockwise, its height over the board."""

    face: str
    x_mm: float
    y_mm: float
    turn_deg: float
    high_mm: float = _THICK_MM


@dataclass(frozen=True, slots=True)
class Conditions:
    """Light and camera of one picture; gains are factors, blur and noise pixels and grey levels."""

    gain: float = 0.9
    slope: float = 0.1
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)
    gloss: float = 0.0
    shadow: float = 1.0
    worn: float = 0.0
    blur_px: float = 0.5
    noise: float = 1.5
    px_per_mm: float = 1.9
    tilt_deg: float = 3.0
    high_mm: float = 600.0
    beside_mm: tuple[float, float] = (0.0, 0.0)
    astray_mm: float = 0.15


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A deck and the piece of board with its pile."""

    deck: Deck
    ground: Canvas

    @property
    def pile(self) -> DiscardPile:
        """Return the pile as the board's file tells it."""
        return DiscardPile(SIDE_MM / 2, SIDE_MM / 2, self.deck.card_mm)


def make_table(deck: Deck, rng: np.random.Generator) -> Table:
    """Print a board round a pile: plain, grained or busy, pale or dark."""
    side = round(SIDE_MM * _PAINT_PX_PER_MM)
    level = rng.choice([40, 90, 150, 215, 235]) + rng.uniform(-15, 15)
    ground = np.zeros((side, side, 3), np.float32) + (level + rng.uniform(-20, 20, 3))
    ground = ground.astype(np.float32)
    for octave in (5, 40, 160):
        rough = rng.normal(0, rng.choice([1, 4, 12]), (octave, octave, 3)).astype(np.float32)
        ground += cv2.resize(rough, (side, side), interpolation=cv2.INTER_CUBIC)
    for _ in range(int(rng.choice([0, 3, 25]))):
        ends = rng.integers(0, side, 4).tolist()
        ink = rng.uniform(0, 255, 3).tolist()
        cv2.line(ground, ends[:2], ends[2:], ink, int(rng.integers(2, 9)), cv2.LINE_AA)
    if rng.random() < 0.6:
        half = np.array(deck.card_mm) / 2 * _PAINT_PX_PER_MM
        low, high = (np.round(side / 2 + sign * half).astype(int).tolist() for sign in (-1, 1))
        cv2.rectangle(ground, low, high, rng.uniform(0, 255, 3).tolist(), 4, cv2.LINE_AA)
    return Table(deck, ground.clip(2, 253))


def photograph(
    table: Table, lays: list[Lay], light: Conditions, rng: np.random.Generator
) -> Picture:
    """Return the board with cards on it, lowest first, as one picture shows it, rectified.

    At FACE_PX_PER_MM. ``rng`` gives what differs between two pictures in the same light; the
    board is registered to ``light.astray_mm``.
    """
    scene = table.ground.copy()
    for lay in lays:
        _put(scene, table.deck, lay, light, rng)
    scene = _lit(scene, light)
    to_camera = _camera(light)
    size = (round(SIDE_MM * light.px_per_mm * 1.3),) * 2
    seen = cv2.GaussianBlur(scene, (0, 0), 0.42 * _PAINT_PX_PER_MM / light.px_per_mm)
    seen = cv2.warpPerspective(seen, to_camera, size, flags=cv2.INTER_LINEAR)
    seen = cv2.GaussianBlur(seen, (0, 0), max(0.2, light.blur_px))
    seen += np.asarray(rng.normal(0, light.noise, seen.shape), np.float32)
    shot = seen.clip(0, 255).astype(np.uint8)
    _, data = cv2.imencode(".jpg", shot, [cv2.IMWRITE_JPEG_QUALITY, 90])
    shot = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    back = np.linalg.inv(to_camera) @ _shifted(rng.normal(0, light.astray_mm, 2), light)
    flat = _scaled(FACE_PX_PER_MM / _PAINT_PX_PER_MM) @ back
    whole = (round(SIDE_MM * FACE_PX_PER_MM),) * 2
    rectified = cv2.warpPerspective(shot, flat, whole, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(rectified, np.uint8)


def seen_at(lay: Lay, light: Conditions) -> Lay:
    """Return where a card appears on the board's plane to a camera that sees it from above."""
    nearer = light.high_mm / (light.high_mm - lay.high_mm)
    x, y = (
        nadir + nearer * (at - nadir)
        for at, nadir in zip((lay.x_mm, lay.y_mm), _nadir(light), strict=True)
    )
    return replace(lay, x_mm=x, y_mm=y)


def _nadir(light: Conditions) -> tuple[float, float]:
    return SIDE_MM / 2 - light.beside_mm[0], SIDE_MM / 2 - light.beside_mm[1]


def _put(scene: Canvas, deck: Deck, lay: Lay, light: Conditions, rng: np.random.Generator) -> None:
    """Draw a card and its thin shadow upon what lies there."""
    at = seen_at(lay, light)
    nearer = light.high_mm / (light.high_mm - lay.high_mm)
    face = deck.faces[lay.face].astype(np.float32)
    if light.worn:
        face = _wear(face, light.worn, rng)
    rows, columns = face.shape[:2]
    scale = _PAINT_PX_PER_MM / ART_PX_PER_MM * nearer
    middle = (columns - 1) / 2, (rows - 1) / 2
    matrix = cv2.getRotationMatrix2D(middle, -at.turn_deg, scale)
    matrix[:, 2] += np.array([at.x_mm, at.y_mm]) * _PAINT_PX_PER_MM - 0.5 - middle
    size = scene.shape[1], scene.shape[0]
    cover = cv2.warpAffine(_rounded(rows, columns, deck.corner_mm), matrix, size)
    shade = cv2.GaussianBlur(np.roll(cover, (3, 4), (0, 1)), (0, 0), 4)
    scene *= 1 - 0.35 * shade[..., None]
    soft = cv2.GaussianBlur(face, (0, 0), 0.6)
    drawn = cv2.warpAffine(soft, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    scene += cover[..., None] * (drawn - scene)


def _rounded(rows: int, columns: int, corner_mm: float) -> Canvas:
    cover = np.zeros((rows, columns), np.float32)
    radius = round(corner_mm * ART_PX_PER_MM)
    inner = np.zeros_like(cover)
    inner[radius:-radius, radius:-radius] = 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1,) * 2)
    cover[:] = cv2.dilate(inner, kernel)
    return cover


def _wear(face: Canvas, worn: float, rng: np.random.Generator) -> Canvas:
    """Rub the edges pale, fade the ink and scratch the face."""
    rows, columns = face.shape[:2]
    face = face + worn * 0.25 * (200 - face)
    edge = np.ones((rows, columns), np.float32)
    edge[8:-8, 8:-8] = 0
    rub = rng.random((rows // 12, columns // 12)).astype(np.float32)
    rubbed = cv2.resize(rub, (columns, rows), interpolation=cv2.INTER_CUBIC) > 0.5
    face = face + (worn * edge * rubbed)[..., None] * (225 - face) * 0.8
    for _ in range(round(6 * worn)):
        ends = rng.integers(0, min(rows, columns), 4).tolist()
        cv2.line(face, ends[:2], ends[2:], (215, 215, 215), 2, cv2.LINE_AA)
    return np.asarray(face, np.float32)


def _lit(scene: Canvas, light: Conditions) -> Canvas:
    """Light the board: falling off to one side, a shadow's edge, a lamp's image in the varnish."""
    side = scene.shape[0]
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
    gain = light.gain * (1 + light.slope * (2 * x - y))
    if light.shadow < 1:
        edge = 1 / (1 + np.exp(((x + 0.6 * y + 0.02) * SIDE_MM / 1.5).clip(-30, 30)))
        gain = gain * (light.shadow + (1 - light.shadow) * edge)
    lit = scene * gain[..., None] * np.array(light.colour, np.float32)
    if light.gloss:
        spot = np.exp(-((((x - 0.06) / 0.1) ** 2 + ((y + 0.1) / 0.13) ** 2) ** 2))
        lit += light.gloss * 255 * spot[..., None]
    return np.asarray(lit.clip(0, 255), np.float32)


def _scaled(factor: float) -> Matrix:
    """Return what takes pixels of one picture to another of this many times the size."""
    shift = (factor - 1) / 2
    return np.array([[factor, 0, shift], [0, factor, shift], [0, 0, 1.0]])


def _shifted(by_mm: NDArray[Any], light: Conditions) -> Matrix:
    x, y = by_mm * light.px_per_mm
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])


def _camera(light: Conditions) -> Matrix:
    """Return what takes the painted board's pixels to the camera's."""
    tilt = np.radians(light.tilt_deg)
    side = SIDE_MM * _PAINT_PX_PER_MM
    half = SIDE_MM / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    away = light.high_mm - corners[:, 1] * np.sin(tilt)
    focal = light.px_per_mm * light.high_mm
    seen = np.stack([corners[:, 0], corners[:, 1] * np.cos(tilt)], axis=1)
    seen = seen / away[:, None] * focal + 1.3 * half * light.px_per_mm
    painted = np.array([[0, 0], [side, 0], [side, side], [0, side]]) - 0.5
    matrix = cv2.getPerspectiveTransform(painted.astype(np.float32), seen.astype(np.float32))
    return np.asarray(matrix, np.float64)
