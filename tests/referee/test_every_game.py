"""Every game is played to its end through the referee, by touches alone: no camera, no mouse."""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion.games.core import CHANCE
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.events import Touched, Wonder
from tablet_companion.referee.model.panels import WonderPanel
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step
from tablet_companion.referee.turns.replay import replay
from tests.amounts import THOROUGH, count, sampled, some
from tests.conformance.walk import GAMES
from tests.referee.player import SETUPS, Player

MOST = 20_000
"""No game takes this many actions; what does has run away."""
FOLLOWED = 250
"""Short games end within so many; the ends of the others are reached in tests/selfplay."""


@sampled(2)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_may_be_done_is_never_answered_with_nothing(game: AnyGame) -> None:
    """Whoever asks reads or sees what to do, also while only one player has something to enter."""
    player = Player(game, 1)
    for _ in range(30):
        if player.table.stage is not Stage.PLAY or player.table.turn is None:
            break
        asked = step(player.table, Touched(player.table.now_s + 1.0, Wonder()))[0]
        panel = build_panel(asked)
        assert isinstance(panel, WonderPanel)
        assert panel.told or panel.marks or panel.card, panel.say
        player.play_on()


def run(player: Player) -> None:
    """Play to the end, or in an ordinary run of the tests for a while."""
    for _ in range(count(FOLLOWED, MOST)):
        if player.table.stage is Stage.ENDED:
            return
        assert player.table.turn != CHANCE
        player.play_on()
    assert not THOROUGH, "the game does not end"


@sampled(2)
@pytest.mark.parametrize(("game", "options"), some(SETUPS, 2))
def test_a_game_is_played_by_touches(game: AnyGame, options: dict[str, Any]) -> None:
    """Every legal action can be said, leads where the rules say, and the journal replays it all."""
    player = Player(game, 7, **options)
    run(player)
    entries = [(record.kind, record.body) for record in player.records]
    assert replay(new_table(game, {}, "en"), entries).state == player.table.state
