"""Asks systemd to switch the machine off, or to start one of our units."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from typing import Final

from hardware.errors import CompanionError

_COMMAND: Final = ("systemctl", "--no-ask-password", "poweroff")
_PATIENCE_S: Final = 8.0
"""Systemd answers within moments; the screen waits no longer for one that hangs."""


class PowerError(CompanionError):
    """Systemd refuses a request; the sentence says why."""


def switch_off(command: Sequence[str] = _COMMAND) -> None:
    """Ask systemd to switch the machine off, which also stops this program.

    Returns once it is granted: the end comes moments later. Raises PowerError.
    """
    ask_systemd(command, "The machine cannot be switched off")


def ask_systemd(command: Sequence[str], refused: str, patience_s: float = _PATIENCE_S) -> None:
    """Run a command that asks systemd for something, and wait until it is granted.

    Raises PowerError with the sentence that ``refused`` begins.
    """
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command without user input
            command, capture_output=True, text=True, errors="replace", timeout=patience_s,
            check=False,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PowerError(f"{refused}: {error}.") from error
    if done.returncode != 0:
        reason = " ".join(done.stderr.split()) or f"status {done.returncode}"
        raise PowerError(
            f"{refused} ({reason}); is its user allowed to do that? systemd/README.md has the rule."
        )
