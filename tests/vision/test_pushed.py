"""A thing at the rim that is pushed, exchanged, reached over or taken away."""

from __future__ import annotations

from typing import Final

from hardware.simulated.scene import Thing
from tablet_companion.simulator.house import Print
from tablet_companion.vision.frame.results import Moving, Still
from tablet_companion.vision.frame.vigil import TUNING
from tests.vision.table import Table
from tools.faults.things import telephone
from tools.truth import tell_truth

_WAIT: Final = TUNING.span_frames * TUNING.spans + 3


def _covered(table: Table) -> set[str]:
    glance = table.look(_WAIT)
    assert isinstance(glance, Still), glance
    true = tell_truth(table.sim, "-")["pieces"]
    wrong = [one for one in glance.reading.places if one.best != true.get(one.place, "")]
    assert all(one.covered for one in wrong), wrong
    return {sight.place for sight in glance.reading.places if sight.covered}


def _lay(table: Table, thing: Thing) -> set[str]:
    table.sim.clear_things()
    table.sim.leave(thing)
    return _covered(table)


def test_fingers_over_a_thing_are_a_hand(kit: Print) -> None:
    """They come over the rim where a telephone lies already; it lies there still afterwards."""
    table = Table(kit)
    table.check()
    width, _ = table.sim.board.size_mm
    hidden = _lay(table, telephone(width / 2, 6.0, 2.0))
    assert hidden
    table.sim.reach(width / 2, 4.0)
    for _ in range(TUNING.spans):
        glance = table.look(TUNING.span_frames)
        assert isinstance(glance, Moving)
        assert glance.hand
    table.sim.hand_out()
    glance = table.look()
    assert isinstance(glance, Still)
    assert {sight.place for sight in glance.reading.places if sight.covered} == hidden
