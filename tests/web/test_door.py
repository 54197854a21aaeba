"""The door keeps to its limits however quickly clients come."""

from __future__ import annotations

import asyncio
import socket
from contextlib import ExitStack
from pathlib import Path

from aiohttp import web

from hardware.clock import ManualClock
from tablet_companion.web.door import MAX_OF_ONE_ADDRESS, Door, Faults, Server, listen
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
        door = Door(server, None, proxied=False)
        running = loop.create_task(door.run(listening))
        for client in clients[MAX_OF_ONE_ADDRESS:]:
            client.setblocking(False)  # noqa: FBT003 - the socket's own method takes no name
            async with asyncio.timeout(PATIENCE_S):
                assert await loop.sock_recv(client, 1) == b""
        inside = len(server.connections)
        running.cancel()
        await door.close()
        return inside


def test_clients_that_wait_already_are_counted_before_the_next_is_let_in() -> None:
    """One address has its number of connections, though all of them are accepted at one go."""

    async def run() -> int:
        return await _knock(Server(_answer, Faults()))

    assert asyncio.run(run()) == MAX_OF_ONE_ADDRESS


def test_a_server_that_is_stopped_at_once_has_ended(tmp_path: Path) -> None:
    """Its thread may not have begun yet: it must not go on with a socket that was closed."""
    guests = Guests(tmp_path, lambda: 0.0, ManualClock())
    site = Site(guests, ("localhost",), (0, 0, 0), lambda: ("en", {}))
    for _ in range(5):
        server = TelephoneServer(site, lambda _: None, ("127.0.0.1", 0), None)
        server.start()
        server.stop()
        assert not server._thread.is_alive()
