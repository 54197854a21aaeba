"""A thing at the rim that is pushed, exchanged, reached over or taken away."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hardware.simulated.scene import Thing, sleeve, telephone
from tablet_companion.simulator.house import Print
from tablet_companion.vision.frame.reader import Moving, Still
from tablet_companion.vision.frame.vigil import TUNING
from tests.amounts import count
from tests.vision.table import Table

_WAIT: Final = TUNING.span_frames * TUNING.spans + 3


def _covered(table: Table) -> set[str]:
    glance = table.look(_WAIT)
    assert isinstance(glance, Still), glance
    true = table.sim.truth("-")["pieces"]
    wrong = [one for one in glance.reading.places if one.best != true.get(one.place, "")]
    assert all(one.covered for one in wrong), wrong
    return {sight.place for sight in glance.reading.places if sight.covered}


def _lay(table: Table, thing: Thing) -> set[str]:
    table.sim.clear_things()
    table.sim.leave(thing)
    return _covered(table)


def test_what_is_pushed_hides_only_what_it_hides_now(kit: Print) -> None:
    """Pieces beside it stay seen, and all places are seen again once it has gone.

    Before, what it hid first was added to what it hid next, with the pieces beside it, and twenty
    places stayed hidden when it had gone.
    """
    table = Table(kit)
    table.check()
    width, height = table.sim.board.size_mm
    thing = telephone(12.0, height - 12.0, 84.0)
    for _ in range(count(2, 3)):
        hidden = _lay(table, thing)
        assert hidden
        thing = replace(thing, x_mm=thing.x_mm + 20, y_mm=thing.y_mm - 9)
    away = width - 10, 60.0
    assert not _lay(table, sleeve(*away, 4.0)) & hidden
    table.sim.clear_things()
    assert not _covered(table)


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
