"""Strips of coloured LEDs that understand Adalight: WLED, and many makers' sketches.

A frame is ``Ada``, the number of LEDs less one (two bytes, the higher first), a check byte, and
red, green and blue of every LED (http://www.ladyada.net/make/adalight; WLED says the same).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hardware.errors import CompanionError
from hardware.link import transport
from hardware.link.transport import Port
from hardware.log import LogOnce
from hardware.ports import Lamp

Rgb = tuple[int, int, int]

_SALT: Final = 0x55
_REFRESH_S: Final = 0.5
"""After a silence WLED returns to its own effects; so the frame is repeated in time."""
_RETRY_S: Final = 2.0
"""The pause before a strip that failed is opened again."""
_WRITE_S: Final = 1.0
"""A strip that does not take a frame for this long has failed."""


class StripError(CompanionError):
    """Segments that do not fit the strip."""


@dataclass(frozen=True, slots=True)
class Segment:
    """The LEDs from ``first`` to ``last`` (from 0, both included), and the colour of its lamp."""

    first: int
    last: int
    colour: Rgb


def build_frame(colours: Sequence[Rgb]) -> bytes:
    """Return the frame that shows these colours, one for each LED, 1 to 65,536 of them."""
    high, low = divmod(len(colours) - 1, 256)
    head = b"Ada" + bytes((high, low, high ^ low ^ _SALT))
    return head + bytes(value for colour in colours for value in colour)


def mix_colours(
    levels: Mapping[Lamp, float], segments: Mapping[Lamp, Segment], leds: int
) -> list[Rgb]:
    """Return the colour of every LED; if lamps share one, the brighter wins in each channel."""
    colours: list[Rgb] = [(0, 0, 0)] * leds
    for lamp, segment in segments.items():
        level = levels.get(lamp, 0.0)
        red, green, blue = (round(value * level) for value in segment.colour)
        for number in range(segment.first, segment.last + 1):
            old = colours[number]
            colours[number] = max(old[0], red), max(old[1], green), max(old[2], blue)
    return colours


def open_port(url: str, baud: int) -> Port:
    """Open a serial port by its device or pyserial URL, for us alone.

    Raises as ``transport.open_port`` does.
    """
    port: Port = transport.open_port(url, baudrate=baud, write_timeout=_WRITE_S, exclusive=True)
    return port


class StripLamps:
    """Lamps on a strip. A lamp without a segment is ignored.

    A thread sends the frame to the strip again and again, and opens the port when it can, also
    after the cable was out: a missing strip never delays the game.
    """

    def __init__(
        self,
        connect: Callable[[], Port],
        segments: Mapping[Lamp, Segment],
        leds: int,
        *,
        retry_s: float = _RETRY_S,
    ) -> None:
        """``connect`` opens the port. Raises StripError for segments beyond the strip's end."""
        _check(segments, leds)
        self._connect = connect
        self._segments = dict(segments)
        self._leds = leds
        self._retry_s = retry_s
        self._levels: dict[Lamp, float] = {}
        self._ended = False
        self._dark = LogOnce()
        self._news = threading.Condition()
        self._fresh = True
        self._writer = threading.Thread(target=self._write, name="LED strip", daemon=True)
        self._writer.start()

    def show(self, levels: Mapping[Lamp, float]) -> None:
        """Set every lamp named; returns at once."""
        with self._news:
            self._levels |= levels
            self._fresh = True
            self._news.notify()

    def close(self) -> None:
        """Darken the strip and release the port. Closing twice does nothing."""
        with self._news:
            self._levels.clear()
            self._ended = True
            self._news.notify()
        self._writer.join(timeout=_WRITE_S + _REFRESH_S)

    def _write(self) -> None:
        """Keep the strip up to date until closed; on the writer's thread."""
        port: Port | None = None
        while True:
            frame, ended = self._due(_REFRESH_S if port else self._retry_s)
            try:
                port = port or (None if ended else self._connect())
                if port is not None:
                    port.write(frame)
                    self._dark.forget()
            except (OSError, CompanionError) as error:  # unplugged, or an unsupported baud rate
                self._dark.tell(f"The LED strip cannot be reached; trying again: {error}")
                transport.let_go(port)
                port = None
            if ended:
                transport.let_go(port)
                return

    def _due(self, wait_s: float) -> tuple[bytes, bool]:
        """Wait for a new frame or a repetition; return it, and whether it is the last."""
        with self._news:
            self._news.wait_for(lambda: self._fresh or self._ended, wait_s)
            self._fresh = False
            return build_frame(mix_colours(self._levels, self._segments, self._leds)), self._ended


def _check(segments: Mapping[Lamp, Segment], leds: int) -> None:
    for lamp, segment in segments.items():
        if not 0 <= segment.first <= segment.last < leds:
            raise StripError(
                f"The strip's lamp {lamp} is from LED {segment.first} to {segment.last}, but the "
                f"strip has the LEDs 0 to {leds - 1}."
            )
