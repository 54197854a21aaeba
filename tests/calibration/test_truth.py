"""Labelled pictures may say what lies beside the places, and may say anything else."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.errors import CalibrationError
from calibration.learning.truth import Label, Spot, check_labels, read_labels
from hardware.board import Board


def _lying(line: str, at: Path) -> tuple[Spot, ...] | None:
    path = at / "truth.jsonl"
    path.write_text(f'{{"file": "1.jpg", {line}}}\n', "utf-8")
    (label,) = read_labels(path)
    return label.lying


def test_things_and_fallen_pieces_lie_there(tmp_path: Path) -> None:
    """A piece that stands beside its place is no thing; one that has fallen is."""
    things = '"things": [{"kind": "die", "x_mm": 10, "y_mm": 20}]'
    off = '"off": [{"x_mm": 1, "y_mm": 2, "fallen": true}, {"colour": "red", "x_mm": 3, "y_mm": 4}]'
    assert _lying(f"{things}, {off}", tmp_path) == (Spot(10, 20), Spot(1, 2, fallen=True))
    assert _lying('"things": []', tmp_path) == ()


@pytest.mark.parametrize("line", ['"hand": true', '"things": "none"', '"off": ["T1"], "things": 3'])
def test_what_others_mean_by_these_keys_is_no_mistake(tmp_path: Path, line: str) -> None:
    """Keys of the same name with anything else in them are ignored, like unknown ones."""
    assert _lying(line, tmp_path) is None


@pytest.mark.parametrize(
    "label", [Label("1.jpg", occluded=("Z9",)), Label("1.jpg", pieces={"Z9": "red"})]
)
def test_places_that_the_board_lacks_are_refused(label: Label) -> None:
    """A place of no board is named, under a hand as well as with a piece; nothing breaks off."""
    with pytest.raises(CalibrationError, match=r"1\.jpg: the board has no place 'Z9'"):
        check_labels((label,), Board("Bare", (100.0, 100.0), ()), Path("truth.jsonl"))
