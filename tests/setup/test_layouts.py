"""The file of a new board: where its places are, that it is read at once."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.boardfile import read_board
from tablet_companion import cli
from tablet_companion.setup.geometry import layouts
from tablet_companion.setup.geometry.layouts import LayoutError, Spots, Wanted

SIZE = (400.0, 300.0)


def _apart(spots: Spots) -> tuple[float, float]:
    """Return the least and the greatest distance from a place to its nearest."""
    points = np.array(list(spots.values()))
    apart = np.linalg.norm(points[:, None] - points[None], axis=2) + np.diag([9e9] * len(points))
    return float(apart.min(axis=1).min()), float(apart.min(axis=1).max())


def test_a_grid_is_named_as_on_a_chessboard() -> None:
    """a1 is at the bottom left, h8 at the top right, and between them all is even."""
    spots = layouts.lay_grid(8, 8, (25, 25), (375, 375))
    assert spots["a1"] == (25, 375)
    assert spots["h8"] == (375, 25)
    assert len(spots) == 64
    assert _apart(spots) == pytest.approx((50, 50))
    assert "aa1" in layouts.lay_grid(27, 2, (5, 5), (395, 20))


def test_hexagons_stand_in_gaps() -> None:
    """Every second row is one place shorter and lies between those of the others."""
    spots = layouts.lay_hexagons(5, 4, (30, 30), (370, 270))
    assert len(spots) == 5 + 4 + 5 + 4
    assert spots["a3"][0] == pytest.approx((spots["a4"][0] + spots["b4"][0]) / 2)
    with pytest.raises(LayoutError):
        layouts.lay_hexagons(1, 4, (30, 30), (370, 270))


@pytest.mark.parametrize("shape", ["circle", "square", "octagon", "cross"])
def test_a_track_goes_round(shape: str) -> None:
    """From the middle of the lower side to the left, in even steps, inside its rectangle.

    Round a corner the way is longer than the distance between two places.
    """
    spots = layouts.lay_track(48, shape, (20, 20), (380, 380))
    points = np.array(list(spots.values()))
    assert spots["T0"] == pytest.approx((200, 380))
    assert spots["T1"][0] < 200
    steps = np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1)
    assert steps.min() > 0.6 * steps.max()
    assert points.min() > 19.9
    assert points.max() < 380.1


def test_images_are_added_once() -> None:
    """A point, its mirror images and its turned ones; the middle has no image of its own."""
    one = layouts.lay_points([(30.0, 40.0), (200.0, 150.0)])
    assert len(layouts.repeat(one, SIZE, "x", 1)) == 3
    assert len(layouts.repeat(one, SIZE, "xy", 1)) == 5
    turned = layouts.repeat(one, (300.0, 300.0), "", 4)
    assert set(turned) == {"P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8"}
    assert layouts.repeat(one, SIZE, "", 1) == one


def test_a_finger_need_not_hit_the_middle() -> None:
    """A place touched beside the axis has no image beside itself: it lies on the axis."""
    one = layouts.lay_points([(198.0, 100.0), (100.0, 151.0), (302.0, 149.0)])
    spots = layouts.repeat(one, SIZE, "x", 1)
    assert sorted(spots.values()) == [(99.0, 150.0), (200.0, 100.0), (301.0, 150.0)]
    assert layouts.repeat(one, SIZE, "", 1) == one


def test_a_mill_board_comes_from_six_points() -> None:
    """Two mirrors and four turns make the 24 points of nine men's morris out of six."""
    points = [
        (20.0, 20.0),
        (150.0, 20.0),
        (60.0, 60.0),
        (150.0, 60.0),
        (105.0, 105.0),
        (150.0, 105.0),
    ]
    spots = layouts.repeat(layouts.lay_points(points), (300.0, 300.0), "xy", 4)
    assert len(spots) == 24


def test_a_layout_is_read_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The file that ``layout`` writes is drawn on a photograph and read by ``read``."""
    board, drawn, photo = tmp_path / "go.toml", tmp_path / "drawn.png", tmp_path / "photo.png"
    picture = np.full((480, 640, 3), (60, 80, 100), np.uint8)
    cv2.rectangle(picture, (120, 40), (520, 440), (200, 210, 220), -1)
    for n in range(5):
        cv2.line(picture, (160 + 80 * n, 80), (160 + 80 * n, 400), (20, 20, 20), 2)
        cv2.line(picture, (160, 80 + 80 * n), (480, 80 + 80 * n), (20, 20, 20), 2)
    cv2.imwrite(str(photo), picture)
    labels = tmp_path / "truth.jsonl"
    corners = [[120, 40], [520, 40], [520, 440], [120, 440]]
    labels.write_text(json.dumps({"file": "photo.png", "corners": corners}) + "\n")
    words = ["layout", str(board), "--size", "400x400", "--grid", "5x5", "--first", "40,40"]
    words += ["--printed", "cross", "--piece", "stone:8x20:white=#f0f0f0,black=#202020"]
    words += ["--picture", str(photo), "--corners", str(labels), "--draw", str(drawn)]
    assert cli.main(words) == 0
    found = read_board(board)
    assert (len(found.places), found.places[0].x_mm, found.printed) == (25, 40, "cross")
    seen = cv2.imread(str(drawn))
    assert seen is not None
    assert (np.abs(seen.astype(int) - picture) > 40).any(axis=2).mean() > 0.01
    capsys.readouterr()
    assert cli.main(["read", "--board", str(board), "--corners", str(labels), str(photo)]) == 0
    said = capsys.readouterr()
    assert "what the board looks like empty" in said.err
    assert f"calibrate --board {board} --labelled" in said.err
    answer = json.loads(said.out)
    assert answer["registered"]
    assert np.allclose(answer["corners"], corners, atol=3)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--points 20,20 60,60 20.1,20", "P1 and P3 lie on one another"),
        ("--grid 2x3 --first 50,50 --last 50,350", "lie on one another"),
        ("--points 20,20 60,60 21,20 --radius 12", "P1 and P3 lie on one another"),
        ("--track 24 --first 200,370 --radius 15", "--first must lie above"),
        ("--grid 2x2 --first 300,50 --last 50,350", "--first must lie above"),
        ("--grid 3x3 --draw out.png", "--picture"),
        ("--grid 3x3 --picture photo.png", "--draw"),
        ("--grid 3x3 --corners truth.jsonl", "--picture"),
        ("--points 20,20 --last 50,50", "--last"),
    ],
)
def test_what_cannot_be_done_is_said(
    words: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Places in one spot are named, and no option is passed over in silence; nothing is written."""
    board = tmp_path / "x.toml"
    assert cli.main(["layout", str(board), "--size", "400x400", *words.split()]) == 1
    assert said in capsys.readouterr().err
    assert not board.exists()


def test_bad_lengths_are_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Sizes and pieces that are none name what they should look like; nothing is written."""
    board = str(tmp_path / "x.toml")
    for words, said in (("--size 40x", "such as"), ("--size 400x400 --piece man:5", "write NAME")):
        with pytest.raises(SystemExit):
            cli.main(["layout", board, "--grid", "3x3", *words.split()])
        assert said in capsys.readouterr().err
    assert cli.main(["layout", board, "--size", "10x10", "--grid", "3x3"]) == 1
    assert "40" in capsys.readouterr().err
    assert not Path(board).exists()


def test_a_finger_beside_the_axis_of_a_large_board_means_one_place() -> None:
    """Five millimetres off, a hexagon on the axis stays one; lanes half a space apart stay two."""
    row = {"P1": (36.0, 135.0), "P2": (74.0, 144.0), "P3": (112.0, 138.5), "P4": (150.0, 141.0)}
    assert len(layouts.repeat(row, (300.0, 280.0), "xy", 1)) == 7
    lanes = {"P1": (130.0, 40.0), "P2": (130.0, 80.0), "P3": (130.0, 120.0)}
    assert len(layouts.repeat(lanes, (280.0, 280.0), "xy", 1)) == 12


def test_a_point_beside_the_board_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before, a place's radius was said to be wider than the board."""
    given = ["--size", "300x300", "--points", "20,20", "400,400"]
    assert cli.main(["layout", str(tmp_path / "m.toml"), *given]) == 1
    assert "400,400 lies beside a board of 300x300 mm" in capsys.readouterr().err


def test_a_finger_beside_the_middle_of_a_turned_board_means_one_place() -> None:
    """Rows that grow and shrink are touched in one sector of six; places round the middle stay."""
    rows = [(x, y) for y in range(5) for x in range(5 - y) if (x, y) == (0, 0) or x > 0]
    sector = [(200 + 30 * (x + y / 2), 200 + 30 * 0.75**0.5 * y) for x, y in rows]
    for off, count in (((0.0, 0.0), 61), ((5.0, 4.0), 61), ((9.0, 4.0), 66)):
        touched = ((200 + off[0], 200 + off[1]), *sector[1:])
        assert len(layouts.lay_out((400.0, 400.0), Wanted(points=touched, turns=6))) == count
    pair = Wanted(points=((203.5, 200.0), (260.0, 200.0)), turns=2)
    assert len(layouts.lay_out((400.0, 400.0), pair)) == 3, "two images half a finger apart"
