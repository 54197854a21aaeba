"""Random decks of cards: borders, numerals, symbols, photographs, indices in the corners."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import Picture

ART_PX_PER_MM: Final = 6.0
Ink = tuple[int, int, int]
Canvas = NDArray[np.float32]
_NAMES: Final = ("1-11", "11", "6", "9", "2", "5", "3", "8", "7", "10", "12", "13", "4", "X")
_FONTS: Final = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
)


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """Faces by name (at ART_PX_PER_MM), their size and how round their corners are."""

    card_mm: tuple[float, float]
    corner_mm: float
    faces: dict[str, Picture]


@dataclass(frozen=True, slots=True)
class _Look:
    """What the faces of a deck have in common."""

    size_px: tuple[int, int]
    border_px: int
    border: Ink
    grounds: tuple[Ink, ...]
    ink: Ink
    font: int
    stroke: float
    index_px: float
    hatched: bool


def make_deck(rng: np.random.Generator) -> Deck:
    """Make up a deck of three to fourteen faces."""
    short = float(rng.uniform(44, 64))
    card_mm = round(short, 1), round(short * float(rng.uniform(1.35, 1.6)), 1)
    look = _make_look(rng, card_mm)
    count = int(rng.integers(3, 15))
    names = [str(name) for name in rng.permutation(_NAMES)[:count]]
    paint = _KINDS[int(rng.integers(len(_KINDS)))]
    faces = {}
    for number, name in enumerate(names):
        ground = look.grounds[number % len(look.grounds)]
        face = _blank(look, ground, rng)
        paint(face, look, name, rng)
        faces[name] = _framed(face, look)
    return Deck(card_mm, float(rng.uniform(2, 5)), faces)


def _make_look(rng: np.random.Generator, card_mm: tuple[float, float]) -> _Look:
    width, height = (round(length * ART_PX_PER_MM) for length in card_mm)
    pale = rng.random() < 0.5
    border = _ink(rng, 200, 250, 12) if rng.random() < 0.7 else _ink(rng, 10, 60, 10)
    grounds = tuple(
        _ink(rng, 190, 245, 40) if pale else _ink(rng, 20, 150, 120)
        for _ in range(int(rng.integers(1, 4)))
    )
    return _Look(
        size_px=(width, height),
        border_px=round(float(rng.choice([0, 2, 3, 4, 6])) * ART_PX_PER_MM),
        border=border,
        grounds=grounds,
        ink=_ink(rng, 10, 70, 60) if pale else _ink(rng, 200, 250, 20),
        font=int(rng.choice(_FONTS)),
        stroke=float(rng.uniform(0.5, 1.4)),
        index_px=float(rng.uniform(6, 10)) * ART_PX_PER_MM,
        hatched=bool(rng.random() < 0.3),
    )


def _ink(rng: np.random.Generator, low: int, high: int, chroma: int) -> Ink:
    level = rng.uniform(low, high)
    blue, green, red = np.clip(level + rng.uniform(-chroma, chroma, 3), 5, 252)
    return round(blue), round(green), round(red)


def _blank(look: _Look, ground: Ink, rng: np.random.Generator) -> Canvas:
    width, height = look.size_px
    face = np.zeros((height, width, 3), np.float32) + np.array(ground, np.float32)
    if look.hatched:
        for start in range(-height, width, round(6 * ART_PX_PER_MM)):
            lighter = tuple(min(255.0, level * 1.15 + 6) for level in ground)
            cv2.line(face, (start, height), (start + height, 0), lighter, 3, cv2.LINE_AA)
    return face + float(rng.normal(0, 1.5))


def _framed(face: Canvas, look: _Look) -> Picture:
    if look.border_px:
        inside = face[look.border_px : -look.border_px, look.border_px : -look.border_px].copy()
        face[:] = look.border
        face[look.border_px : -look.border_px, look.border_px : -look.border_px] = inside
    return face.clip(0, 255).astype(np.uint8)


def _write(face: Canvas, look: _Look, text: str, centre: tuple[float, float], tall: float) -> None:
    """Write a word, this many pixels tall; 6 and 9 are underlined, as on real cards."""
    scale = tall / cv2.getTextSize("8", look.font, 1, 1)[0][1]
    thick = max(2, round(tall / 9 * look.stroke))
    (wide, high), _ = cv2.getTextSize(text, look.font, scale, thick)
    room = 0.8 * look.size_px[0]
    if wide > room:
        scale, high, wide = scale * room / wide, round(high * room / wide), round(room)
    left, base = round(centre[0] - wide / 2), round(centre[1] + high / 2)
    written = np.zeros(face.shape[:2], np.uint8)
    cv2.putText(written, text, (left, base), look.font, scale, 255, thick, cv2.LINE_AA)
    if text in ("6", "9"):
        line = base + round(tall * 0.15)
        cv2.line(written, (left, line), (left + wide, line), 255, thick, cv2.LINE_AA)
    face += (written / np.float32(255))[..., None] * (np.array(look.ink, np.float32) - face)


def _write_indices(face: Canvas, look: _Look, name: str) -> None:
    """Write the name in the top-left corner and, turned, in the bottom-right one."""
    inset = look.border_px + look.index_px
    for _ in range(2):
        _write(face, look, name, (inset, inset), look.index_px)
        face[:] = face[::-1, ::-1].copy()


def _paint_numeral(face: Canvas, look: _Look, name: str, _rng: np.random.Generator) -> None:
    width, height = look.size_px
    _write_indices(face, look, name)
    _write(face, look, name, (width / 2, height / 2), height * 0.3)


def _paint_index(face: Canvas, look: _Look, name: str, _rng: np.random.Generator) -> None:
    _write_indices(face, look, name)


def _paint_symbols(face: Canvas, look: _Look, name: str, rng: np.random.Generator) -> None:
    """Draw one to four shapes somewhere along the middle."""
    width, height = look.size_px
    _write_indices(face, look, name)
    for _ in range(int(rng.integers(1, 5))):
        at = rng.uniform(0.3, 0.7) * width, rng.uniform(0.25, 0.75) * height
        radius = rng.uniform(0.08, 0.2) * width
        corners = int(rng.choice([3, 4, 5, 24]))
        angles = np.arange(corners) * 2 * np.pi / corners + rng.uniform(0, 6)
        shape = np.array(at) + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        cv2.fillPoly(face, [shape.astype(np.int32)], look.ink, cv2.LINE_AA)


def _paint_photograph(face: Canvas, look: _Look, _name: str, rng: np.random.Generator) -> None:
    """Fill the card with clouds of colour and with things of hard outline."""
    height, width = face.shape[:2]
    for octave in (2, 4, 9, 20, 45):
        rough = rng.normal(0, 55 / octave**0.5, (octave + 1, octave, 3)).astype(np.float32)
        face += cv2.resize(rough, (width, height), interpolation=cv2.INTER_CUBIC)
    for _ in range(int(rng.integers(4, 12))):
        centre = (int(rng.integers(width)), int(rng.integers(height)))
        axes = (int(rng.uniform(0.03, 0.25) * width), int(rng.uniform(0.03, 0.25) * width))
        ink = _ink(rng, 20, 230, 80)
        turn = float(rng.uniform(0, 180))
        cv2.ellipse(face, centre, axes, turn, 0, 360, ink, -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.line(face, (0, height // 2), (width, int(rng.integers(height))), look.ink, 8)


_KINDS: Final[tuple[Callable[[Canvas, _Look, str, np.random.Generator], Any], ...]] = (
    _paint_numeral,
    _paint_numeral,
    _paint_symbols,
    _paint_index,
    _paint_photograph,
)
