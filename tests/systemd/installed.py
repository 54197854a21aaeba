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

from tests.systemd import inside

NAME = "tablet-companion"
GROUPS = {"video", "render", "input", "gpio", "audio", "dialout"}
PROGRAM = Path("/usr/bin/tablet-companion")


def make(what: str) -> float:
    """Run make as the README says, with wheels in place of a network; return how long it took."""
    begun = time.monotonic()
    inside.run("make", "--directory", "/proof/project", what, "WHEELS=/wheels")
    return time.monotonic() - begun


def as_referee(*words: str) -> str:
    """Run the program as the service's user; the status of doctor tells of a screen, too."""
    return inside.run("runuser", "-u", NAME, "--", str(PROGRAM), *words, check=words[0] != "doctor")


def installed() -> None:
    """The first installation makes user, groups, environment, settings, and starts the referee."""
    inside.TRIAL.parent.mkdir(parents=True)
    inside.TRIAL.write_text(inside.NO_SCREEN)
    took = make("install-pi")
    user = pwd.getpwnam(NAME)
    assert user.pw_shell.endswith("nologin"), user.pw_shell
    groups = {group.gr_name for group in grp.getgrall() if NAME in group.gr_mem}
    assert groups == GROUPS, groups
    assert inside.SETTINGS.owner() == NAME, inside.SETTINGS.owner()
    inside.report(f"installed after {took:.1f} s: {user.pw_name}, in {', '.join(sorted(groups))}")
    looks_well()


def looks_well() -> None:
    """The service is enabled and runs, and the program has all its packages."""
    assert inside.run("systemctl", "is-enabled", inside.UNIT) == "enabled"
    inside.until(inside.runs, 60, "the service runs")
    version = as_referee("--version")
    packages = [line for line in as_referee("doctor").splitlines() if " packages " in line]
    assert [line.split()[0] for line in packages] == ["OK"], packages
    inside.report(f"{version} runs and is enabled; doctor: {packages[0]}")


def played() -> None:
    """People change the settings and begin a game."""
    settings = inside.SETTINGS.read_text().replace('"en"', '"fr"')
    inside.SETTINGS.write_text(f"set_up = true\n{settings}")
    inside.run("systemctl", "stop", inside.UNIT)
    python = str(inside.HOME / ".venv/bin/python")
    inside.run(
        "runuser",
        "-u",
        NAME,
        "--",
        python,
        "/proof/tests/systemd/game.py",
        str(inside.STATE / "journals"),
    )
    inside.run("systemctl", "start", inside.UNIT)


def kept() -> str:
    """Settings and game are what people made of them; returns the journals' names."""
    assert 'language = "fr"' in inside.SETTINGS.read_text()
    names = sorted(path.name for path in (inside.STATE / "journals").iterdir())
    assert names
    return ", ".join(names)


def removed() -> None:
    """What was installed is gone; games and settings stay."""
    took = make("uninstall-pi")
    assert inside.shown("LoadState") == "not-found", inside.shown("LoadState")
    assert not list(Path("/etc/systemd/system").glob(f"*.wants/{inside.UNIT}"))
    assert not PROGRAM.is_symlink()
    left = sorted(str(path) for path in inside.HOME.rglob("*")) if inside.HOME.exists() else []
    assert not left, left[:5]
    inside.report(f"removed after {took:.1f} s: settings and {kept()} stay")


def main() -> None:
    """Try everything."""
    try:
        installed()
        played()
        inside.report(
            f"installed again after {make('install-pi'):.1f} s: settings and {kept()} stay"
        )
        looks_well()
        removed()
        shutil.rmtree("/proof/project/build")
        make("install-pi")
        inside.until(lambda: "under way" in inside.shown("StatusText"), 60, "the game goes on")
        inside.report(f"installed again: {inside.shown('StatusText')}; settings and {kept()} stay")
        looks_well()
        inside.report("as promised")
    except Exception as error:  # noqa: BLE001 - told, and the last line is missing
        inside.report(f"FAILED: {error!r}")
    inside.run("systemctl", "exit", "0", check=False)


if __name__ == "__main__":
    main()
