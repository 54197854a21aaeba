"""A simulated table under an eye."""

from __future__ import annotations

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from tablet_companion.simulator.house import House, Print
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.results import Still
from tablet_companion.vision.reading import Reading
from tools.truth import tell_truth


class Table:
    """A simulated table under an eye."""

    def __init__(self, kit: Print, seed: int = 1) -> None:
        """Put some pawns out, one of them turned over."""
        self.sim = House(kit, seed).sim
        self.camera = SimulatedCamera(self.sim, kit.renderer, ManualClock(), seed=seed)
        self.eye = BoardReader(kit.learnt)
        pieces = {
            f"{colour}.N{number}": (colour, False)
            for colour in ("red", "blue", "green", "yellow")
            for number in (1, 2, 3)
        }
        away = {"T5": ("red", False), "T9": ("blue", False), "T20": ("green", False)}
        self.sim.set_up({**pieces, **away, "T58": ("yellow", True)})

    def look(self, frames: int = 3) -> object:
        """Look at some frames; return the last glance."""
        glance: object = None
        for _ in range(frames):
            glance = self.eye.look(self.camera.capture().picture)
        return glance

    def reading(self) -> Reading:
        """Look, and return what was read."""
        glance = self.look()
        assert isinstance(glance, Still), glance
        return glance.reading

    def check(self) -> None:
        """Compare every place with what is true."""
        true = tell_truth(self.sim, "-")["pieces"]
        for sight in self.reading().places:
            assert sight.best == true.get(sight.place, ""), sight
