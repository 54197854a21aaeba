"""An overseer that notes what it is told."""

from __future__ import annotations

from hardware.oversight import Overseer
from tablet_companion import games
from tablet_companion.referee.model.table import Table, new_table
from tests.referee.looks import AREAS

PATIENCE_S = 20.0


class Ear(Overseer):
    """Notes what the overseer is told."""

    def __init__(self) -> None:
        """Begin with nothing heard."""
        super().__init__(patience_s=PATIENCE_S)
        self.heard = list[str]()
        self.said = list[str]()

    def report_ready(self) -> None:
        """Note it."""
        self.heard.append("ready")

    def report_alive(self) -> None:
        """Note it."""
        self.heard.append("alive")

    def status(self, words: str) -> None:
        """Note it."""
        self.said.append(words)

    def report_stopping(self) -> None:
        """Note it."""
        self.heard.append("stopping")


def new_page() -> Table:
    """Return a table of Agent DOG that nobody has set up."""
    return new_table(games.load("agent_dog"), AREAS, "en")
