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


class Decoder(controller.Line):
    """Finds frames in received bytes as the controller does, with the same checksum in C.

    In Python it takes 27 µs for every byte of a line full of false beginnings: each needs one.
    """

    def check(self, body: bytes) -> int:
        """Return the checksum of a frame's body."""
        return binascii.crc_hqx(body, 0xFFFF)
