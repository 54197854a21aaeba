"""The server: a page, its script, invitations redeemed, and a line to each telephone.

It runs on a thread of its own and shares only ``Line`` and one queue with the table's loop. A
client that was not let in gets the empty page and the same refusal, whatever the reason.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import socket
import ssl
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from importlib import resources
from typing import Final

from aiohttp import WSMsgType, web

from hardware.log import log
from tablet_companion.games.core import Viewer
from tablet_companion.games.text import N_
from tablet_companion.screen.toolkit.drawing import Rgb
from tablet_companion.screen.toolkit.paint import FACES
from tablet_companion.web import addresses, door, wire
from tablet_companion.web.guests import STAY_S, Guests, GuestsError
from tablet_companion.web.invitations import MAX_CHARACTERS
from tablet_companion.web.lines import Fingered, FromTelephone, Joined, Left, Line
from tablet_companion.web.rates import Rates

COOKIE: Final = "__Host-telephone"
TEXTS: Final[dict[str, str]] = {
    "offline": N_("No connection to the table. Trying again."),
    "moved": N_(
        "Still no connection. If the table has another address now, scan a new code on its page of "
        "telephones."
    ),
    "refused": N_("This telephone has no valid invitation. Ask for a new one at the table."),
    "old": N_("The table was updated. Touch here to load its new page."),
    "replaced": N_("Another telephone has this place now. Ask for an invitation at the table."),
    "elsewhere": N_("This place is open elsewhere. Touch here to take it back."),
    "board": N_("The pieces on the board"),
}
"""The page's own words, by their names in its script."""
MAX_LINES: Final = 16
"""Telephones that may be connected at a time."""
FIRST_WORD_S: Final = 5.0
"""A telephone sends its size within this time."""
SLOW_S: Final = 8.0
"""A telephone that takes longer for a page is disconnected; it may come back."""
_NETWORK_S: Final = 2.0
"""How often an address is tried that this machine did not have."""
_PAUSE_S: Final = 0.1
"""The pause between two pages for a telephone: of many in a row it gets the newest."""
_TAPS_A_SECOND: Final = 6.0
_TAPS_AT_ONCE: Final = 8
_STRAY: Final = 40
"""Touches beyond the rate, or unknown messages, before a telephone is disconnected."""


@dataclass(frozen=True, slots=True)
class Site:
    """What is served: for whom, under which names, on which background; the words may change."""

    guests: Guests
    names: tuple[str, ...]
    ground: Rgb
    texts: Callable[[], tuple[str, Mapping[str, str]]]


class TelephoneServer:
    """Serves telephones from a thread of its own until it is stopped."""

    def __init__(
        self,
        site: Site,
        put: Callable[[FromTelephone], None],
        address: tuple[str, int],
        tls: ssl.SSLContext | None,
    ) -> None:
        """Listen at an address; ``put`` passes what telephones do to the loop.

        An address that this machine does not have is waited for: at a start without a network it
        comes later. Raises DoorError if the port is not available.
        """
        self._site, self._put, self._tls = site, put, tls
        self._address, self.port = address, address[1]
        self._socket: socket.socket | None = None
        try:
            self._open_door()
        except door.AwayError as error:
            log(f"{error} Until this machine has that address, no telephone can join.")
        self._faults = door.Faults()
        self._lines: dict[Line, tuple[str, web.WebSocketResponse]] = {}  # with the guest's secret
        self._pictures = wire.Pictures()
        self._static = _read_static()
        self._version = hash_page()
        self._requests, self._joins = Rates(20.0, 60), Rates(2.0, 12)
        # By guest, not by line: reconnecting must not reset the limit, nor use up another's.
        self._entries, self._taps = Rates(1.0, 6), Rates(_TAPS_A_SECOND, _TAPS_AT_ONCE)
        self._door: door.Door | None = None
        self._cutting: object = None  # nobody else holds it until it is done
        self._loop: asyncio.AbstractEventLoop | None = None
        self._begun = threading.Event()
        self._thread = threading.Thread(target=self._run, name="telephones", daemon=True)

    def start(self) -> None:
        """Begin to serve; returns once there is a loop, which ``stop`` can end."""
        self._thread.start()
        self._begun.wait()

    def stop(self) -> None:
        """Disconnect every telephone, and end."""
        if self._loop is not None and self._thread.is_alive():
            with contextlib.suppress(RuntimeError):  # its loop has ended by itself
                self._loop.call_soon_threadsafe(self._task.cancel)
            self._thread.join(3.0)
        if self._socket is not None:
            self._socket.close()

    def cut(self, viewer: Viewer) -> None:
        """Disconnect the telephones of a viewer; those that are still guests may come back."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # its loop has ended by itself
                self._loop.call_soon_threadsafe(self._cut, viewer)

    def _cut(self, viewer: Viewer) -> None:
        lines = [ws for line, (_, ws) in self._lines.items() if line.viewer == viewer]
        self._cutting = asyncio.gather(
            *(ws.close(code=1008) for ws in lines), return_exceptions=True
        )

    def _run(self) -> None:
        try:
            with contextlib.suppress(asyncio.CancelledError):  # that is how ``stop`` ends it
                asyncio.run(self._serve())
        finally:
            self._begun.set()

    async def _serve(self) -> None:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None
        self._task, self._loop = task, loop  # ``stop`` cancels the task once there is a loop
        self._begun.set()
        server = door.Server(
            self._answer, self._faults, max_field_size=2048, handler_cancellation=True
        )
        self._door = door.Door(server, self._tls, proxied=self._tls is None)
        try:
            await self._door.run(await self._listen())
        finally:
            await self._door.close()
            await server.shutdown(0.5)

    def _open_door(self) -> None:
        self._socket = door.listen(*self._address)
        self.port = self._socket.getsockname()[1]

    async def _listen(self) -> socket.socket:
        """Return the socket, which is opened once this machine has its address."""
        while self._socket is None:
            await asyncio.sleep(_NETWORK_S)
            with contextlib.suppress(door.DoorError):
                self._open_door()
        return self._socket

    # --- requests -----------------------------------------------------------------------------

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        now_s = asyncio.get_running_loop().time()
        if not self._requests.take(request.remote or "", now_s):
            return _refuse(429)
        if not addresses.is_own(request.headers.get("Host", ""), self._site.names):
            return _refuse(421)
        match request.method, request.path:
            case "GET", "/":
                return self._page()
            case "GET", path if path in self._static:
                kind, body = self._static[path]
                return web.Response(body=body, content_type=kind, headers=door.HEADERS)
            case "GET", path if path.startswith("/picture/"):
                return self._picture(request)
            case "POST", "/join":
                return await self._join(request)
            case "GET", "/guest":
                known = self._find_guest(request) is not None
                return web.Response(status=204, headers=door.HEADERS) if known else _refuse(403)
            case "GET", "/line":
                return await self._line(request)
        return _refuse(404)

    def _page(self) -> web.Response:
        language, texts = self._site.texts()
        told = {"version": self._version, **texts}
        attributes = " ".join(f'data-{name}="{escape(text)}"' for name, text in told.items())
        body = _HTML.replace("{language}", escape(language)).replace("{attributes}", attributes)
        return web.Response(text=body, content_type="text/html", headers=door.HEADERS)

    def _picture(self, request: web.BaseRequest) -> web.Response:
        found = self._pictures.get(request.path.removeprefix("/picture/"))
        if self._find_guest(request) is None or found is None:
            return _refuse(404)
        headers = door.HEADERS | {"Cache-Control": "private, max-age=86400, immutable"}
        return web.Response(body=found, content_type="image/jpeg", headers=headers)

    async def _join(self, request: web.BaseRequest) -> web.Response:
        """Exchange an invitation for a secret that the browser keeps and no script can read."""
        length = request.content_length
        if not self._is_own_page(request) or not length or length > 2 * MAX_CHARACTERS:
            return _refuse(403)
        if not self._joins.take(request.remote or "", asyncio.get_running_loop().time()):
            return _refuse(429)
        text = (await request.content.readexactly(length)).decode(errors="replace")
        kept = request.cookies.get(COOKIE, "")
        # On a thread of its own: a slow disk must not delay the other telephones.
        try:
            secret = await asyncio.to_thread(self._site.guests.admit, text, kept)
        except GuestsError as error:
            log(error)
            return _refuse(503)  # it asks again until there is room
        if secret is None:
            return _refuse(403)
        response = web.Response(status=204, headers=door.HEADERS)
        response.set_cookie(
            COOKIE, secret, path="/", secure=True, httponly=True, samesite="Strict",
            max_age=int(STAY_S),
        )  # fmt: skip
        for had in {had for had, _ in self._lines.values()}:
            if self._site.guests.find(had) is None:
                await self._tell_replaced(had, "elsewhere" if had == kept else "replaced")
        return response

    def _is_own_page(self, request: web.BaseRequest) -> bool:
        """Whether a request comes from our own page, by headers that scripts cannot forge."""
        scheme, _, host = request.headers.get("Origin", "").partition("://")
        return scheme in {"https", "http"} and host == request.host

    def _find_guest(self, request: web.BaseRequest) -> Viewer | None:
        return self._site.guests.find(request.cookies.get(COOKIE, ""))

    # --- lines --------------------------------------------------------------------------------

    async def _line(self, request: web.BaseRequest) -> web.StreamResponse:
        viewer, secret = self._find_guest(request), request.cookies.get(COOKIE, "")
        if viewer is None or not self._is_own_page(request):
            return _refuse(403)
        if not self._entries.take(secret, asyncio.get_running_loop().time()):
            return _refuse(429)
        await self._tell_replaced(secret, "elsewhere")
        if len(self._lines) >= MAX_LINES:
            return _refuse(503)
        ws = web.WebSocketResponse(
            heartbeat=20.0, max_msg_size=wire.MAX_BYTES, compress=False, timeout=2.0,
            autoping=False,  # browsers send no pings, and answering them would have no limit
        )  # fmt: skip
        if not ws.can_prepare(request):
            return _refuse(400)
        ws.headers.update(door.HEADERS)  # or aiohttp names its version, and Python's
        await ws.prepare(request)
        assert self._door is not None
        self._door.keep(request.transport)
        # Too slow, not a text, or gone: it is closed below, and may come back.
        with contextlib.suppress(TimeoutError, TypeError, ConnectionError):
            async with asyncio.timeout(FIRST_WORD_S):
                first = wire.read_message(await ws.receive_str())
            # It may have been dismissed, or replaced, while its size was waited for.
            if isinstance(first, wire.Sized) and first.version != self._version:
                await _tell_old(ws, first.version)
            elif isinstance(first, wire.Sized) and self._find_guest(request) == viewer:
                line = Line(viewer, (first.w, first.h))
                self._lines[line] = secret, ws
                await self._attend(line, request.transport)
        await ws.close(code=1008)
        return ws

    async def _attend(self, line: Line, transport: asyncio.BaseTransport | None) -> None:
        """Carry pages out and touches in until either side ends."""
        self._put(Joined(line))
        secret, ws = self._lines[line]
        sending = asyncio.create_task(self._send_pages(ws, line, transport))
        try:
            await self._tell_replaced(
                secret, "elsewhere", keep=ws
            )  # opened beside it, waiting as it did
            await self._hear(secret, ws, line)
        finally:
            sending.cancel()
            del self._lines[line]
            self._put(Left(line))

    async def _send_pages(
        self, ws: web.WebSocketResponse, line: Line, transport: asyncio.BaseTransport | None
    ) -> None:
        """Send what is shown; a telephone that does not get it is cut off, and may come back."""
        try:
            await self._keep_sending(ws, line)
        except Exception as error:  # noqa: BLE001 - not swallowed: unless it was slow, it is logged
            self._faults.note(error)
            if isinstance(transport, asyncio.Transport):
                door.cut_off(transport)

    async def _keep_sending(self, ws: web.WebSocketResponse, line: Line) -> None:
        told: Mapping[str, str] = {}
        while not ws.closed:
            sheet = await line.next_sheet()
            language, texts = self._site.texts()
            now = {"language": language, **texts}
            new = now if now != told else None
            text, told = wire.write_page(sheet, self._site.ground, self._pictures, new), now
            async with asyncio.timeout(SLOW_S):
                await ws.send_str(text)
            await asyncio.sleep(_PAUSE_S)

    async def _hear(self, secret: str, ws: web.WebSocketResponse, line: Line) -> None:
        loop, strays = asyncio.get_running_loop(), 0
        async for message in ws:
            heard = wire.read_message(message.data) if message.type is WSMsgType.TEXT else None
            if heard is None and message.type is not WSMsgType.PONG:
                return
            if not self._taps.take(secret, loop.time()):
                strays += 1
                if strays > _STRAY:
                    return
            elif isinstance(heard, wire.Sized):
                line.size = (heard.w, heard.h)
                self._put(Joined(line))
            elif heard is not None and line.admit():
                self._put(Fingered(line, heard.x, heard.y, heard.page, heard.ms / 1000))

    async def _tell_replaced(
        self, secret: str, word: wire.Word, keep: web.WebSocketResponse | None = None
    ) -> None:
        """Tell a guest's other pages what has replaced them."""
        for ws in [ws for had, ws in self._lines.values() if had == secret and ws is not keep]:
            with contextlib.suppress(ConnectionError, TimeoutError):  # it is gone already
                async with asyncio.timeout(1.0):
                    await ws.send_str(wire.write_word(word))
                    await ws.close(code=1000)


async def _tell_old(ws: web.WebSocketResponse, version: str) -> None:
    """Make a page that was loaded before an update reload itself.

    Scripts without a version do not know that word; at "elsewhere" they reload after a touch.
    """
    await ws.send_str(wire.write_word("old" if version else "elsewhere"))
    await ws.close(code=1000)


def _refuse(status: int) -> web.Response:
    response = web.Response(status=status, headers=door.HEADERS)
    response.force_close()
    return response


def hash_page() -> str:
    """Return the version of the page: another one for every change of its script."""
    page = _read_static()["/telephone.js"][1] + _HTML.encode()
    return hashlib.sha256(page).hexdigest()[:12]


def _read_static() -> dict[str, tuple[str, bytes]]:
    """Return the files of the page: its path, kind and bytes."""
    folder = resources.files("tablet_companion.web") / "static"
    found = {
        "/telephone.js": ("text/javascript", (folder / "telephone.js").read_bytes()),
        "/telephone.css": ("text/css", (folder / "telephone.css").read_bytes()),
    }
    fonts = {f"/font/{role.value}.otf": path.read_bytes() for role, path in FACES.items()}
    return found | {path: ("font/otf", data) for path, data in fonts.items()}


_HTML: Final = """<!doctype html>
<html lang="{language}" translate="no">
<meta charset="utf-8">
<meta name="color-scheme" content="dark">
<meta name="theme-color" content="#111626">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tablet Companion</title>
<link rel="stylesheet" href="/telephone.css">
<body {attributes}>
<canvas id="page" aria-hidden="true"></canvas>
<main id="told" aria-live="polite"></main>
<section id="board"></section>
<div id="keys"></div>
<p id="word" role="status" hidden></p>
<script src="/telephone.js"></script>
</body>
</html>
"""
