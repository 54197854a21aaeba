"""A table of Wink before a camera that sees everything well, played by touch and by hand."""

from __future__ import annotations

from typing import Any

from tablet_companion.games.core import Placement
from tablet_companion.games.wink.state import State
from tablet_companion.referee.model import sayings
from tablet_companion.referee.model.events import Busy, Saw, Say, Touched
from tablet_companion.referee.model.table import Stage, Table, new_table
from tablet_companion.referee.step import step
from tests.games.wink import GAME, by_people, play
from tests.referee.looks import look
from tests.referee.seer import areas_of

LOOK_S = 0.1
SECONDS = 3.0


class Desk:
    """A table of Wink before a camera that sees everything well."""

    def __init__(self, state: State) -> None:
        """Go on from a state; the table shows it."""
        table = new_table(GAME, areas_of(GAME), "en")
        self.table: Table = table.but(stage=Stage.PLAY, state=state)
        self.see(GAME.placement(state))

    def touch(self, intent: Any) -> None:
        """Touch something on the screen."""
        self.table, _ = step(self.table, Touched(self.table.now_s + 0.5, intent))

    def say(self, text: str) -> None:
        """Announce an action by its keys."""
        position = self.table.position
        entries = sayings.find_spoken(position)
        written = {GAME.write_action(position.state, one.action): one for one in entries}
        self.touch(Say(written[text].saying.labels))

    def see(self, shown: Placement) -> None:
        """Let a hand come and go, and the table show this."""
        self.table, _ = step(self.table, Busy(self.table.now_s + 0.5))
        reading = look(shown, areas=areas_of(GAME))
        for _ in range(round(SECONDS / LOOK_S)):
            self.table, _ = step(self.table, Saw(self.table.now_s + LOOK_S, reading))


def accused() -> Desk:
    """Return a table at which Red accuses Green of the 10 that Blue called, and was right."""
    desk = Desk(play(by_people("zwinkern", 3), "call 8", "call 10", "call 9"))
    desk.say("accuse red green 10")
    desk.say("has it")
    return desk
