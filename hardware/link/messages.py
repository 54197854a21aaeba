"""The payloads of frames to and from the board controller. Pure; PROTOCOL.md has the bytes."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from hardware.link.framing import MAX_PAYLOAD
from hardware.ports import DARK, Light, Rhythm

VERSION: Final = 1
"""The version of the protocol, which both ends announce first."""


class Kind(IntEnum):
    """The types of frames; the controller's own have the highest bit set, except answers."""

    HELLO = 0x01
    LIGHTS = 0x02
    PING = 0x04
    ACK = 0x06
    REFUSED = 0x15
    WELCOME = 0x81
    SWITCHES = 0x82


class Reason(IntEnum):
    """Why the controller refused an intact frame."""

    UNKNOWN = 1
    MALFORMED = 2
    NO_SUCH_LED = 3


@dataclass(frozen=True, slots=True)
class Welcome:
    """A controller's description of itself; ``token`` repeats that of the HELLO it answers."""

    token: int
    version: int
    firmware: tuple[int, int]
    leds: int
    switches: int


MAX_LEDS: Final = 256
"""An LED's number is one byte."""

Lit = Mapping[int, Light]
"""The lights that are on, by the number of the LED; every other LED is dark."""

_HELLO: Final = struct.Struct(">BH")
_WELCOME: Final = struct.Struct(">BHBBHB")
_LIT: Final = struct.Struct(">BBBBB")
_FROM_DARK, _SHOW = 1, 2
_LIT_PER_FRAME: Final = (MAX_PAYLOAD - 1) // _LIT.size
_RHYTHMS: Final = {rhythm: code for code, rhythm in enumerate(Rhythm)}


def pack_hello(token: int) -> bytes:
    """Return the payload that opens a session; ``token`` (two bytes) identifies it."""
    return _HELLO.pack(VERSION, token)


def parse_welcome(payload: bytes) -> Welcome | None:
    """Parse the answer to HELLO; None for an invalid one.

    The version comes first; a later protocol may append more.
    """
    if len(payload) < _WELCOME.size:
        return None
    version, token, major, minor, leds, switches = _WELCOME.unpack_from(payload)
    return Welcome(token, version, (major, minor), leds, switches)


def pack_lights(lit: Lit) -> list[bytes]:
    """Return the payloads, at least one, that light exactly these LEDs.

    The first starts from darkness and the last shows everything at once, so that no
    intermediate state is ever visible.
    """
    shining = [(led, light) for led, light in sorted(lit.items()) if light != DARK]
    entries = [_LIT.pack(led, _RHYTHMS[one.rhythm], *one.colour) for led, one in shining]
    groups = [
        entries[at : at + _LIT_PER_FRAME] for at in range(0, max(1, len(entries)), _LIT_PER_FRAME)
    ]
    last = len(groups) - 1
    return [
        bytes(((_FROM_DARK if at == 0 else 0) | (_SHOW if at == last else 0),)) + b"".join(group)
        for at, group in enumerate(groups)
    ]


def parse_switches(payload: bytes, count: int) -> tuple[bool, ...] | None:
    """Return which of ``count`` switches are closed; None for a payload of another length."""
    if len(payload) != (count + 7) // 8:
        return None
    bits = int.from_bytes(payload, "little")
    return tuple(bool(bits >> at & 1) for at in range(count))
