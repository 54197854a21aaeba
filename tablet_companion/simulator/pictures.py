"""Pictures of what people would see: pages of the touchscreen, and the table."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import pygame

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
        """Write to a folder that exists."""
        self._folder = folder
        self._look = look
        self._count = 0
        pygame.font.init()

    def page(self, panel: Panel, name: str) -> None:
        """Keep a page of the touchscreen."""
        surface = pygame.Surface(self._look.theme.size)
        paint.paint(scenes.page(panel, self._look), surface, self._look.colours.ground)
        path = self._next(name)
        if path is not None:
            pygame.image.save(surface, path)

    def table(self, picture: Picture | None, name: str) -> None:
        """Keep a camera picture of the table."""
        path = self._next(name)
        if picture is not None and path is not None:
            cv2.imwrite(str(path), picture)

    def _next(self, name: str) -> Path | None:
        self._count += 1
        return self._folder / f"{self._count:02d}-{name}.png" if self._count <= _LIMIT else None
