"""A calibration file is whole or refused with a sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from calibration.errors import CalibrationError
from calibration.learn import trust_print
from calibration.model import Calibration, read_calibration, write_calibration
from hardware.board import Board, BoardPlace, PieceKind

BOARD = Board(
    name="small",
    size_mm=(40.0, 40.0),
    places=(BoardPlace("A", "space", 20.0, 20.0, 7.5),),
    pieces={"pawn": PieceKind({"red": "#c02020"}, 28.0, 13.0)},
)


@pytest.fixture
def calibration() -> Calibration:
    """Return a calibration of a small board."""
    face = np.full((20, 10, 3), 7, dtype=np.uint8)
    return trust_print(BOARD, np.full((100, 100, 3), 99, dtype=np.uint8), {"7": face})


def test_what_is_written_is_read(calibration: Calibration, tmp_path: Path) -> None:
    """Board, colours, reference and faces come back as they were."""
    path = tmp_path / "table.json"
    write_calibration(calibration, path)
    again = read_calibration(path)
    assert again == calibration
    assert (again.reference == 99).all()
    assert (again.faces["7"] == 7).all()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("tablet-companion calibration 1", "calibration 0", "another version"),
        ('"board":', '"bored":', "not a calibration"),
        ("iVBOR", "xxxxx", "damaged"),
    ],
)
def test_a_wrong_file_is_refused(
    calibration: Calibration, tmp_path: Path, old: str, new: str, said: str
) -> None:
    """Another version, a missing key and a damaged picture are each told apart."""
    path = tmp_path / "table.json"
    write_calibration(calibration, path)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(CalibrationError, match=said):
        read_calibration(path)
