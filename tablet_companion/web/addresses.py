"""The names by which browsers on the network reach this machine."""

from __future__ import annotations

import contextlib
import fcntl
import ipaddress
import socket
import struct
from collections.abc import Iterable, Iterator
from typing import Final

from tablet_companion.config import ConfigError, WebSettings

_SIOCGIFADDR: Final = 0x8915
"""What Linux calls the question for an interface's address (netdevice(7))."""


def find_address() -> str:
    """Return this machine's address on its network; 127.0.0.1 if it has none.

    Nothing is sent: connecting a datagram socket only selects a route. A network that leads
    nowhere, as a table's own hotspot, has no such route.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation
            return str(probe.getsockname()[0])
    except OSError:
        return next(_list_addresses(), "127.0.0.1")


def is_here(address: str) -> bool:
    """Whether this machine has an address now; a name is taken for one of its own."""
    with contextlib.suppress(ValueError), socket.socket() as probe:
        ipaddress.ip_address(address)
        try:
            probe.bind((address, 0))
        except OSError:
            return False
    return True


def _list_addresses() -> Iterator[str]:
    """Yield the addresses of this machine's networks, as far as Linux tells them."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # one without an address
                told = fcntl.ioctl(asked, _SIOCGIFADDR, struct.pack("40s", name.encode()[:15]))
                if not (address := socket.inet_ntoa(told[20:24])).startswith("127."):
                    yield address


def list_names(settings: WebSettings) -> tuple[str, ...]:
    """Return the names and addresses by which browsers reach this machine, the best one first.

    Raises ConfigError for one in the settings that no machine can have.
    """
    host = socket.gethostname()
    address = find_address() if settings.address in ("", "0.0.0.0") else settings.address  # noqa: S104 - compared, not bound
    own = (address, f"{host}.local", host, "localhost", "127.0.0.1")
    return tuple(dict.fromkeys(map(write_ascii, (*settings.names, *own))))


def write_ascii(name: str) -> str:
    """Return a name as browsers ask for it and certificates hold it: xn--kse-qla for käse."""
    try:
        return name.encode("idna").decode("ascii")
    except UnicodeError as error:
        mend = "correct the address, or names under [web] in the settings"
        raise ConfigError(f"{name!r} is no name of a machine ({error}); {mend}.") from error


def is_own(host: str, names: Iterable[str]) -> bool:
    """Whether a browser that asks for this host means this machine, by a name or a number.

    A foreign page could point its own name to our address, and would then be taken for ours. A
    request that names no host is refused, too: aiohttp's ``request.host`` would ask the network for
    this machine's name and block everybody meanwhile.
    """
    bare = host.rpartition(":")[0] if ":" in host.rpartition("]")[2] else host
    bare = bare.strip("[]").lower()
    try:
        ipaddress.ip_address(bare)
    except ValueError:
        return bare in {name.lower() for name in names}
    return True
