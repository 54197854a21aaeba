"""What is refused in another way than by one sentence: by argparse, by picture, by finding."""

from __future__ import annotations

import argparse
import errno
import io
import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import pytest

from hardware import formats
from hardware.clock import ManualClock
from tablet_companion import cli
from tablet_companion.commands import selftest
from tests.commands import room
from tests.commands.cases import CORNERS, DEEP_SETTINGS

USAGE = (
    "run --size 40000x40000",
    "run --size 100000x100000",
    "run --size " + "9" * 5000 + "x480",
    "run --seed -1",
    "demo --seed -1",
    "demo --players 0",
    "selfplay --seed -5",
    "selfplay --seed nan",
    "selfplay --rounds 0",
    "selfplay --rounds -3",
    "selfplay --players 0",
    "selfplay --faults nan",
    "selfplay --faults inf",
    "selfplay --faults -1",
    "selfplay --faults 2",
    "tournament dog --jobs 100000",
    "tournament dog --games 9999999999",
    "tournament dog --games many",
    "tournament dog --seats 0",
    "tournament dog --games 3",
    "join --minutes 0",
    "join --minutes 1441",
    "club --port 65536",
    "club --port -1",
    "layout o.toml --track 9 --size 0x0",
    "layout o.toml --size 9x9 --track 9 --radius inf",
    "layout o.toml --size 9x9 --track 1001",
    "layout o.toml --size 9x9 --grid 2x2 --turns " + "9" * 5000,
    "layout o.toml --size 9x9 --grid 2x2 --piece a:1x1:x=#ffffff,x=#000000",
    "layout o.toml --size 9x9 --grid 2x2 --piece a:1x1:x=#ffffffy=#000000",
    "layout o.toml --size 9x9 --grid 2x2 --piece a:1.2.3x1:x=#ffffff",
    "layout o.toml --size 9x9 --grid 2x2 --draw o.toml",
    "label photos --board -",
    "doctor --bundle -",
    "read --calibration cal.json --explain out empty.png",
    "read --calibration cal.json --explain out.jpg empty.png",
)


@pytest.mark.parametrize("words", USAGE, ids=lambda words: str(words)[:40])
@pytest.mark.usefixtures("good")
def test_numbers_and_names_that_cannot_be_meant(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command's own usage is printed, and what is wrong with which option; status 2."""
    with pytest.raises(SystemExit) as ended:
        cli.main(words.split())
    assert ended.value.code == 2
    assert f"error: argument {words.split()[-2 if '.png' not in words else 3]}" in (
        capsys.readouterr().err
    )


def _read(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[Any]]:
    status = cli.main(["read", "--calibration", "cal.json", *words])
    return status, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (room.plain_png(9000, 9000), "megapixels"),
        (room.plain_png(30_000, 40), "megapixels"),
        (room.plain_png(1, 1), "too few to read a board"),
        (room.plain_png(3, 500), "too few to read a board"),
        (b"", "is no picture that is read"),
        (b"\x89PNG\r\n\x1a\n", "is no picture that is read"),
        (room.plain_png(640, 480)[:-30], "cut short"),
        (b"P6 60000 60000 255 ", "is no picture that is read"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "is HEIC"),
    ],
    ids=["81 MP", "40000 px wide", "1 px", "3 px wide", "empty", "signature", "cut", "PPM", "HEIC"],
)
@pytest.mark.usefixtures("good")
def test_pictures_that_cannot_be_read(
    data: bytes, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line with the picture's name and the reason; the picture after it is read."""
    Path("bad.png").write_bytes(data)
    status, (bad, other) = _read(capsys, "bad.png", "empty.png")
    assert status == 1
    assert bad["file"] == "bad.png"
    assert said in bad["error"]
    assert "reason" in other


@pytest.mark.parametrize("name", CORNERS)
@pytest.mark.usefixtures("good")
def test_corners_that_no_board_has(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The picture is not registered, and the reason is told."""
    corners, said = CORNERS[name]
    Path("bad.jsonl").write_bytes(room.label(corners=corners))
    _, (line,) = _read(capsys, "--corners", "bad.jsonl", "empty.png")
    assert line["registered"] is False
    assert said in line["reason"]


@pytest.mark.usefixtures("good")
def test_a_board_that_nobody_calibrated_and_that_is_not_found(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nothing was read, so it does not end as if all were well, and what to give is said."""
    assert cli.main(["read", "--board", "board.toml", "empty.png"]) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["registered"] is False
    assert "--corners TRUTH.jsonl" in said.err.splitlines()[-1]


@pytest.mark.usefixtures("good")
@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("read --calibration cal.json --explain out.png plain.png", 1),
        ("selftest --unattended --out out.png", 0),
    ],
)
def test_a_drawing_that_is_not_made_is_said_to_be_missing(
    words: str,
    status: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """People would look for the file: no board was found, or no camera is set."""
    clock = ManualClock()
    monkeypatch.setattr(selftest, "SystemClock", lambda: clock)
    monkeypatch.setattr(selftest, "time", SimpleNamespace(sleep=clock.advance))
    Path("plain.png").write_bytes(room.plain_png(640, 480))
    assert cli.main(words.split()) == status
    assert not Path("out.png").exists()
    assert (
        len(re.findall(r"^Nothing is drawn in out\.png: .*\.$", capsys.readouterr().err, re.M)) == 1
    )


@pytest.mark.usefixtures("good")
def test_a_drawing_that_cannot_be_written_costs_no_reading(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was read is printed, and the full disk is told after it."""
    monkeypatch.setattr(formats, "write_durably", _find_disk_full)
    words = "read --calibration cal.json --corners truth.jsonl --explain out.png empty.png"
    assert cli.main(words.split()) == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["registered"] is True
    assert said.err == (
        "tablet-companion: out.png cannot be written: No space left on device; make room there.\n"
    )


def _find_disk_full(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.usefixtures("good")
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_name_that_is_no_text(encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file's name of any bytes is told as JSON, also where the terminal lacks its letters."""
    name = os.fsdecode(b"\xff\n") + "é😀.png"
    Path(name).write_bytes(room.photograph())
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr(sys, "stdout", out)
    cli.main(["read", "--calibration", "cal.json", name])
    out.seek(0)
    assert json.loads(out.read())["file"] == name


_OURS = Path(cli.__file__).with_name("gone.ttf")


_NO_LIBRARY = (
    "A library cannot be loaded (cv2.so: failed to map segment from shared object): close other "
    "programs if the memory is full; otherwise install tablet-companion again."
)


def _fill_pictures() -> bytes:
    """OpenCV's own word for it; its class cannot be told from those of its other errors."""
    full = cv2.error("Failed to allocate")
    full.code = -4
    raise full


def _import_in_vain() -> bytes:
    raise ImportError("cv2.so: failed to map segment from shared object", name="cv2")


@pytest.mark.parametrize(
    ("run", "said"),
    [
        (_OURS.read_bytes, f"{_OURS}: No such file or directory; install tablet-companion again."),
        (Path("gone.ttf").read_bytes, "gone.ttf: No such file or directory; name another."),
        (lambda: bytearray(1 << 62), "The memory is full; close other programs and try again."),
        (_fill_pictures, "The memory is full; close other programs and try again."),
        (_import_in_vain, _NO_LIBRARY),
    ],
    ids=["package", "other", "memory", "pictures", "library"],
)
def test_what_the_system_refuses_is_told_with_its_cure(
    run: Callable[[], bytes],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A font that the package should have brought comes back by installing it again."""
    arguments = argparse.Namespace(run=lambda _: run())
    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", lambda *_: arguments)
    assert cli.main(["moves"]) == 1
    assert capsys.readouterr().err == f"tablet-companion: {said}\n"


@pytest.mark.parametrize("name", ["", "-"])
@pytest.mark.parametrize("line", ["run --journals", "export", "print wink --out", "layout"])
def test_an_empty_name_or_a_dash_is_no_file(
    line: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A shell's variable that was never set is not this folder, nor - a file called so."""
    with pytest.raises(SystemExit) as ended:
        cli.main([*line.split(), name])
    assert ended.value.code == 2
    assert f"{name!r} names no file or folder" in capsys.readouterr().err


@pytest.mark.usefixtures("good")
def test_a_sentence_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Names with line ends, controls and what nobody sees do not reach the terminal."""
    odd = "a\nb\x1b[2J\x85\u200b\ufeff\u202e"
    assert cli.main(["read", "--calibration", odd, "empty.png"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.isprintable()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"file": "a\0b.png"}, "NUL"),
        ({"file": "gone.png"}, "No such file"),
        ({"file": "photos"}, "directory"),
    ],
)
@pytest.mark.usefixtures("good")
def test_labels_whose_picture_is_missing_are_scored_as_lost(
    changed: dict[str, str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A line says of which picture and why; the others are scored."""
    Path("bad.jsonl").write_bytes(room.label(**changed))
    assert cli.main(["score", "--calibration", "cal.json", "bad.jsonl"]) == 0
    told = capsys.readouterr().out
    assert said in told
    assert "board not found  1 of 1" in told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("camera = " + "[" * DEEP_SETTINGS + "]" * DEEP_SETTINGS, "50 levels"),
        ('calibration = "a\\u0000b"', "NUL"),
        ('journals = "a\\u0000b"', "NUL"),
        ('calibration = "bad.json"', "damaged"),
        ('board = "bad.board"', "radius_mm"),
    ],
    ids=["deep", "NUL", "journals NUL", "calibration", "board"],
)
def test_the_doctor_finds_what_is_wrong(
    text: str, said: str, good: dict[str, bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    """A finding tells it; the other findings are told, too."""

    def harm(held: Any) -> None:
        held["board"]["pieces"] = {}

    Path("bad.toml").write_text(text, "utf-8")
    Path("bad.json").write_bytes(room.changed(good["cal.json"], harm))
    Path("bad.board").write_text(room.BOARD.replace("radius_mm = 9.0", "radius_mm = nan"), "utf-8")
    assert cli.main(["doctor", "--settings", "bad.toml"]) == 1
    told = capsys.readouterr().out
    assert said in told
    assert "well" in told.splitlines()[-1]


@pytest.mark.parametrize("batch", [[], ["--batch"]])
def test_a_byte_order_mark_in_a_pipe_is_no_mistake(
    batch: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Some shells send one before a position; it was said to be no JSON."""
    monkeypatch.setattr("sys.stdin", io.StringIO('\ufeff{"game": "dog"}\n'))
    cli.main(["moves", "dog", *batch])
    told = "".join(capsys.readouterr())
    assert "seats: expected" in told
    assert "JSON" not in told


@pytest.mark.parametrize("command", ["moves", "explain"])
@pytest.mark.parametrize(
    "text",
    ["[" * room.NESTED, '{"a":' * room.NESTED, "nan", "1e999", "9" * 5000, '"\ud800"', "\0", ""],
    ids=["deep", "deeper", "nan", "endless", "digits", "surrogate", "NUL", "nothing"],
)
def test_positions_that_are_none(
    command: str, text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence; with --batch one for each line."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert cli.main([command, "agent_dog"]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{text}\n{text}\n"))
    assert cli.main([command, "agent_dog", "--batch"]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 2
