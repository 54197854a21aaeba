"""Looks for tests: four screens, plain English, and a language with very long words."""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path
from typing import Final

from hardware.board import Board
from hardware.boardfile import read_board
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.theme import Theme
from tablet_companion.screen.words.names import NO_QUARTER
from tablet_companion.screen.words.wording import Words

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")


from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.kit.offers import list_offers
from tablet_companion.screen.toolkit import paint, stages
from tablet_companion.screen.words.wording import words

SCREENS: Final = {
    "7 inches": Theme((800, 480), 133),
    "10 inches": Theme((1280, 720), 147),
    "upright": Theme((720, 1280), 147),
}
SIZES: Final = {**SCREENS, "7 inches, upright": Theme((480, 800), 133)}
BOARD: Final[Board] = read_board(
    Path(str(resources.files("tablet_companion.games.agent_dog").joinpath("board.toml")))
)


class English(Words):
    """The keys themselves, filled in; places by the game's own names."""

    def __init__(self) -> None:
        """Know no translation and no board."""
        super().__init__("en", {})


class LongWinded(English):
    """A third longer than English, with the compounds that German is feared for."""

    def text(self, key: str) -> str:
        """Return a longer text: sentences, names of places, and names that are words."""
        if key == NO_QUARTER:
            return f"Startfeld {key}"
        if "|" in key or (" " not in key and not key[:1].isupper()):
            return f"{key}-Austausch" if key.isalpha() else key
        return f"{key} Figurenverwandlung" if len(key) > 20 else f"{key}möglichkeit"


def look(screen: str, words: Words | None = None, turns: int = 0) -> Look:
    """Return a look for one of the screens, at a table whose camera can be chosen."""
    return Look(
        SIZES[screen],
        words or English(),
        BOARD,
        paint.measure,
        turns,
        "picamera2:0",
        trial=True,
        taught=True,
    )


def look_at(game: AnyGame, language: str, screen: str) -> Look:
    """Return what pages of a game are made for, with everything that they may offer."""
    board = printed.board(game.name)
    return Look(
        SIZES[screen],
        words(language, board),
        board,
        paint.measure,
        turns_of(board, screen),
        camera="picamera2:0",
        games=list_offers(),
        trial=True,
        taught=True,
    )


def turns_of(board: Board, screen: str) -> int:
    """Return how a board is turned on a screen, in quarters."""
    return stages.turns_for(SIZES[screen], board)
