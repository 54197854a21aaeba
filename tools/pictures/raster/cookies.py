"""What stands between a lamp and the board: frames, bars, leaves, somebody who passes by."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tools.pictures.raster.mesh import Floats

Fill = Callable[[Floats, int], None]
"""Fills a polygon of corners in mm with a value."""

_STANDING: Final = ("frame", "frame", "bars", "edge", "head", "leaves", "none")
_PASSING: Final = ("head", "head", "arm", "arm", "edge", "frame")
_SOFTEST_MM: Final = (22.0, 60.0)
"""The widest edge of a shadow of what stands, and of what passes."""
_SQUARE: Final = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1.0]])


def draw_cookie(seed: int, pixels: int, half_side: float, *, passing: bool) -> NDArray[Any]:
    """Return where something keeps a lamp's light off the board (255: all of it).

    What passes is somebody's head and shoulders, an arm, the edge of something that is carried.
    """
    rng = np.random.default_rng(seed)
    kind = str(rng.choice(_PASSING if passing else _STANDING))
    mask = np.zeros((pixels, pixels), np.uint8)
    scale = pixels / (2 * half_side)
    middle = pixels / 2 + rng.normal(0, 0.08 * pixels, 2)
    angle = rng.uniform(0, np.pi * (2 if passing else 1))
    c, s = np.cos(angle), np.sin(angle)
    shear = np.array([[c, -s], [s, c]]) @ np.array([[1, rng.normal(0, 0.5)], [0, 1]])

    def fill(corners: Floats, value: int) -> None:
        points = (corners @ shear.T * scale + middle).astype(np.int32)
        cv2.fillPoly(mask, [points], value, cv2.LINE_AA)

    makers = {"frame": _frame, "bars": _bars, "edge": _edge, "head": _head, "arm": _arm,
              "leaves": _leaves}  # fmt: skip
    if kind in makers:
        makers[kind](rng, fill)
    soft = float(np.exp(rng.uniform(np.log(0.5), np.log(_SOFTEST_MM[passing])))) * scale
    dark = rng.uniform(0.25, 1.0) if passing else 1.0
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), max(soft, 0.4)) * dark, np.uint8)


def _frame(rng: Generator, fill: Fill) -> None:
    fill(_SQUARE * 9000, 255)
    half, gap = rng.uniform(50, 220, 2), rng.uniform(6, 22)
    for x in range(-1, int(rng.integers(0, 2)) + 1):
        for y in range(-1, int(rng.integers(0, 2)) + 1):
            fill(_SQUARE * (half - gap) + np.array([x, y]) * 2 * half, 0)


def _bars(rng: Generator, fill: Fill) -> None:
    step = rng.uniform(15, 90)
    for i in range(-30, 31):
        fill(_SQUARE * (step * rng.uniform(0.2, 0.35), 3000) + (i * step, 0), 255)


def _edge(rng: Generator, fill: Fill) -> None:
    fill(_SQUARE * 3000 + (3000 + rng.normal(0, 60), 0), 255)


def _head(rng: Generator, fill: Fill) -> None:
    away, turn = rng.uniform(0, 250), rng.uniform(0, 6.28)
    spot = np.array([np.cos(turn), np.sin(turn)]) * away
    around = np.linspace(0, 6.28, 40)
    fill(np.stack([np.cos(around) * 90, np.sin(around) * 115], 1) + spot, 255)
    fill(_SQUARE * (210, 300) + spot + np.array([0, 390]), 255)


def _leaves(rng: Generator, fill: Fill) -> None:
    for _ in range(int(rng.integers(5, 60))):
        fill(rng.normal(0, 30, (6, 2)) + rng.normal(0, 200, 2), 255)


def _arm(rng: Generator, fill: Fill) -> None:
    """Fill an arm with a palm and fingers that comes in from far off."""
    length, wide = rng.uniform(-150, 150), rng.uniform(22, 60)
    arm = [(-2000, -1.5 * wide), (length, -wide), (length, wide), (-2000, 1.5 * wide)]
    fill(np.array(arm), 255)
    around = np.linspace(0, 6.28, 30)
    palm = np.stack([np.cos(around) * 60, np.sin(around) * 45], 1)
    fill(palm + np.array([length + 30, 0]), 255)
    for turn in np.linspace(-0.5, 0.5, int(rng.integers(1, 6))) + rng.normal(0, 0.1):
        along = np.array([np.cos(turn), np.sin(turn)])
        across = np.array([-along[1], along[0]])
        foot = np.array([length + 40, 0])
        tip = foot + along * rng.uniform(60, 110)
        corners = [foot - across * 10, tip - across * 7, tip + across * 7, foot + across * 10]
        fill(np.array(corners), 255)
