"""``tablet-companion club``: the organiser's page of all tables of a broker."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tablet_companion.app.reception import require_packages
from tablet_companion.commands._numbers import natural
from tablet_companion.config import ConfigError, WebSettings, data_folder, read_settings
from tablet_companion.screen.words.wording import words
from tablet_companion.web import addresses

if TYPE_CHECKING:
    from tablet_companion.club.organiser import Place

_HOST: Final = "127.0.0.1"
_PORT: Final = 8750
_NEEDED: Final = ("aiohttp", "cryptography", "networkx", "paho")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--settings", type=Path, metavar="FILE.toml", help="whose [mqtt] is used")
    parser.add_argument("--port", type=natural, default=_PORT, help="of the page")
    parser.add_argument(
        "--address",
        default=_HOST,
        help="where it listens; others than 127.0.0.1 want a password, and have TLS",
    )
    parser.add_argument("--password-file", type=Path, metavar="FILE", help="who may see the page")
    parser.add_argument("--book", type=Path, metavar="FILE.db", help="where results are kept")


def run(arguments: argparse.Namespace) -> int:
    """Listen to the tables and serve the page until Control-C."""
    settings = read_settings(arguments.settings)
    if settings.mqtt.broker is None:
        raise ConfigError("No tables are heard: name a broker under [mqtt] in the settings.")
    require_packages(_NEEDED, "mqtt", "broker")
    from tablet_companion.club import access, organiser  # noqa: PLC0415 - extras
    from tablet_companion.club.book import Book  # noqa: PLC0415 - extras
    from tablet_companion.club.listener import Listener  # noqa: PLC0415 - extras

    secret = arguments.password_file
    guard = access.Access(None if secret is None else access.read_password(secret))
    place = _open_place(arguments)
    book = Book(arguments.book or data_folder() / "club" / "book.db")
    house = organiser.House(guard, words(settings.language))
    page = organiser.Organiser(book, lambda: listener.rows, place, house)
    listener = Listener(settings.mqtt, book, page.change)
    listener.start()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(page.serve(lambda port: _tell(place, port)))
    except OSError as error:
        raise ConfigError(f"Port {arguments.port}: {error.strerror}; choose another.") from error
    finally:
        listener.stop()
        book.close()
    return 0


def _open_place(arguments: argparse.Namespace) -> Place:
    """Return where the page is served: beyond this machine only with TLS and a password."""
    from tablet_companion.club.organiser import Place  # noqa: PLC0415 - extras
    from tablet_companion.web.certificate import open_tls  # noqa: PLC0415 - an extra

    if arguments.address == _HOST:
        return Place(port=arguments.port)
    if arguments.password_file is None:
        raise ConfigError(
            f"--address {arguments.address} opens the page to others: give --password-file, too."
        )
    names = addresses.list_names(WebSettings(address=arguments.address))
    return Place(arguments.address, arguments.port, names, open_tls(data_folder() / "club", names))


def _tell(place: Place, port: int) -> None:
    sys.stdout.write(f"{place.scheme}://{place.names[0]}:{port}/\n")
    sys.stdout.flush()
