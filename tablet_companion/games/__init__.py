"""The rules: one folder per game, found by name. Standard library only, pure throughout.

Games are looked for here, and in the folders that the environment variable
``TABLET_COMPANION_GAMES`` names, separated as in ``PATH``: you can keep yours outside the package.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import pkgutil
import traceback
from pathlib import Path
from typing import Final

from hardware.errors import CompanionError
from tablet_companion.games.protocol import AnyGame, Game
from tablet_companion.games.shared.examples import Handbook, read_handbook
from tablet_companion.games.shared.teaching import Terms, read_terms

FOLDERS: Final = "TABLET_COMPANION_GAMES"
"""The environment variable with further folders of games."""
__path__.extend(folder for folder in os.environ.get(FOLDERS, "").split(os.pathsep) if folder)


class UnknownGame(CompanionError):
    """No folder of that name holds a game."""


class BrokenGame(CompanionError):
    """A folder whose game cannot be loaded; the sentence says why."""


def names() -> tuple[str, ...]:
    """Return the names of all games, sorted: every folder here that has a board."""
    packages = {entry.name for entry in pkgutil.iter_modules(__path__) if entry.ispkg}
    return tuple(sorted(filter(_has_board, packages)))


def _has_board(name: str) -> bool:
    """Whether a folder of that name holds a game, not what several games share."""
    spec = importlib.util.find_spec(package(name)) if name.isidentifier() else None
    folders = spec.submodule_search_locations if spec is not None else None
    return any(Path(folder, "board.toml").is_file() for folder in folders or ())


def load(name: str) -> AnyGame:
    """Return the game of that name.

    Raises UnknownGame with the names there are, and BrokenGame where its code fails.
    """
    if not _has_board(name):
        raise UnknownGame(f"There is no game {name!r}; known games: {', '.join(names())}.")
    try:
        game = importlib.import_module(package(name)).GAME
    except CompanionError:
        raise
    except Exception as error:
        reason = f"{type(error).__name__}, {error!s:.150}{_find_line(name, error)}"
        raise BrokenGame(f"The game {name!r} cannot be loaded: {reason}.") from error
    if not isinstance(game, Game) or game.name != name:
        raise BrokenGame(f"The folder {name!r} has no Game of that name: its GAME is {game!r:.60}.")
    return game


def _find_line(name: str, error: Exception) -> str:
    """Return where in a game's folder its code failed; empty if the error itself says so."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).parent.name == name]
    named = isinstance(error, SyntaxError) or not own
    return "" if named else f" ({Path(own[-1].filename).name}, line {own[-1].lineno})"


def seats() -> frozenset[str]:
    """Return the seats of all games, but for those of games that cannot be loaded."""
    found: set[str] = set()
    for name in names():
        with contextlib.suppress(CompanionError):
            found.update(load(name).seats)
    return frozenset(found)


def terms(name: str | None) -> Terms:
    """Return what a game calls its own things; nothing for a name of no game.

    Raises TeachingError where the game's file of words cannot be used.
    """
    return read_terms(package(name)) if name and _has_board(name) else Terms()


def package(name: str | None) -> str:
    """Return the package of a game, or of what several share."""
    return f"{__name__}.{name}"


def handbook(name: str) -> Handbook:
    """Return what a game teaches of its rules; raises UnknownGame, TeachingError."""
    game = load(name)
    return read_handbook(package(game.name), game.family and package(game.family))
