"""The rules: one folder per game, found by name. Standard library only, pure throughout.

Games are looked for here, and in the folders that the environment variable
``TABLET_COMPANION_GAMES`` names, separated as in ``PATH``: you can keep yours outside the package.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from importlib import resources
from typing import Final

from hardware.errors import CompanionError
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared.examples import Handbook, read_handbook
from tablet_companion.games.shared.teaching import Terms, read_terms

FOLDERS: Final = "TABLET_COMPANION_GAMES"
"""The environment variable with further folders of games."""
__path__.extend(folder for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder)


class UnknownGame(CompanionError):
    """No folder of that name holds a game."""


def names() -> tuple[str, ...]:
    """Return the names of all games, sorted: every folder here that has a board."""
    return tuple(
        sorted({entry.name for entry in pkgutil.iter_modules(__path__) if _has_board(entry)})
    )


def _has_board(entry: pkgutil.ModuleInfo) -> bool:
    """Whether a folder holds a game, not what several games share."""
    return (
        entry.ispkg and resources.files(f"{__name__}.{entry.name}").joinpath("board.toml").is_file()
    )


def load(name: str) -> AnyGame:
    """Return the game of that name; raises UnknownGame with the names there are."""
    if name not in names():
        raise UnknownGame(f"There is no game {name!r}; known games: {', '.join(names())}.")
    game: AnyGame = importlib.import_module(f"{__name__}.{name}").GAME
    return game


def terms(name: str | None) -> Terms:
    """Return what a game calls its own things; nothing for a name of no game.

    Raises TeachingError where the game's file of words cannot be used.
    """
    return read_terms(package(name)) if name in names() else Terms()


def package(name: str | None) -> str:
    """Return the package of a game, or of what several share."""
    return f"{__name__}.{name}"


def handbook(name: str) -> Handbook:
    """Return what a game teaches of its rules; raises UnknownGame, TeachingError."""
    game = load(name)
    return read_handbook(package(game.name), game.family and package(game.family))
