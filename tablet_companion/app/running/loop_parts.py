"""What the loop drives: the destinations of effects, and the other parts of a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from tablet_companion.app.network.publishing import Publish
from tablet_companion.app.network.telephones import Telephones
from tablet_companion.app.pages.display import Display
from tablet_companion.app.pages.knobs import Knobs
from tablet_companion.app.running.thinking import Seats
from tablet_companion.app.sight.cameras import Viewfinder
from tablet_companion.app.sight.misreadings import Misreadings
from tablet_companion.app.wired.signalling import Signalling
from tablet_companion.lessons.progress import Notebook
from tablet_companion.referee.model.events import Saw
from tablet_companion.referee.model.panels import Panel
from tablet_companion.referee.model.table import Table
from tablet_companion.screen.pages.lesson import LessonPanel
from tablet_companion.screen.pages.scenes import Shown
from tablet_companion.screen.toolkit.window import Pictured
from tablet_companion.selfcheck.screen import SelfTest


@dataclass(frozen=True)
class Presentation:
    """Where the referee's effects go: the screen, lamps and sounder, the lights under the places.

    ``light_board`` gets every panel. ``speak`` is called in every iteration with what is on the
    screen, the language, and the time.
    """

    display: Display
    signalling: Signalling
    light_board: Callable[[Panel | LessonPanel], None] = lambda _panel: None
    speak: Callable[[Shown | None, str, float], None] = lambda _shown, _language, _now_s: None


class Tabletop(Pictured, Protocol):
    """A table in a second window, which people use with the mouse, such as the simulated one."""

    def follow(self, table: Table) -> None:
        """Put the pieces out for the game that is being set up; leave them once it has begun."""

    def put(self, table: Table) -> None:
        """Put the pieces as a game on record has them, or one about to begin."""


@dataclass(frozen=True)
class LoopParts:
    """The other parts of a table; each may be missing.

    A ``tabletop`` is shown in a second window. ``switch_off`` is for the machine, ``seats`` plays
    the table's seats, ``knobs`` are volume and brightness, and ``publish`` gets every effect.
    ``hear_look`` get every look with the table after it, and ``misreadings`` saves misread
    pictures. ``finder`` lets people choose a camera, ``trial`` test the devices, ``notebook`` keeps
    what was learnt, and ``telephones`` show pages, too.
    """

    tabletop: Tabletop | None = None
    knobs: Knobs | None = None
    switch_off: Callable[[], None] | None = None
    seats: Seats | None = None
    finder: Viewfinder | None = None
    trial: SelfTest | None = None
    notebook: Notebook | None = None
    telephones: Telephones | None = None
    publish: Publish | None = None
    hear_look: tuple[Callable[[Saw, Table], None], ...] = ()
    misreadings: Misreadings | None = None
