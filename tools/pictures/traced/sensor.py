"""From light to an 8-bit picture: metering, white balance, noise, tone and JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.pictures.traced.lights import Light

Image = NDArray[np.float32]
Picture = NDArray[np.uint8]

_READ_NOISE: float = 14.0
"""Electrons of read noise, at the gain of an evening room."""


def develop(scene: Image, albedo: Image, light: Light, rng: np.random.Generator) -> Picture:
    """Return the picture (RGB) that a small camera makes of linear light.

    ``albedo`` is what the surfaces reflect: with it the white balance errs less than one that
    takes the whole picture for grey, as a camera's does that knows the usual lights.
    """
    exposed = _darken_corners(scene, rng.uniform(0.05, 0.25))
    exposed = exposed * np.float32(_meter(exposed, light.level) * 2 ** rng.normal(0, 0.1))
    gains = _balance(exposed, albedo, light.balance) * np.exp(rng.normal(0, 0.015, 3))
    noisy = _add_noise(exposed * gains.astype(np.float32), gains, light.electrons, rng)
    return _encode_tones(noisy, rng.uniform(0.2, 0.5))


def _darken_corners(scene: Image, strength: float) -> Image:
    height, width = scene.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    r2 = ((x - width / 2) ** 2 + (y - height / 2) ** 2) / (width / 2) ** 2
    return np.asarray(scene * (1 - strength * 0.6 * r2)[..., None], np.float32)


def _meter(scene: Image, level: float) -> float:
    """Return the exposure: between bringing the mean to ``level`` and sparing the highlights."""
    luminance = scene.mean(-1)[::4, ::4]
    bright = float(np.percentile(luminance, 98))
    mean = float(np.minimum(luminance, bright).mean())
    return float(np.sqrt(level**2.2 / mean * 0.75 / bright))


def _balance(scene: Image, albedo: Image, share: float) -> NDArray[np.float64]:
    """Return gains that correct so much of the light's cast, a little misled by the colours."""
    seen = np.minimum(scene, 1).reshape(-1, 3).mean(0).astype(np.float64)
    light = seen / albedo.reshape(-1, 3).mean(0)
    guess = (light / light.mean()) ** 0.75 * (seen / seen.mean()) ** 0.25
    gains: NDArray[np.float64] = guess**-share
    return gains


def _add_noise(
    scene: Image, gains: NDArray[np.float64], electrons: float, rng: np.random.Generator
) -> Image:
    """Add shot and read noise, a little smeared as demosaicing leaves it."""
    white = rng.standard_normal(scene.shape, dtype=np.float32)
    grain = cv2.GaussianBlur(white, (0, 0), 0.55) * 1.6
    variance = np.maximum(scene, 0) * gains / electrons + (_READ_NOISE / electrons) ** 2
    return np.asarray(scene + np.sqrt(variance).astype(np.float32) * grain, np.float32)


def _encode_tones(scene: Image, sharpening: float) -> Picture:
    soft = np.maximum(scene, 0)
    soft = soft / (1 + np.maximum(soft - 0.75, 0) * 0.5)
    linear = np.clip(soft, 0, 1)
    tones = np.where(
        linear <= 0.0031308, 12.92 * linear, 1.055 * np.power(linear, 1 / 2.4) - 0.055
    ).astype(np.float32)
    tones += sharpening * (tones - cv2.GaussianBlur(tones, (0, 0), 1.1))
    return np.asarray(np.clip(tones * 255 + 0.5, 0, 255), np.uint8)


def encode_jpeg(picture: Picture, quality: int) -> bytes:
    """Return a picture (RGB) as JPEG."""
    done, data = cv2.imencode(
        ".jpg", np.ascontiguousarray(picture[..., ::-1]), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )
    assert done, "a picture of 8-bit RGB can always be encoded"
    return data.tobytes()
