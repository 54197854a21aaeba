"""A table without a camera that serves telephones on 127.0.0.1, turned by hand."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Self

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # before anything opens a window

import aiohttp
from gpiozero.pins.mock import MockFactory

from hardware.clock import ManualClock
from tablet_companion import games
from tablet_companion.app.network import reception
from tablet_companion.app.network.telephones import Telephone
from tablet_companion.app.start.station import Platform, Station
from tablet_companion.config import ScreenSettings, Settings, WebSettings
from tablet_companion.games.core import Viewer
from tablet_companion.kit import printed
from tablet_companion.referee.model.events import Begin, Blind
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit.drawing import Meaning, Pick, Scrub
from tablet_companion.screen.toolkit.local import NOTICED_S
from tablet_companion.session.keeper import Keeper
from tablet_companion.web.guests import Guests
from tablet_companion.web.server import TelephoneServer, hash_page
from tests.expected import present
from tests.sockets import free_port

SIZE: Final = f'{{"kind":"size","w":390,"h":760,"version":"{hash_page()}"}}'
"""A telephone's first word."""
PATIENCE_S: Final = 10.0
"""A test that waits longer for a packet over the loopback has failed."""


class ServedTable:
    """A station of a game, on a told clock; its telephones come in over the network."""

    def __init__(
        self,
        game: str,
        folder: Path,
        monkeypatch: Any,
        *,
        screen: bool = True,
        tls: bool = False,
    ) -> None:
        """Open it with a free port; the page asks for no certificate."""
        monkeypatch.setattr(reception, "guests_folder", lambda: folder / "web")
        monkeypatch.setattr(TelephoneServer, "start", self._note(TelephoneServer.start))
        self._scheme = "https" if tls else "http"
        self.server: TelephoneServer | None = None
        self.clock = ManualClock()
        loaded = games.load(game)
        platform = Platform(
            board=printed.board(game),
            open_camera=_no_camera,
            make_interpreter=_no_camera,
            pins=MockFactory,
            lots=random.Random(1).randrange,
            looks=False,
        )
        settings = Settings(
            journals=folder / "journals",
            sound=False,
            screen=ScreenSettings(on=screen),
            web=WebSettings(on=True, address="127.0.0.1", port=free_port(), tls=tls),
        )
        keeper = Keeper(folder / "journals", lambda: 1.7e9)
        self.station = Station(loaded, settings, platform, keeper, self.clock)
        self.station.inbox.put(Blind(0.0, "unused"))

    @property
    def address(self) -> str:
        """Return what browsers ask for."""
        return f"{self._scheme}://127.0.0.1:{self.port}"

    @property
    def port(self) -> int:
        """Return where it listens."""
        assert self.server is not None
        return self.server.port

    @property
    def table(self) -> Table:
        """Return the referee's table."""
        return self.station.table

    def begin(self) -> None:
        """Set the game up as it is proposed, and begin it."""
        while self.table.stage is not Stage.PLAY:
            self.station.loop.touch(Begin())
        self.turn()

    def turn(self) -> None:
        """Let the loop come round, a moment later."""
        self.clock.advance(0.05)
        self.station.loop.turn()

    @property
    def guests(self) -> Guests:
        """Return who was let in."""
        assert self.station.telephones is not None
        reception_ = present(self.station.telephones.invitations._reception)
        return reception_.guests

    def invite(self, viewer: Viewer, lifetime_s: float = 60.0) -> str:
        """Return a new invitation."""
        return self.guests.invite(viewer, lifetime_s)

    def find(self, viewer: Viewer) -> Telephone | None:
        """Return the telephone of a viewer, if it is connected."""
        assert self.station.telephones is not None
        every = self.station.telephones._all.values()
        return next((one for one in every if one.line.viewer == viewer), None)

    def list_keys(self, viewer: Viewer) -> dict[Meaning, tuple[float, float]]:
        """Return what can be touched on a viewer's telephone, and where."""
        one = present(self.find(viewer))
        assert one.display.shown is not None
        page = scenes.page(one.display.shown, one.display.look, one.display._local)
        found: dict[Meaning, tuple[float, float]] = {}
        for touch in reversed(page.touches):
            if not isinstance(touch.meaning, Pick | Scrub):
                found[touch.meaning] = touch.box.centre
        return found

    def let_notice(self) -> None:
        """Let so much time pass that every key on the pages is one that people have seen."""
        while self.station.telephones is not None and not self.station.telephones.is_done:
            self.turn()
        self.clock.advance(NOTICED_S + 0.1)

    def close(self) -> None:
        """Close the station and its server."""
        self.station.__exit__(None, None, None)

    def _note(self, start: Callable[[TelephoneServer], None]) -> Callable[[TelephoneServer], None]:
        def noted(served: TelephoneServer) -> None:
            self.server = served
            start(served)

        return noted


class Client:
    """A telephone that is no browser: one cookie, one line, the pages it was sent."""

    def __init__(self, table: ServedTable, viewer: Viewer) -> None:
        """Be a telephone for a viewer."""
        self.viewer = viewer
        self._table = table
        self._session = aiohttp.ClientSession(
            cookie_jar=aiohttp.CookieJar(unsafe=True), connector=aiohttp.TCPConnector(ssl=False)
        )
        self.cookie = ""
        self._line: aiohttp.ClientWebSocketResponse | None = None

    async def join(self, invitation: str) -> int:
        """Redeem an invitation, with the secret of a place that it has; return the status."""
        cookie = {"Cookie": f"__Host-telephone={self.cookie}"}
        origin = {"Origin": self._table.address} | cookie
        async with self._session.post(
            f"{self._table.address}/join", data=invitation.encode(), headers=origin
        ) as answer:
            found = answer.cookies.get("__Host-telephone")
            self.cookie = found.value if found is not None else self.cookie
            return answer.status

    async def enter(self) -> None:
        """Redeem an invitation for this viewer, and connect."""
        assert await self.join(self._table.invite(self.viewer)) == 204
        await self.connect()

    async def open_line(self) -> aiohttp.ClientWebSocketResponse:
        """Open the line; the table does not know of it before its first word."""
        self._line = await self._session.ws_connect(
            f"{self._table.address}/line",
            origin=self._table.address,
            headers={"Cookie": f"__Host-telephone={self.cookie}"},
        )
        return self._line

    async def connect(self) -> None:
        """Open the line and wait until the table knows of it."""
        await (await self.open_line()).send_str(SIZE)
        await wait_for(self._table, lambda: self._table.find(self.viewer) is not None)

    async def tap(self, at: tuple[float, float], page: int | None = None, ms: int = 60_000) -> None:
        """Touch the newest page, or another one, and wait until the loop has heard of it.

        It has been shown for so many milliseconds on the telephone.
        """
        one = present(self._table.find(self.viewer))
        assert self._line is not None
        before = one.line.taken
        page = one.line.number if page is None else page
        touch = {"kind": "touch", "x": at[0], "y": at[1], "page": page, "ms": ms}
        await self._line.send_json(touch)
        await wait_for(self._table, lambda: one.line.taken > before)

    async def resize(self, width: int, height: int) -> None:
        """Tell of another size, and wait until the loop has heard of it."""
        one = present(self._table.find(self.viewer))
        assert self._line is not None
        await self._line.send_str(f'{{"kind":"size","w":{width},"h":{height}}}')
        await wait_for(self._table, lambda: one._bar_look.theme.size == (width, height))

    async def hear(self) -> dict[str, Any]:
        """Return the next page."""
        assert self._line is not None
        heard: dict[str, Any] = await self._line.receive_json()
        return heard

    async def leave(self) -> None:
        """Go offline."""
        if self._line is not None:
            await self._line.close()
            await wait_for(self._table, lambda: self._table.find(self.viewer) is None)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._line is not None:
            await self._line.close()
        await self._session.close()


_TURN_S: Final = 0.002
"""The loop is left alone for so long; turned without a rest it took all that clients need."""


async def wait_for(table: ServedTable, done: Callable[[], bool]) -> None:
    """Turn the loop until something has come in over the network."""
    async with asyncio.timeout(PATIENCE_S):
        while not done():
            table.turn()
            await asyncio.sleep(_TURN_S)


def _no_camera() -> Any:
    raise AssertionError("no camera is used")
