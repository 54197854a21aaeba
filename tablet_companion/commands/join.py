"""``tablet-companion join``: print an invitation for a telephone, beside the running table."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Final

from hardware.clock import SystemClock
from hardware.formats import shorten
from tablet_companion import games
from tablet_companion.app.network.reception import (
    guests_folder,
    print_code,
    require_packages,
    write_address,
)
from tablet_companion.commands._numbers import up_to
from tablet_companion.config import ConfigError
from tablet_companion.config.reading import read_settings
from tablet_companion.games.core import TABLE, Seat
from tablet_companion.web.guests import Guests
from tablet_companion.web.invitations import LONGEST_S

_MINUTES: Final = 30
_MOST_MINUTES: Final = int(LONGEST_S) // 60


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "--seat",
        metavar="SEAT",
        help="the player's seat, such as red (default: none, only the table's page)",
    )
    lasts = f"how long the code can be used, up to {_MOST_MINUTES}"
    add("--minutes", type=up_to(_MOST_MINUTES), default=_MINUTES, metavar="N", help=lasts)
    add("--settings", type=Path, metavar="FILE.toml", help="the settings file")


def run(arguments: argparse.Namespace) -> int:
    """Print the address with its invitation, and the same as a code to be scanned."""
    web = read_settings(arguments.settings).web
    if not web.on:
        raise ConfigError("No telephone can join: write on = true under [web] in the settings.")
    require_packages()
    viewer = Seat(arguments.seat or TABLE)
    if viewer != TABLE and viewer not in (known := games.seats()):
        raise ConfigError(
            f"--seat: no game has a seat {shorten(viewer)}; there are: {', '.join(sorted(known))}."
        )
    guests = Guests(guests_folder(), time.time, SystemClock())
    invitation = guests.invite(viewer, 60.0 * arguments.minutes)
    address = f"{write_address(web)}#{invitation}"
    print_code(address, sys.stdout)
    print(address)
    print(f"For {viewer}, once, within {arguments.minutes} min.")
    return 0
