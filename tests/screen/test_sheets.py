"""Agent's money sheets: with eight agents the sheet and its keys have room on seven inches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from tablet_companion import games
from tablet_companion.games.core import Seat
from tablet_companion.referee.model.events import Reveal, Touched, Whisper
from tablet_companion.referee.model.panels import MenuPanel
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step
from tablet_companion.screen.pages import menu
from tablet_companion.screen.toolkit.drawing import texts
from tablet_companion.screen.toolkit.local import NOTHING
from tests.referee.player import Player
from tests.screen.checks import problems
from tests.screen.looks import look_at

AGENT: Final = games.load("agent")
ACTIONS: Final = 40
LEFT: Final = "Lots left: {text}"


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_eight_agents_leave_room_for_the_sheet_and_its_keys(language: str) -> None:
    """Eight lines of stakes left “Lots left” no room, or the keys no signs and a second sheet."""
    look = look_at(AGENT, language, "7 inches")
    sheets = [*_list_sheets()]
    assert len(sheets) > ACTIONS // 4
    for own in sheets:
        page = menu.page(own, look, NOTHING)
        assert not problems(page, own, look)
        assert {key.intent for key in own.keys} <= {touch.meaning for touch in page.touches}
        (left,) = (look.words.say(fact) for fact in own.facts if fact.text == LEFT)
        said = " ".join(text.text for text in texts(page.items))
        assert left.split() == said[said.index(left.split()[0]) :].split()[: len(left.split())]


def _list_sheets() -> Iterator[MenuPanel]:
    """Yield the pages of whoever fills in a sheet, in a game with two agents a city."""
    player = Player(AGENT, 3, players=3, agents_per_city=2)
    for _ in range(ACTIONS):
        player.play_on()
        table = player.table
        for touch in (Whisper(table.turn or Seat("")), Reveal()):
            table, _ = step(table, Touched(table.now_s + 1.0, touch))
        own = build_panel(table)
        if isinstance(own, MenuPanel) and own.private and own.facts[-1].text == LEFT:
            yield own
