"""The door keeps to its limits however quickly clients come."""

from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack
from pathlib import Path
from unittest.mock import Mock

import pytest
from aiohttp import web

from hardware.clock import ManualClock
from tablet_companion.web import door
from tablet_companion.web import server as serving
from tablet_companion.web.door import (
    MAX_OF_ONE_ADDRESS,
    AwayError,
    Door,
    DoorError,
    Faults,
    Server,
    listen,
)
from tablet_companion.web.guests import Guests
from tablet_companion.web.server import Site, TelephoneServer
from tests.patience import PATIENCE_S

TOO_MANY = 4


async def _answer(_: web.BaseRequest) -> web.Response:
    return web.Response()


async def _knock(server: Server) -> int:
    """Return how many are inside once the last clients were sent away; all wait as it opens."""
    loop = asyncio.get_running_loop()
    with ExitStack() as stack:
        listening = stack.enter_context(listen("127.0.0.1", 0))
        clients = [
            stack.enter_context(socket.create_connection(listening.getsockname()))
            for _ in range(MAX_OF_ONE_ADDRESS + TOO_MANY)
        ]
        ours = Door(server, None, proxied=False)
        running = loop.create_task(ours.run(listening))
        for client in clients[MAX_OF_ONE_ADDRESS:]:
            client.setblocking(False)  # noqa: FBT003 - the socket's own method takes no name
            async with asyncio.timeout(PATIENCE_S):
                assert await loop.sock_recv(client, 1) == b""
        inside = len(server.connections)
        running.cancel()
        await ours.close()
        return inside


def test_clients_that_wait_already_are_counted_before_the_next_is_let_in() -> None:
    """One address has its number of connections, though all of them are accepted at one go."""

    async def run() -> int:
        return await _knock(Server(_answer, Faults()))

    assert asyncio.run(run()) == MAX_OF_ONE_ADDRESS


def _make_site(folder: Path) -> Site:
    guests = Guests(folder, lambda: 0.0, ManualClock())
    return Site(guests, ("localhost",), (0, 0, 0), lambda: ("en", {}))


def test_an_address_that_comes_late_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A table that starts before its network ended at once, as did the next two starts."""
    away = "192.0.2.1"  # reserved for documentation: no machine has it
    monkeypatch.setattr(serving, "_NETWORK_S", 0.0)
    server = TelephoneServer(_make_site(tmp_path), lambda _: None, (away, 0), None)
    assert "Until this machine has that address" in capsys.readouterr().err
    there = listen("127.0.0.1", 0)
    monkeypatch.setattr(door, "listen", Mock(side_effect=[AwayError(""), there]))
    server.start()
    with socket.create_connection(there.getsockname(), PATIENCE_S) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert client.recv(99).startswith(b"HTTP/1.1 200")
    server.stop()


def test_a_server_that_waits_for_its_address_can_be_stopped(tmp_path: Path) -> None:
    """Somebody switches a table off that never had a network."""
    server = TelephoneServer(_make_site(tmp_path), lambda _: None, ("192.0.2.1", 0), None)
    server.start()
    server.stop()
    assert not server._thread.is_alive()


def test_only_a_network_is_waited_for() -> None:
    """A port in use, or a name that is misspelt, is said at the start, as before."""
    with pytest.raises(AwayError), listen("192.0.2.1", 0):
        pass
    with listen("127.0.0.1", 0) as taken:
        for address, port in (("127.0.0.1", taken.getsockname()[1]), ("::1", 0)):
            with pytest.raises(DoorError) as caught:
                listen(address, port)
            assert not isinstance(caught.value, AwayError)


def test_a_server_that_is_stopped_at_once_has_ended(tmp_path: Path) -> None:
    """Its thread may not have begun yet: it must not go on with a socket that was closed."""
    site = _make_site(tmp_path)
    for _ in range(5):
        server = TelephoneServer(site, lambda _: None, ("127.0.0.1", 0), None)
        server.start()
        server.stop()
        assert not server._thread.is_alive()
