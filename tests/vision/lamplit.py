"""Measure which hands are seen by lamps: ``python -m tests.vision.lamplit agent_dog dog``.

Over scattered pieces there are in turn no hand, one that reaches for a place, and fingertips that
only just come over the rim, each alone in its picture.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.simulated.faults import Strengths
from hardware.simulated.scene import Hand
from hardware.simulated.table import SimulatedTable
from tablet_companion.simulator.house import Print, make_print
from tablet_companion.vision.frame.reader import BoardReader
from tools import faults
from tools.scattered import scatter

LAMPS: Final[dict[str, Strengths]] = {
    "day": {},
    "warm": {faults.TINTED: 0.8, faults.DIM: 0.3},
    "warm, at a side": {faults.ONE_SIDED: 1.0, faults.TINTED: 0.8, faults.DIM: 0.3},
    "dim": {faults.DIM: 0.8},
    "a lamp and a window": {faults.TWO_LIGHTS: 1.0, faults.DIM: 0.5},
}
OVER_MM: Final = (4.0, 20.0)
"""So far over the rim reaches the middle of the foremost fingertip."""
_SAID: Final = {True: "certain", None: "doubtful", False: "none"}


def come(table: SimulatedTable, rng: np.random.Generator) -> Iterator[str]:
    """Yield what is over a table, once it is there."""
    yield "no hand"
    places, (across, down) = table.board.places, table.board.size_mm
    table.hand_in(places[int(rng.integers(len(places)))].name)
    yield "a hand"
    over, along = rng.uniform(*OVER_MM), rng.uniform(0.15, 0.85)
    sides = (
        (over, along * down, 180.0),
        (across - over, along * down, 0.0),
        (along * across, over, 270.0),
        (along * across, down - over, 90.0),
    )
    x_mm, y_mm, away = sides[int(rng.integers(len(sides)))]
    tips = Hand(x_mm, y_mm, away + rng.normal(0, 12))
    table.scene = replace(table.scene, hands=(tips,))
    yield "fingertips"


def measure(kit: Print, seed: int) -> Iterator[tuple[str, str, str]]:
    """Yield each light, what was over the table in it, and what was said of that."""
    rng = np.random.default_rng(seed)
    for light, strengths in LAMPS.items():
        table = SimulatedTable(kit.board, np.random.default_rng(seed))
        table.set_up(dict(scatter(kit.board, rng)))
        table.faults = strengths
        camera = SimulatedCamera(table, kit.renderer, ManualClock(), seed=seed)
        for what in come(table, rng):
            eye = BoardReader(kit.learnt, still_frames=1)
            yield light, what, _SAID[eye.examine(camera.capture().picture)[1].hand_seen]


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m tests.vision.lamplit")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--many", type=int, default=10, help="tables in each light")
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    for game in wishes.games:
        kit, said = make_print(game), Counter[tuple[str, str, str]]()
        for seed in range(wishes.seed, wishes.seed + wishes.many):
            said.update(measure(kit, seed))
        for light, what in dict.fromkeys((light, what) for light, what, _ in said):
            figures = ", ".join(f"{said[light, what, one]} {one}" for one in _SAID.values())
            sys.stdout.write(f"{game}, {light}, {what}: {figures}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
