"""Pictures of what people would see: pages of the touchscreen, and the table."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pygame

from hardware import formats
from hardware.ports import Picture
from tablet_companion.referee.model.panels import Panel
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.look import Look

_LIMIT: Final = 24
"""The limit on the number of pictures."""


class Album:
    """Keeps pictures in a folder, numbered in the order in which they were taken."""

    def __init__(self, folder: Path, look: Look) -> None:
        self._folder = folder
        self._look = look
        self._count = 0
        pygame.font.init()

    def page(self, panel: Panel, name: str) -> None:
        """Keep a page of the touchscreen."""
        path = self._next(name)
        if path is not None:
            page = scenes.page(panel, self._look)
            formats.write_png(path, paint.render(page, self._look.colours.ground))

    def table(self, picture: Picture | None, name: str) -> None:
        """Keep a camera picture of the table."""
        path = self._next(name)
        if picture is not None and path is not None:
            formats.write_png(path, picture)

    def _next(self, name: str) -> Path | None:
        self._count += 1
        return self._folder / f"{self._count:02d}-{name}.png" if self._count <= _LIMIT else None
