"""The machine is asked to switch itself off, and a refusal has a reason."""

from __future__ import annotations

import pytest

from hardware.power import PowerError, switch_off


def test_what_is_granted_is_quiet() -> None:
    """Asking returns once it was granted."""
    switch_off(["true"])


def test_a_refusal_says_why() -> None:
    """What the system answered is in the sentence; so is a command that is missing."""
    with pytest.raises(PowerError, match=r"\(Access denied\); is its user allowed to do that\?"):
        switch_off(["sh", "-c", "echo Access denied >&2; exit 1"])
    with pytest.raises(PowerError, match="verweigert f\ufffdr"):
        switch_off(["sh", "-c", "printf 'verweigert f\\374r' >&2; exit 1"])
    with pytest.raises(PowerError, match="status 3"):
        switch_off(["sh", "-c", "exit 3"])
    with pytest.raises(PowerError, match="No such file"):
        switch_off(["/nowhere/systemctl"])
