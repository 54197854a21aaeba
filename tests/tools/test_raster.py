"""Random tables: what is written can be read, and its labels agree with its pictures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.learning.truth import check_labels, read_labels
from hardware.board import Board
from hardware.boardfile import read_board

moderngl = pytest.importorskip("moderngl", reason="drawing needs the package moderngl")


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write one world, in which pieces stand in holes."""
    from tools.pictures.raster.renderer import Renderer  # noqa: PLC0415 - it needs moderngl
    from tools.pictures.raster.write import write_world  # noqa: PLC0415 - it needs moderngl

    try:
        renderer = Renderer()
    except Exception as error:  # noqa: BLE001 - drivers fail in ways of their own
        pytest.skip(f"no OpenGL without a screen (EGL) here: {error}")
    folder = tmp_path_factory.mktemp("worlds") / "5"
    write_world(renderer, 5, folder)
    return folder


@pytest.fixture(scope="module")
def board(world: Path) -> Board:
    """Read the world's board."""
    return read_board(world / "board.toml")


def lines_of(world: Path) -> list[dict[str, Any]]:
    """Return the labels with the keys that only these worlds have."""
    return [json.loads(line) for line in (world / "truth.jsonl").read_text().splitlines()]


def test_labels_are_those_of_the_contract(world: Path, board: Board) -> None:
    """Board and labels pass the readers that everyone's files pass; each picture is there."""
    labels = read_labels(world / "truth.jsonl")
    check_labels(labels, board, world)
    assert len(labels) == 14
    assert all((world / label.file).exists() for label in labels)


def test_every_place_is_described(world: Path, board: Board) -> None:
    """What is hidden is told for every place, as a share."""
    for line in lines_of(world):
        for key in ("shown", "behind"):
            assert line[key].keys() == board.by_name.keys()
            assert all(0 <= share <= 1 for share in line[key].values())


def project(line: dict[str, Any], points: np.ndarray) -> np.ndarray:
    """Return the pixels of points of the board frame, by the labels' camera."""
    camera = line["camera"]
    turn, shift, lens, bend = (np.array(camera[key]) for key in ("rvec", "tvec_mm", "K", "dist"))
    return np.asarray(cv2.projectPoints(points, turn, shift, lens, bend)[0]).reshape(-1, 2)


def test_places_lie_where_pieces_are_seen(world: Path, board: Board) -> None:
    """The middle of a piece's foot, projected, is a piece in the mask; an empty place is none."""
    for line in lines_of(world):
        mask = cv2.imread(str(world / line["file"].replace(".jpg", ".mask.png")), 0)
        assert mask is not None
        for place in board.places:
            dx, dy = line["jitter_mm"].get(place.name, (0, 0))
            point = np.array([[place.x_mm + dx, place.y_mm + dy, 0.0]])
            x, y = np.round(project(line, point)[0]).astype(int)
            clear = min(line["shown"][place.name], line["behind"][place.name]) == 1
            if clear and 0 <= x < mask.shape[1] and 0 <= y < mask.shape[0]:
                assert (mask[y, x] == 2) == (place.name in line["pieces"])


def test_corners_agree_with_the_camera(world: Path, board: Board) -> None:
    """The labelled corners are the projected corners of the board."""
    w, h = board.size_mm
    corners = np.array([[0, 0, 0], [w, 0, 0], [w, h, 0], [0, h, 0.0]])
    for line in lines_of(world):
        assert np.abs(project(line, corners) - line["corners"]).max() < 0.05
