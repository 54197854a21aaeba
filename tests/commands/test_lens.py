"""``tablet-companion lens`` and ``print charuco``: from the printed sheet to the file of lenses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import pytest

from calibration.camera.intrinsics import read_lenses
from calibration.sheet.charuco import Views, see
from calibration.sheet.collecting import collect
from hardware.errors import CompanionError
from hardware.ports import CameraEnd, Frame, Picture, PictureError
from hardware.printing.charuco import SQUARES, charuco_svg
from hardware.printing.raster import render
from tablet_companion import cli
from tests.calibration.sheet import WIDE, Held, good_ways, shot


def _run(words: list[str]) -> int:
    arguments = cli.parser(words[0]).parse_args(words)
    status: int = arguments.run(arguments)
    return status


def test_the_printed_sheet_is_the_one_that_is_looked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every inner corner is found on the print, and nothing else is printed."""
    assert _run(["print", "charuco", "--out", str(tmp_path), "--png", "--svg"]) == 0
    names = [Path(line).name for line in capsys.readouterr().out.split()]
    assert names == ["charuco.pdf", "charuco.svg", "charuco.png"]
    assert (tmp_path / "charuco.pdf").read_bytes().startswith(b"%PDF")
    picture = cv2.imread(str(tmp_path / "charuco.png"), cv2.IMREAD_COLOR)
    assert picture is not None
    assert len(see(render(charuco_svg(), 4.0)).ids) == (SQUARES[0] - 1) * (SQUARES[1] - 1)


@pytest.fixture(scope="module")
def pictures() -> Sequence[Picture]:
    """Return pictures of the sheet that together tell everything."""
    return [shot(WIDE, held) for held in good_ways()]


def test_a_folder_of_pictures_becomes_a_lens(
    pictures: Sequence[Picture], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each picture is told of, with what is missing; at the end the lens is written and told."""
    for number, picture in enumerate([pictures[0], *pictures]):
        cv2.imwrite(str(tmp_path / f"{number:02}.png"), picture)
    (tmp_path / "bad.png").write_bytes(b"no picture")
    out = tmp_path / "lens.json"
    words = ["lens", "--camera", f"folder:{tmp_path}", "--name", "desk", "--out", str(out)]
    assert _run(words) == 0
    told = capsys.readouterr().out
    assert "00.png: taken as view 1, 35 corners. Hold the sheet to the" in told
    assert "01.png: This looks like view 1" in told
    assert "Everything was seen." in told
    assert "bad.png is no picture that is read" in told
    (lens,) = read_lenses(out)
    assert lens.camera == "desk"
    assert lens.focal_px == pytest.approx(WIDE.focal_px, rel=0.004)
    assert f"focal length {lens.focal_px[0]:.1f}" in told


def test_too_few_pictures_are_no_lens(pictures: Sequence[Picture], tmp_path: Path) -> None:
    """The sentence says what is missing, and nothing is written."""
    cv2.imwrite(str(tmp_path / "0.png"), pictures[0])
    out = tmp_path / "lens.json"
    with pytest.raises(CompanionError, match=r"cannot be measured yet \(views: 1\)"):
        _run(["lens", "--camera", f"folder:{tmp_path}", "--out", str(out)])
    assert not out.exists()


class Live:
    """A camera that shows each picture some times, as a sheet that is held still."""

    def __init__(self, pictures: Sequence[Picture | None]) -> None:
        """Take what it shows; None fails."""
        self.left = list(pictures)

    def capture(self) -> Frame:
        """Return the next picture."""
        if not self.left:
            raise CameraEnd("There is nothing more.")
        picture = self.left.pop(0)
        if picture is None:
            raise PictureError("x", "That picture is damaged.")
        return Frame(picture, 0.0, "1")

    def close(self) -> None:
        """Do nothing."""


def test_a_live_camera_waits_until_the_sheet_is_held_still(pictures: Sequence[Picture]) -> None:
    """What moves is not taken; what is held twice is taken once; the end comes by itself."""
    said: list[str] = []
    views = Views()
    shown = [picture for picture in pictures for _ in range(3)]
    camera = Live([*shown, None, shot(WIDE, Held(large=0.3))])
    collect(camera, views, said.append, moving=True)
    assert len(views.taken) >= 10
    assert next(views.list_missing(), None) is None
    assert len(camera.left) >= 1, "nobody looks on once everything was seen"
    moving = Views()
    collect(Live([pictures[0], pictures[1], pictures[2]]), moving, said.append, moving=True)
    assert moving.taken == []


def test_a_live_camera_says_the_same_thing_once(pictures: Sequence[Picture]) -> None:
    """A sheet that is away for a minute is told of in one line."""
    said: list[str] = []
    empty = pictures[0] * 0 + 90
    collect(Live([empty] * 5), Views(), said.append, moving=True)
    assert len([line for line in said if "not seen" in line]) == 1
