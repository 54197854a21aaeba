"""A screen that keeps its pages."""

from __future__ import annotations

from tablet_companion.screen.toolkit.drawing import Page


class Screen:
    """Keeps the pages that are shown."""

    def __init__(self) -> None:
        self.pages: list[Page] = []

    def show(self, page: Page) -> None:
        """Keep a page."""
        self.pages.append(page)
