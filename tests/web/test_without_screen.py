"""A table without a screen, and one whose only page was closed: telephones do what it did."""

from __future__ import annotations

import asyncio

from tablet_companion.games.core import TABLE
from tablet_companion.referee.model.events import (
    Answer,
    AskHelp,
    HandSeat,
    NewGame,
    OpenSeats,
    Pause,
)
from tablet_companion.referee.model.table import Stage
from tablet_companion.screen.toolkit import orders
from tests.web.conftest import Serve
from tests.web.table import Client


def test_two_telephones_and_no_screen_can_leave_a_game(serve: Serve) -> None:
    """Nobody could: only the table's page had the key, and there was none. The other one agrees."""
    table = serve("agent", screen=False)
    table.begin()
    seats = table.table.setup.seats[:2]

    async def run() -> None:
        async with Client(table, seats[0]) as one, Client(table, seats[1]) as other:
            for client in (one, other):
                await client.enter()
            table.station.loop.touch(Pause())
            table.let_notice()
            await one.tap(table.list_keys(seats[0])[NewGame()])
            table.let_notice()
            assert Answer(0) not in table.list_keys(seats[0])
            await other.tap(table.list_keys(seats[1])[Answer(0)])
            assert table.table.stage is Stage.SETUP

    asyncio.run(run())


def test_without_a_page_of_the_table_its_history_is_on_the_telephone_that_asked(
    serve: Serve,
) -> None:
    """The key did nothing there; or the page lay unseen over the game: wired buttons were dead."""
    table = serve("agent", screen=False)
    table.begin()
    seats = table.table.setup.seats[:2]

    async def run() -> None:
        async with Client(table, seats[0]) as one, Client(table, seats[1]) as other:
            for client in (one, other):
                await client.enter()
            table.station.loop.touch(Pause())
            for leaves in (False, True):
                table.let_notice()
                await one.tap(table.list_keys(one.viewer)[orders.OpenHistory()])
                table.let_notice()
                assert orders.LeaveHistory() in table.list_keys(one.viewer)
                assert orders.OpenHistory() in table.list_keys(other.viewer)
                assert table.station.loop._display.over is None
                await (
                    one.leave()
                    if leaves
                    else one.tap(table.list_keys(seats[0])[orders.LeaveHistory()])
                )
            await one.connect()
            table.let_notice()
            assert orders.OpenHistory() in table.list_keys(one.viewer)

    asyncio.run(run())


def test_a_telephone_that_is_the_screen_leads_where_a_screen_does(serve: Serve) -> None:
    """It had no “?”, rules, lessons or unfinished games; a seat's own still invites nobody."""
    table = serve("agent", screen=False)
    seat = table.table.game.seats[0]

    async def run() -> None:
        async with Client(table, TABLE) as screen, Client(table, seat) as own:
            for client in (screen, own):
                await client.enter()
            table.let_notice()
            await screen.tap(table.list_keys(TABLE)[orders.OpenLessons()])
            await screen.leave()  # it sleeps, and wakes
            await screen.connect()
            table.let_notice()
            await screen.tap(table.list_keys(TABLE)[orders.LeaveLessons()])
            table.begin()
            table.let_notice()
            assert AskHelp() in table.list_keys(TABLE)
            table.station.loop.touch(Pause())
            table.let_notice()
            assert orders.OpenRules() in table.list_keys(TABLE)
            await screen.tap(table.list_keys(TABLE)[orders.OpenTelephones()])
            await screen.leave()
            table.let_notice()
            assert orders.InviteTelephone(seat) not in table.list_keys(seat)

    asyncio.run(run())


def test_without_a_page_of_the_table_another_agrees_to_give_a_seat_away(serve: Serve) -> None:
    """Who left could not be played for: the key was at the table, and there was no page of it."""
    table = serve("pocket_ops", screen=False)
    table.begin()
    seats = table.table.setup.seats[:2]

    async def run() -> None:
        async with Client(table, seats[0]) as one, Client(table, seats[1]) as other:
            for client in (one, other):
                await client.enter()
            for played in ((seats[1],), ()):
                for wish in (Pause(), OpenSeats()):
                    table.station.loop.touch(wish)
                table.let_notice()
                await one.tap(table.list_keys(seats[0])[HandSeat(seats[1], asking=True)])
                table.let_notice()
                assert Answer(0) not in table.list_keys(seats[0])
                await other.tap(table.list_keys(seats[1])[Answer(0)])
                assert table.table.setup.played == played

    asyncio.run(run())
