"""MJPEG streams over HTTP that lie, stall, or never end; and a server on this machine for them."""

from __future__ import annotations

import contextlib
import itertools
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Final, Self

import cv2

from tests.neighbours.cameras import noise

JPEG: Final = cv2.imencode(".jpg", noise(1))[1].tobytes()
PNG: Final = cv2.imencode(".png", noise(1))[1].tobytes()
HEAD: Final = b"Content-Type: image/jpeg\r\n"
ENDLESS: Final = b"\xd8" * 65536


def part(content: bytes, length: object = None) -> bytes:
    """Return one part, with whatever length it is to name; None for the right one."""
    named = len(content) if length is None else length
    return (
        b"--next\r\n%sContent-Length: %s\r\n\r\n" % (HEAD, str(named).encode()) + content + b"\r\n"
    )


def bare(content: bytes) -> bytes:
    """Return one part that names no length."""
    return b"--next\r\n" + HEAD + b"\r\n" + content + b"\r\n"


def sized(width: int, height: int) -> bytes:
    """Return a JPEG whose header tells of another size than it has."""
    at = JPEG.index(b"\xff\xc0") + 5
    return JPEG[:at] + height.to_bytes(2) + width.to_bytes(2) + JPEG[at + 4 :]


class Bytes:
    """A source of bytes, in pieces; counts how many were taken."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._left = b""
        self.taken = 0

    def read1(self, most: int, /) -> bytes:
        """Return what comes next."""
        while not self._left:
            try:
                self._left = next(self._pieces)
            except StopIteration:
                return b""
        came, self._left = self._left[:most], self._left[most:]
        self.taken += len(came)
        return came


def endlessly(*begin: bytes) -> Iterator[bytes]:
    """Yield these and then bytes for ever."""
    return itertools.chain(begin, itertools.repeat(ENDLESS))


Answer = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """Answers as the test says."""

    server: Server

    def do_GET(self) -> None:
        """Answer; a client that has had enough is no fault."""
        with contextlib.suppress(OSError):
            self.server.answer(self)

    def begin(self) -> None:
        """Say that a stream follows."""
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing."""


POLL_S = 0.01
"""Servers notice this often that a test has ended; by default twice a second."""


class Server(ThreadingHTTPServer):
    """A server on this machine; ``over`` is set when the test has ended."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self, answer: Answer) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer = answer
        self.over = threading.Event()

    @property
    def host(self) -> str:
        """Return where it listens."""
        return f"127.0.0.1:{self.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, args=(POLL_S,), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.over.set()
        self.shutdown()
        self.server_close()


def unauthorised(handler: Handler, how: str = 'Basic realm="camera"') -> None:
    """Let nobody in."""
    handler.send_response(401)
    handler.send_header("WWW-Authenticate", how)
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def strange(handler: Handler) -> None:
    """Ask for a login that is neither Basic nor Digest."""
    unauthorised(handler, "Bearer")


def missing(handler: Handler) -> None:
    """Have nothing there."""
    handler.send_error(404)


def page(handler: Handler) -> None:
    """Send a page for people."""
    handler.send_response(200)
    handler.end_headers()
    handler.wfile.write(b"<html>Please log in.</html>\r\n" * 100)


def silent(handler: Handler) -> None:
    """Say nothing at all."""
    handler.server.over.wait()


def stalling(handler: Handler) -> None:
    """Send two pictures and then nothing."""
    handler.begin()
    handler.wfile.write(part(JPEG) + part(JPEG)[:100])
    handler.server.over.wait()


def circling(handler: Handler) -> None:
    """Send everybody back here."""
    handler.send_response(302)
    handler.send_header("Location", handler.path)
    handler.end_headers()


def elsewhere(handler: Handler) -> None:
    """Send everybody to a file of their own machine."""
    handler.send_response(302)
    handler.send_header("Location", "file:///etc/passwd")
    handler.end_headers()


def babbling(handler: Handler) -> None:
    """Speak no HTTP."""
    handler.wfile.write(b"\x00\xff" * 50)


def ending(handler: Handler) -> None:
    """Send two pictures and hang up."""
    handler.begin()
    handler.wfile.write(part(JPEG) + part(JPEG))


def lying(handler: Handler) -> None:
    """Name two billion bytes, and send them."""
    handler.begin()
    handler.wfile.write(part(JPEG, 2_000_000_000))
    while not handler.server.over.is_set():
        handler.wfile.write(ENDLESS)
