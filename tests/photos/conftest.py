"""Labelled photographs lie beside the project; where they are absent these tests are skipped."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.learning.placing import Lesson
from calibration.learning.truth import read_labels
from calibration.taught.model import REFERENCE_PX_PER_MM, Calibration
from hardware.boardfile import read_board
from hardware.cameras.folder import read_picture
from hardware.printing.raster import render_board
from tablet_companion.vision.scene import Model
from tablet_companion.vision.teaching import learn_board
from tests.shared import made_once

BOX = Path(__file__).parents[3] / "shared" / "photos" / "agent_dog_box"


@pytest.fixture(scope="session")
def box() -> Path:
    """Return the folder of the labelled photographs."""
    if not BOX.is_dir():
        pytest.skip(f"the labelled photographs are not at {BOX}")
    return BOX


@pytest.fixture(scope="session")
def calibration(box: Path) -> Calibration:
    """Learn the boxed board as its owner would show it."""
    return made_once("photographed box", lambda: _learn(box))


def _learn(box: Path) -> Calibration:
    board = read_board(box / "board.toml")
    lessons = [
        Lesson(label, read_picture(box / "setup" / label.file))
        for label in read_labels(box / "setup" / "truth.jsonl")
    ]
    learnt = learn_board(board, lessons, render_board(board, REFERENCE_PX_PER_MM))
    assert learnt.warnings == ()
    return learnt.calibration


@pytest.fixture(scope="session")
def learnt(calibration: Calibration) -> Model:
    """Return the boxed board made ready for reading."""
    return Model(calibration)
