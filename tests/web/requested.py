"""What a stranger and a guest get from a table's server, request by request, over the loopback."""

from __future__ import annotations

import http.client
from collections.abc import Iterable, Iterator
from typing import Final

from tablet_companion.games.core import Viewer
from tablet_companion.web import wire
from tablet_companion.web.guests import Guests
from tablet_companion.web.server import COOKIE, TEXTS, Site, TelephoneServer

_SECRET: Final = COOKIE
"""The only one: any word will do."""
_GUEST: Final = {"Cookie": f"{COOKIE}={_SECRET}"}
_UPGRADE: Final = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==",
}
_MAX_PICTURES: Final = 20
"""The server answers 60 requests of one address at a time."""
_PATIENCE_S: Final = 10.0
Answer = tuple[str, int, tuple[tuple[str, str], ...], bytes]
"""What was asked for, the status, the headers but the date, and the body."""


class _OneGuest(Guests):
    """Knows one viewer's telephone and lets nobody in."""

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer

    def find(self, secret: str) -> Viewer | None:
        return self._viewer if secret == _SECRET else None

    def admit(self, text: str, before: str = "") -> str | None:
        del text, before
        return None


def ask(
    pictures: wire.Pictures, names: Iterable[str], viewer: Viewer, language: str
) -> list[Answer]:
    """Return the answers to all that can be requested; pictures are asked for by these names."""
    site = Site(_OneGuest(viewer), ("127.0.0.1",), (0, 0, 0), lambda: (language, TEXTS))
    server = TelephoneServer(site, lambda _: None, ("127.0.0.1", 0), None)
    server._pictures = pictures
    server.start()
    try:
        return [
            _ask(server.port, method, path, headers)
            for method, path, headers in _list_requests(server, names)
        ]
    finally:
        server.stop()


def _list_requests(
    server: TelephoneServer, names: Iterable[str]
) -> Iterator[tuple[str, str, dict[str, str]]]:
    origin = {"Origin": f"http://127.0.0.1:{server.port}"}
    for path in ("/", *server._static, "/guest", "/line", "/unknown"):
        yield "GET", path, _GUEST
    for path in ("/", "/guest", "/line"):
        yield "GET", path, {}
    yield "HEAD", "/", _GUEST
    yield "GET", "/", _GUEST | {"If-None-Match": "*", "If-Modified-Since": "0"}
    yield "POST", "/join", origin | {"Content-Length": "0"}
    yield "GET", "/line", origin | _UPGRADE
    yield "GET", "/line", origin | _UPGRADE | _GUEST
    for name in [*names][:_MAX_PICTURES]:
        yield "GET", f"/picture/{name}", _GUEST
    yield "GET", f"/picture/{'0' * 64}", _GUEST


def _ask(port: int, method: str, path: str, headers: dict[str, str]) -> Answer:
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE_S)
    try:
        client.request(method, path, headers=headers)
        answer = client.getresponse()
        told = tuple((name, text) for name, text in answer.getheaders() if name != "Date")
        body = b"" if answer.status == http.client.SWITCHING_PROTOCOLS else answer.read()
        return f"{method} {path}", answer.status, told, body
    finally:
        client.close()
