"""Every page of every game side by side, to be looked through: ``make pages``.

A row for each page, a column for each language; one picture a game and screen. A page with a fault
has a red frame, and the command fails; a last picture shows what colour-blind people see.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from hardware.ports import Picture
from tablet_companion import games
from tablet_companion.app.pages.artwork import draw_art
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.kit.offers import list_offers
from tablet_companion.referee.model.panels import PlayPanel, SetUpPanel
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit import paint, stages
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.words.wording import words
from tests.conformance.walk import GAMES
from tests.screen.checks import board_share, problems
from tests.screen.colour_blind import MATRICES, simulate
from tests.screen.looks import SIZES
from tests.screen.played import played
from tests.screen.situations import situations
from tests.screen.taught import taught

_WIDE_PX: Final = 400
_GAP_PX: Final = 6
_HIGHEST_PX: Final = 30_000
"""No picture file is higher."""
_FINE: Final = (90, 90, 90)
_FAULTY: Final = (60, 60, 255)
_OWN: Final = "agent_dog"
"""The game in which the pages of no game are shown."""

Situation = tuple[scenes.Shown, Local]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows of pages as a picture, and what is wrong with them, in sentences."""

    picture: Picture
    faults: tuple[str, ...]


def looks(game: AnyGame, screen: str) -> Iterator[Look]:
    """Yield how a game's pages look on a screen, language by language."""
    board = printed.board(game.name)
    for language in LANGUAGES:
        yield Look(
            SIZES[screen],
            words(language, board),
            board,
            paint.measure,
            stages.turns_for(SIZES[screen], board),
            camera="picamera2:0",
            games=list_offers(),
            trial=True,
            art=draw_art(board, language=language),
            taught=True,
        )


def sheets(game: AnyGame, screen: str) -> Iterator[tuple[str, Sheet]]:
    """Yield all pages of a game on a screen, reduced in size, by what they are about."""
    given = tuple(looks(game, screen))
    own = situations().values() if game.name == _OWN else ()
    playing = [*((panel, NOTHING) for panel in played(game)), *own]
    for name, shown in (("", playing), (", teaching", taught(game))):
        rows = (_row(one, given) for one in shown)
        for number, whole in enumerate(_stack(rows)):
            yield f"{name}{f' {number + 1}' if number else ''}", whole


def _stack(rows: Iterable[Sheet]) -> Iterator[Sheet]:
    """Yield rows below each other, as many as a picture file holds."""
    held: list[Sheet] = []
    for row in rows:
        if sum(one.picture.shape[0] for one in held) + row.picture.shape[0] > _HIGHEST_PX:
            yield _whole(held)
            held = []
        held.append(row)
    yield _whole(held)


def _whole(rows: Sequence[Sheet]) -> Sheet:
    faults = tuple(fault for row in rows for fault in row.faults)
    return Sheet(np.vstack([row.picture for row in rows]), faults)


def _row(situation: Situation, given: Sequence[Look]) -> Sheet:
    """Return a page in every language, with its faults."""
    pictures, faults = [], []
    for look in given:
        situation = _in_language(situation, look)
        page = scenes.page(situation[0], look, situation[1])
        found = problems(page, situation[0], look)
        kind = f"{type(situation[0]).__name__}, {look.words.language}"
        faults += [f"{kind}: {fault}" for fault in found]
        pictures.append(_small(paint.render(page, look.colours.ground), faulty=bool(found)))
    return Sheet(np.hstack(pictures), tuple(faults))


def _in_language(situation: Situation, look: Look) -> Situation:
    """Return a page of the set-up with the language chosen that it is written in."""
    panel, local = situation
    if isinstance(panel, SetUpPanel):
        panel = replace(panel, language=look.words.language)
    return panel, local


def _small(picture: Picture, *, faulty: bool) -> Picture:
    """Return a page reduced in size, in a frame that says whether anything is wrong with it."""
    high = picture.shape[0] * _WIDE_PX // picture.shape[1]
    small = cv2.resize(picture, (_WIDE_PX, high), interpolation=cv2.INTER_AREA)
    frame = cv2.BORDER_CONSTANT
    gap, colour = _GAP_PX // 2, _FAULTY if faulty else _FINE
    framed = cv2.copyMakeBorder(small, gap, gap, gap, gap, frame, value=colour)
    return np.asarray(framed, np.uint8)


def colour_blind_sheet(game: AnyGame) -> Picture:
    """Return some pages of a game as everybody sees them, and without red or green."""
    look = next(looks(game, "7 inches"))
    shown = [panel for panel in played(game) if isinstance(panel, PlayPanel)][:6]
    rows = []
    for panel in shown:
        seen = paint.render(scenes.page(panel, look), look.colours.ground)
        every = (seen, *(simulate(seen, matrix) for matrix in MATRICES.values()))
        rows.append(np.hstack([_small(one, faulty=False) for one in every]))
    return np.vstack(rows)


def least_board(game: AnyGame, screen: str) -> float:
    """Return how much of the page the board has where there is no more to tell than whose turn."""
    look = next(looks(game, screen))
    shares = [
        board_share(scenes.page(panel, look))
        for panel in played(game)
        if isinstance(panel, PlayPanel) and not (panel.todo or panel.hint or panel.happened)
    ]
    return min(shares, default=0.0)


def write(name: str, screen: str, folder: Path) -> list[str]:
    """Write the sheets of a game on a screen into a folder; return the faults of its pages."""
    game, faults = games.load(name), []
    for about, sheet in sheets(game, screen):
        title = f"{name}, {screen}{about}"
        cv2.imwrite(str(folder / f"{title}.jpg"), sheet.picture)
        faults += [f"{title}: {fault}" for fault in sheet.faults]
    if screen == next(iter(SIZES)):
        cv2.imwrite(str(folder / f"{name}, colour-blind.jpg"), colour_blind_sheet(game))
    share = least_board(game, screen)
    sys.stdout.write(f"{name}, {screen}: faults {len(faults)}, least board {share:.0%}\n")
    return faults


def main() -> int:
    """Write the sheets of all games and screens into a folder; fail if a page has a fault."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--jobs", type=int, default=None, help="processes; one a core by default")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    given = [(game.name, screen, arguments.out) for game in GAMES for screen in SIZES]
    with ProcessPoolExecutor(arguments.jobs) as pool:
        faults = [fault for found in pool.map(write, *zip(*given, strict=True)) for fault in found]
    sys.stdout.write("".join(f"{fault}\n" for fault in faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
