"""Telling systemd how the program does: sd_notify's protocol, over its datagram socket.

The protocol is systemd's public interface (sd_notify(3)): lines of ``NAME=value`` in one datagram
to the socket that ``NOTIFY_SOCKET`` names. Nothing but the standard library is needed for it.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from typing import Final

from hardware.log import log
from hardware.ports import Overseer

SOCKET: Final = "NOTIFY_SOCKET"
WATCHDOG: Final = "WATCHDOG_USEC"
WATCHDOG_PID: Final = "WATCHDOG_PID"


class Unwatched:
    """The overseer of a program that somebody started by hand: nobody listens."""

    patience_s: Final = None

    def ready(self) -> None:
        """Do nothing."""

    def alive(self) -> None:
        """Do nothing."""

    def status(self, words: str) -> None:
        """Do nothing."""

    def stopping(self) -> None:
        """Do nothing."""


class Systemd:
    """A service manager that listens on a socket.

    It may be away for a moment, as while it executes itself again; a game goes on all the same, so
    what cannot be sent is dropped. A watchdog that then hears too little starts the program again.
    """

    def __init__(self, address: str, patience_s: float | None) -> None:
        """Send to a socket: a path, or a name in the abstract space after an ``@``."""
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._patience_s = patience_s
        self._status = self._told = ""

    @property
    def patience_s(self) -> float | None:
        """Return how long the watchdog waits, None where the unit asks for none."""
        return self._patience_s

    def ready(self) -> None:
        """Say that the unit has started."""
        self._send("READY=1")

    def alive(self) -> None:
        """Feed the watchdog."""
        self._send("WATCHDOG=1")

    def status(self, words: str) -> None:
        """Show a line in ``systemctl status``; the same line is sent once."""
        line = " ".join(words.split())
        if line != self._status:
            self._send(f"STATUS={line}")
        self._status = line

    def stopping(self) -> None:
        """Say that the unit is on its way down."""
        self._send("STOPPING=1")

    def _send(self, line: str) -> None:
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
                sender.settimeout(0)  # a full queue must not hold up the game
                sender.sendto(line.encode(), self._address)
        except BlockingIOError:
            pass  # it is behind with reading, and has what counts: another word follows soon
        except OSError as error:
            self._tell(error)
        else:
            self._told = ""

    def _tell(self, error: OSError) -> None:
        """Write to the log that nobody listens, once for each time that it happens."""
        why = error.strerror or str(error)
        if why != self._told:
            log(f"systemd does not hear how the program does ({why}); the game goes on.")
        self._told = why


def overseer(environment: Mapping[str, str] = os.environ) -> Overseer:
    """Return the overseer that an environment names; the watchdog's is that of this process only.

    A number that systemd would not write means no watchdog.
    """
    address = environment.get(SOCKET, "")
    if not address.startswith(("/", "@")):
        return Unwatched()
    meant = environment.get(WATCHDOG_PID, str(os.getpid())) == str(os.getpid())
    usec = environment.get(WATCHDOG, "")
    return Systemd(address, int(usec) / 1e6 if meant and usec.isdecimal() and int(usec) else None)
