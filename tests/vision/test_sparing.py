"""A still table whose light changes all the time is not read in every picture."""

from __future__ import annotations

import numpy as np

from hardware.ports import Picture
from tablet_companion.vision.frame.locating import PlaceInPicture
from tablet_companion.vision.frame.reader import FrameReader
from tablet_companion.vision.frame.results import FrameResult, Lost
from tablet_companion.vision.frame.sparing import TUNING


class Reader(FrameReader):
    """A reader that finds what it is told to, and counts the pictures that it reads."""

    def __init__(self) -> None:
        """Begin with none."""
        super().__init__()
        self.reads, self.says = 0, "board"

    def read(self, picture: Picture) -> FrameResult:
        """Count."""
        del picture
        self.reads += 1
        return Lost(self.says, "")

    def locate_places(self, picture: Picture) -> tuple[PlaceInPicture, ...]:
        """Find nothing."""
        raise NotImplementedError

    def watch(self, frames: int) -> int:
        """Look at pictures by candlelight; return how many were read."""
        before = self.reads
        for number in range(frames):
            self.look(_by_candle(number))
        return self.reads - before


def _by_candle(number: int) -> Picture:
    scene = np.tile(np.linspace(40, 200, 640), (360, 1)) * np.linspace(1, 0.6 + number % 3 / 5, 640)
    return scene[..., None].repeat(3, axis=2).clip(0, 255).astype(np.uint8)


def test_readings_that_agree_are_enough_and_one_that_differs_is_not() -> None:
    """Before, a candle had every picture read, which a small computer cannot do in time.

    What is read newly is confirmed by as many readings in a row as before.
    """
    reader = Reader()
    reader.watch(TUNING.agreeing + 1)
    assert reader.watch(4 * TUNING.every_frames) == 4
    reader.says = "dark"
    reader.watch(TUNING.every_frames)
    assert reader.watch(TUNING.agreeing - 1) == TUNING.agreeing - 1
    assert reader.watch(2 * TUNING.every_frames) == 2
    reader.look(_by_candle(0)[:, ::-1].copy())
    assert reader.watch(4) == TUNING.agreeing, "something moved"
