"""The rules are asked no question twice, and none that no page needs: a Pi answers in between."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import coaching, sayings
from tablet_companion.referee.pages.panel import build_panel
from tests.conformance.walk import GAMES
from tests.referee.player import Player


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_how_an_action_is_announced_is_asked_once_in_a_position(game: AnyGame) -> None:
    """Keys, ways, rules and what is due in private were each told by it: a third of a look."""
    asked: Counter[Any] = Counter()

    def saying(state: Any, action: Any) -> Any:
        asked[action] += 1
        return game.saying(state, action)

    state = Player(game, 1).table.state
    public = Position(replace(game, saying=saying), game.veiled(state))
    sayings.find_entries(public)
    coaching.find_ways(public)
    coaching.find_turns(public)
    sayings.is_secret_due(public)
    assert set(asked.values()) <= {1}


def test_no_ways_are_looked_for_where_nobody_is_taught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page looked for how a picked piece is turned, though none was picked."""
    table = Player(GAMES[0], 1).table
    monkeypatch.setattr(coaching, "_find_shown", lambda _: pytest.fail("looked for"))
    build_panel(table.but(state=table.state))
