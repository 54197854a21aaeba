"""Pictures as a family's camera would make them: other light, lens, processing and place.

Every change takes an untouched picture and returns it as another camera would have shown it, with
where its labelled corners are then. They are drawn on pictures that exist, so pieces cast no other
shadows and show no other sides; noise that a picture has already stays in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from hardware.ports import Picture
from tools.faults import compress

Floats = NDArray[np.float64]
_GAMMA: Final = 2.2


@dataclass(frozen=True, slots=True, eq=False)
class Altered:
    """A picture, its board's corners (4 × 2, px), and what a change hides (0 to 1; None: nothing).

    ``moved``: the corners are where the board is now, but nobody shows them again.
    """

    picture: Picture
    corners: Floats
    hidden: Floats | None = None
    moved: bool = False

    @property
    def side_px(self) -> float:
        """Return the length of the board's first side."""
        return float(np.linalg.norm(self.corners[1] - self.corners[0]))


Change = Callable[[Altered, Generator], Altered]


def _show(own: Altered, drawn: NDArray[Any]) -> Altered:
    return replace(own, picture=drawn.round().clip(0, 255).astype(np.uint8))


def _lit(own: Altered, factor: Floats | float) -> Altered:
    """Return a picture in so many times the light, which a camera shows by a power of it."""
    return _show(own, own.picture * np.asarray(factor, np.float32) ** np.float32(1 / _GAMMA))


def _grid(own: Altered) -> tuple[Floats, Floats]:
    """Return each pixel's place across and down."""
    height, width = own.picture.shape[:2]
    down, across = np.mgrid[:height, :width].astype(np.float32)
    return across, down


def _direction(rng: Generator) -> Floats:
    angle = rng.uniform(0, 2 * np.pi)
    return np.array([np.cos(angle), np.sin(angle)])


def white_balance(own: Altered, rng: Generator) -> Altered:
    """Let the white balance jump, as it does from picture to picture."""
    blue, red = np.exp(rng.uniform(-0.5, 0.5, 2))
    return _lit(own, np.array([blue, 1.0, red]))


def exposure(own: Altered, rng: Generator) -> Altered:
    """Expose by up to one and a half stops less or one more."""
    return _lit(own, float(2 ** rng.uniform(-1.5, 1.0)))


def processed(own: Altered, rng: Generator) -> Altered:
    """Sharpen until edges have seams, and saturate, as cheap telephones do."""
    seen = own.picture.astype(np.float32)
    soft = cv2.GaussianBlur(seen, (0, 0), rng.uniform(1.0, 2.0))
    seen += np.float32(rng.uniform(1.0, 2.0)) * (seen - soft)
    grey = seen.mean(axis=2, keepdims=True)
    seen = grey + np.float32(rng.uniform(1.4, 1.8)) * (seen - grey)
    return _show(own, 128 + 1.2 * (seen - 128))


def pale(own: Altered, rng: Generator) -> Altered:
    """Show colours half as saturated and blacks as grey, as a cheap webcam does."""
    seen = own.picture.astype(np.float32)
    grey = seen.mean(axis=2, keepdims=True)
    seen = grey + np.float32(rng.uniform(0.4, 0.6)) * (seen - grey)
    return _show(own, 30 + 0.8 * seen)


def compressed(own: Altered, rng: Generator) -> Altered:
    """Compress so strongly that blocks show."""
    return replace(own, picture=compress(own.picture, int(rng.integers(10, 21))))


def _scaled(own: Altered, factor: float) -> Altered:
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    drawn = cv2.resize(own.picture, None, fx=factor, fy=factor, interpolation=how)
    corners = (own.corners + 0.5) * factor - 0.5
    return replace(own, picture=np.asarray(drawn, np.uint8), corners=corners)


def halved(own: Altered, _rng: Generator) -> Altered:
    """Halve the resolution."""
    return _scaled(own, 0.5)


def doubled(own: Altered, _rng: Generator) -> Altered:
    """Double the resolution, with nothing more to see."""
    return _scaled(own, 2.0)


def turned(own: Altered, rng: Generator) -> Altered:
    """Turn the picture by 90, 180 or 270 degrees."""
    quarters = int(rng.integers(1, 4))
    drawn, corners = own.picture, own.corners
    for _ in range(quarters):
        corners = np.stack([corners[:, 1], drawn.shape[1] - 1 - corners[:, 0]], axis=1)
        drawn = np.rot90(drawn)
    return replace(own, picture=np.ascontiguousarray(drawn), corners=corners)


def _warped(own: Altered, scale: float, bend: float, turn_deg: float, shift: Floats) -> Altered:
    """Return a picture scaled, bent (a lens's first coefficient), turned and shifted (px)."""
    height, width = own.picture.shape[:2]
    middle, reach = np.array([width - 1, height - 1]) / 2, np.hypot(width, height) / 2
    turn = np.radians(turn_deg)
    axes = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])

    def back(points: Floats) -> Floats:
        straight = (points - shift - middle) @ np.linalg.inv(axes).T
        away = np.sum(straight**2, axis=-1, keepdims=True) / reach**2
        return np.asarray(middle + straight * (1 + bend * away))

    source = back(np.stack(_grid(own), axis=-1)).astype(np.float32)
    x, y = source[..., 0], source[..., 1]
    drawn = cv2.remap(own.picture, x, y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    corners = own.corners.copy()
    for _ in range(30):
        corners += (own.corners - back(corners)) @ axes.T
    return replace(own, picture=np.asarray(drawn, np.uint8), corners=corners)


def zoomed(own: Altered, rng: Generator) -> Altered:
    """Zoom by up to a twelfth and bend lines a little: another lens or focus than at set-up."""
    return _warped(own, rng.uniform(0.92, 1.03), rng.uniform(-0.05, 0.05), 0.0, np.zeros(2))


def knocked(own: Altered, rng: Generator) -> Altered:
    """Turn the camera by 2 to 5 degrees and shift it a little; nobody shows the corners again."""
    angle = rng.uniform(2.0, 5.0) * rng.choice([-1, 1])
    shift = 0.02 * own.side_px * _direction(rng)
    return replace(_warped(own, 1.0, 0.0, angle, shift), moved=True)


def mirrored_lamp(own: Altered, rng: Generator) -> Altered:
    """Show a ceiling lamp in the board's varnish where there was none."""
    corners, (across, down) = own.corners, _grid(own)
    weights = rng.dirichlet(np.full(4, 2.0))
    at, along = weights @ corners, _direction(rng)
    x, y = across - at[0], down - at[1]
    one, other = x * along[0] + y * along[1], y * along[0] - x * along[1]
    long, wide = own.side_px * rng.uniform(0.08, 0.2), own.side_px * rng.uniform(0.05, 0.1)
    away = np.sqrt((one / long) ** 2 + (other / wide) ** 2)
    bright = rng.uniform(0.5, 0.95) / (1 + np.exp((away - 1) * rng.uniform(5, 15)))
    warm = np.array([0.85, 0.95, 1.0])
    return _show(own, 255 - (255 - own.picture) * (1 - bright[..., None] * warm))


def evening(own: Altered, rng: Generator) -> Altered:
    """Light the board by one warm lamp at a side, the far side much darker."""
    across, down = _grid(own)
    at = own.corners.mean(axis=0) + own.side_px * rng.uniform(0.6, 1.0) * _direction(rng)
    away = np.hypot(across - at[0], down - at[1]) / own.side_px
    fall = 1.6 / (1 + (rng.uniform(0.8, 1.4) * away) ** 2)
    colour = np.array([rng.uniform(0.3, 0.5), rng.uniform(0.65, 0.8), 1.1])
    return _lit(own, fall[..., None] * colour)


def coloured(own: Altered, rng: Generator) -> Altered:
    """Light the board by a coloured lamp that the white balance does not make up for."""
    hue = rng.choice([[1.3, 0.7, 0.9], [1.2, 0.8, 0.45], [0.55, 1.1, 0.75], [0.6, 0.55, 1.25]])
    return _lit(own, np.asarray(hue))


def banded(own: Altered, rng: Generator) -> Altered:
    """Draw the bands that LED lamps make in rows that are exposed one after another."""
    down = _grid(own)[1]
    period = own.picture.shape[0] / rng.uniform(4, 20)
    wave = np.stack([np.sin(2 * np.pi * (down / period + lag)) for lag in (0.0, 0.06, 0.12)], -1)
    return _lit(own, 1 - rng.uniform(0.15, 0.4) * (0.5 + 0.5 * wave))


def rippled(own: Altered, rng: Generator) -> Altered:
    """Draw a fine coloured pattern, as a picture of a fine pattern has."""
    across, down = _grid(own)
    along, period = _direction(rng), rng.uniform(6, 14)
    phase = 2 * np.pi * (across * along[0] + down * along[1]) / period
    bend = 3 * np.sin(2 * np.pi * down / own.picture.shape[0])
    wave = np.stack([np.sin(phase + bend + lag) for lag in (0.0, 2.1, 4.2)], axis=-1)
    return _show(own, own.picture + rng.uniform(6, 14) * wave)


def fingered(own: Altered, rng: Generator) -> Altered:
    """Hold a finger over a corner of the lens: a dark reddish blur."""
    height, width = own.picture.shape[:2]
    at = np.array([rng.choice([0, width]), rng.choice([0, height])], np.float64)
    across, down = _grid(own)
    away = np.hypot(across - at[0], down - at[1]) / (rng.uniform(0.2, 0.35) * width)
    hidden = 1 / (1 + np.exp((away - 1) * rng.uniform(8, 14)))
    skin = np.array([35.0, 45.0, 80.0])
    mixed = own.picture * (1 - hidden[..., None]) + skin * hidden[..., None]
    return replace(_show(own, mixed), hidden=hidden)


def haired(own: Altered, rng: Generator) -> Altered:
    """Lay a hair on the lens: a blurred dark curve that hides nothing altogether."""
    height, width = own.picture.shape[:2]
    start, bend, end = rng.uniform(-0.1, 1.1, (3, 2)) * np.array([width, height])
    share = np.linspace(0, 1, 60)[:, None]
    curve = (1 - share) ** 2 * start + 2 * share * (1 - share) * bend + share**2 * end
    mask = np.zeros((height, width), np.float32)
    wide = max(1, round(width * rng.uniform(0.003, 0.008)))
    cv2.polylines(mask, [curve.astype(np.int32)], isClosed=False, color=1.0, thickness=wide)
    soft = cv2.GaussianBlur(mask, (0, 0), width / 250)[..., None] * rng.uniform(0.5, 0.9)
    return _show(own, own.picture * (1 - soft) + 40 * soft)


def dark(own: Altered, rng: Generator) -> Altered:
    """Take the picture in a dark room: a sixth of the light, with the noise of a small sensor."""
    dimmed = _lit(own, rng.uniform(0.12, 0.25)).picture.astype(np.float64)
    shape = own.picture.shape
    coarse = cv2.GaussianBlur(rng.normal(0, 1, shape), (0, 0), 1.5) * 5
    return _show(own, dimmed + rng.uniform(3, 5) * rng.normal(0, 1, shape) + 1.5 * coarse)


def smeared(own: Altered, rng: Generator) -> Altered:
    """Move the camera while the picture is taken, in one direction."""
    length = max(3, round(own.side_px * rng.uniform(0.006, 0.014)))
    size = 2 * length + 1
    kernel = np.zeros((size, size), np.float32)
    half = length / 2 * _direction(rng)
    one, other = (tuple(int(v) for v in (length + s * half).round()) for s in (1, -1))
    cv2.line(kernel, one, other, 1.0)
    return _show(own, cv2.filter2D(own.picture.astype(np.float32), -1, kernel / kernel.sum()))


def half_in_sun(own: Altered, rng: Generator) -> Altered:
    """Let the sun through a window onto one side of the board, with a sharp edge."""
    across, down = _grid(own)
    along = _direction(rng)
    at = own.corners.mean(axis=0) + own.side_px * rng.uniform(-0.25, 0.25) * along
    away = (across - at[0]) * along[0] + (down - at[1]) * along[1]
    sun = 1 / (1 + np.exp(-away / (own.side_px * rng.uniform(0.002, 0.006))))[..., None]
    shade = rng.uniform(0.35, 0.6)
    return _lit(own, shade * np.array([1.1, 1.0, 0.9]) * (1 - sun) + 1.1 * sun)


def untouched(own: Altered, _rng: Generator) -> Altered:
    """Change nothing."""
    return own


CHANGES: Final[Mapping[str, Change]] = {
    change.__name__.replace("_", "-"): change
    for change in (
        untouched,
        white_balance,
        exposure,
        processed,
        pale,
        compressed,
        halved,
        doubled,
        turned,
        zoomed,
        knocked,
        mirrored_lamp,
        evening,
        coloured,
        banded,
        rippled,
        fingered,
        haired,
        dark,
        smeared,
        half_in_sun,
    )
}
