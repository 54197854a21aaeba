"""The address of the organiser's page, and opening it to others."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tablet_companion.config import ConfigError, WebSettings
from tablet_companion.web import addresses
from tablet_companion.web.certificate import open_tls

HOST: Final = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Place:
    """The page's address: host, port (0 for any), the names browsers use, and TLS."""

    address: str = HOST
    port: int = 0
    names: tuple[str, ...] = (HOST, "localhost")
    tls: ssl.SSLContext | None = None

    @property
    def scheme(self) -> str:
        """Return the URL's scheme."""
        return "http" if self.tls is None else "https"


def open_place(address: str, port: int, folder: Path, *, guarded: bool) -> Place:
    """Return where to serve the page: beyond this machine only with TLS and a password."""
    if address == HOST:
        return Place(port=port)
    if not guarded:
        raise ConfigError(
            f"--address {address} opens the page to others: give --password-file, too."
        )
    names = addresses.list_names(WebSettings(address=address))
    return Place(address, port, names, open_tls(folder, names))
