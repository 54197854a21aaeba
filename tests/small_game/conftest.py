"""The folder with the small game, on the games' search path while a test asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tablet_companion import games
from tablet_companion.games.protocol import AnyGame
from tablet_companion.simulator.house import Print, make_print

FOLDER: Final = Path(__file__).parent
NAME: Final = "three_mens_morris"


@pytest.fixture(scope="module")
def game() -> Iterator[AnyGame]:
    """Return the small game, which every command knows until the module's tests are over."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "__path__", [*games.__path__, str(FOLDER)])
        yield games.load(NAME)


@pytest.fixture(scope="module")
def kit(game: AnyGame) -> Print:
    """Return the small game's print."""
    return make_print(game.name)
