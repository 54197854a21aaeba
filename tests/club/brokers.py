"""A real mosquitto on the loopback, for as long as a test wants it; skipped where there is none."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S
from tests.sockets import free_port


class Broker:
    """A broker that can be killed and started again; what is retained it keeps on the disk."""

    def __init__(
        self,
        folder: Path,
        *,
        password: str = "",
        port: int = 0,
        saves_at_once: bool = True,
        certificate: Path | None = None,
    ) -> None:
        """Write its settings; it does not run yet. With a certificate and its key it speaks TLS.

        A broker that saves only now and then forgets who listens if it is killed before.
        """
        self._program = find_mosquitto()
        self.port = port or free_port()
        self._conf = folder / "mosquitto.conf"
        lines = [f"listener {self.port} 127.0.0.1", "log_type none"]
        lines += ["persistence true", f"persistence_location {folder}/", "user root"]
        lines += ["max_queued_messages 100000", "autosave_interval 1"]
        lines += [f"autosave_on_changes {str(saves_at_once).lower()}"]
        if certificate is not None:
            lines += [f"certfile {certificate}", f"keyfile {certificate}"]
        if password:
            users = folder / "users"
            subprocess.run(
                [shutil.which("mosquitto_passwd") or "", "-b", "-c", users, "table", password],
                check=True, capture_output=True,
            )  # fmt: skip
            lines += [f"password_file {users}", "allow_anonymous false"]
        else:
            lines += ["allow_anonymous true"]
        self._conf.write_text("\n".join(lines) + "\n", encoding="ascii")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Run it, and wait until it listens."""
        self._process = subprocess.Popen([self._program, "-c", self._conf])
        ends_s = time.monotonic() + PATIENCE_S
        while not _listens(self.port):
            assert time.monotonic() < ends_s, "the broker does not listen"

    def kill(self) -> None:
        """Kill it, as a power cut does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    @property
    def pid(self) -> int:
        """Return its process."""
        assert self._process is not None
        return self._process.pid


def find_mosquitto() -> Path:
    """Return mosquitto's program; skips the test where there is none."""
    found = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
    if found is None:
        pytest.skip("mosquitto is not installed")
    return Path(found)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(0.2)
        return probe.connect_ex(("127.0.0.1", port)) == 0
