"""Labelled pictures that cannot teach a board are refused in a sentence that says why."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.errors import CalibrationError
from calibration.learning.placing import Lesson
from calibration.learning.truth import Label
from hardware.board import Board
from hardware.errors import CompanionError
from tablet_companion.setup.checks.cards import ask_of_cards
from tablet_companion.setup.teaching import labelled
from tablet_companion.setup.teaching.labelled import Teacher
from tablet_companion.vision.frame.reader import BoardReader
from tests.amounts import sampled

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


def test_labels_that_teach_nothing_are_told_of_and_the_file_believed(tmp_path: Path) -> None:
    """Nominal colours need no picture; if you forgot the roles, you learn why they were taken."""
    (tmp_path / "board.toml").write_text(_BOARD)
    labels = tmp_path / "truth.jsonl"
    labels.write_text('{"file": "one.png", "role": "test"}\n' * 2)
    warnings: list[str] = []
    taught = Teacher(say=lambda _: None, warn=warnings.append)
    assert taught.learn_board(tmp_path / "board.toml", labels).pictures == 0
    (warning,) = warnings
    assert '"role": "calibrate"' in warning


def test_a_hand_that_no_label_tells_of_is_no_place_read_wrongly() -> None:
    """It is said, but all places of the picture may be right all the same."""
    sight = SimpleNamespace(place="a", best="white", covered=False)
    looked = None, SimpleNamespace(hand=True), SimpleNamespace(places=[sight])
    reader = cast(BoardReader, SimpleNamespace(examine=lambda _: looked))
    picture = np.zeros((40, 40, 3), np.uint8)
    lesson = Lesson(Label("a.png", pieces={"a": "white"}), picture)
    places, wrong, said = labelled._find_contradictions(reader, lesson)
    assert (places, wrong) == (1, 0)
    assert said == ["A hand seems to be over the board, and its label says none."]


def _board_picture() -> NDArray[np.uint8]:
    """Return a board of squares on a table, sharp and well lit."""
    down, across = np.mgrid[:600, :800]
    squares = np.where((down // 40 + across // 40) % 2, 200, 70)
    noise = np.random.default_rng(3).normal(0, 4, squares.shape)
    return np.asarray((squares + noise).clip(0, 255)[..., None].repeat(3, 2), dtype=np.uint8)


_PICTURES: dict[str, tuple[Callable[[NDArray[np.uint8]], Any], str | None]] = {
    "sharp": (lambda seen: seen, None),
    "dark": (lambda seen: seen // 8, "too dark"),
    "bright": (lambda seen: np.full_like(seen, 255), "too bright"),
    "blurred": (lambda seen: cv2.GaussianBlur(seen, (0, 0), 4), "is blurred"),
}


@sampled(2)
@pytest.mark.parametrize("picture", _PICTURES)
def test_a_bad_picture_is_said_to_be_bad(tmp_path: Path, picture: str) -> None:
    """Read back, a picture is like itself however dark or blurred: so it is judged alone."""
    change, word = _PICTURES[picture]
    (tmp_path / "board.toml").write_text(_BOARD)
    cv2.imwrite(str(tmp_path / "one.png"), change(_board_picture()))
    line = {"file": "one.png", "corners": [[200, 100], [600, 100], [600, 500], [200, 500]]}
    (tmp_path / "truth.jsonl").write_text(json.dumps(line | {"role": "calibrate"}))
    warnings: list[str] = []
    teacher = Teacher(say=lambda _: None, warn=warnings.append)
    with contextlib.suppress(CompanionError):
        teacher.learn_board(tmp_path / "board.toml", tmp_path / "truth.jsonl")
    faults = ("too dark", "too bright", "blurred")
    told = [text for text in warnings if any(fault in text for fault in faults)]
    assert bool(told) == (word is not None)
    assert all(word in text for text in told if word)


def test_more_pictures_than_memory_holds_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that labels one picture by thousands of names took all memory, and then its time."""
    monkeypatch.setattr(labelled, "_MAX_PIXELS", 5_000_000)
    (tmp_path / "board.toml").write_text(_BOARD)
    cv2.imwrite(str(tmp_path / "one.png"), np.full((1000, 1000, 3), 128, np.uint8))
    corners = [[200, 100], [600, 100], [600, 500], [200, 500]]
    line = {"corners": corners, "role": "calibrate"}
    labels = tmp_path / "truth.jsonl"
    names = ("./" * times + "one.png" for times in range(1000))
    labels.write_text("\n".join(json.dumps(line | {"file": name}) for name in names))
    with pytest.raises(CalibrationError, match=r"than 5 megapixels together; make them smaller"):
        Teacher().learn_board(tmp_path / "board.toml", labels)


@pytest.mark.parametrize(("card", "told"), [("5", 0), ("5x", 1), (None, 0)])
def test_a_card_that_the_game_lacks_is_said(card: str | None, told: int) -> None:
    """A misspelt name was learnt without a word, and the card never recognised in a game."""
    board = cast(Board, SimpleNamespace(game="agent_dog"))
    lesson = Lesson(Label("a.png", card=card), np.zeros((40, 40, 3), np.uint8))
    asked = list(ask_of_cards(board, [lesson]))
    assert len(asked) == told
    assert all("a.png: agent_dog has no card '5x'" in question for question in asked)
