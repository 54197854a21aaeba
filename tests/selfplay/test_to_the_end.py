"""Games with a pile are played to their last pawn, from a late position set up by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import Piece, Place, Placement
from tablet_companion.referee.events import OpenBoard, TableIsRight
from tablet_companion.referee.table import Stage
from tablet_companion.selfplay.house import House, make_print
from tablet_companion.selfplay.play import Player
from tests.conformance.walk import AnyGame

HOME = [f"{colour}.F{n}" for colour in ("red", "green") for n in range(1, 5)]
MOST = 120
SEED = 4


def late() -> Placement:
    """Return a table at which Red and Green lack one pawn each, and the others are all at home."""
    pieces = [(f"{colour}.F{n}", colour) for colour in ("red", "green") for n in (2, 3, 4)]
    pieces += [("T60", "red"), ("T28", "green")]
    pieces += [(f"{colour}.nest", colour) for colour in ("blue", "yellow")] * 4
    return Placement(tuple(sorted((Place(place), Piece(piece)) for place, piece in pieces)))


def homewards(game: AnyGame) -> Any:
    """Return the wish to have pawns in the finishes of Red and Green."""

    def wish(state: Any, action: Any) -> float:
        return sum(place in HOME for place, _ in game.attempted(state, action).pieces)

    return wish


@pytest.mark.parametrize("name", ["agent_dog", "dog"])
def test_a_game_is_refereed_to_its_last_pawn(name: str) -> None:
    """The record is corrected once, then every move is seen, and the winners are named."""
    game = games.load(name)
    house = House(make_print(name), SEED)
    player = Player(house, fault_share=0.1, wish=homewards(game))
    player.begin()
    house.hands.arrange(late())
    house.watch(20)
    house.touch(OpenBoard(), TableIsRight())
    assert game.placement(house.table.state) == late()
    player.truth = game.amend(player.truth, late())
    for _ in range(MOST):
        if player.over:
            break
        told = player.turn()
        assert not told.wrong, told
    assert player.over
    assert house.table.stage is Stage.ENDED
    assert game.outcome(house.table.state) == game.outcome(player.truth)
