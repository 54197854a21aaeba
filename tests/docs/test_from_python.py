"""The page for programmers can be typed as it stands."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tablet_companion import cli

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_lines_for_programmers_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One block after the other, beside the calibration that the page says how to make."""
    text = (DOCS / "from-python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (command,) = re.findall(r"`tablet-companion (calibrate [^`]*)`", text)
    monkeypatch.chdir(tmp_path)
    assert cli.main(command.split()) == 0
    shutil.copy(DOCS / "table.jpg", "picture.jpg")  # the simulated table beside its screen
    exec(compile("\n".join(blocks), "from-python.md", "exec"), {})  # noqa: S102 - our own page
    said = capsys.readouterr().out
    for line in ("True {'is': 'red'", "objected blue ['start_card']", "corrected blue []"):
        assert line in said
