"""Runs inside the booted userland as root: installs with make, looks, removes, installs again.

It needs nothing but Python, make and systemd; there is no network. Prints what it saw; the last
line is "as promised", and whatever comes before fails with an AssertionError.
"""

from __future__ import annotations

import grp
import pwd
import shutil
import time
from pathlib import Path

from tests.systemd.inside import (
    HOME,
    NO_SCREEN,
    SETTINGS,
    STATE,
    TRIAL,
    UNIT,
    report,
    run,
    runs,
    shown,
    until,
)

NAME = "tablet-companion"
GROUPS = {"video", "render", "input", "gpio", "audio", "dialout"}
PROGRAM = Path("/usr/bin/tablet-companion")


def make(what: str) -> float:
    """Run make as the README says, with wheels in place of a network; return how long it took."""
    begun = time.monotonic()
    run("make", "--directory", "/proof/project", what, "WHEELS=/wheels")
    return time.monotonic() - begun


def as_referee(*words: str) -> str:
    """Run the program as the service's user; the status of doctor tells of a screen, too."""
    return run("runuser", "-u", NAME, "--", str(PROGRAM), *words, check=words[0] != "doctor")


def installed() -> None:
    """The first installation makes user, groups, environment, settings, and starts the referee."""
    TRIAL.parent.mkdir(parents=True)
    TRIAL.write_text(NO_SCREEN)
    took = make("install-pi")
    user = pwd.getpwnam(NAME)
    assert user.pw_shell.endswith("nologin"), user.pw_shell
    groups = {group.gr_name for group in grp.getgrall() if NAME in group.gr_mem}
    assert groups == GROUPS, groups
    assert SETTINGS.owner() == NAME, SETTINGS.owner()
    report(f"installed after {took:.1f} s: {user.pw_name}, in {', '.join(sorted(groups))}")
    looks_well()


def looks_well() -> None:
    """The service is enabled and runs, and the program has all its packages."""
    assert run("systemctl", "is-enabled", UNIT) == "enabled"
    until(runs, 60, "the service runs")
    version = as_referee("--version")
    packages = [line for line in as_referee("doctor").splitlines() if " packages " in line]
    assert [line.split()[0] for line in packages] == ["OK"], packages
    report(f"{version} runs and is enabled; doctor: {packages[0]}")


def played() -> None:
    """People change the settings and begin a game."""
    settings = SETTINGS.read_text().replace('"en"', '"fr"')
    SETTINGS.write_text(f"set_up = true\n{settings}")
    run("systemctl", "stop", UNIT)
    python = str(HOME / ".venv/bin/python")
    run(
        "runuser", "-u", NAME, "--", python, "/proof/tests/systemd/game.py", str(STATE / "journals")
    )
    run("systemctl", "start", UNIT)


def kept() -> str:
    """Settings and game are what people made of them; returns the journals' names."""
    assert 'language = "fr"' in SETTINGS.read_text()
    names = sorted(path.name for path in (STATE / "journals").iterdir())
    assert names
    return ", ".join(names)


def removed() -> None:
    """What was installed is gone; games and settings stay."""
    took = make("uninstall-pi")
    assert shown("LoadState") == "not-found", shown("LoadState")
    assert not list(Path("/etc/systemd/system").glob(f"*.wants/{UNIT}"))
    assert not PROGRAM.is_symlink()
    left = sorted(str(path) for path in HOME.rglob("*")) if HOME.exists() else []
    assert not left, left[:5]
    report(f"removed after {took:.1f} s: settings and {kept()} stay")


def main() -> None:
    """Try everything."""
    try:
        installed()
        played()
        report(f"installed again after {make('install-pi'):.1f} s: settings and {kept()} stay")
        looks_well()
        removed()
        shutil.rmtree("/proof/project/build")
        make("install-pi")
        until(lambda: "under way" in shown("StatusText"), 60, "the game goes on")
        report(f"installed again: {shown('StatusText')}; settings and {kept()} stay")
        looks_well()
        report("as promised")
    except Exception as error:  # noqa: BLE001 - told, and the last line is missing
        report(f"FAILED: {error!r}")
    run("systemctl", "exit", "0", check=False)


if __name__ == "__main__":
    main()
