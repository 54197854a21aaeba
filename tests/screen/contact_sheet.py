"""Every page of every game side by side, to be looked through: ``make pages``.

A row for each page, a column for each language; one picture a game and screen.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from hardware.ports import Picture
from tablet_companion.app.artwork import draw_art
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit import framing, paint
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.words.wording import words
from tests.conformance.walk import GAMES
from tests.screen.looks import SCREENS
from tests.screen.played import played
from tests.screen.taught import taught

_WIDE_PX: Final = 400
_GAP_PX: Final = 6
_HIGHEST_PX: Final = 30_000
"""No picture file is higher."""


def looks(game: AnyGame, screen: str) -> Iterator[Look]:
    """Yield how a game's pages look on a screen, language by language."""
    board = printed.board(game.name)
    art = draw_art(board)
    for language in LANGUAGES:
        yield Look(
            SCREENS[screen],
            words(language, board),
            board,
            paint.measure,
            framing.turns_for(board, upright=SCREENS[screen].portrait),
            camera="picamera2:0",
            games=printed.titles(),
            trial=True,
            art=art,
            taught=True,
        )


def sheets(game: AnyGame, screen: str) -> Iterator[tuple[str, Picture]]:
    """Yield all pages of a game on a screen, reduced in size: those of play, those that teach."""
    given = tuple(looks(game, screen))
    playing = ((panel, NOTHING) for panel in played(game))
    for name, shown in (("", playing), (", teaching", taught(game))):
        rows = (np.hstack([_page(one, local, look) for look in given]) for one, local in shown)
        for number, whole in enumerate(_stack(rows)):
            yield f"{name}{f' {number + 1}' if number else ''}", whole


def _stack(rows: Iterable[Picture]) -> Iterator[Picture]:
    """Yield rows below each other, as many as a picture file holds."""
    held: list[Picture] = []
    for row in rows:
        if sum(one.shape[0] for one in held) + row.shape[0] > _HIGHEST_PX:
            yield np.vstack(held)
            held = []
        held.append(row)
    yield np.vstack(held)


def _page(panel: scenes.Shown, local: Local, look: Look) -> Picture:
    picture = paint.painted(scenes.page(panel, look, local), look.colours.ground)
    high = picture.shape[0] * _WIDE_PX // picture.shape[1]
    small = cv2.resize(picture, (_WIDE_PX, high), interpolation=cv2.INTER_AREA)
    return np.pad(small, ((0, _GAP_PX), (0, _GAP_PX), (0, 0)), constant_values=90).astype(np.uint8)


def main() -> None:
    """Write the sheets of all games and screens into a folder."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--out", type=Path, required=True)
    folder = parser.parse_args().out
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        for screen in SCREENS:
            for name, picture in sheets(game, screen):
                file = folder / f"{game.name}, {screen}{name}.jpg"
                cv2.imwrite(str(file), picture)
                sys.stdout.write(f"{file}\n")


if __name__ == "__main__":
    main()
