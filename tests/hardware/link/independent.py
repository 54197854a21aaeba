"""Frames found and built a second time, with nothing of the product's, to compare it with."""

from __future__ import annotations

import binascii
from typing import Final

SYNC: Final = b"\xa5\x5a"
MAX_PAYLOAD: Final = 240
_HEAD: Final = 5
"""Sync, length, sequence number and type; the payload follows."""
_CHECK: Final = 2

Parts = tuple[int, int, bytes]
"""A frame's sequence number, type and payload."""


def checksum(data: bytes) -> int:
    """Return CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xFFFF."""
    return binascii.crc_hqx(data, 0xFFFF)


def build(sequence: int, kind: int, payload: bytes) -> bytes:
    """Return a frame's bytes."""
    body = bytes((len(payload), sequence, kind)) + payload
    return SYNC + body + checksum(body).to_bytes(_CHECK, "big")


class Finder:
    """Finds the frames in received bytes, which may come in pieces of any size.

    A false start costs its first byte only: the rest is searched again, so that garbage never
    swallows a whole frame after it.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[Parts]:
        """Take the next bytes and return the frames that they complete."""
        self._buffer += data
        frames = []
        while (frame := self._next()) is not None:
            frames.append(frame)
        return frames

    def give_up(self) -> list[Parts]:
        """Stop waiting for the rest of an incomplete frame; return the frames found after it."""
        frames: list[Parts] = []
        while self._buffer:
            del self._buffer[:1]
            frames += self.feed(b"")
        return frames

    def _next(self) -> Parts | None:
        """Return the first whole frame of the buffer; None if more bytes are needed."""
        while self._seek():
            length = self._buffer[2]
            end = _HEAD + length + _CHECK
            if length <= MAX_PAYLOAD:
                if len(self._buffer) < end:
                    return None
                body = bytes(self._buffer[2 : end - _CHECK])
                if checksum(body) == int.from_bytes(self._buffer[end - _CHECK : end], "big"):
                    del self._buffer[:end]
                    return body[1], body[2], body[3:]
            del self._buffer[:1]
        return None

    def _seek(self) -> bool:
        """Drop the bytes before the next sync; return whether a length follows it."""
        at = self._buffer.find(SYNC)
        if at < 0:  # the last byte may be the first half of a sync
            at = len(self._buffer) - self._buffer.endswith(SYNC[:1])
        del self._buffer[:at]
        return len(self._buffer) > len(SYNC)
