"""The eye knows how many pieces may stand from the position that the page shows."""

from __future__ import annotations

from collections import Counter

import numpy as np

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.simulated.table import SimulatedTable
from tablet_companion.games.core import EMPTY
from tablet_companion.kit.boards import areas_of, holds_of
from tablet_companion.referee.model.differences import lay_out
from tablet_companion.referee.model.effects import Show
from tablet_companion.referee.model.events import Saw
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.session.interpreter import FrameInterpreter
from tests.conftest import Prints


def test_as_many_pieces_are_read_as_the_option_puts_out(prints: Prints) -> None:
    """Eight figures lie still, and are read anew once the page shows a game that has them."""
    kit, sim = prints("agent"), SimulatedTable(prints("agent").board, np.random.default_rng(5))
    areas, game = areas_of(kit.board, "agent"), kit.game
    state = game.setup({"agents_per_city": 2}, game.seats)
    spots = lay_out(game.placement(state), areas, holds_of(kit.board))
    sim.set_up({place: (piece, False) for place, piece in spots.items()})
    camera = SimulatedCamera(sim, kit.renderer, ManualClock())
    interpret = FrameInterpreter(kit.model)

    def count() -> Counter[str]:
        seen = [interpret(camera.capture()) for _ in range(4)][-1]
        assert isinstance(seen, Saw)
        return Counter(one.best for one in seen.reading.places if one.best != EMPTY)

    assert count().total() < len(spots), "the board file has one figure of each colour"
    table = new_table(game, areas, "en").but(state=state, stage=Stage.CHECK)
    interpret.heed(Show(build_panel(table)))
    assert count() == Counter(spots.values())
