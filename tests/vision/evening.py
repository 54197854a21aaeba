"""A printed board on which people play into the evening, seen by a camera that stays in place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

import numpy as np

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Picture
from hardware.simulated.faults import Strengths
from hardware.simulated.table import SimulatedTable
from tablet_companion.games.core import EMPTY, HIDDEN, Piece
from tablet_companion.simulator.house import Print
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.scan import Observation
from tablet_companion.vision.scene import Model
from tools import faults
from tools.scattered import scatter
from tools.truth import tell_truth

DAY: Final[Strengths] = {}
DIM: Final[Strengths] = {
    faults.DIM: 0.8,
    faults.TINTED: 1.0,
    faults.ONE_SIDED: 0.9,
    faults.NOISE: 0.2,
}
"""One weak, warm lamp beside the table: a third of the light, and hardly any of it blue."""
LAMP: Final[Strengths] = {faults.CAP_GLOSS: 0.35, faults.TINTED: 0.35, faults.ONE_SIDED: 0.35}
_LAMPS: Final = 77
"""Where the lamps are; they stay there all evening."""


class Room:
    """A table in a room, lit as is wanted, and its camera."""

    def __init__(self, kit: Print) -> None:
        """Lay a printed board on the table; it is found by day."""
        self.kit, self.taught = kit, kit.learnt
        picture = self.shoot(self.set_table(5, DAY))
        self._fit, _, _ = BoardReader(self.taught, still_frames=1).examine(picture)

    def set_table(self, seed: int, light: Strengths) -> SimulatedTable:
        """Return a table with all pieces somewhere, in a light."""
        rng = np.random.default_rng(seed)
        table = SimulatedTable(self.kit.board, rng)
        table.set_up(scatter(self.kit.board, rng))
        table.faults, table.fault_seed = light, _LAMPS
        return table

    def shoot(self, table: SimulatedTable) -> Picture:
        """Return a picture of a table."""
        camera = SimulatedCamera(table, self.kit.renderer, ManualClock(), seed=1)
        return camera.capture().picture

    def look(self, table: SimulatedTable, model: Model | None = None) -> Observation:
        """Return what a model, or what was taught, makes of a table."""
        reader = BoardReader(model or self.taught, still_frames=1)
        reader.aim(self._fit)
        picture = self.shoot(table)
        fit, scan, reading = reader.examine(picture)
        assert reader.scene is not None
        return Observation(picture, fit, reader.scene, scan, reading)


def count_wrong(table: SimulatedTable, look: Observation) -> int:
    """Return how many places a look shows otherwise than they are."""
    stands = tell_truth(table, "")["pieces"]
    return sum(
        not sight.covered and sight.best != stands.get(sight.place, EMPTY)
        for sight in look.reading.places
    )


def take_for_bare(look: Observation, places: Iterable[str]) -> Observation:
    """Return a look in which places are surely, and wrongly, read as bare."""
    wrong = set(places)
    bare: tuple[tuple[Piece, float], ...] = ((EMPTY, 0.999), (HIDDEN, 0.001))
    seen = tuple(
        replace(sight, posterior=bare) if sight.place in wrong else sight
        for sight in look.reading.places
    )
    return replace(look, reading=replace(look.reading, places=seen))
