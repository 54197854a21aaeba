"""A workbench on simulated pictures, and fingers that find what they look for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.errors import CompanionError
from hardware.ports import Picture
from hardware.simulated.table import SimulatedTable
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.setup.labels import label_page
from tablet_companion.setup.labels.acts import Act
from tablet_companion.setup.labels.draft import Point
from tablet_companion.setup.labels.proposer import Proposer
from tablet_companion.setup.labels.truthfile import TruthFile
from tablet_companion.setup.labels.workbench import Workbench
from tablet_companion.simulator.house import Print
from tablet_companion.vision.scene import Model
from tests.screen.looks import look

PIECES = {"T5": ("red", False), "T20": ("green", False), "T58": ("yellow", True)}


def table(kit: Print) -> SimulatedTable:
    """Return a table with three pawns and a card."""
    sim = SimulatedTable(kit.board, np.random.default_rng(2))
    sim.set_up(PIECES)
    sim.lay("7")
    return sim


def shot(kit: Print, sim: SimulatedTable, seed: int = 0) -> Picture:
    """Return the table's picture."""
    return SimulatedCamera(sim, kit.renderer, ManualClock(), seed=seed).capture().picture


def missing(name: str) -> Picture:
    """Fail as a damaged file does."""
    raise CompanionError(f"{name} is not a picture, or is cut short; leave it out.")


@dataclass
class Fingers:
    """Touches the page where something is to be touched, as a person does."""

    bench: Workbench
    look: Look

    def key(self, act: Act) -> None:
        """Touch the middle of the key that means this."""
        sheet = label_page.sheet(self.bench.view, self.look)
        box = next(one.box for one in sheet.page.touches if one.meaning == act)
        assert sheet.find_action(*box.centre) == act
        self.bench.act(act)

    def picture(self, point: Point) -> Act | None:
        """Touch a pixel of the picture, and return what that meant."""
        sheet = label_page.sheet(self.bench.view, self.look)
        assert sheet.frame is not None
        act = sheet.find_action(*sheet.frame.at(point))
        if act is not None:
            self.bench.act(act)
        return act

    def place(self, name: str) -> None:
        """Touch a place on the picture: once to come near, once more to choose it."""
        for _ in range(2):
            act = self.picture(self.bench.view.spots[name])
            if act is not None and act.what in {"choose", "cover"}:
                return
        raise AssertionError(f"{name} was not to be touched")

    def corner(self, point: Point) -> None:
        """Touch a corner: once to come near, once more to set it."""
        meant = [self.picture(point) for _ in range(2)]
        assert [act.what for act in meant if act is not None] == ["near", "corner"]


def bench_with(
    model: Model, pictures: dict[str, Callable[[], Picture]], path: Path, screen: str = "7 inches"
) -> Fingers:
    """Return fingers at a bench with these pictures."""
    bench = Workbench(
        sorted(pictures),
        lambda name: pictures[name](),
        Proposer(model),
        TruthFile(path),
        ("2", "7", "13"),
    )
    return Fingers(bench, look(screen))
