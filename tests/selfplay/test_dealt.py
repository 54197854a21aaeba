"""Real cards through pictures: the table's hand is shown, exchanged and played by people."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tablet_companion.games.core import UNKNOWN_CARD, Seat
from tablet_companion.referee.model.table import Stage
from tablet_companion.simulator.house import House
from tests.amounts import some
from tests.conftest import Prints
from tools.dealt import DealtHost
from tools.hosted import Host

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


class _Idle(Host):
    """Somebody who never does anything."""

    def _act(self) -> None:
        pass


def test_an_evening_that_stands_still_ends_with_a_false_word() -> None:
    """Before, one in which a person could do nothing more went on for ever."""
    table = SimpleNamespace(stage=Stage.PLAY, past=(), turn=RED)
    house: Any = SimpleNamespace(table=table)
    evening = _Idle(house, (), "child").play(lambda _: False)
    assert evening.false == ["red: the game does not go on"]
