"""``tablet-companion label``: what it opens, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from hardware.errors import CompanionError
from tablet_companion import cli
from tablet_companion.setup.labels import labelling
from tablet_companion.setup.labels.acts import Act
from tablet_companion.setup.labels.workbench import Workbench

BOARD_TOML = """
name = "small"
size_mm = [200.0, 200.0]
[pieces.pawn]
colours = {red = "#c0202a"}
height_mm = 28.0
diameter_mm = 13.0
[[places]]
name = "A"
kind = "space"
x_mm = 60.0
y_mm = 60.0
radius_mm = 9.0
"""


def _arguments(tmp_path: Path, folder: str = "pictures") -> list[str]:
    (tmp_path / "board.toml").write_text(BOARD_TOML, "utf-8")
    return ["label", str(tmp_path / folder), "--board", str(tmp_path / "board.toml")]


def _run(words: list[str]) -> int:
    arguments = cli.parser("label").parse_args(words)
    status: int = arguments.run(arguments)
    return status


@pytest.mark.parametrize("folder", ["pictures", "nowhere"])
def test_a_folder_without_pictures_is_refused(tmp_path: Path, folder: str) -> None:
    """The sentence names the folder."""
    (tmp_path / "pictures").mkdir()
    with pytest.raises(CompanionError, match=folder):
        _run(_arguments(tmp_path, folder))


def test_strange_lines_and_unsaved_changes_are_warned_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both are told on the error stream; the file stays as it was."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    cv2.imwrite(str(folder / "1.png"), np.zeros((40, 60, 3), np.uint8))
    (folder / "truth.jsonl").write_text("hm\n", "utf-8")

    def changed(bench: Workbench, *_: object) -> None:
        bench.act(Act("hand"))

    monkeypatch.setattr(labelling, "work", changed)
    # A window that nobody sees is refused.
    monkeypatch.setattr(labelling, "Window", lambda *_, **__: SimpleNamespace(close=lambda: None))
    assert _run(_arguments(tmp_path)) == 0
    said = capsys.readouterr().err
    assert "1 lines" in said
    assert "1.png was not saved" in said
    assert (folder / "truth.jsonl").read_text("utf-8") == "hm\n"
