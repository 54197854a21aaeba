"""The reader is fitted to what pictures show, labelled as they are."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.boardfile import read_board
from tools.fit.samples import EMPTY, PIECE, samples
from tools.fit.scenes import scenes
from tools.fit.simulated import write_world
from tools.fit.worlds import World, list_references, read_world

_BOARD = """
name = "Six points"
size_mm = [240.0, 160.0]
[pieces.pawn]
colours = {red = "#c02020", blue = "#2040c0"}
height_mm = 26.0
diameter_mm = 14.0
""" + "".join(
    f'[[places]]\nname = "P{x}{y}"\nkind = "space"\nx_mm = {80 * x + 40}.0\n'
    f"y_mm = {80 * y + 40}.0\nradius_mm = 9.0\n"
    for x in range(3)
    for y in range(2)
)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    """Return a world of seven pictures of the simulated table."""
    folder = tmp_path_factory.mktemp("six")
    (folder / "board.toml").write_text(_BOARD, encoding="utf-8")
    rng = np.random.default_rng(3)
    write_world(read_board(folder / "board.toml"), folder, rng, pictures=7)
    return read_world(folder)


def test_windows_are_labelled_with_what_stands_there(world: World) -> None:
    """In the pictures that an owner shows, every piece and every empty place is told as it is."""
    found = samples(world, np.random.default_rng(1), rounds=1)
    taught = found["taught"]
    said = found["said"][taught]
    pieces = sum(len(shot.label["pieces"]) for shot in world.shown)
    assert (said == PIECE).sum() == pieces > 0
    assert (said == EMPTY).sum() == taught.sum() - pieces
    assert set(found["colour"][taught][said == PIECE]) <= {0, 1}


def test_a_picture_is_never_its_own_reference(world: World) -> None:
    """What is compared with itself shows no piece: a picture is compared with others only."""
    found = samples(world, np.random.default_rng(1), rounds=1)
    piece = found["bytes"][found["said"] == PIECE]
    own = piece[:, 8] == 255
    ratio = np.abs(piece[:, 3:6].astype(int) - 128).max(axis=1)
    assert np.median(ratio[own]) > 10


def test_references_are_bare_where_nothing_stands(world: World) -> None:
    """Under a labelled piece the board is not known."""
    shown = {shot.label["file"]: shot.label["pieces"] for shot in world.shown}
    for reference in list_references(world, np.random.default_rng(1)):
        pieces = shown[reference.file]
        assert reference.bare.all() == (not pieces), reference.file


def test_squares_come_with_masks_of_half_their_size(world: World) -> None:
    """Every picture gives a square, and what lies at each second of its samples."""
    found = scenes(world, np.random.default_rng(1), rounds=1)
    assert found["bytes"].shape[2:] == (128, 128)
    assert found["mask"].shape[1:] == (64, 64)
    assert set(np.unique(found["mask"])) <= {0, 1, 2, 255}
