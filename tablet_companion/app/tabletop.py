"""The simulated table as the loop knows it: a picture, a mouse, and one who plays by himself."""

from __future__ import annotations

from typing import Protocol

from hardware.ports import Picture
from tablet_companion.referee.model.table import Table
from tablet_companion.screen.toolkit.window import Mouse


class Tabletop(Protocol):
    """A table on the screen, in a second window, that people work at with the mouse."""

    @property
    def title(self) -> str:
        """Return what the window is called: it says what the mouse can do."""
        ...

    def picture(self) -> Picture | None:
        """Return the table as it is seen now, or None as long as nothing was seen."""
        ...

    def follow(self, table: Table) -> None:
        """Put the pieces out for the game that is being set up; leave them once it has begun."""
        ...

    def put(self, table: Table) -> None:
        """Put the pieces as a game on record has them, or one about to begin."""
        ...

    def mouse(self, event: Mouse) -> None:
        """Do what the mouse does."""
        ...


class Driver(Protocol):
    """Plays by itself at a simulated table until somebody takes over."""

    def step(self, now_s: float, table: Table) -> None:
        """Do what is due: move things on the simulated table, put touches into the loop's queue.

        Called at every turn of the loop, on its thread, so it must return at once. ``table`` is
        the referee's table as it is now.
        """
        ...

    def leave(self) -> None:
        """Take the hands off the table: somebody took over. Nothing is called after this."""
        ...
