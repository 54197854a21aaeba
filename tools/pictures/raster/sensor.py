"""What a camera makes of light: exposure, white balance, blur, noise, tone curve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tools.pictures.raster.mesh import Floats


@dataclass(frozen=True)
class Sensor:
    """One camera's habits.

    ``target`` is the mean grey that it exposes for; ``automatic`` how far it follows the light (1:
    wholly); ``balance`` how far it takes the light's colour away; ``noise`` is that of a dark
    pixel, in parts of white; ``blur`` a sigma in pixels; ``curve`` the strength of its S-curve.
    ``flicker`` is the strength of bands from mains light, ``shake`` how often a picture is smeared.
    """

    target: float
    automatic: float
    balance: float
    noise: float
    blotch: float
    blur: float
    sharpen: float
    curve: float
    gamma: float
    saturation: float
    vignette: float
    quality: int
    drift: float
    flicker: float
    shake: float


def random_sensor(rng: Generator) -> Sensor:
    """Return the habits of a phone, a webcam or a cheap camera module."""
    return Sensor(
        target=rng.uniform(0.16, 0.3),
        automatic=rng.uniform(0.6, 1.0),
        balance=rng.uniform(0.3, 1.0),
        noise=float(np.exp(rng.uniform(np.log(0.001), np.log(0.012)))),
        blotch=float(rng.choice([0.0, rng.uniform(0.3, 1.0)])),
        blur=float(np.exp(rng.uniform(np.log(0.3), np.log(1.3)))),
        sharpen=float(rng.choice([0.0, rng.uniform(0.2, 1.4)])),
        curve=rng.uniform(-0.1, 0.6),
        gamma=rng.uniform(1.9, 2.5),
        saturation=rng.uniform(0.7, 1.4),
        vignette=rng.uniform(0, 0.5) if rng.random() < 0.6 else 0.0,
        quality=int(rng.integers(45, 96)),
        drift=rng.uniform(0, 0.08),
        flicker=rng.uniform(0.01, 0.08) if rng.random() < 0.12 else 0.0,
        shake=0.2 if rng.random() < 0.25 else 0.0,
    )


def expose(rng: Generator, sensor: Sensor, light: Floats, level: float) -> NDArray[Any]:
    """Return the camera's 8-bit picture (RGB) of linear light.

    ``level`` is how much light there is compared with a bright room: less means more noise, and a
    picture darker by what the exposure does not follow.
    """
    mean = light.reshape(-1, 3)[::7].mean(0)
    gain = sensor.target / float(mean.mean() + 1e-3) * level ** (1 - sensor.automatic)
    gain *= float(
        np.exp(rng.normal(0, sensor.drift * 2) + rng.choice([0, 0, 0, rng.normal(0, 0.5)]))
    )
    # white balance by the grey world, and not wholly
    colour = (mean.mean() / (mean + 1e-3)) ** (sensor.balance * 0.75)
    colour *= np.exp(rng.normal(0, sensor.drift, 3))
    picture = light * (gain * colour / colour.mean()).astype(np.float32)
    if sensor.vignette:
        picture *= _vignette(picture.shape[:2], sensor.vignette)
    if sensor.flicker:
        phase = np.arange(len(picture)) * rng.uniform(0.01, 0.05) + rng.uniform(0, 6.28)
        picture *= (1 + sensor.flicker * np.sin(phase))[:, None, None].astype(np.float32)
    picture = cv2.GaussianBlur(picture, (0, 0), sensor.blur)
    if rng.random() < sensor.shake:
        picture = _smear(rng, picture)
    picture = _add_noise(rng, sensor, np.clip(picture, 0, 1.2), level)
    shown = _develop(sensor, picture)
    if sensor.sharpen:
        soft = cv2.GaussianBlur(shown, (0, 0), 1.2)
        shown = np.asarray(cv2.addWeighted(shown, 1 + sensor.sharpen, soft, -sensor.sharpen, 0))
    return shown


def _vignette(shape: tuple[int, int], strength: float) -> Floats:
    y, x = np.ogrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j]
    return np.asarray(1 - strength * 0.5 * (x * x + y * y), np.float32)[..., None]


def _smear(rng: Generator, picture: Floats) -> Floats:
    """Return a picture taken with a hand that shook."""
    kernel = np.zeros((7, 7), np.float32)
    way = rng.normal(0, 1.6, 2)
    a, b = (tuple(int(v) for v in np.clip(np.round(3 + s * way), 0, 6)) for s in (-1, 1))
    cv2.line(kernel, a, b, 1.0, 1)
    smeared: Floats = cv2.filter2D(picture, -1, kernel / kernel.sum()).astype(np.float32)
    return smeared


def _add_noise(rng: Generator, sensor: Sensor, picture: Floats, level: float) -> Floats:
    sigma = sensor.noise / max(level, 0.05) ** 0.5
    grain = rng.standard_normal(picture.shape, dtype=np.float32)
    if sensor.blotch:
        half = cv2.resize(grain[::2, ::2], picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        grain = (1 - sensor.blotch) * grain + sensor.blotch * half
    noisy: Floats = picture + grain * (sigma * np.sqrt(0.1 + 9 * picture)).astype(np.float32)
    return noisy


def _develop(sensor: Sensor, picture: Floats) -> NDArray[Any]:
    """Apply the tone curve by a table, then saturation."""
    x = np.linspace(0, 1, 4096)
    tone = x ** (1 / sensor.gamma)
    tone = (1 - sensor.curve) * tone + sensor.curve * tone * tone * (3 - 2 * tone)
    table = (tone * 255 + 0.5).astype(np.uint8)
    shown = table[(np.clip(picture, 0, 1) * 4095).astype(np.uint16)]
    if abs(sensor.saturation - 1) > 0.03:
        grey = cv2.cvtColor(cv2.cvtColor(shown, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
        shown = np.asarray(
            cv2.addWeighted(shown, sensor.saturation, grey, 1 - sensor.saturation, 0)
        )
    return shown
