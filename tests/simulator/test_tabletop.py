"""The simulated table's window: what is seen in it, from its first moment on."""

from __future__ import annotations

import dataclasses
import random
from typing import Any, NoReturn

import numpy as np
import pytest

from hardware.clock import ManualClock
from hardware.errors import CompanionError
from hardware.ports import Picture
from hardware.simulated import faults
from tablet_companion import games
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit.boards import areas_of
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model.table import Stage, Table, new_table
from tablet_companion.screen.toolkit.window import Mouse
from tablet_companion.screen.words.wording import words
from tablet_companion.simulator import house
from tablet_companion.simulator.house import Print
from tablet_companion.simulator.tabletop import TableWindow
from tests.conftest import Prints
from tests.simulator.cases import GAMES, names, states


def table_of(window: TableWindow, name: str, state: Any = None) -> Table:
    """Return the referee's table with a game in this state, or one that is being set up."""
    fresh = new_table(games.load(name), areas_of(window.board, name), "en")
    return fresh if state is None else fresh.but(state=state, stage=Stage.PLAY)


@pytest.mark.parametrize(
    ("name", "options"), [*GAMES, ("agent", {"agents_per_city": 2})], ids=names
)
def test_a_game_gone_on_with_is_put_out_as_recorded(name: str, options: dict[str, Any]) -> None:
    """Whatever state a game was left in, all of it that is in sight lies and stands there again."""
    window = TableWindow(games.load(name), 1, ManualClock())
    for state in random.Random(4).sample(list(states(games.load(name), options, 5)), 8):
        window.put(table_of(window, name, state))
        wanted = by_area(games.load(name).placement(state))
        assert window.hands.shows(wanted), wanted


def test_the_window_is_there_before_the_table_is(kit: Print) -> None:
    """It says that the table is coming, has its size already, and the mouse does nothing yet."""
    window = TableWindow(kit.game, 1, ManualClock(), make=lambda _: kit)
    first = window.picture()
    window.mouse(Mouse("down", 10, first.shape[0] - 20, 1))
    assert not window.table.faults
    assert len(np.unique(first)) > 10, "something is written there"
    window.make_interpreter()
    assert window.picture().shape == first.shape
    assert (window.picture() != first).any()


def test_the_table_is_seen_before_it_is_learnt(
    prints: Prints, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Printing is enough to see it and to work at it; that it is not learnt yet is said."""
    kit = dataclasses.replace(prints("agent_dog"))
    window = TableWindow(kit.game, 1, ManualClock(), make=lambda _: kit)
    waiting = window.picture()
    seen: list[Picture] = []

    def learn(*_: object) -> NoReturn:
        seen.append(window.picture())
        raise CompanionError("learning is not what is tried here")

    monkeypatch.setattr(house, "_calibrated", learn)
    with pytest.raises(CompanionError):
        window.make_interpreter()
    height = window.table.pose.size[1]
    assert (seen[0] != waiting).any()
    window._learnt = True
    assert (window.picture()[:height] == seen[0][:height]).all()
    assert (window.picture()[height:] != seen[0][height:]).any()


def test_an_unplugged_camera_leaves_people_their_table(kit: Print) -> None:
    """The window shows the table still, as it changes, and says what the matter is."""
    window = TableWindow(kit.game, 1, ManualClock(), make=lambda _: kit)
    window.make_interpreter()
    plugged = window.picture()
    window.table.faults = {faults.UNPLUGGED: 1.0}
    height = window.table.pose.size[1]
    assert (window.picture()[:height] == plugged[:height]).all()
    assert (window.picture()[height:] != plugged[height:]).any()
    window.table.put("red", "T5")
    assert (window.picture()[:height] != plugged[:height]).any()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_window_speaks_the_page_s_language(kit: Print, language: str) -> None:
    """Its title and its keys are in the language that was chosen on the page."""
    window = TableWindow(kit.game, 1, ManualClock(), make=lambda _: kit)
    window.make_interpreter()
    table = table_of(window, kit.game.name)
    window.follow(table)
    english = window.picture()
    window.follow(table.but(setup=dataclasses.replace(table.setup, language=language)))
    assert window.title == words(language).text("The simulated table")
    below = window.table.pose.size[1]
    assert (window.picture()[below:] == english[below:]).all() == (language == "en")


def test_a_table_at_rest_is_drawn_once(kit: Print) -> None:
    """While nothing moves and no light changes, the window is given the very picture it shows."""
    window = TableWindow(kit.game, 1, ManualClock(), make=lambda _: kit)
    window.make_interpreter()
    window.build_in(["red.T1"], [])
    seen = window.picture()
    assert window.picture() is seen
    window.mouse(Mouse("down", 640, seen.shape[0] - 120, 1))
    assert (window.picture() != seen).any(), "what the mouse holds is seen"
