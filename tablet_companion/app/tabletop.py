"""The simulated table as the loop sees it: a picture, a mouse, and a driver that plays."""

from __future__ import annotations

from typing import Protocol

from tablet_companion.referee.model.table import Table
from tablet_companion.screen.toolkit.window import Pictured


class Tabletop(Pictured, Protocol):
    """A table in a second window, which people use with the mouse."""

    def follow(self, table: Table) -> None:
        """Put the pieces out for the game that is being set up; leave them once it has begun."""
        ...

    def put(self, table: Table) -> None:
        """Put the pieces as a game on record has them, or one about to begin."""
        ...


class Driver(Protocol):
    """Plays by itself at a simulated table until somebody takes over."""

    def step(self, now_s: float, table: Table) -> None:
        """Do what is due: move things on the simulated table, put touches into the loop's queue.

        Called in every iteration of the loop, on its thread, so it must return at once.
        ``table`` is the referee's present table.
        """
        ...

    def leave(self) -> None:
        """Withdraw the hands: somebody took over. No method is called after this."""
        ...
