"""What is special to each kind of camera; what all keep is in ``test_camera_contract.py``."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from hardware.cameras import open_camera
from hardware.cameras.folder import read_picture
from hardware.cameras.live import as_picture
from hardware.clock import ManualClock
from hardware.ports import Camera, CameraEnd, CameraError, PictureError
from tests.hardware.greys import GREYS, encoded, grey, level_of


def make_folder(folder: Path) -> str:
    """Record the greys as pictures; return the camera's text."""
    for number, level in enumerate(GREYS):
        (folder / f"{number:04d}.jpg").write_bytes(encoded(grey(level), ".jpg"))
    return f"folder:{folder}"


def make_video(folder: Path) -> str:
    """Record the greys as a video of ten pictures a second; return the camera's text."""
    path = str(folder / "0000.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for level in GREYS:
        writer.write(grey(level))
    writer.release()
    return f"video:{path}"


@pytest.fixture(params=[make_folder, make_video])
def recording(request: pytest.FixtureRequest, tmp_path: Path) -> Camera:
    """Return each kind of recorded camera, opened on the greys."""
    make: Callable[[Path], str] = request.param
    return open_camera(make(tmp_path), ManualClock())


def test_recordings_give_each_picture_once_in_order_and_end(recording: Camera) -> None:
    """None is skipped or repeated, names ascend, pictures are BGR bytes; the end stays the end."""
    frames = [recording.capture() for _ in GREYS]
    assert [level_of(frame.picture) for frame in frames] == list(GREYS)
    assert {(frame.picture.shape, frame.picture.dtype) for frame in frames} == {
        ((48, 64, 3), np.dtype(np.uint8))
    }
    assert len({frame.name for frame in frames}) == len(frames)
    assert [frame.name for frame in frames] == sorted(frame.name for frame in frames)
    for _ in range(2):
        with pytest.raises(CameraEnd):
            recording.capture()
    recording.close()


ONE_OF = (
    "There is no camera 'nonsense:0'; it must begin with one of: folder, mjpeg, picamera2, "
    "simulated, usb, video."
)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nonsense:0", ONE_OF),
        ("", "There is no camera ''; it must begin with one of"),
        ("simulated", "which only tablet-companion run opens; name one of these here: folder, "),
        ("folder:{}/none", "none cannot be read (No such file"),
        ("folder:{}", "There is no picture in"),
        ("folder:a\0b", "cannot be read (its name contains a NUL)"),
        ("video:{}/none.avi", "There is no video file"),
        ("video:" + 5000 * "x", "There is no video file"),
        ("video:{}/notes.avi", "is not a video that can be played here"),
        ("usb:left", "usb:left is not a camera's name"),
        ("usb:97", "There is no USB camera 97"),
        (
            "mjpeg:phone.local/video",
            "mjpeg:phone.local/video is not the address of a stream; write mjpeg:http",
        ),
        ("mjpeg:file:///etc/passwd", "is not the address of a stream"),
        ("mjpeg:http://phone.local:web/", "is not the address of a stream"),
        ("mjpeg:http://phone.local/a b", "is not the address of a stream"),
        ("mjpeg:http://phone.local/ü", "is not the address of a stream"),
        ("mjpeg:http://phone..local/", "is not the address of a stream"),
        ("mjpeg:http://127.0.0.1:1/", "No pictures come from http://127.0.0.1:1/"),
    ],
)
def test_what_cannot_be_opened(tmp_path: Path, text: str, sentence: str) -> None:
    """Each has one sentence, a stream with its first picture."""
    (tmp_path / "notes.avi").write_text("not a picture " * 100)
    with pytest.raises(CameraError) as caught:
        open_camera(text.format(tmp_path), ManualClock()).capture()
    assert sentence in str(caught.value)


# --- folders -----------------------------------------------------------------------------------


def test_an_unreadable_picture_is_named_and_the_others_go_on(tmp_path: Path) -> None:
    """Cut short, empty and nonsense are one PictureError each; what is no picture is ignored."""
    make_folder(tmp_path)
    whole = (tmp_path / "0000.jpg").read_bytes()
    (tmp_path / "0000a.jpg").write_bytes(whole[: len(whole) * 2 // 3])
    (tmp_path / "0000b.png").write_bytes(b"")
    (tmp_path / "0000c.BMP").write_bytes(b"nonsense")
    (tmp_path / ".0000d.jpg").write_bytes(b"hidden")
    (tmp_path / "truth.jsonl").write_text("{}")
    camera = open_camera(f"folder:{tmp_path}", ManualClock())
    assert camera.capture().name == "0000.jpg"
    for name in ("0000a.jpg", "0000b.png", "0000c.BMP"):
        with pytest.raises(PictureError) as caught:
            camera.capture()
        assert caught.value.name == name
        assert f"{name} is no picture that is read" in str(caught.value)
    assert camera.capture().name == "0001.jpg"


def test_a_picture_of_a_folder_is_stamped_by_the_clock(tmp_path: Path) -> None:
    """The time of a frame is the clock's when it is captured."""
    clock = ManualClock(100)
    camera = open_camera(make_folder(tmp_path), clock)
    camera.capture()
    clock.advance(2.5)
    assert camera.capture().taken_s == 102.5


def with_orientation(jpeg: bytes, orientation: int) -> bytes:
    """Put an EXIF segment with one tag, the orientation, behind a JPEG's first marker."""
    tag = struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = b"MM\0*" + struct.pack(">IH", 8, 1) + tag + b"\0\0\0\0"
    segment = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + jpeg[2:]


def test_exif_orientation_is_respected(tmp_path: Path) -> None:
    """A telephone held upright stores the picture lying and says so: 6 turns it clockwise."""
    lying = grey(0)
    lying[:, :16] = 255  # a white left edge, which belongs at the top
    path = tmp_path / "phone.jpg"
    path.write_bytes(with_orientation(encoded(lying, ".jpg"), 6))
    picture = open_camera(f"folder:{tmp_path}", ManualClock()).capture().picture
    assert picture.shape == (64, 48, 3)
    assert picture[:14].min() > 200
    assert picture[18:].max() < 50


# --- videos ------------------------------------------------------------------------------------


def test_a_video_is_stamped_by_its_own_position(tmp_path: Path) -> None:
    """Ten pictures a second are a tenth of a second apart, whatever any clock says."""
    camera = open_camera(make_video(tmp_path), ManualClock(500))
    times = [camera.capture().taken_s for _ in GREYS]
    assert np.diff(times) == pytest.approx([0.1] * 3)
    assert times[0] < 1


def test_a_video_whose_name_is_no_text_is_refused(tmp_path: Path) -> None:
    """OpenCV would end the program with a segmentation fault."""
    path = tmp_path / os.fsdecode(b"\xff.avi")
    path.write_bytes(b"RIFF")
    with pytest.raises(CameraError, match="no video file"):
        open_camera(f"video:{path}", ManualClock())


def test_a_video_that_is_cut_short_is_refused(tmp_path: Path) -> None:
    """In one sentence, as a video that is none."""
    path = Path(make_video(tmp_path).removeprefix("video:"))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(CameraError, match="not a video that can be played here"):
        open_camera(f"video:{path}", ManualClock()).capture()


# --- pictures -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "read",
    [
        np.full((40, 50), 200, np.uint8),
        np.full((40, 50, 1), 200, np.uint8),
        np.full((40, 50, 4), 200, np.uint8),
        np.full((40, 50), 200 * 256, np.uint16),
        np.full((40, 50, 3), 200, np.uint8),
    ],
)
def test_pictures_of_odd_kinds_become_pictures(read: NDArray[Any]) -> None:
    """Grey, transparent, of sixteen bits: the reader gets eight bits of three colours."""
    picture = as_picture(read, "test")
    assert picture.shape == (40, 50, 3)
    assert picture.dtype == np.uint8
    assert np.all(picture == 200)


@pytest.mark.parametrize("shape", [(1, 1, 3), (1, 1280, 3), (0, 0, 3)])
def test_pictures_of_no_size_are_a_fault_of_the_camera(shape: tuple[int, ...]) -> None:
    """One pixel, as a network camera without a signal sends, ended the program."""
    with pytest.raises(CameraError, match="too few to read a"):
        as_picture(np.zeros(shape, np.uint8), "test")


def test_a_picture_of_a_kind_that_opencv_cannot_decode_is_told_once(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """OpenCV's own line about it, with the line of its source, stood above our sentence."""
    Image.new("F", (64, 64)).save(tmp_path / "float.tiff")
    with pytest.raises(PictureError, match=r"float\.tiff is no picture that is read"):
        read_picture(tmp_path / "float.tiff")
    assert capfd.readouterr().err == ""
