"""A screen that keeps its pages."""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.screen.toolkit.window import Happening


class Screen:
    """Keeps the pages that are shown."""

    def __init__(self) -> None:
        self.pages: list[Page] = []
        self.fingers: list[Happening] = []

    def show(self, page: Page) -> None:
        """Keep a page."""
        self.pages.append(page)

    def happenings(self) -> Iterator[Happening]:
        """Yield what was put there since the last call."""
        fingers, self.fingers = self.fingers, []
        yield from fingers
