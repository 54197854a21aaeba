"""The eye knows how many pieces may stand from the position that the page shows."""

from __future__ import annotations

from collections import Counter

from tablet_companion.games.core import EMPTY
from tablet_companion.referee.model.verdicts import Quiet
from tablet_companion.selfplay.players import someone
from tablet_companion.simulator.house import House
from tests.conftest import Prints


def test_as_many_pieces_are_read_as_the_option_puts_out(prints: Prints) -> None:
    """Second agents were ruled out, as the board file has one figure of each colour."""
    for agents in (1, 2):
        house = House(prints("agent"), 5)
        someone(house, fault_share=0).begin(3, agents_per_city=agents)
        house.watch(4)
        assert isinstance(house.table.verdict, Quiet)
        assert house.table.reading is not None
        seen = Counter(one.best for one in house.table.reading.places if one.best != EMPTY)
        figures = dict.fromkeys(("green", "blue", "red", "yellow"), agents)
        assert seen == {**figures, "case": 1}
        assert house._interpret.reader.model.more is (agents == 2)
