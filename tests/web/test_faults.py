"""A fault of our own while telephones are served: it is logged, and no telephone stays blind."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tablet_companion.games.core import Seat
from tablet_companion.referee.model.events import Pause
from tablet_companion.web import wire
from tablet_companion.web.door import cut_off
from tablet_companion.web.server import TelephoneServer
from tests.web.table import Client, ServedTable, wait_for

RED = Seat("red")
HIDDEN = "the hand of red"


def fail(*_: Any) -> Any:
    """Fail as a bug does, with what nobody else may read."""
    raise KeyError(HIDDEN)


def test_a_page_that_cannot_be_sent_ends_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The telephone is cut off, so that it comes again; the log names the place, and no secret."""
    table = ServedTable("agent_dog", tmp_path, monkeypatch)
    table.begin()

    async def look() -> None:
        async with Client(table, RED) as red:
            await red.enter()
            with monkeypatch.context() as patched:
                patched.setattr(wire, "write_page", fail)
                table.station.loop.touch(Pause())
                await wait_for(table, lambda: table.find(RED) is None)
            await red.connect()
            assert (await red.hear())["kind"] == "page"

    asyncio.run(look())
    table.close()
    said = capfd.readouterr().err
    assert said.count("KeyError in fail") == 1
    assert HIDDEN not in said


def test_a_request_that_fails_is_logged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Repeated requests do not fill the disk."""
    monkeypatch.setattr(TelephoneServer, "_page", fail)
    table = ServedTable("agent_dog", tmp_path, monkeypatch)

    async def look() -> None:
        async with Client(table, RED) as red:
            for _ in range(3):
                async with red._session.get(table.address) as answer:
                    assert answer.status == 500

    asyncio.run(look())
    table.close()
    said = capfd.readouterr().err
    assert said.count("KeyError in fail") == 1
    assert HIDDEN not in said


def test_a_connection_that_has_ended_is_cut_off_without_a_word() -> None:
    """In Python 3.11.2 it has no protocol any more, and asking it to end raises an error."""

    class Ended(asyncio.Transport):
        def abort(self) -> None:
            raise AttributeError("'NoneType' object has no attribute '_abort'")

    cut_off(Ended())
