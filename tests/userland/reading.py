"""Prints versions, and how long one picture of 1920×1080 takes to read; run in a userland."""

from __future__ import annotations

import platform
import time
from statistics import median

import cv2
import numpy as np

from hardware.simulated.optics import overhead
from tablet_companion.simulator.house import House, make_print
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.scan import scan


def reading_s() -> float:
    """Return the median seconds of three readings of a table that has just been set up."""
    kit = make_print("agent_dog")
    house = House(kit, 1)
    house.sim.pose = overhead(kit.board, size=(1920, 1080))
    house.hands.set_up(kit.game.placement(kit.game.setup({}, kit.game.seats)))
    house.watch(1)
    eye = BoardReader(kit.learnt, still_frames=1)
    assert house.picture is not None
    eye.examine(house.picture)
    assert eye.scene is not None
    spent = []
    for _ in range(3):
        begun = time.perf_counter()
        scan(kit.learnt, eye.scene, eye.scene.sample(house.picture))
        spent.append(time.perf_counter() - begun)
    return median(spent)


def main() -> None:
    """Print one line of versions and one of time."""
    cv2.setNumThreads(1)
    versions = f"NumPy {np.__version__}, OpenCV {cv2.__version__}"
    print(f"{platform.machine()}, Python {platform.python_version()}, {versions}")  # noqa: T201
    print(f"one reading, 1920×1080: {reading_s():.3f} s", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
