"""Real cards of a seat that the table plays are entered on the table's own screen."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from hardware.clock import ManualClock
from tablet_companion.app.network.invitations import Invitations
from tablet_companion.app.network.telephones import Telephones
from tablet_companion.games.core import TABLE, Seat
from tablet_companion.referee.model.events import EnterCards, Reveal
from tablet_companion.referee.model.panels import HandOverPanel, HandPanel
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import OpenTelephones
from tests.referee.bench import Bench
from tests.referee.real_cards import seated
from tests.screen.looks import BOARD, SCREENS, English


@pytest.mark.parametrize("played", [True, False])
def test_a_hand_of_the_table_is_entered_on_its_screen(played: bool) -> None:
    """A person who had the seat before may have left a telephone there: it shows no such page."""
    bench = seated()
    bench.touch(EnterCards())
    bench.touch(Reveal())
    table = bench.table
    if not played:
        table = table.but(setup=replace(table.setup, played=()))
    reception: Any = SimpleNamespace(guests=SimpleNamespace(seats=(Seat("blue"),)))
    look = Look(SCREENS["10 inches"], English(), BOARD, paint.measure)
    phones = Telephones(Invitations(reception, ()), look, ManualClock(), instead=False)
    shown = phones.show(bench.panel, table)
    assert isinstance(shown, HandPanel if played else HandOverPanel)


def test_only_those_who_play_may_join() -> None:
    """At a table of three the page offered all eight colours of the game."""
    bench = Bench(options={"players": 2})
    reception: Any = SimpleNamespace(guests=SimpleNamespace(seats=(Seat("blue"),)))
    invitations = Invitations(reception, bench.table.game.seats)
    look = Look(SCREENS["10 inches"], English(), BOARD, paint.measure)
    Telephones(invitations, look, ManualClock(), instead=False).show(bench.panel, bench.table)
    invitations.obey(OpenTelephones())
    assert invitations.panel is not None
    assert len(bench.table.setup.seats) == 2
    assert set(invitations.panel.viewers) == {TABLE, Seat("blue"), *bench.table.setup.seats}
