"""Reports the program's state to systemd by sd_notify's protocol, over its datagram socket.

The protocol is systemd's public interface (sd_notify(3)): lines of ``NAME=value`` in one datagram
to the socket that ``NOTIFY_SOCKET`` names. Only the standard library is needed.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping
from typing import Final

from hardware.log import LogOnce

SOCKET: Final = "NOTIFY_SOCKET"
WATCHDOG: Final = "WATCHDOG_USEC"
WATCHDOG_PID: Final = "WATCHDOG_PID"


class Overseer:
    """The service manager that started the program, watches it, and restarts it if it hangs.

    It may be away for a moment, for instance while it re-executes itself; the game continues, and
    messages that cannot be sent are dropped. A program that was started by hand has none: without
    an ``address`` nothing is sent.
    """

    def __init__(self, address: str = "", patience_s: float | None = None) -> None:
        """``address`` is a path, or a name in the abstract namespace after an ``@``.

        After ``patience_s`` without ``report_alive`` the program is restarted; None for never.
        """
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self.patience_s = patience_s
        self._status = ""
        self._unheard = LogOnce()

    def report_ready(self) -> None:
        """Report that the unit has started."""
        self._send("READY=1")

    def report_alive(self) -> None:
        """Feed the watchdog."""
        self._send("WATCHDOG=1")

    def status(self, words: str) -> None:
        """Show a line in ``systemctl status``; an unchanged line is not sent again."""
        line = " ".join(words.split())
        if line != self._status:
            self._send(f"STATUS={line}")
        self._status = line

    def report_stopping(self) -> None:
        """Report that the unit is stopping."""
        self._send("STOPPING=1")

    def _send(self, line: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
                sender.settimeout(0)  # a full queue must not delay the game
                sender.sendto(line.encode(), self._address)
        except BlockingIOError:
            pass  # its queue is full; the next message follows soon
        except OSError as error:
            why = error.strerror or error
            self._unheard.tell(f"systemd cannot be notified ({why}); the game continues.")
        else:
            self._unheard.forget()


def overseer(environment: Mapping[str, str] = os.environ) -> Overseer:
    """Return the overseer that an environment names; a watchdog applies to this process only.

    An invalid timeout means no watchdog.
    """
    address = environment.get(SOCKET, "")
    if not address.startswith(("/", "@")):
        return Overseer()
    meant = environment.get(WATCHDOG_PID, str(os.getpid())) == str(os.getpid())
    usec = environment.get(WATCHDOG, "")
    return Overseer(address, int(usec) / 1e6 if meant and usec.isdecimal() and int(usec) else None)
