"""What a stick brought is read from a folder; beginning it is asked of systemd."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.power import PowerError
from hardware.updates import Outcome, Updates


def test_nothing_is_offered_without_a_stick(tmp_path: Path) -> None:
    """On a machine that has no such units the folder is not there."""
    updates = Updates(tmp_path / "nowhere")
    assert updates.version == ""
    assert updates.outcome is None


def test_what_is_offered_and_what_became_of_it(tmp_path: Path) -> None:
    """A line each; an outcome nobody knows is none."""
    (tmp_path / "version").write_text("1.6\n")
    (tmp_path / "result").write_text("taken back\n")
    updates = Updates(tmp_path)
    assert updates.version == "1.6"
    assert updates.outcome is Outcome.TAKEN_BACK
    (tmp_path / "result").write_text("eaten")
    assert updates.outcome is None


def test_a_refusal_is_a_sentence(tmp_path: Path) -> None:
    """Systemd may refuse, and may be missing; the unit is named last."""
    (tmp_path / "asked").write_text('#!/bin/sh\necho "$@" >&2; exit 4\n')
    (tmp_path / "asked").chmod(0o755)
    with pytest.raises(
        PowerError, match=r"cannot be begun \(now tablet-companion-update.service\)"
    ):
        Updates(tmp_path, (str(tmp_path / "asked"), "now")).begin()
    with pytest.raises(PowerError, match="cannot be begun"):
        Updates(tmp_path, (str(tmp_path / "missing"),)).begin()
