"""A version that cannot be installed leaves the one before its environment, without a network."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

import pytest

POSTINST: Final = Path(__file__).parents[2] / "systemd" / "debian" / "postinst"
PYTHON: Final = """#!/bin/sh
case "$*" in
--version) echo Python 3.13.5 ;;
-c*) echo 3.13 ;;
*venv*) mkdir -p "$4/bin" "$4/lib/python3.13/site-packages" && cp "$0" "$4/bin/python" ;;
*pip*) echo >>"$ROOM/fetched"; [ ! -e "$ROOM/refuses" ] ;;
esac
"""


class Pi:
    """A machine whose commands are replaced, without systemd; ``room`` holds all of it."""

    def __init__(self, room: Path) -> None:
        """Install nothing yet."""
        self.room, self.environment = room, room / ".venv"
        (room / "bin").mkdir()
        self._program("python3", PYTHON)
        for name in ("systemctl", "systemd-sysusers", "chgrp", "chmod"):
            self._program(name, "#!/bin/sh\n")
        for name in ("start", "settings.toml"):
            (room / name).touch()
        (room / "locks").mkdir()

    def configure(self, lock: str, *, refuses: bool = False) -> bool:
        """Install a version that needs the packages in ``lock``; whether that worked."""
        (self.room / "locks" / "3.13.txt").write_text(lock)
        (self.room / "refuses").unlink(missing_ok=True)
        if refuses:
            (self.room / "refuses").touch()
        text = POSTINST.read_text().replace("home=/opt/tablet-companion", f"home={self.room}")
        text = text.replace("settings=/etc/tablet-companion", f"settings={self.room}")
        script = text.replace("/run/systemd/system", str(self.room / "none"))
        told = {"PATH": f"{self.room / 'bin'}:{os.environ['PATH']}", "ROOM": str(self.room)}
        done = subprocess.run(
            ["/bin/sh", "-c", script, "postinst", "configure"], env=told, check=False
        )
        return done.returncode == 0

    def _program(self, name: str, text: str) -> None:
        path = self.room / "bin" / name
        path.write_text(text)
        path.chmod(0o755)


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    """Return a machine with a version installed that needs ``one``."""
    pi = Pi(tmp_path)
    assert pi.configure("one")
    (pi.environment / "of one").touch()
    return pi


def test_a_version_whose_packages_cannot_be_had_is_taken_back(pi: Pi) -> None:
    """As one with another machine's wheels: the old environment is back, and nothing is fetched."""
    assert not pi.configure("two", refuses=True)
    assert not pi.configure("two", refuses=True), "the plug was pulled, and it is tried again"
    assert pi.configure("one", refuses=True)
    assert (pi.environment / "of one").exists()


def test_a_version_that_falls_over_is_taken_back(pi: Pi) -> None:
    """It was installed, so that its own environment is whole, and then did not stay up."""
    assert pi.configure("two")
    assert not (pi.environment / "of one").exists()
    assert pi.configure("one", refuses=True)
    assert (pi.environment / "of one").exists()
    assert not (pi.room / ".venv.before").exists()


def test_the_same_packages_are_fetched_once(pi: Pi) -> None:
    """A newer version that needs no others is installed at once."""
    assert pi.configure("one", refuses=True)
    assert (pi.room / "fetched").read_text() == "\n"
