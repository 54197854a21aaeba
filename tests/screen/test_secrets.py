"""Pages of two truths that the table cannot tell apart are equal, touches included."""

from __future__ import annotations

import random

from tablet_companion.games.core import TABLE
from tablet_companion.referee.model.events import (
    GiveUp,
    Intent,
    OpenBoard,
    OpenCardKeys,
    Pause,
    Touched,
)
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step
from tablet_companion.screen.pages import scenes
from tests.referee.bench import GAME, Bench
from tests.referee.turned_over import states
from tests.screen.looks import look

TOUCHES: tuple[Intent | None, ...] = (None, OpenBoard(), OpenCardKeys(), Pause(), GiveUp())


def test_no_page_tells_two_truths_apart() -> None:
    """Hidden pawns and hands are dealt again: every page stays as it was, to the last pixel."""
    rng, given, compared = random.Random(3), look("7 inches"), 0
    for state in states(5)[::20]:
        other = GAME.resample(state, TABLE, rng)
        compared += other != state
        for touch in TOUCHES:
            pages = []
            for truth in (state, other):
                table = Bench().table.but(state=truth, past=(), happened=())
                if touch is not None:
                    table, _ = step(table, Touched(99.0, touch))
                pages.append(scenes.page(build_panel(table), given))
            assert pages[0] == pages[1]
    assert compared > 5
