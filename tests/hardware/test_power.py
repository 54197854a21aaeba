"""The machine is asked to switch itself off, and a refusal has a reason."""

from __future__ import annotations

import pytest

from hardware.power import PowerError, SystemdPower


def test_what_is_granted_is_quiet() -> None:
    """Asking returns once it was granted."""
    SystemdPower(["true"]).switch_off()


def test_a_refusal_says_why() -> None:
    """What the system answered is in the sentence; so is a command that is missing."""
    with pytest.raises(PowerError, match=r"\(Access denied\); is its user allowed to do that\?"):
        SystemdPower(["sh", "-c", "echo Access denied >&2; exit 1"]).switch_off()
    with pytest.raises(PowerError, match="verweigert f\ufffdr"):
        SystemdPower(["sh", "-c", "printf 'verweigert f\\374r' >&2; exit 1"]).switch_off()
    with pytest.raises(PowerError, match="status 3"):
        SystemdPower(["sh", "-c", "exit 3"]).switch_off()
    with pytest.raises(PowerError, match="No such file"):
        SystemdPower(["/nowhere/systemctl"]).switch_off()
