"""The README's moving picture: two turns of Agent DOG, one of them wrong at first.

``python -m tools.moving_picture docs/turn.webp`` plays at the simulated table until a game begins
with an accepted move and then an objection that is mended. Left the table as its camera sees it,
right the touchscreen.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pygame
from PIL import Image

from hardware.ports import Picture
from tablet_companion.app.pages.artwork import draw_art
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.panels import ObjectionPanel, Panel
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.theme import Theme
from tablet_companion.screen.words.wording import words
from tablet_companion.selfplay.players import someone
from tablet_companion.simulator.house import House, Print, make_print

_FIRST_SEED: Final = 26
_FAULT_SHARE: Final = 0.5
_HEIGHT_PX: Final = 330
_SCREEN: Final = Theme((800, 480), 133)
_GAP_PX: Final = 8
_GROUND: Final = (40, 38, 36)
_QUALITY: Final = 72

_MOVED: Final = 1.5
"""Grey levels by which two pictures differ in the mean if more than noise changed."""
_BRIEF_S: Final = 0.7
_PAGE_S: Final = 1.5
_READING_S: Final = 4.0
"""How long an objection stays, which has to be read."""


@dataclass(frozen=True, slots=True)
class _Shot:
    """What table and page show."""

    table: Picture
    page: Panel

    def is_like(self, table: Picture, page: Panel) -> bool:
        """Whether nothing changed but the camera's noise."""
        apart = cv2.absdiff(_small(self.table), _small(table)).mean()
        return page == self.page and float(apart) < _MOVED


class _Film:
    """Collects what a house shows, frame after frame."""

    def __init__(self, house: House) -> None:
        self.shots: list[_Shot] = []
        self._house = house
        house.on_frame = self._take

    def _take(self) -> None:
        picture, page = self._house.picture, build_panel(self._house.table)
        assert picture is not None, "a frame was taken"
        if not self.shots or not self.shots[-1].is_like(picture, page):
            self.shots.append(_Shot(picture, page))


def main(path: Path) -> None:
    """Write the moving picture."""
    kit = make_print("agent_dog")
    pygame.font.init()
    look = Look(_SCREEN, words("en", kit.board), kit.board, paint.measure, art=draw_art(kit.board))
    shots = next(filter(None, (_film(kit, seed) for seed in itertools.count(_FIRST_SEED))))
    frames = [Image.fromarray(_frame(shot, look)[:, :, ::-1]) for shot in shots]
    times = [_hold_ms(one, after) for one, after in zip(shots, [*shots[1:], None], strict=True)]
    objection = next(k for k, shot in enumerate(shots) if isinstance(shot.page, ObjectionPanel))
    times[objection] = round(1000 * _READING_S)
    frames[0].save(
        path,
        save_all=True,
        append_images=frames[1:],
        duration=times,
        loop=0,
        quality=_QUALITY,
        method=6,
    )
    sys.stdout.write(f"{path}: {len(frames)} pictures, {path.stat().st_size / 1e3:.0f} kB\n")


def _film(kit: Print, seed: int) -> list[_Shot]:
    """Return the first two turns of a game, or nothing where they are no example."""
    house = House(kit, seed)
    player = someone(house, fault_share=_FAULT_SHARE)
    player.begin()
    film = _Film(house)
    told = [player.turn() for _ in range(2)]
    kinds = [[judged.kind for judged in turn.verdicts] for turn in told]
    example = kinds == [[Kind.ACCEPTED], [Kind.OBJECTED, Kind.CORRECTED]]
    return film.shots if example and told[1].fault == "illegal" else []


def _frame(shot: _Shot, look: Look) -> Picture:
    """Return table and page side by side."""
    surface = pygame.Surface(look.theme.size)
    paint.paint(scenes.page(shot.page, look), surface, look.colours.ground)
    page = pygame.surfarray.array3d(surface).swapaxes(0, 1)[:, :, ::-1]
    parts = [_fitted(_crop(shot.table)), np.full((_HEIGHT_PX, _GAP_PX, 3), _GROUND, np.uint8)]
    return np.hstack([*parts, _fitted(page)])


def _crop(picture: Picture) -> Picture:
    """Return the middle of a camera picture, in which the board lies."""
    width = picture.shape[1]
    return picture[:, round(width * 0.11) : round(width * 0.91)]


def _fitted(picture: Picture) -> Picture:
    width = round(picture.shape[1] * _HEIGHT_PX / picture.shape[0])
    small = cv2.resize(picture, (width, _HEIGHT_PX), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _small(picture: Picture) -> Picture:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, (64, 48), interpolation=cv2.INTER_AREA), np.uint8)


def _hold_ms(shot: _Shot, after: _Shot | None) -> int:
    """Return how long a shot is shown: longer where another page follows, longest at the end."""
    if after is None:
        return round(1000 * _READING_S)
    return round(1000 * (_BRIEF_S if shot.page == after.page else _PAGE_S))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="moving_picture", description=__doc__)
    parser.add_argument("out", metavar="OUT", type=Path)
    main(parser.parse_args().out)
