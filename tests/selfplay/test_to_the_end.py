"""Games with a pile are played to their last pawn, from a late position set up by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import Piece, Place, Placement, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.events import OpenBoard, TableIsRight
from tablet_companion.referee.model.table import Stage
from tablet_companion.selfplay.play import Player, Tally
from tablet_companion.simulator.house import House
from tests.amounts import sampled
from tests.conftest import Prints

HOME = [f"{colour}.F{n}" for colour in ("red", "green") for n in range(1, 5)]
MOST = 120
SEED = 4


def late(seats: Sequence[Seat]) -> Placement:
    """Return a table at which Red and Green lack one pawn each, and the others are all at home."""
    others = [seat for seat in seats if seat not in ("red", "green")]
    pieces: list[tuple[str, str]] = []
    pieces += [(f"{colour}.F{n}", colour) for colour in ("red", "green") for n in (2, 3, 4)]
    pieces += [("T60", "red"), ("T28", "green")]
    pieces += [(f"{colour}.nest", colour) for colour in others] * 4
    return Placement(tuple(sorted((Place(place), Piece(piece)) for place, piece in pieces)))


def homewards(game: AnyGame) -> Any:
    """Return the wish to have pawns in the finishes of Red and Green."""

    def wish(state: Any, action: Any) -> float:
        return sum(place in HOME for place, _ in game.attempted(state, action).pieces)

    return wish


@sampled(4)
@pytest.mark.parametrize(
    ("name", "players"),
    [("agent_dog", 2), ("agent_dog", 3), ("dog", 4), ("agent_dog", 4)],
)
def test_a_game_is_refereed_to_its_last_pawn(prints: Prints, name: str, players: int) -> None:
    """The record is corrected once, then every move and every planted fault is seen to the end.

    No legal move is objected to, and the winners are named. Two and three, with fewer pawns on the
    table, throw a card away where they can play none, and go on.
    """
    game = games.load(name)
    house = House(prints(name), SEED)
    player, tally = Player(house, fault_share=0.8, wish=homewards(game)), Tally()
    player.begin(players)
    assert len(house.table.setup.seats) == players
    wanted = late(house.table.setup.seats)
    house.hands.arrange(wanted)
    house.watch(20)
    house.touch(OpenBoard(), TableIsRight())
    assert game.placement(house.table.state) == wanted
    player.truth = game.amend(player.truth, wanted)
    for _ in range(MOST):
        if player.over:
            break
        tally.add(player.turn())
        assert tally.wrong == []
    assert player.over
    assert tally.planted == tally.found + tally.asked + tally.doubted
    assert house.table.stage is Stage.ENDED
    assert game.outcome(house.table.state) == game.outcome(player.truth)
