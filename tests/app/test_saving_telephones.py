"""A telephone offers to save a game only if it is the table's screen, which shows what follows."""

from __future__ import annotations

import asyncio

import pytest

from hardware.clock import ManualClock
from tablet_companion.app.network.invitations import Invitations
from tablet_companion.app.network.telephones import Telephones
from tablet_companion.games.core import TABLE
from tablet_companion.referee.model.panels import EndPanel
from tablet_companion.referee.model.story import tell_story
from tablet_companion.referee.pages.buttons import CONTINUE
from tablet_companion.screen.toolkit import paint
from tablet_companion.screen.toolkit.drawing import Page
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import OpenHistory, SaveGame
from tablet_companion.web.lines import Joined, Line
from tests.referee.bench import Bench
from tests.screen.looks import BOARD, SCREENS, English


@pytest.mark.parametrize("instead", [True, False])
def test_only_the_telephone_in_place_of_a_screen_can_save(instead: bool) -> None:
    """“I am saving” would otherwise appear on a screen that nobody touched."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5", seconds=4)
    end = EndPanel(bench.table.view(), CONTINUE.label, (), (CONTINUE,), tell_story(bench.table))

    async def join() -> Page:
        look = Look(SCREENS["10 inches"], English(), BOARD, paint.measure)
        phones = Telephones(Invitations(None, ()), look, ManualClock(), instead=instead)
        line = Line(TABLE, (400, 800))
        phones.show(end, bench.table)
        phones.take(Joined(line))
        phones.turn()
        return (await asyncio.wait_for(line.next_sheet(), 5)).page

    meanings = [touch.meaning for touch in asyncio.run(join()).touches]
    assert OpenHistory() in meanings
    assert (SaveGame() in meanings) is instead
