"""Seats change hands in mid-game at a table that is seen through pictures."""

from __future__ import annotations

import pytest

from tablet_companion.games.core import Seat
from tablet_companion.referee.model.events import GoOn, HandSeat, OpenSeats, Pause
from tablet_companion.simulator.house import House
from tests.amounts import some
from tests.conftest import Prints
from tools.hosted import Host

ACTIONS = 5
"""What is played after each change."""


def hand(house: House, seat: Seat) -> None:
    """Give a seat to the table, or take it back, in the pause."""
    house.touch(Pause(), OpenSeats(), HandSeat(seat), GoOn())


def play_on(host: Host) -> None:
    """Play some more actions."""
    enough = len(host.house.table.past) + ACTIONS
    host.play(lambda house: len(house.table.past) >= enough)


@pytest.mark.parametrize("name", some(["dog", "agent_dog", "agent", "wink", "pocket_ops"], 5))
def test_people_leave_and_come_back(prints: Prints, name: str) -> None:
    """The table's seat goes to a person, another's to the table and back: no word is false."""
    house = House(prints(name), 580001)
    first, second, *_ = house.table.setup.seats
    host = Host(house, (first,), "child")
    host.begin()
    for seat, played in ((first, ()), (second, (second,)), (second, ())):
        play_on(host)
        hand(house, seat)
        assert house.table.setup.played == played
    host.play(lambda _: {first, second} <= {*host.evening.actions})
    assert host.evening.false == []
