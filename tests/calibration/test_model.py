"""A calibration file is whole or refused with a sentence."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from calibration.camera.sampling import make_grid
from calibration.errors import CalibrationError
from calibration.learning.learn import trust_print
from calibration.surfaces.exposures import Exposure, pack
from calibration.taught.experience import begin_experience, read_experience, write_experience
from calibration.taught.model import (
    EXAMPLE_PX,
    REFERENCE_PX_PER_MM,
    Calibration,
    PieceExample,
    read_calibration,
    write_calibration,
)
from hardware.board import Board, BoardPlace, PieceKind
from hardware.formats import encode_png
from hardware.printing.raster import render_board

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


_NOTHING = encode_png(np.zeros((EXAMPLE_PX, EXAMPLE_PX), np.uint8))


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
        (msgspec.structs.replace(_example(), outline_png=_NOTHING), "shows no piece"),
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


def _bare(rows: int) -> Exposure:
    """Return the bare board in a light, with this many rows of pixels; nothing at its top."""
    shown = np.ones((rows, 100), np.bool_)
    shown[:20] = False
    return pack(np.full((rows, 100, 3), 90, np.uint8), shown)


def test_a_light_of_another_size_is_refused(calibration: Calibration, tmp_path: Path) -> None:
    """Even one row more than the reference has: lights and reference are computed with together."""
    path = tmp_path / "table.json"
    write_calibration(msgspec.structs.replace(calibration, exposures=(_bare(100),)), path)
    taught = read_calibration(path)
    write_calibration(msgspec.structs.replace(calibration, exposures=(_bare(101),)), path)
    with pytest.raises(CalibrationError, match="100 × 101 pixels instead of 100 × 100"):
        read_calibration(path)
    write_experience(begin_experience(taught).show(_bare(101)), path)
    with pytest.raises(CalibrationError, match="100 × 101 pixels instead of 100 × 100"):
        read_experience(path, taught)


def test_a_print_is_as_large_as_what_is_read_of_it() -> None:
    """The renderer makes some boards, such as one of 40.6 mm, a pixel narrower than they are."""
    board = msgspec.structs.replace(BOARD, size_mm=(40.6, 40.0))
    drawn = render_board(board, REFERENCE_PX_PER_MM)
    reference = trust_print(board, drawn, {}).reference
    assert reference.shape[:2] == make_grid(board.size_mm, REFERENCE_PX_PER_MM).shape[:2]


def test_a_large_board_taught_earlier_is_still_read(tmp_path: Path) -> None:
    """Its pictures were kept finer: they are made as coarse as those of today, lights included."""
    side_mm, before, now = 600.0, 1500, 1250
    board: Board = msgspec.structs.replace(BOARD, size_mm=(side_mm, side_mm))
    picture = np.full((before, before, 3), 99, dtype=np.uint8)
    bare = np.zeros((before, before), dtype=np.bool_)
    bare[: before // 2] = True
    made = trust_print(board, picture, {})
    earlier = msgspec.structs.replace(
        made, reference_png=encode_png(picture), exposures=(pack(picture, bare),), pictures=1
    )
    path = tmp_path / "table.json"
    write_calibration(earlier, path)
    found = read_calibration(path)
    assert found.reference.shape == (now, now, 3)
    (light,) = found.exposures
    assert (light.flat.shape, light.bare.shape) == ((now, now, 3), (now, now))
    assert abs(float((light.bare > 0).mean()) - 0.5) < 0.001
    assert (found.reference == 99).all()
