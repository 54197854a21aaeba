"""MJPEG streams over HTTP, as telephones' camera apps send them."""

from __future__ import annotations

import contextlib
import http.client
import os
import socket
import urllib.parse
import urllib.request
from collections.abc import Callable
from functools import partial
from typing import Any, Final
from urllib.error import HTTPError

import numpy as np

from hardware.cameras import multipart
from hardware.cameras.live import STALL_S, LiveCamera
from hardware.cameras.multipart import NoStreamError, Parts, TooLargeError
from hardware.formats import MAX_PIXELS
from hardware.ports import CameraError, CameraTrouble, Clock, NoSuchCamera, Picture

_NONE: Final = np.zeros((0, 0, 3), np.uint8)


class Stream:
    """A device that reads a stream; the first ``read`` opens it.

    So everything slow happens on the reader's thread, where ``wake`` can interrupt it.
    """

    def __init__(self, url: str) -> None:
        """Keep the address, with user and password; nothing is opened yet."""
        self._url = url
        self._parts: Parts | None = None
        self._sockets: list[socket.socket] = []
        self._woken = False

    def read(self) -> tuple[bool, Picture]:
        """Return the next whole picture, False at the end. Raises CameraError."""
        try:
            parts = self._parts or self._open()
        except (OSError, ValueError, http.client.HTTPException, NoStreamError, EOFError) as error:
            raise self._silent(error) from None  # the cause may name the address, password and all
        try:
            return True, self._next(parts)
        except TooLargeError:
            most = str(MAX_PIXELS // 1_000_000)
            raise CameraError(CameraTrouble.LARGE, text=f"mjpeg:{self._url}", count=most) from None
        except NoStreamError as error:
            raise self._silent(error) from None
        except (OSError, http.client.HTTPException, EOFError):
            return False, _NONE

    def release(self) -> None:
        """Close every connection, including those for authentication and redirects."""
        for connected in self._sockets:
            number = connected.detach()  # closing it would wait for its reader
            if number >= 0:
                os.close(number)

    def wake(self) -> None:
        """Interrupt a waiting read; called from another thread."""
        self._woken = True
        for connected in tuple(self._sockets):
            with contextlib.suppress(OSError):  # it is closed already
                connected.shutdown(socket.SHUT_RDWR)

    def _notice(self, connected: socket.socket) -> None:
        self._sockets.append(connected)
        if self._woken:  # while it connected
            raise TimeoutError

    def _open(self) -> Parts:
        plain, user, password = _split_credentials(self._url)
        passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
        passwords.add_password(None, plain, user, password)
        opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}),  # the camera is on the local network
            urllib.request.HTTPBasicAuthHandler(passwords),
            urllib.request.HTTPDigestAuthHandler(passwords),
            _Noticing(self._notice),
        )
        self._parts = Parts(opener.open(plain, timeout=STALL_S))
        return self._parts

    def _next(self, parts: Parts) -> Picture:
        """Return the next picture; parts that are not pictures, or damaged, are skipped."""
        while (picture := multipart.decode_jpeg(parts.next())) is None:
            pass
        return picture

    def _silent(self, error: Exception) -> CameraError:
        return CameraError(
            f"No pictures come from {self._url} ({_reason(error)}); check the address and the "
            "network.",
            CameraTrouble.STREAM,
            text=self._url,
        )


def _split_credentials(url: str) -> tuple[str, str, str]:
    """Split an address into the address without credentials, the user and the password."""
    parts = urllib.parse.urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    user, password = (urllib.parse.unquote(text or "") for text in (parts.username, parts.password))
    return urllib.parse.urlunsplit(parts._replace(netloc=host)), user, password


def _reason(error: Exception) -> str:
    """Return why no picture comes, in words that cannot contain the address."""
    cause = getattr(error, "reason", error)
    match error:
        case HTTPError():
            return f"the answer is {error.code}"
        case NoStreamError() | EOFError() | TooLargeError():
            return "what comes is no MJPEG stream"
        case OSError() if isinstance(cause, TimeoutError):
            return "no answer in time"
        case OSError():
            return getattr(cause, "strerror", None) or "no connection"
        case ValueError():  # urllib's own, about a login or an address that it was sent on to
            return "it wants a login, or sends us to an address, of an unknown kind"
    return "what answers does not speak HTTP"


class _Plain(http.client.HTTPConnection):
    """A connection that reports its socket, so that another thread can shut it down."""

    notice: Callable[[socket.socket], None]

    def connect(self) -> None:
        super().connect()
        self.notice(self.sock)


class _Secure(_Plain, http.client.HTTPSConnection):
    """The same with TLS."""


class _Noticing(urllib.request.HTTPSHandler, urllib.request.HTTPHandler):
    """Opens addresses with either kind of connection, and passes on their sockets."""

    def __init__(self, notice: Callable[[socket.socket], None]) -> None:
        super().__init__()
        self._notice = notice

    def http_open(self, request: urllib.request.Request) -> Any:
        return self.do_open(partial(self._connect, _Plain), request)

    def https_open(self, request: urllib.request.Request) -> Any:
        return self.do_open(partial(self._connect, _Secure), request)

    def _connect(self, kind: type[_Plain], *args: Any, **more: Any) -> _Plain:
        connection = kind(*args, **more)
        connection.notice = self._notice
        return connection


def open_stream(url: str, clock: Clock) -> LiveCamera:
    """Open an MJPEG stream over HTTP. Raises NoSuchCamera for an invalid address.

    Other problems with the address or the network are raised by the first ``capture``.
    """
    _check(url)
    return LiveCamera(Stream(url), f"mjpeg:{url}", clock)


def _check(url: str) -> None:
    try:
        parts = urllib.parse.urlsplit(url)
        host = (parts.hostname or "").encode("idna")
        right = parts.scheme in {"http", "https"} and bool(host) and parts.port != 0
        right = right and f"{parts.path}{parts.query}".isascii()
    except ValueError:  # a port that is no number, brackets that do not match, an empty label
        right = False
    if not right or any(char <= " " for char in url):
        raise NoSuchCamera(
            f"mjpeg:{url} is not the address of a stream; write mjpeg:http://HOST:PORT/PATH.",
            CameraTrouble.NAME,
            text=f"mjpeg:{url}",
        )
