"""What ``tablet-companion doctor`` looks at: is everything there that this table needs?

Every check is a plain function of a ``Machine`` and the settings; the machine is asked through a
few functions that tests replace. Nothing is changed or installed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tablet_companion import games
from tablet_companion.config import ConfigError, Settings, settings_path
from tablet_companion.config.reading import read_settings, require_seats
from tablet_companion.games.text import N_
from tablet_companion.screen.words.troubles import said
from tablet_companion.selfcheck.doctor import camera, devices, files, health, software
from tablet_companion.selfcheck.doctor.machine import Machine
from tablet_companion.selfcheck.finding import Finding, State, note, quote

Check = Callable[[Machine, Settings], Iterator[Finding]]

CHECKS: Final[tuple[Check, ...]] = (
    software.checks,
    files.checks,
    devices.checks,
    camera.checks,
    health.checks,
)


def examine(machine: Machine, path: Path | None) -> Iterator[Finding]:
    """Yield a finding for everything looked at, as it is found; ``path`` is the settings file.

    If the settings cannot be read, a finding says so, and the rest is compared with the defaults.
    This user's own file may be missing, as it is before anything was changed on the set-up's pages.
    """
    try:
        path = None if path == settings_path() else path
        settings = read_settings(path)
        require_seats(settings, games.seats)
    except ConfigError as error:
        settings = Settings(camera="")
        yield Finding(
            N_("settings file"),
            State.FAIL,
            said(error),
            note(N_("mend that file or name another; without one the defaults hold")),
        )
    else:
        yield _settings_found(path)
    for check in CHECKS:
        yield from check(machine, settings)


def _settings_found(path: Path | None) -> Finding:
    if path is None and not settings_path().exists():
        return Finding(
            N_("settings file"),
            State.WARN,
            note(
                N_("{text} is not there, so everything has its default"), text=str(settings_path())
            ),
            note(N_("go through the pages of the set-up, or name a file with --settings")),
        )
    return Finding(N_("settings file"), State.OK, quote(str(path or settings_path())))
