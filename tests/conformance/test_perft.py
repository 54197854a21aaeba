"""How many ways there are, from pinned positions, stays what it was when the rules were settled."""

from __future__ import annotations

import pytest

from tablet_companion.games.protocol import AnyGame
from tests.conformance.perft import pins
from tests.conformance.walk import GAMES
from tools.perft import divide, perft

pytestmark = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def test_every_game_has_pins(game: AnyGame) -> None:
    """A game without pinned positions fails here; the generator makes some."""
    assert len(pins(game.name)) >= 4, f"pin some: python -m tests.conformance.perft {game.name}"
    assert max(max(pin.counts) for pin in pins(game.name)) >= 100


def test_counts_are_as_pinned(game: AnyGame) -> None:
    """Each position has as many ways of one, two, three … actions as it had."""
    for pin in pins(game.name):
        state = game.read(pin.state)
        for depth, count in enumerate(pin.counts, start=1):
            assert perft(game, state, depth) == count, f"{pin.name}, depth {depth}"


def test_divided_counts_add_up(game: AnyGame) -> None:
    """What lies below each action, by its text, adds up to the whole; no two texts are the same."""
    for pin in pins(game.name):
        state = game.read(pin.state)
        depth = min(2, len(pin.counts))
        parts = divide(game, state, depth)
        assert len(parts) == pin.counts[0]
        assert sum(parts.values()) == pin.counts[depth - 1]
