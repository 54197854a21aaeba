"""Frames on the serial line to the board controller: bytes in, frames out. No I/O, no clock.

PROTOCOL.md beside this file defines the bytes. The controller's own program finds and builds them
at both ends; the tests have a second implementation, and compare.
"""

from __future__ import annotations

import binascii
from typing import Final, NamedTuple

from hardware.firmware import controller

MAX_PAYLOAD: Final = controller.MOST_PAYLOAD


class Frame(NamedTuple):
    """One message: its sequence number and type (0 to 255 each) and up to MAX_PAYLOAD bytes."""

    sequence: int
    kind: int
    payload: bytes = b""


def encode(frame: Frame) -> bytes:
    """Return a frame's bytes. Raises ValueError for a payload that is too long."""
    if len(frame.payload) > MAX_PAYLOAD:
        raise ValueError(f"a payload of {len(frame.payload)} bytes; at most {MAX_PAYLOAD} fit")
    return controller.build_frame(*frame)


class _Line(controller.Line):
    """Finds frames as the controller does, with the same checksum in C.

    In Python it takes 27 µs for every byte of a line full of false beginnings: each needs one.
    """

    def check(self, body: bytes) -> int:
        """Return the checksum of a frame's body."""
        return binascii.crc_hqx(body, 0xFFFF)


class Decoder:
    """Finds the frames in received bytes, which may come in pieces of any size."""

    def __init__(self) -> None:
        self._line = _Line()

    def feed(self, data: bytes) -> list[Frame]:
        """Take the next bytes and return the frames that they complete."""
        return [Frame(*found) for found in self._line.feed(data)]

    def give_up(self) -> list[Frame]:
        """Stop waiting for the rest of an incomplete frame: the line has been silent for too long.

        Returns the frames found after it.
        """
        return [Frame(*found) for found in self._line.give_up()]
