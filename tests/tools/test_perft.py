"""Counting ways to play ends, whatever the rules."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tools.perft import perft


def test_counting_stops_at_a_limit() -> None:
    """A newcomer's game may have forty actions at every turn and no end: nobody counts millions."""
    asked: list[int] = []

    def legal(state: int) -> range:
        asked.append(state)
        return range(40)

    game: Any = SimpleNamespace(legal=legal, successor=lambda state, _: state + 1)
    assert perft(game, 0, 6, most=1000) > 1000
    assert len(asked) < 50
    assert perft(game, 0, 2, most=1600) == 1600
