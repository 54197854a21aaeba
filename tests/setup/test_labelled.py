"""Labelled pictures that cannot teach a board are refused in a sentence that says why."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.errors import CalibrationError
from tablet_companion.setup import labelled
from tablet_companion.setup.labelled import Teacher

_BOARD = """
name = "Bare"
size_mm = [300.0, 300.0]
[pieces.man]
colours = {white = "#ffffff", black = "#000000"}
height_mm = 8.0
diameter_mm = 30.0
[[places]]
name = "a"
kind = "space"
x_mm = 150.0
y_mm = 150.0
radius_mm = 20.0
"""


def test_a_board_that_is_not_found_again_is_refused_in_true_numbers(tmp_path: Path) -> None:
    """A board without any art: no place contradicts its label, for the board is never found."""
    (tmp_path / "board.toml").write_text(_BOARD)
    corners = [[200, 100], [600, 100], [600, 500], [200, 500]]
    lines = []
    for name in ("one.png", "two.png"):
        cv2.imwrite(str(tmp_path / name), np.full((600, 800, 3), 128, np.uint8))
        lines.append(json.dumps({"file": name, "corners": corners, "role": "calibrate"}))
    labels = tmp_path / "truth.jsonl"
    labels.write_text("\n".join(lines))
    warnings: list[str] = []
    teacher = Teacher(say=lambda _: None, warn=warnings.append)
    with pytest.raises(CalibrationError, match="not found again in 2 of the 2 pictures"):
        teacher.learn_board(tmp_path / "board.toml", labels)
    assert sum("cannot be found" in warning for warning in warnings) == 2


def test_more_pictures_than_memory_holds_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that labels one picture thousands of times took all memory, and then its time."""
    monkeypatch.setattr(labelled, "_MOST_PIXELS", 5_000_000)
    (tmp_path / "board.toml").write_text(_BOARD)
    cv2.imwrite(str(tmp_path / "one.png"), np.full((1000, 1000, 3), 128, np.uint8))
    corners = [[200, 100], [600, 100], [600, 500], [200, 500]]
    line = json.dumps({"file": "one.png", "corners": corners, "role": "calibrate"})
    labels = tmp_path / "truth.jsonl"
    labels.write_text(f"{line}\n" * 1000)
    with pytest.raises(CalibrationError, match=r"than 5 megapixels together; make them smaller"):
        Teacher().learn_board(tmp_path / "board.toml", labels)
