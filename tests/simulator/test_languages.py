"""A table whose print is in another language than the one its calibration was made from."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.referee.model.table import Stage
from tablet_companion.simulator.house import House, make_print
from tests.conftest import Prints


def test_a_map_in_german_is_read_by_what_is_known_of_the_english_one(prints: Prints) -> None:
    """Other letters beside the cities are no hand, no case, and no agent."""
    english = prints("agent")
    german = replace(english, renderer=make_print("agent", "de").renderer)
    german.__dict__["model"] = english.model
    house = House(german, 3)
    start = house.kit.game.placement(house.kit.game.setup({}, house.kit.game.seats))
    house.hands.set_up(start)
    house.watch(30)
    assert house.table.stage is Stage.SETUP
    reading = house.table.reading
    assert reading is not None
    wrong = [one for one in reading.places if one.covered or max(p for _, p in one.posterior) < 0.9]
    assert not wrong
