"""``tablet-companion club``: the organiser's page of all tables of a broker."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from pathlib import Path
from typing import Final

from tablet_companion.app.network.reception import require_packages
from tablet_companion.commands._numbers import port_number
from tablet_companion.config import ConfigError, Settings, data_folder
from tablet_companion.config.reading import read_settings
from tablet_companion.screen.words.wording import words

_HOST: Final = "127.0.0.1"
_PORT: Final = 8750
_NEEDED: Final = ("aiohttp", "cryptography", "networkx", "paho")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--settings", type=Path, metavar="FILE.toml", help="the settings; [mqtt] names the broker")
    add("--port", type=port_number, default=_PORT, help="the port of the page")
    address = "the page's address; any but 127.0.0.1 needs a password, and uses TLS"
    add("--address", default=_HOST, help=address)
    add("--password-file", type=Path, metavar="FILE", help="the password for the page")
    add("--book", type=Path, metavar="FILE.db", help="the file that keeps the results")


def run(arguments: argparse.Namespace) -> int:
    """Listen to the tables and serve the page until Control-C."""
    settings = read_settings(arguments.settings)
    if settings.mqtt.broker is None:
        raise ConfigError("No tables are heard: name a broker under [mqtt] in the settings.")
    require_packages(_NEEDED, "mqtt", "broker")
    return _serve(arguments, settings)


def _serve(arguments: argparse.Namespace, settings: Settings) -> int:
    from tablet_companion.club import access, organiser  # noqa: PLC0415 - extras
    from tablet_companion.club.book import Book  # noqa: PLC0415 - extras
    from tablet_companion.club.listener import Listener  # noqa: PLC0415 - extras
    from tablet_companion.club.place import open_place  # noqa: PLC0415 - extras

    secret = arguments.password_file
    guard = access.Access(None if secret is None else access.read_password(secret))
    folder, guarded = data_folder() / "club", secret is not None
    place = open_place(arguments.address, arguments.port, folder, guarded=guarded)
    book = Book(arguments.book or folder / "book.db")
    options = organiser.PageOptions(guard, words(settings.language))
    page = organiser.Organiser(book, lambda: listener.rows, place, options)
    listener = Listener(settings.mqtt, book, page.change)

    def tell(port: int) -> None:
        print(f"{place.scheme}://{place.names[0]}:{port}/", flush=True)

    listener.start()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(page.serve(tell))
    finally:
        listener.stop()
        book.close()
    return 0
