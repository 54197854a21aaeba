"""Four by four discs on a green board that no game knows, and the pages on which it is laid out."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from hardware.clock import ManualClock
from hardware.ports import Camera, Picture
from tablet_companion import games
from tablet_companion.config import ScreenSettings, Settings
from tablet_companion.kit import printed
from tablet_companion.setup.pages.designing import DesignStep
from tablet_companion.setup.pages.desk import Desk, SetupPlatform
from tablet_companion.setup.teaching.design import COLOURS, Design

CORNERS = [(120.0, 40.0), (520.0, 40.0), (520.0, 440.0), (120.0, 440.0)]


def draw_board() -> Picture:
    """Return four by four discs on a green board, as a camera over its middle sees them."""
    picture = np.full((480, 640, 3), (60, 80, 110), np.uint8)
    cv2.rectangle(picture, (120, 40), (520, 440), (70, 140, 90), -1)
    rng = np.random.default_rng(1)
    for x, y in rng.uniform((130, 50), (510, 430), (80, 2)).round().astype(int).tolist():
        cv2.circle(picture, (x, y), 6, rng.uniform(40, 120, 3).tolist(), -1, cv2.LINE_AA)
    for x in range(170, 520, 100):
        for y in range(90, 440, 100):
            cv2.circle(picture, (x, y), 30, (220, 230, 235), -1, cv2.LINE_AA)
    return picture


def draw_men(colour: str) -> Picture:
    """Return the board with six flat men of a colour, painted without light and shade."""
    picture = draw_board()
    ink = tuple(reversed(bytes.fromhex(COLOURS[colour][1:])))
    for x, y in ((170, 90), (270, 90), (370, 90), (470, 190), (170, 390), (370, 390)):
        cv2.circle(picture, (x, y), 18, ink, -1, cv2.LINE_AA)
    return picture


def make_desk(folder: Path, size: tuple[int, int] = (800, 480)) -> Desk:
    """Return a set-up whose pictures are handed over by the test."""

    def no_camera(_name: str) -> Camera:
        raise AssertionError("no camera is named")

    settings = Settings(camera="", screen=ScreenSettings(size_px=size))
    platform = SetupPlatform(ManualClock(), no_camera, tuple, folder=folder)
    return Desk(
        settings, folder / "settings.toml", games.load("dog"), printed.board("dog"), platform
    )


def make_step(folder: Path, size: tuple[int, int] = (800, 480)) -> DesignStep:
    """Return the page of the places, of a board of 400 by 400 mm."""
    design = Design(printed.board("dog"), draw_board(), list(CORNERS))
    step = DesignStep(make_desk(folder, size), design)
    step.enter()
    return step
