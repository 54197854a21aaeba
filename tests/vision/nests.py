"""Full nests that nothing covers: how many of their places are held to be covered all the same.

``python -m tests.vision.nests --game dog --seed 0 --tables 40`` counts them in several lights.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

import numpy as np

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.simulated.faults import Strengths
from hardware.simulated.table import SimulatedTable
from tablet_companion.games.core import Place
from tablet_companion.simulator.house import Print, make_print
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.reading import PlaceReading
from tests.console import say
from tools import faults
from tools.truth import tell_truth

LIGHTS: Final[tuple[Strengths, ...]] = (
    {},
    {faults.CARELESS: 0.8},
    {faults.TINTED: 0.7, faults.ONE_SIDED: 0.6, faults.CAP_GLOSS: 0.35, faults.DIM: 0.3},
    {faults.EDGE_SHADOW: 0.6, faults.MIRRORED: 0.4},
    {faults.NOISE: 0.4, faults.COMPRESSED: 0.4},
)
"""Day, careless players by day, a lamp, a shadow, a poor camera."""


def fill_nests(kit: Print, seed: int) -> SimulatedTable:
    """Return a table on which every piece that has a nest stands in it; one light in turn."""
    table = SimulatedTable(kit.board, np.random.default_rng(seed))
    nests = [place for place in kit.board.places if place.kind == "nest"]
    table.set_up({nest.name: (nest.colour, False) for nest in nests if nest.colour})
    table.faults, table.fault_seed = LIGHTS[seed % len(LIGHTS)], seed
    return table


def find_unseen(kit: Print, seed: int) -> Iterator[PlaceReading]:
    """Yield what is seen of each full nest that does not show what stands there."""
    table = fill_nests(kit, seed)
    camera = SimulatedCamera(table, kit.renderer, ManualClock(), seed=seed)
    reading = BoardReader(kit.learnt, still_frames=1).examine(camera.capture().picture)[2]
    for nest, piece in tell_truth(table, "")["pieces"].items():
        sight = reading.by_place[Place(nest)]
        if sight.covered or sight.best != piece:
            yield sight


def main() -> None:
    """Print which full nests are not seen, table by table, and how many."""
    parser = argparse.ArgumentParser(prog="python -m tests.vision.nests")
    parser.add_argument("--game", action="append", required=True, help="repeatable")
    parser.add_argument("--seed", type=int, default=0, help="of the first table")
    parser.add_argument("--tables", type=int, default=40)
    wishes = parser.parse_args()
    for game in wishes.game:
        kit, covered, wrong = make_print(game), 0, 0
        for seed in range(wishes.seed, wishes.seed + wishes.tables):
            unseen = list(find_unseen(kit, seed))
            if unseen:
                say(f"{game}, seed {seed}: {' '.join(sight.place for sight in unseen)}")
            covered += sum(sight.covered for sight in unseen)
            wrong += sum(not sight.covered for sight in unseen)
        say(f"{game}: {covered} covered and {wrong} wrong on {wishes.tables} tables")


if __name__ == "__main__":
    main()
