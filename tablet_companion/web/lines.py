"""One telephone's connection as the table's loop sees it, and its events."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import Viewer
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.screen.toolkit.labels import NO_LABELS, Labels

MAX_WAITING: Final = 4
"""Touches of one telephone that may wait for the loop; further ones are dropped."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page as it is sent: with what can be heard of it, and its number on this line."""

    page: Page
    labels: Labels
    number: int


class Line:
    """A connected telephone: pages out, touches in. Neither side ever waits for the other.

    Only the newest page is kept for a slow telephone. ``number`` counts the pages, and ``taken``
    the touches that the loop has taken; each counter is written by one thread.
    """

    def __init__(self, viewer: Viewer, size: tuple[int, int]) -> None:
        """Begin, on the server's thread, with the size that the telephone has for pages."""
        self.viewer, self.size = viewer, size
        self._server = asyncio.get_running_loop()
        self._due = asyncio.Event()
        self._newest: deque[Sheet] = deque(maxlen=1)  # its methods cannot be interrupted
        self._given = self.taken = self.number = 0

    def show(self, page: Page, labels: Labels = NO_LABELS) -> None:
        """Show a page, and let it be heard; called by the table's loop."""
        self.number += 1
        self._newest.append(Sheet(page, labels, self.number))
        with contextlib.suppress(RuntimeError):  # the server has stopped
            self._server.call_soon_threadsafe(self._due.set)

    async def next_sheet(self) -> Sheet:
        """Wait for a page that was not taken yet, and return it."""
        while True:
            await self._due.wait()
            self._due.clear()
            if self._newest:
                return self._newest.pop()

    def admit(self) -> bool:
        """Whether one more touch may be passed to the loop; called by the server."""
        if self._given - self.taken >= MAX_WAITING:
            return False
        self._given += 1
        return True

    def heard(self) -> None:
        """Note that the loop has taken a touch."""
        self.taken += 1


@dataclass(frozen=True, slots=True, eq=False)
class Joined:
    """A telephone has connected, or changed its size, and waits for its page."""

    line: Line


@dataclass(frozen=True, slots=True, eq=False)
class Left:
    """A telephone has disconnected."""

    line: Line


@dataclass(frozen=True, slots=True, eq=False)
class Fingered:
    """A finger came down on a telephone's page of this number, in pixels.

    The telephone had shown that page for ``shown_s`` seconds.
    """

    line: Line
    x: float
    y: float
    page: int
    shown_s: float


FromTelephone = Joined | Left | Fingered
