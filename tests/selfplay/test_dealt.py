"""Real cards through pictures: the table's hand is shown, exchanged and played by people."""

from __future__ import annotations

import pytest

from tablet_companion.games.core import UNKNOWN_CARD, Seat
from tablet_companion.simulator.house import House
from tests.amounts import some
from tests.conftest import Prints
from tools.dealt import DealtHost

RED = Seat("red")


@pytest.mark.parametrize("name", some(["agent_dog", "dog"], 2))
def test_the_table_plays_cards_that_people_dealt(prints: Prints, name: str) -> None:
    """Hand and gift are read as they are, and what it plays lies where it says."""
    house = House(prints(name), 5)
    host = DealtHost(house, (RED,), "child")
    host.begin()
    host.play(lambda _: RED in host.evening.actions)
    assert host.evening.false == []
    assert host.shown == 2
    hands = {one.seat: house.table.view(one.seat) for one in house.table.view().seats}
    for seat, view in hands.items():
        held = next(one.hand for one in view.seats if one.seat == seat)
        known = (
            tuple(sorted(host.hands[seat])) if seat == RED else (UNKNOWN_CARD,) * len(held or ())
        )
        assert held == known
