"""Starts what telephones need, if the settings want them: guests, certificate, server."""

from __future__ import annotations

import importlib.util
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from hardware.clock import SystemClock
from hardware.errors import CompanionError
from tablet_companion.app.inbox import Inbox
from tablet_companion.app.network.invitations import Reception
from tablet_companion.config import Settings, WebSettings, data_folder
from tablet_companion.screen.toolkit.drawing import Rgb
from tablet_companion.web import addresses
from tablet_companion.web.guests import Guests

if TYPE_CHECKING:
    import segno

NEEDED: Final = ("aiohttp", "cryptography", "segno")
_LOOPBACK: Final = "127.0.0.1"


class WebError(CompanionError):
    """Telephones cannot be served."""


def guests_folder() -> Path:
    """Return the folder that holds who was let in with a telephone."""
    return data_folder() / "web"


def open_reception(
    settings: Settings,
    ground: Rgb,
    texts: Callable[[Mapping[str, str]], tuple[str, Mapping[str, str]]],
    inbox: Inbox,
    stack: ExitStack,
) -> Reception | None:
    """Serve telephones until the stack closes, if the settings say so; None if they do not.

    ``texts`` translates the page's own words into the table's language. Raises CompanionError.
    """
    web = settings.web
    if not web.on:
        return None
    require_packages()
    # The server's packages are an extra, which most tables do not need.
    from tablet_companion.web import certificate, server  # noqa: PLC0415

    guests, names = Guests(guests_folder(), time.time, SystemClock()), addresses.list_names(web)
    site = server.Site(guests, names, ground, lambda: texts(server.TEXTS))
    tls = certificate.open_tls(guests_folder(), names) if web.tls else None
    address = web.address if web.tls else _LOOPBACK
    served = server.TelephoneServer(site, inbox.put, (address, web.port), tls)
    stack.callback(served.stop)
    served.start()
    return Reception(guests, lambda: find_reachable(web), draw_code, served.cut)


def find_reachable(web: WebSettings) -> str:
    """Return the address for telephones as it is now; empty if this machine is in no network.

    Wi-Fi comes up after the table does, and a router may give another address in mid-game.
    """
    name = addresses.list_names(web)[0]
    reached = addresses.is_here(name) if name == web.address else name != _LOOPBACK
    return write_address(web) if reached else ""


def write_address(web: WebSettings) -> str:
    """Return the address for browsers: behind a reverse proxy its name without a port."""
    name = addresses.list_names(web)[0]
    return f"https://{name}:{web.port}/" if web.tls else f"https://{name}/"


def draw_code(text: str) -> tuple[str, ...]:
    """Return the rows of a QR code, ``1`` for black."""
    rows = _make_code(text).matrix
    return tuple("".join("1" if module else "0" for module in row) for row in rows)


def print_code(text: str, terminal: TextIO) -> None:
    """Write a QR code for a dark terminal: what is black stays dark."""
    _make_code(text).terminal(terminal, border=2, compact=True)


def _make_code(text: str) -> segno.QRCode:
    import segno  # noqa: PLC0415 - an extra

    return segno.make(text, error="l", micro=False)


def require_packages(names: Sequence[str] = NEEDED, group: str = "web", key: str = "on") -> None:
    """Refuse settings that need packages which are not installed; raises WebError.

    ``key`` is the setting in ``group``, which has the name of the extra, except for MQTT.
    """
    missing = [name for name in names if importlib.util.find_spec(name) is None]
    extra = "club" if group == "mqtt" else group
    if missing:
        raise WebError(
            f"{key} under [{group}] in the settings needs {', '.join(missing)}, which is not "
            f"installed: in the project's folder run {sys.executable} -m pip install '.[{extra}]', "
            "or remove the setting."
        )
