"""While the camera sees nothing, a game says both: what is wrong, and what it waits for."""

from __future__ import annotations

from typing import Final

import pytest

from tablet_companion.games.core import Message
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import LANGUAGES
from tablet_companion.referee.model.panels import PlayPanel
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.pages.warnings import LEARNING, warn_of_blindness
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.pages.aloud import find_utterance, spoken_words
from tablet_companion.screen.toolkit.drawing import texts
from tests.amounts import sampled
from tests.conformance.walk import GAMES
from tests.referee.player import Player
from tests.screen.checks import problems
from tests.screen.looks import SCREENS, look_at

REASONS: Final = (
    "camera", "board", "dark", "blurred", "glare", "flicker", "restless", LEARNING
)  # fmt: skip
PLAYS: Final = 12


def _follow(game: AnyGame) -> list[tuple[Message, Table]]:
    """Return what a game asks for at its turns, and the table there."""
    player, found = Player(game, 2), []
    for _ in range(PLAYS):
        table = player.table.but(blind="")
        shown = build_panel(table) if table.stage is Stage.PLAY else None
        if isinstance(shown, PlayPanel) and not shown.todo:
            found.append((shown.say, table))
        player.play_on()
    return found


@sampled(3)
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_blind_table_says_whose_turn_it_is(game: AnyGame, language: str, screen: str) -> None:
    """“The camera sends no picture” stood where the page had said what to do by touch."""
    look = look_at(game, language, screen)
    turns = _follow(game)
    assert turns
    for number, (asked, table) in enumerate(turns):
        blind = table.but(blind=REASONS[number % len(REASONS)])
        panel = build_panel(blind)
        page = scenes.page(panel, look)
        written = "".join(one.text for one in texts(page.items)).replace(" ", "")
        for told in (asked, _why(blind)):
            assert look.words.say(told).replace(" ", "") in written, (told.text, blind.blind)
        assert not problems(page, panel, look)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_blind_table_is_heard(game: AnyGame, language: str) -> None:
    """Both are said aloud, what is wrong first."""
    words = spoken_words(language, look_at(game, language, "7 inches").board)
    asked, table = _follow(game)[0]
    heard = find_utterance(build_panel(table), words)
    blind = find_utterance(build_panel(table.but(blind="camera")), words)
    assert heard is not None
    assert blind is not None
    assert blind.text.endswith(heard.text)
    assert blind.text != heard.text, asked.text


def _why(table: Table) -> Message:
    found = warn_of_blindness(table)
    assert found is not None
    return found
