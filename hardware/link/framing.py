"""Frames on the serial line to the board controller: bytes in, frames out. No I/O, no clock.

PROTOCOL.md beside this file defines the bytes; the controller has its own implementation in
``hardware/firmware/controller.py``, and the tests compare all three.
"""

from __future__ import annotations

import binascii
from dataclasses import dataclass
from typing import Final

SYNC: Final = b"\xa5\x5a"
MAX_PAYLOAD: Final = 240
_HEAD: Final = 5
"""Sync, length, sequence number and type; the payload follows."""
_CHECK: Final = 2


@dataclass(frozen=True, slots=True)
class Frame:
    """One message: its sequence number and type (0 to 255 each) and up to MAX_PAYLOAD bytes."""

    sequence: int
    kind: int
    payload: bytes = b""


def checksum(data: bytes) -> int:
    """Return CRC-16/CCITT-FALSE: polynomial 0x1021, initial value 0xFFFF."""
    return binascii.crc_hqx(data, 0xFFFF)


def encode(frame: Frame) -> bytes:
    """Return a frame's bytes. Raises ValueError for a payload that is too long."""
    if len(frame.payload) > MAX_PAYLOAD:
        raise ValueError(f"a payload of {len(frame.payload)} bytes; at most {MAX_PAYLOAD} fit")
    body = bytes((len(frame.payload), frame.sequence, frame.kind)) + frame.payload
    return SYNC + body + checksum(body).to_bytes(_CHECK, "big")


class Decoder:
    """Finds the frames in received bytes, which may come in pieces of any size.

    A false start costs its first byte only: the rest is searched again, so that garbage never
    swallows a whole frame after it.
    """

    def __init__(self) -> None:
        self._buffer = bytearray()

    @property
    def pending(self) -> bool:
        """Whether an incomplete frame is waiting for its rest."""
        return bool(self._buffer)

    def feed(self, data: bytes) -> list[Frame]:
        """Take the next bytes and return the frames that they complete."""
        self._buffer += data
        frames = []
        while (frame := self._next()) is not None:
            frames.append(frame)
        return frames

    def give_up(self) -> list[Frame]:
        """Stop waiting for the rest of an incomplete frame: the line has been silent for too long.

        Returns the frames found after it.
        """
        frames: list[Frame] = []
        while self._buffer:
            del self._buffer[:1]
            frames += self.feed(b"")
        return frames

    def _next(self) -> Frame | None:
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
                    return Frame(body[1], body[2], body[3:])
            del self._buffer[:1]
        return None

    def _seek(self) -> bool:
        """Drop the bytes before the next sync; return whether a length follows it."""
        at = self._buffer.find(SYNC)
        if at < 0:  # the last byte may be the first half of a sync
            at = len(self._buffer) - self._buffer.endswith(SYNC[:1])
        del self._buffer[:at]
        return len(self._buffer) > len(SYNC)
