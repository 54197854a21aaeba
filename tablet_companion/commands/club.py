"""``tablet-companion club``: the organiser's page of all tables of a broker."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from pathlib import Path
from typing import Final

from tablet_companion.app.reception import require_packages
from tablet_companion.commands._numbers import natural
from tablet_companion.config import ConfigError, data_folder, read_settings

_PORT: Final = 8750
_NEEDED: Final = ("aiohttp", "networkx", "paho")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--settings", type=Path, metavar="FILE.toml", help="whose [mqtt] is used")
    parser.add_argument("--port", type=natural, default=_PORT, help="of the page, on 127.0.0.1")
    parser.add_argument("--book", type=Path, metavar="FILE.db", help="where results are kept")


def run(arguments: argparse.Namespace) -> int:
    """Listen to the tables and serve the page until Control-C."""
    settings = read_settings(arguments.settings).mqtt
    if settings.broker is None:
        raise ConfigError("No tables are heard: name a broker under [mqtt] in the settings.")
    require_packages(_NEEDED, "mqtt", "broker")
    from tablet_companion.club.book import Book  # noqa: PLC0415 - extras
    from tablet_companion.club.listener import Listener  # noqa: PLC0415 - extras
    from tablet_companion.club.organiser import Organiser  # noqa: PLC0415 - extras

    book = Book(arguments.book or data_folder() / "club" / "book.db")
    organiser = Organiser(book, lambda: listener.rows)
    listener = Listener(settings, book, organiser.change)
    listener.start()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(organiser.serve(arguments.port, _tell))
    except OSError as error:
        raise ConfigError(f"Port {arguments.port}: {error.strerror}; choose another.") from error
    finally:
        listener.stop()
        book.close()
    return 0


def _tell(port: int) -> None:
    sys.stdout.write(f"http://127.0.0.1:{port}/\n")
    sys.stdout.flush()
