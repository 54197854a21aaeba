"""The network of the places: what windows show, and where in them to sample a piece's colour."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablet_companion.vision.places import network_input
from tablet_companion.vision.places.details import Seen
from tablet_companion.vision.places.relief import Relief
from tablet_companion.vision.places.windows import SIDE, Bytes

CLASSES: Final = ("empty", "upright", "turned", "covered")
_BATCH: Final = 16
"""Windows at a time: all at once take no less time, and 12 MB more."""
SCALE: Final = np.array([1.7918, 2.7572, 2.7943], dtype=np.float32)
"""Inverse standard deviations of the colours of one kind of piece (logarithms): brightness, red
against green, both against blue. Fitted with the network."""

_COMMON: Final = np.log(np.array([0.72 / 0.34, 0.25 / 0.38, 0.05 / 0.1, 0.03 / 0.18]))
"""Log ratios of the classes' frequencies at tables and in the network's training data."""

Nats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class NetworkOutput:
    """The network's output for windows (n).

    ``nats`` (n × CLASSES) are log probabilities; ``hues`` (n × 3) is the colour of an upright piece
    there, in a light common to all pictures, in standard deviations. ``gains`` is, for each window,
    how much better each colour's examples fit than bare board (``examples.gains``); empty where
    the network needs no help, or there are no examples. ``details`` is what some windows (by index)
    show from close by, ``excess`` what ``ground.excess`` says of them. ``alike`` are the gains of
    windows (by index) that surely show a piece, but of a doubtful colour. ``relief`` is how uneven
    some windows (by index) are. ``light`` (n × 3) is that beside each window, as a colour.
    """

    nats: Nats
    hues: Nats
    gains: tuple[Mapping[str, float], ...] = ()
    details: Mapping[int, Seen] = field(default_factory=dict)
    excess: Mapping[int, float] = field(default_factory=dict)
    alike: Mapping[int, Mapping[str, float]] = field(default_factory=dict)
    relief: Mapping[int, Relief] = field(default_factory=dict)
    light: Nats | None = None

    @property
    def brightness(self) -> NDArray[np.float32]:
        """How bright the light beside windows is (n; logarithm)."""
        if self.light is None:
            return np.zeros(len(self.nats), np.float32)
        return np.asarray(self.light[:, 0] / SCALE[0], dtype=np.float32)

    @property
    def brighter(self) -> Nats:
        """How much brighter the light beside windows is than usual on the board (n × 3).

        No brighter at all where it is darker: shadows fall on pieces, too.
        """
        if self.light is None or not len(self.light):
            return np.zeros_like(self.hues)
        apart = self.light - np.median(self.light, axis=0)
        return np.where(apart[:, :1] > 0, apart, np.float32(0))


class PlaceNetwork:
    """A network read from a file; not thread-safe."""

    def __init__(self, onnx: bytes) -> None:
        """Take the network as ONNX."""
        self._net: Any = cv2.dnn.readNetFromONNX(np.frombuffer(onnx, dtype=np.uint8))
        self._input = np.empty((_BATCH, network_input.CHANNELS, SIDE, SIDE), dtype=np.float32)

    def infer(self, shown: network_input.NetworkInput) -> NetworkOutput:
        """Return what windows show."""
        if not len(shown.bytes):
            return NetworkOutput(
                np.zeros((0, len(CLASSES)), np.float32), np.zeros((0, 3), np.float32)
            )
        starts = range(0, len(shown.bytes), _BATCH)
        output = np.concatenate([self._run(shown.bytes[at : at + _BATCH]) for at in starts])
        logits, where = output[:, : len(CLASSES)] + _COMMON, output[:, len(CLASSES) :]
        nats = logits - np.logaddexp.reduce(logits, axis=1, keepdims=True)
        return NetworkOutput(
            nats.astype(np.float32),
            hues(shown.bytes, shown.light, where),
            light=opponent_colours(shown.light),
        )

    def _run(self, shown: Bytes) -> NDArray[np.float32]:
        """Return the network's own answers for a batch; the input's memory is used again."""
        self._net.setInput(network_input.as_input(shown, self._input[: len(shown)]))
        return np.array(self._net.forward(), dtype=np.float32)


def hues(shown: Bytes, light: Nats, where: Nats) -> Nats:
    """Return the colours at the points (16 × 16, logits) where a piece's colour is best sampled."""
    share = np.exp(where - where.max(axis=1, keepdims=True))
    share /= share.sum(axis=1, keepdims=True)
    planes = np.ascontiguousarray(shown[:, 0:3])
    seen = np.asarray(cv2.LUT(planes.reshape(-1, SIDE), network_input.LOGARITHMS)).reshape(
        planes.shape
    )
    rows = seen[..., ::2, :] + seen[..., 1::2, :]
    small = (rows[..., ::2] + rows[..., 1::2]) * np.float32(0.25)
    colour = np.einsum("ncp,np->nc", small.reshape(len(seen), 3, -1), share) - light
    return opponent_colours(colour)


def opponent_colours(colour: NDArray[Any]) -> Nats:
    """Return colours (n × 3: logarithms of blue, green and red) in the network's colour space."""
    blue, green, red = np.moveaxis(colour, -1, 0)
    parts = [(blue + green + red) / 3, red - green, (red + green) / 2 - blue]
    return np.asarray(np.stack(parts, axis=-1) * SCALE, dtype=np.float32)


@functools.cache
def weights(name: str) -> bytes:
    """Return a network that comes with the package."""
    return resources.files("tablet_companion.vision.weights").joinpath(name).read_bytes()
