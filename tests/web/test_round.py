"""A round of Agent with four telephones: what each says alone nobody else is shown."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tablet_companion.games.core import Viewer
from tablet_companion.web import server
from tests.web.playing import play_round
from tests.web.table import Client, ServedTable


def test_a_round_of_agent_at_four_telephones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody touches the screen: sheets, moves and silence come from telephones."""
    monkeypatch.setattr(server, "_TAPS_A_SECOND", 1e6)  # no finger is as quick as a test
    table = ServedTable("agent", tmp_path, monkeypatch)

    async def play() -> None:
        table.begin()
        seats = table.table.setup.seats
        async with AsyncExitStack() as stack:
            clients = {seat: await stack.enter_async_context(Client(table, seat)) for seat in seats}
            for client in clients.values():
                await client.enter()

            async def tap(viewer: Viewer, at: tuple[float, float]) -> None:
                await clients[viewer].tap(at)

            assert await play_round(table, tap, moves=30) == set(seats)

    asyncio.run(play())
    table.close()
    assert len(table.table.past) >= 30
