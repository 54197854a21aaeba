"""Extracts the pictures from the bytes of an MJPEG stream, within limits. No network, no clock.

A camera may announce any length, or send a picture that never ends. FFmpeg believes the length and
waits for the end until memory is full; here a part is abandoned once it is too large.
"""

from __future__ import annotations

from typing import Final, Protocol

import cv2
import numpy as np

from hardware.formats import MAX_PIXELS
from hardware.ports import Picture

MAX_BYTES: Final = 20_000_000
"""The limit for one part; a telephone's JPEG of fifty megapixels has some fifteen million."""
CHUNK_BYTES: Final = 65536
MAX_LINE: Final = 4096
MAX_HEADERS: Final = 50

_MAX_PX_PER_BYTE: Final = 256
"""A black picture, compressed best, has 165. A header alone may name millions: decoding it takes a
third of a second, and yields grey."""
_START_OF_FRAME: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_BARE: Final = frozenset((0x01, *range(0xD0, 0xD9)))
"""JPEG markers without a payload."""


class NoStreamError(Exception):
    """The bytes are not an MJPEG stream."""


class TooLargeError(Exception):
    """A part or a picture is larger than any camera's."""


class Source(Protocol):
    """Where the bytes come from."""

    def read1(self, most: int, /) -> bytes:
        """Return the next bytes, at most this many; empty at the end."""


class Parts:
    """The contents of a stream's parts, one after another.

    The first line that is not blank is the boundary, whatever the stream's header called it:
    cameras disagree about its dashes. After a wrong length the next boundary is searched for.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._buffer = bytearray()
        self._boundary = b""

    def next(self) -> bytes:
        """Return the next part's content.

        Raises EOFError at the end, NoStreamError if the bytes are not a stream of parts,
        TooLargeError for a part above MAX_BYTES, and whatever the source raises.
        """
        self._begin()
        length = self._length()
        if length is None:
            return self._until(b"\n" + self._boundary).removesuffix(b"\r")
        if length > MAX_BYTES:
            raise TooLargeError
        while len(self._buffer) < length:
            self._fill()
        return self._take(length)

    def _begin(self) -> None:
        """Skip to after the next boundary line, past whatever a wrong length left over."""
        if self._boundary:
            self._until(self._boundary)
            self._line()
            return
        while not self._boundary:
            self._boundary = self._line()
        if not self._boundary.startswith(b"--"):
            raise NoStreamError

    def _length(self) -> int | None:
        """Read the part's headers, and return the announced length."""
        length = None
        for _ in range(MAX_HEADERS):
            line = self._line()
            if not line:
                return length
            name, _, value = line.partition(b":")
            if name.strip().lower() == b"content-length" and value.strip().isdigit():
                length = int(value)
        raise NoStreamError

    def _line(self) -> bytes:
        """Return the next line without its line end."""
        while (end := self._buffer.find(b"\n", 0, MAX_LINE)) < 0:
            if len(self._buffer) >= MAX_LINE:
                raise NoStreamError
            self._fill()
        return self._take(end + 1).rstrip()

    def _until(self, mark: bytes) -> bytes:
        """Return the bytes before a mark, and leave the mark."""
        searched = 0
        while (end := self._buffer.find(mark, searched)) < 0:
            if len(self._buffer) > MAX_BYTES:
                raise TooLargeError
            searched = max(0, len(self._buffer) - len(mark))
            self._fill()
        return self._take(end)

    def _take(self, count: int) -> bytes:
        taken = bytes(self._buffer[:count])
        del self._buffer[:count]
        return taken

    def _fill(self) -> None:
        came = self._source.read1(CHUNK_BYTES)
        if not came:
            raise EOFError
        self._buffer += came


def decode_jpeg(data: bytes) -> Picture | None:
    """Return the picture of a JPEG file, None if it is damaged or not a JPEG.

    Raises TooLargeError, by its header's size, before anything is decoded.
    """
    size = jpeg_size(data)
    if size is None:
        return None
    pixels = size[0] * size[1]
    if pixels > MAX_PIXELS:
        raise TooLargeError
    if pixels > _MAX_PX_PER_BYTE * len(data):
        return None
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if picture is None else np.asarray(picture, np.uint8)


def jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height from a JPEG's header, None if it has none.

    Pillow, which checks files, would need a lock between threads, and half a millisecond
    for each of fifteen pictures a second.
    """
    if data[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker in _START_OF_FRAME:
            return int.from_bytes(data[at + 7 : at + 9]), int.from_bytes(data[at + 5 : at + 7])
        if marker == 0xFF:  # padding
            at += 1
        elif marker in _BARE:
            at += 2
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4])
    return None
