"""The organiser's page: all tables as they are now, pairings, results, export."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Annotated, Any, Final

import msgspec
from aiohttp import web

from hardware.formats import Unusable, parse_json
from tablet_companion.club.access import Access
from tablet_companion.club.book import Book
from tablet_companion.club.listener import TableRow
from tablet_companion.club.messages import Count
from tablet_companion.club.pairing import draw_round_robin, draw_swiss, rank
from tablet_companion.club.place import Place
from tablet_companion.club.wording import Shown, describe_row, write_page
from tablet_companion.screen.words.wording import Words, words
from tablet_companion.web import addresses
from tablet_companion.web.door import HEADERS, Door, Faults, Server, listen

COOKIE: Final = "club"
_EVERY_S: Final = 0.1
"""How often pages are told what is new; all that changed meanwhile goes in one message."""
_MAX_PAGES: Final = 32
_MAX_BYTES: Final = 100_000
"""Largest body of a request: room for the names of 400 sides, and more."""
MAX_SIDES: Final = 400
"""Most sides of a tournament; this many are paired in twelve seconds."""
_ENTER: Final = ("POST", "/enter")
"""The only request without a session, apart from those for the page's files, without data."""


@dataclass(frozen=True, slots=True)
class PageOptions:
    """The access control and the language of the page."""

    access: Access = field(default_factory=lambda: Access(None))
    said: Words = field(default_factory=lambda: words("en"))


class Password(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The password that somebody entered."""

    password: str


class Sides(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sides of a new tournament."""

    names: Annotated[tuple[str, ...], msgspec.Meta(max_length=MAX_SIDES)]


class Round(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the next round, or all rounds, are drawn."""

    system: str


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A result that is set by hand."""

    game: Count
    points: Annotated[float, msgspec.Meta(ge=0, le=1)] | None


class Organiser:
    """Serves the page; changed rows are pushed to it in batches."""

    def __init__(
        self,
        book: Book,
        rows: Callable[[], Mapping[str, TableRow]],
        place: Place,
        options: PageOptions,
    ) -> None:
        self._book, self._rows, self._place, self._options = book, rows, place, options
        self._changed: set[str] = set()
        self._pages: set[web.WebSocketResponse] = set()
        self._door: Door | None = None
        self._busy = asyncio.Lock()
        folder = resources.files("tablet_companion.club") / "static"
        self._files = {
            "/": ("text/html", write_page(options.said)),
            "/club.js": ("text/javascript", (folder / "club.js").read_bytes()),
            "/club.css": ("text/css", (folder / "club.css").read_bytes()),
        }

    def change(self, table: str) -> None:
        """Note that a row has changed; thread-safe."""
        self._changed.add(table)

    async def serve(self, ready: Callable[[int], None]) -> None:
        """Serve until cancelled; ``ready`` gets the port."""
        place = self._place
        # Not cancelled with its request: what changes the book is done by a thread, to its end.
        server = Server(self._answer, Faults())
        listening = listen(place.address, place.port)
        self._door = Door(server, place.tls, proxied=place.tls is None)
        accepting = asyncio.create_task(self._door.run(listening))
        ready(listening.getsockname()[1])
        try:
            while True:
                await asyncio.sleep(_EVERY_S)
                await self._push()
        finally:
            accepting.cancel()
            listening.close()
            await self._door.close()
            await server.shutdown(0.5)

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        if not addresses.is_own(request.headers.get("Host", ""), self._place.names):
            return web.Response(status=421, headers=HEADERS)
        asked = (request.method, request.path)
        if request.method == "GET" and request.path in self._files:
            kind, body = self._files[request.path]
            return web.Response(body=body, content_type=kind, headers=HEADERS)
        own = request.headers.get("Origin") == f"{self._place.scheme}://{request.host}"
        if asked == _ENTER and own:
            return self._enter(await _read(request), request.remote or "")
        if not self._options.access.admits(request.cookies.get(COOKIE, "")):
            return web.Response(status=401, headers=HEADERS)
        assert self._door is not None
        self._door.keep(request.transport)
        try:
            return await self._serve_admitted(request, own=own)
        except sqlite3.Error:  # the disk is full, or another program holds the book
            return web.Response(status=507, headers=HEADERS)

    async def _serve_admitted(self, request: web.BaseRequest, *, own: bool) -> web.StreamResponse:
        """Answer a browser that may see and change everything; ``own`` is a page of ours."""
        match request.method, request.path:
            case "GET", "/tournament":
                return _as_json(self._describe_tournament())
            case "GET", "/export.csv":
                return web.Response(
                    text=self._book.export(), content_type="text/csv", headers=HEADERS
                )
            case "GET", "/tables" if own:
                return await self._show_tables(request)
            case "POST", "/sides" | "/round" | "/result" if own:
                return await self._obey(request.path, await _read(request))
        return web.Response(status=404, headers=HEADERS)

    def _enter(self, body: bytes, address: str) -> web.Response:
        """Give a browser that knows the password a session, which no script can read."""
        try:
            password = parse_json(body, Password).password
        except Unusable:
            return web.Response(status=400, headers=HEADERS)
        now_s = asyncio.get_running_loop().time()
        session = self._options.access.enter(password, address, now_s)
        if session is None:
            return web.Response(status=403, headers=HEADERS)
        response = web.Response(status=204, headers=HEADERS)
        response.set_cookie(
            COOKIE, session, secure=self._place.tls is not None, httponly=True, samesite="Strict"
        )
        return response

    async def _show_tables(self, request: web.BaseRequest) -> web.StreamResponse:
        if len(self._pages) >= _MAX_PAGES:
            return web.Response(status=503, headers=HEADERS)
        page = web.WebSocketResponse(heartbeat=20.0, max_msg_size=1000, compress=False)
        if not page.can_prepare(request):
            return web.Response(status=400, headers=HEADERS)
        await page.prepare(request)
        self._pages.add(page)
        try:
            await page.send_bytes(self._describe(tuple(self._rows())))
            async for _ in page:
                break  # a page sends nothing
        finally:
            self._pages.discard(page)
        return page

    async def _push(self) -> None:
        changed = set()
        while self._changed:  # never replaced: another thread may be adding to it
            changed.add(self._changed.pop())
        if not changed:
            return
        body = self._describe(changed)
        await asyncio.gather(*(_send(page, body) for page in tuple(self._pages)))

    def _describe(self, names: Iterable[str]) -> bytes:
        """Return these tables' rows in the page's format."""
        rows, said, now_s = self._rows(), self._options.said, time.monotonic()
        shown: list[Shown] = [describe_row(rows[name], said, now_s) for name in names]
        return msgspec.json.encode(shown)

    async def _obey(self, path: str, body: bytes) -> web.Response:
        """Do one thing after the other; the page goes on while hundreds of sides are paired."""
        try:
            async with self._busy:
                await asyncio.to_thread(self._change_book, path, body)
        except Unusable:
            return web.Response(status=400, headers=HEADERS)
        return _as_json(self._describe_tournament())

    def _change_book(self, path: str, body: bytes) -> None:
        match path:
            case "/sides":
                names = parse_json(body, Sides).names
                trimmed = (name.strip()[:60] for name in names)
                self._book.enter(dict.fromkeys(name for name in trimmed if name))
            case "/round":
                self._draw(parse_json(body, Round).system)
            case "/result":
                result = parse_json(body, Result)
                self._book.set_points(result.game, result.points)

    def _draw(self, system: str) -> None:
        sides = self._book.list_sides()
        places = sorted(self._rows(), key=lambda name: (len(name), name))
        if system == "swiss" and len(sides) > 1:
            played = (game for *_, game in self._book.list_games())
            self._book.add_round(draw_swiss(sides, played), places)
        elif system == "round robin" and len(sides) > 1:
            for games in draw_round_robin(sides):
                self._book.add_round(games, places)

    def _describe_tournament(self) -> dict[str, Any]:
        sides, games = self._book.list_sides(), self._book.list_games()
        standings = rank(sides, [game for *_, game in games])
        return {
            "games": [
                {"id": one, "round": number, "table": place, "home": game.home,
                 "away": game.away, "points": game.points}
                for one, number, place, game in games
            ],
            "standings": [
                {"name": one.name, "points": one.points, "buchholz": one.buchholz}
                for one in standings
            ],
        }  # fmt: skip


async def _read(request: web.BaseRequest) -> bytes:
    """Return the body; if it is too long or of unknown length, nothing, which no path accepts."""
    length = request.content_length or 0
    return await request.content.readexactly(length) if 0 < length <= _MAX_BYTES else b""


async def _send(page: web.WebSocketResponse, body: bytes) -> None:
    """Send rows to a page; one that does not read them is disconnected."""
    try:
        async with asyncio.timeout(5.0):
            await page.send_bytes(body)
    except (TimeoutError, ConnectionError):
        with contextlib.suppress(Exception):
            await page.close()


def _as_json(value: Any) -> web.Response:
    return web.Response(
        body=msgspec.json.encode(value), content_type="application/json", headers=HEADERS
    )
