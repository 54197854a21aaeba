"""Opening the line to the board controller: a device, a pyserial URL, or USB's own numbers."""

from __future__ import annotations

import contextlib
import re
import termios
from typing import Any, Final, Protocol

import serial
from serial.tools import list_ports

from hardware.errors import CompanionError

PICO: Final = "usb:2e8a:0005"
"""The USB vendor and product of a Raspberry Pi Pico with MicroPython."""
_MAX_READ_BYTES: Final = 4096
_WRITE_S: Final = 0.2
"""A frame takes milliseconds; a line that does not take it for this long has failed."""


class LineNameError(CompanionError):
    """A text that can never name a line."""


class Port(Protocol):
    """A line that bytes can be sent over. Its methods raise OSError once the other end is gone."""

    def write(self, data: bytes, /) -> int | None:
        """Send bytes; a line that accepts none for a while counts as gone."""

    def close(self) -> None:
        """Close the line."""


class Line(Port, Protocol):
    """An open line."""

    def read(self) -> bytes:
        """Return the received bytes, possibly none, without waiting."""


def let_go(line: Port | None) -> None:
    """Close a line, ignoring that it may be gone already."""
    if line is not None:
        with contextlib.suppress(OSError):  # it was pulled out: there is nothing left to close
            line.close()


class SerialLine:
    """A line that pyserial opened."""

    def __init__(self, url: str, baud: int) -> None:
        """Open a device or URL exclusively. Raises as ``open_port`` does."""
        self._port = open_port(
            url, baudrate=baud, timeout=0, write_timeout=_WRITE_S, exclusive=True
        )

    def read(self) -> bytes:
        """Return the received bytes."""
        data: bytes = self._port.read(_MAX_READ_BYTES)
        return data

    def write(self, data: bytes, /) -> None:
        """Send bytes; a write to a full line fails after a fifth of a second."""
        if data:
            self._port.write(data)

    def close(self) -> None:
        """Close the port."""
        self._port.close()


def open_port(url: str, **options: Any) -> Any:
    """Open a device or pyserial URL with pyserial's own options.

    Raises OSError if there is none at present, LineNameError for a name that can never be opened.
    """
    try:
        return serial.serial_for_url(url, **options)
    except OSError:
        raise
    except termios.error as error:  # unplugged while it was being opened
        raise OSError(str(error)) from error
    except Exception as error:  # pyserial's URL handlers raise any error
        raise LineNameError(f"{url!r} is not the name of a serial port: {error}.") from error


def check_line(where: str) -> None:
    """Raise LineNameError for a text that cannot name a line; nothing is opened."""
    if where == "usb":
        return
    if where.startswith("usb:"):
        _numbers(where)
        return
    with contextlib.suppress(OSError):  # not plugged in at present
        open_port(where, do_not_open=True)


def open_line(where: str, baud: int) -> Line:
    """Open a line: a device (``/dev/ttyACM0``), a pyserial URL, ``usb`` or ``usb:2e8a:0005``.

    ``usb`` searches each time by vendor and product: a board that is plugged in again often gets
    another device. Raises OSError if there is none at present and LineNameError for a text that
    cannot name one.
    """
    if where == "usb" or where.startswith("usb:"):
        where = _device(PICO if where == "usb" else where)
    return SerialLine(where, baud)


def _numbers(usb: str) -> tuple[int, int]:
    """Return vendor and product of a text such as ``usb:2e8a:0005``."""
    numbers = re.fullmatch(r"usb:([0-9a-fA-F]{1,4}):([0-9a-fA-F]{1,4})", usb)
    if numbers is None:
        raise LineNameError(
            f"{usb!r} is not the name of a USB device; write usb:VENDOR:PRODUCT, like {PICO}."
        )
    return int(numbers[1], 16), int(numbers[2], 16)


def _device(usb: str) -> str:
    wanted = _numbers(usb)
    for port in list_ports.comports():
        if (port.vid, port.pid) == wanted:
            device: str = port.device
            return device
    raise OSError(f"no device {usb} is plugged in")
