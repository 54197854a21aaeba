"""A calibration file is whole or refused with a sentence."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from calibration.errors import CalibrationError
from calibration.learn import trust_print
from calibration.model import (
    EXAMPLE_PX,
    Calibration,
    PieceExample,
    read_calibration,
    write_calibration,
)
from hardware.board import Board, BoardPlace, PieceKind
from hardware.formats import encode_png

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
    found = trust_print(BOARD, np.full((100, 100, 3), 99, dtype=np.uint8), {"7": face})
    return msgspec.structs.replace(found, examples=(_example(),))


def _example(colour: str = "red", place: str = "A", size: int = EXAMPLE_PX) -> PieceExample:
    window = np.full((size, size, 3), 50, dtype=np.uint8)
    outline = np.full((size, size), 255, dtype=np.uint8)
    return PieceExample(
        "pawn", colour, place, encode_png(window), encode_png(outline), (0.0, 0.1, 0.0)
    )


def test_what_is_written_is_read(calibration: Calibration, tmp_path: Path) -> None:
    """Board, colours, reference and faces come back as they were."""
    path = tmp_path / "table.json"
    write_calibration(calibration, path)
    again = read_calibration(path)
    assert again == calibration
    assert (again.reference == 99).all()
    assert (again.faces["7"] == 7).all()
    assert (again.examples[0].window == 50).all()
    assert again.examples[0].outline.all()


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


@pytest.mark.parametrize(
    ("example", "said"),
    [
        (_example(colour="green"), "no piece like the example"),
        (_example(place="Z"), "no place for the example"),
        (_example(size=9), "not 32 × 32 pixels"),
        (msgspec.structs.replace(_example(), light=(1e9, 0.0, 0.0)), "the light of"),
        (msgspec.structs.replace(_example(), window_png=b"none"), "a picture in it"),
    ],
)
def test_an_example_that_does_not_belong_to_the_board_is_refused(
    calibration: Calibration, tmp_path: Path, example: PieceExample, said: str
) -> None:
    """A labelled piece of another board, or one that is no picture, is named."""
    path = tmp_path / "table.json"
    write_calibration(msgspec.structs.replace(calibration, examples=(example,)), path)
    with pytest.raises(CalibrationError, match=said):
        read_calibration(path)


def test_an_older_file_without_examples_is_read(calibration: Calibration, tmp_path: Path) -> None:
    """A calibration made before pieces were kept as examples still serves."""
    path = tmp_path / "table.json"
    write_calibration(calibration, path)
    older = msgspec.json.decode(path.read_bytes())
    del older["examples"]
    path.write_bytes(msgspec.json.encode(older))
    assert read_calibration(path).examples == ()
