"""Board controllers that refuse, forget, lie or babble, on a line that is none."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from hardware.firmware.controller import Controller
from hardware.link.framing import Decoder, Frame, encode
from hardware.link.messages import VERSION, Kind
from hardware.ports import Clock

LEDS: Final = 256
SWITCHES: Final = 255
Answer = Callable[[Frame], bytes]


def welcome(
    token: bytes, version: int = VERSION, leds: int = LEDS, switches: int = SWITCHES
) -> bytes:
    """Return the frame that greets back."""
    said = bytes((version,)) + token + bytes((1, 0)) + leds.to_bytes(2) + bytes((switches,))
    return encode(Frame(0, Kind.WELCOME, said))


class Line:
    """A line whose other end answers every frame with what ``answer`` returns."""

    opened = 0
    closed = 0

    def __init__(self, answer: Answer) -> None:
        """Open it."""
        type(self).opened += 1
        self._answer = answer
        self._decoder = Decoder()
        self._coming = b""

    def read(self) -> bytes:
        """Return what has come."""
        coming, self._coming = self._coming[:4096], self._coming[4096:]
        return coming

    def write(self, data: bytes, /) -> None:
        """Have every frame answered."""
        for frame in map(Frame._make, self._decoder.feed(data)):
            self._coming += self._answer(frame)

    def close(self) -> None:
        """Let it go."""
        type(self).closed += 1


def _greeting(frame: Frame, **more: int) -> bytes:
    return welcome(frame.payload[1:3], **more) if frame.kind == Kind.HELLO else b""


def _acknowledged(frame: Frame) -> bytes:
    return encode(Frame(frame.sequence, Kind.ACK))


def refusing(reason: bytes) -> Answer:
    """Greet, and refuse everything."""
    return lambda frame: _greeting(frame) or encode(Frame(frame.sequence, Kind.REFUSED, reason))


def foreign(version: int) -> Answer:
    """Speak another version of the protocol."""
    return lambda frame: _greeting(frame, version=version) or _acknowledged(frame)


def small(leds: int, switches: int) -> Answer:
    """Have too few of something."""
    return lambda frame: _greeting(frame, leds=leds, switches=switches) or _acknowledged(frame)


def babbling(seed: int) -> Answer:
    """Greet, and then answer with noise, half of it put into frames."""
    chance = random.Random(seed)

    def answer(frame: Frame) -> bytes:
        noise = chance.randbytes(chance.randrange(240))
        if chance.random() < 0.5:
            noise = encode(Frame(chance.randrange(256), chance.randrange(256), noise))
        return _greeting(frame) + noise

    return answer


def echoing(frame: Frame) -> bytes:
    """Be a plug that connects both wires."""
    return encode(frame)


def forgetful() -> Answer:
    """Reset after every third frame; be right otherwise."""
    cores = [Controller(LEDS, SWITCHES)]
    count = 0

    def answer(frame: Frame) -> bytes:
        nonlocal count
        count += 1
        if count % 3 == 0:
            cores[0] = Controller(LEDS, SWITCHES)
        cores[0].hear(encode(frame), count)
        return cores[0].due(count)

    return answer


def sparing(clock: Clock) -> Answer:
    """Answer every tenth frame; somebody else gets the other answers."""
    rightly = right(clock)
    count = 0

    def answer(frame: Frame) -> bytes:
        nonlocal count
        count += 1
        return _greeting(frame) or (rightly(frame) if count % 10 == 0 else b"")

    return answer


def flooding(seed: int) -> Answer:
    """Send a quarter of a megabyte of noise for every frame."""
    noise = random.Random(seed).randbytes(1 << 18)
    return lambda _frame: noise


def dripping() -> Answer:
    """Greet one byte at a time, a byte for every frame."""
    coming: list[int] = []

    def answer(frame: Frame) -> bytes:
        if not coming:
            coming.extend(_greeting(frame) or _acknowledged(frame))
        return bytes((coming.pop(0),))

    return answer


def exchanged() -> Answer:
    """Greet as the right one, go silent, and come back as another version."""
    count = 0

    def answer(frame: Frame) -> bytes:
        nonlocal count
        count += frame.kind == Kind.HELLO
        return _greeting(frame, version=VERSION + (count > 1)) if count < 9 else b""

    return answer


def gone(_frame: Frame) -> bytes:
    """Be pulled out in the middle of a word."""
    raise OSError("the cable is out")


def right(clock: Clock) -> Answer:
    """Be as it should be."""
    core = Controller(LEDS, SWITCHES)

    def answer(frame: Frame) -> bytes:
        core.hear(encode(frame), round(1000 * clock.now_s()))
        return core.due(round(1000 * clock.now_s()))

    return answer
