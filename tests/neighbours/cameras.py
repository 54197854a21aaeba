"""Cameras beneath the real driver that hang, stop, repeat themselves, or change their size."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from typing import Any, Final

import cv2
import numpy as np

from hardware.ports import Picture

Read = tuple[bool, Picture]
NOTHING: Final = np.zeros((1, 1, 3), np.uint8)


def noise(number: int, height: int = 48, width: int = 64) -> Picture:
    """Return a picture of a sensor, which never repeats itself."""
    return np.random.default_rng(number).integers(0, 256, (height, width, 3), np.uint8)


class Device:
    """What OpenCV would open: each read is the next of a script, the last one for ever."""

    def __init__(self, reads: Iterator[Callable[[], Read]]) -> None:
        self._reads = reads
        self.released = threading.Event()

    def read(self) -> Read:
        """Do what the script says."""
        return next(self._reads)()

    def release(self) -> None:
        """Note that it was let go."""
        self.released.set()


class Hang:
    """Reads that never return, until the test ends and lets them."""

    def __init__(self) -> None:
        self.entered = threading.Event()
        self.over = threading.Event()

    def __call__(self) -> Read:
        """Hang."""
        self.entered.set()
        self.over.wait()
        return False, NOTHING


def hanging(hang: Hang, pictures: int = 0) -> Device:
    """Return a device that hangs after this many pictures."""
    good = (lambda number=number: (True, noise(number)) for number in range(pictures))
    return Device(itertools.chain(good, itertools.repeat(hang)))


def stopping() -> Device:
    """Return a device that was pulled out."""
    return Device(itertools.repeat(lambda: (False, NOTHING)))


def _break() -> Read:
    raise cv2.error("select() timeout")


def breaking() -> Device:
    """Return a device whose driver raises OpenCV's own error."""
    return Device(itertools.repeat(_break))


_ODD: Final[tuple[Any, ...]] = (
    np.zeros((48, 64, 2), np.uint8),  # raw YUYV
    np.zeros((48, 64, 5), np.uint8),
    np.zeros((2, 48, 64, 3), np.uint8),
    np.zeros(4096, np.uint8),
    np.zeros((0, 0, 3), np.uint8),
    np.full((48, 64), "x"),
    np.broadcast_to(np.uint8(0), (20_000, 20_000, 3)),
    None,
)


_ERRORS: Final = (OSError("no"), RuntimeError("no"), MemoryError(), ValueError("no"))
STRANGE: Final = len(_ODD) + len(_ERRORS)
"""How many strange devices there are."""


def strange(number: int) -> Device:
    """Return a device that delivers what is no picture, or fails as no driver should."""

    def read() -> Any:
        if number >= len(_ODD):
            raise _ERRORS[number - len(_ODD)]
        return True, _ODD[number]

    return Device(itertools.repeat(read))


def repeating() -> Device:
    """Return a device that delivers the same picture twice and then stops."""
    same = noise(1)
    pictures = itertools.repeat(lambda: (True, same), 2)
    return Device(itertools.chain(pictures, itertools.repeat(lambda: (False, NOTHING))))


def resizing() -> Device:
    """Return a device each of whose few pictures has another size."""
    sizes = ((24, 32), (1, 1), (600, 2), (2, 600))
    pictures = (lambda n=n, size=size: (True, noise(n, *size)) for n, size in enumerate(sizes))
    return Device(itertools.chain(pictures, itertools.repeat(lambda: (False, NOTHING))))
