"""The door to the network: who may connect, how often, and how long without being let in.

Every connection counts from the moment it is accepted, before its TLS handshake, so that no number
of them can exhaust what the game needs: open files, memory, processor time.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import functools
import logging
import socket
import ssl
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from hardware.errors import CompanionError
from hardware.log import log
from tablet_companion.web.rates import Rate, Rates

MAX_CONNECTIONS: Final = 64
MAX_OF_ONE_ADDRESS: Final = 24
"""Connections of one address: four telephones behind one access point, six of each browser."""
HANDSHAKE_S: Final = 5.0
ERRAND_S: Final = 10.0
"""A connection is closed after this long unless it has become a telephone's."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Server": "tablet-companion",
}
LIMITS: Final[dict[str, Any]] = {
    "access_log": None,
    "keepalive_timeout": 5.0,
    "lingering_time": 0.5,
    "max_line_size": 1024,
    "max_headers": 64,
    "read_bufsize": 4096,
    "auto_decompress": False,
}
"""What every server allows a request. No body is unpacked: 2 MB from a stranger could become 2 GB,
ten seconds of work."""
_NO_FAULT: Final = (OSError, HttpProcessingError, web.RequestPayloadError)
_NO_NETWORK: Final = (errno.EADDRNOTAVAIL, socket.EAI_AGAIN)
"""What the system says of an address that is not this machine's, and of a name that nobody there
can be asked for."""
_REFUSED_S: Final = 0.05
"""The pause after a refusal: clients that keep connecting wait in the system's queue, not here."""


Answer = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]
"""Answers a request."""


class DoorError(CompanionError):
    """The port cannot be listened on."""


class AwayError(DoorError):
    """This machine does not have the address; it may be in no network yet."""


def cut_off(transport: asyncio.Transport) -> None:
    """End a connection at once, if it has not ended."""
    with contextlib.suppress(AttributeError):  # Python 3.11.2, a Pi's, has let an ended one go
        transport.abort()


class Faults(logging.Logger):
    """Logs this program's own faults while pages are served, each once, by its kind and place.

    Its words may hold what is secret. What strangers do is not logged: it could fill the disk.
    """

    def __init__(self) -> None:
        super().__init__("faults")
        self._told: set[str] = set()

    def handle(self, record: logging.LogRecord) -> None:
        """Take what aiohttp logs."""
        if record.exc_info:
            self.note(record.exc_info[1])

    def note(self, error: BaseException | None) -> None:
        """Log an error, unless it is a stranger's, or that of a network or a disk."""
        if error is None or isinstance(error, _NO_FAULT):
            return
        *_, place = traceback.extract_tb(error.__traceback__)
        where = f"{place.name}, line {place.lineno} of {Path(place.filename).name}"
        told = f"A page cannot be served: {type(error).__name__} in {where}."
        if told not in self._told:
            self._told.add(told)
            log(told)


class Server(web.Server):
    """A server that refuses what is no request with our headers, and not with aiohttp's words.

    Those repeat what was sent, and name the versions of Python and aiohttp.
    """

    def __init__(self, handler: Answer, faults: Faults, **options: Any) -> None:
        """Answer requests within LIMITS; ``options`` are further ones of aiohttp's."""
        super().__init__(handler, logger=faults, **LIMITS, **options)
        self.faults = faults

    def __call__(self) -> web.RequestHandler:
        """Return what handles one connection."""
        return _Handler(self, loop=self._loop, **self._kwargs)


class _Handler(web.RequestHandler):
    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Log it, as aiohttp does, and answer with the status alone."""
        status = super().handle_error(request, status, exc, message).status
        refusal = web.Response(status=status, headers=HEADERS)
        refusal.force_close()
        return refusal


class Door:
    """Accepts connections for a server, within limits on their number and rate."""

    def __init__(self, server: Server, tls: ssl.SSLContext | None, *, proxied: bool) -> None:
        """Pass connections to this server; behind a reverse proxy all have one address."""
        self._server, self._tls = server, tls
        self._most_of_one = MAX_CONNECTIONS if proxied else MAX_OF_ONE_ADDRESS
        self._open: Counter[str] = Counter()
        self._all = Rate(60.0, 120)
        self._each = Rates(60.0 if proxied else 15.0, 120 if proxied else 40)
        self._stay: set[asyncio.BaseTransport] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, listening: socket.socket) -> None:
        """Accept connections until cancelled."""
        loop, faults = asyncio.get_running_loop(), self._server.faults
        loop.set_exception_handler(lambda _, told: faults.note(told.get("exception")))
        while True:
            try:
                sock, address = await loop.sock_accept(listening)
            except OSError:  # the peer has gone, or the system has no descriptor left
                await asyncio.sleep(_REFUSED_S)
                continue
            if self._may_enter(address[0], loop.time()):
                self._open[address[0]] += 1  # before the next is accepted, which may be at once
                task = loop.create_task(self._attend(sock))
                self._tasks.add(task)
                task.add_done_callback(functools.partial(self._let_go, sock, address[0]))
            else:
                sock.close()
                await asyncio.sleep(_REFUSED_S)

    def keep(self, transport: asyncio.BaseTransport | None) -> None:
        """Let a connection stay: it belongs to a telephone that was let in."""
        if transport is not None:
            self._stay.add(transport)

    def cut(self) -> None:
        """Cut every connection."""
        for task in tuple(self._tasks):
            task.cancel()

    async def close(self) -> None:
        """Close every connection, and wait until it is done."""
        self.cut()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _may_enter(self, address: str, now_s: float) -> bool:
        return (
            self._open.total() < MAX_CONNECTIONS
            and self._open[address] < self._most_of_one
            and self._each.take(address, now_s)
            and self._all.take(now_s)
        )

    def _let_go(self, sock: socket.socket, address: str, task: asyncio.Task[None]) -> None:
        """Forget a connection that has ended, or was cut before it began."""
        self._tasks.discard(task)
        self._open[address] -= 1
        self._open += Counter()  # drops addresses with a count of zero
        sock.close()

    async def _attend(self, sock: socket.socket) -> None:
        """Pass a connection to the server, and end it in time."""
        loop = asyncio.get_running_loop()
        sock.setblocking(False)  # noqa: FBT003 - the socket's own method takes no name
        try:
            transport, handler = await loop.connect_accepted_socket(
                self._server,
                sock,
                ssl=self._tls,
                ssl_handshake_timeout=HANDSHAKE_S if self._tls else None,
                ssl_shutdown_timeout=1.0 if self._tls else None,
            )
        except (OSError, TimeoutError):  # ssl.SSLError is an OSError
            return
        try:
            await self._watch(transport, handler)
        finally:
            self._stay.discard(transport)
            cut_off(transport)

    async def _watch(self, transport: asyncio.Transport, handler: asyncio.BaseProtocol) -> None:
        """Wait until a connection has gone, or its time is over."""
        loop = asyncio.get_running_loop()
        ends_s = loop.time() + ERRAND_S
        while handler in self._server.connections:
            if transport not in self._stay and loop.time() >= ends_s:
                return
            await asyncio.sleep(0.25)


def listen(address: str, port: int) -> socket.socket:
    """Return a socket that listens. Raises DoorError, AwayError if the network is not there."""
    sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((address, port))
        sock.listen(32)
        sock.setblocking(False)  # noqa: FBT003 - the socket's own method takes no name
    except (OSError, TypeError, ValueError) as error:  # the latter two if it is no address
        sock.close()
        why = getattr(error, "strerror", None) or error
        kind = AwayError if getattr(error, "errno", None) in _NO_NETWORK else DoorError
        raise kind(
            f"No page can be served at {address}:{port} ({why}); name another port or address."
        ) from error
    return sock
