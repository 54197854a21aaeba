"""The simulated table as the loop sees it: a picture, a mouse, and pieces that are put out."""

from __future__ import annotations

from typing import Protocol

from tablet_companion.referee.model.table import Table
from tablet_companion.screen.toolkit.window import Pictured


class Tabletop(Pictured, Protocol):
    """A table in a second window, which people use with the mouse."""

    def follow(self, table: Table) -> None:
        """Put the pieces out for the game that is being set up; leave them once it has begun."""

    def put(self, table: Table) -> None:
        """Put the pieces as a game on record has them, or one about to begin."""
