"""An eye that is told what lies on the simulated table, where a test says nothing of reading.

The camera before it takes a new picture only when something changes: what nobody reads needs no
noise of its own in every frame.
"""

from __future__ import annotations

from hardware.cameras.simulated import SimulatedCamera
from hardware.ports import Frame, Picture
from hardware.simulated.scene import Scene
from hardware.simulated.table import SimulatedTable
from hardware.simulated.truth import places_of
from tablet_companion.games.core import HIDDEN, Piece, Place
from tablet_companion.kit.boards import areas_of
from tablet_companion.referee.model.events import Busy, Event, Saw
from tablet_companion.session.interpreter import FrameInterpreter
from tablet_companion.simulator.house import Print
from tablet_companion.vision.reading import Reading
from tests.referee.looks import look


class ClearEye(FrameInterpreter):
    """Says of each frame what a reader would that is never mistaken, and never slow.

    Where the places lie in a frame it finds in the picture, as every reader does.
    """

    def __init__(self, kit: Print, table: SimulatedTable) -> None:
        """Look at a table on which a print lies."""
        super().__init__(kit.model)
        self._table, self._areas = table, areas_of(kit.board, kit.game.name)
        self._seen: tuple[Scene, Reading] | None = None

    def __call__(self, frame: Frame) -> Event:
        """Return what stands and lies there; a hand over the board is waited for."""
        scene = self._table.scene
        if scene.hands:
            return Busy(frame.taken_s)
        if self._seen is None or self._seen[0] != scene:
            self._seen = scene, self._read(scene)
        return Saw(frame.taken_s, self._seen[1])

    def _read(self, scene: Scene) -> Reading:
        standing, _ = places_of(self._table.board, scene.pawns)
        spots = {
            Place(name): HIDDEN if pawn.turned else Piece(pawn.colour)
            for name, pawn in standing.items()
        }
        if not scene.cards:
            return look(spots, areas=self._areas, card="none", pose=None)
        top = scene.cards[-1]
        pose = top.x_mm, top.y_mm, top.angle_deg
        return look(spots, areas=self._areas, card=top.face, pose=pose)


class StillCamera(SimulatedCamera):
    """A camera whose picture stays the same while the table does."""

    _kept: tuple[object, Picture] | None = None

    def _picture(self) -> Picture:
        table = self._table
        now = table.scene, table.pose, table.light, dict(table.faults), table.fault_seed
        if self._kept is None or self._kept[0] != now:
            self._kept = now, super()._picture()
        return self._kept[1]
