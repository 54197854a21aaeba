"""Files that are none, and streams that nobody holds: a sentence, and never a traceback."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final

import cv2
import pytest

from hardware.boardfile import read_board
from hardware.files import claim_folder
from tablet_companion import cli
from tablet_companion.journal import Journal
from tests.amounts import sampled
from tests.commands import room

_LINES: Final = (
    "bench --photos @",
    "calibrate --out out.json --board @",
    "calibrate --out out.json --board board.toml --labelled @",
    "calibrate --out out.json --printed agent_dog --lens @",
    "calibrate --board board.toml --out @",
    "club --settings @",
    "club --settings club.toml --password-file @",
    "club --settings club.toml --book @",
    "doctor --settings @",
    "doctor --bundle @",
    "export @",
    "export --out @ game.txt",
    "forget --calibration @",
    "forget --settings @",
    "join --settings @",
    "label --calibration cal.json @",
    "label photos --calibration @",
    "label photos --board @",
    "label photos --board board.toml --out @",
    "label photos --board board.toml --settings @",
    "layout --size 400x400 --grid 8x8 @",
    "layout --size 400x400 --grid 8x8 --draw d.png o.toml --picture @",
    "layout --size 400x400 --grid 8x8 --draw d.png --picture empty.png o.toml --corners @",
    "layout --size 400x400 --grid 8x8 --picture empty.png o.toml --draw @.png",
    "lens --camera folder:photos --out @",
    "print --out @ wink reference",
    "read --calibration @ empty.png",
    "read --board @ empty.png",
    "read --board board.toml --corners @ empty.png",
    "read --board board.toml --explain @.png empty.png",
    "read --board board.toml @",
    "referee agent_dog --camera folder:photos --calibration @",
    "referee agent_dog --camera folder:photos --calibration game.json --script @",
    "run --settings @",
    "score --calibration @ truth.jsonl",
    "score --calibration cal.json @",
    "selftest --settings @",
    "selftest --out @.png",
)
"""A command line for every file that a command is given."""
_DRAWN: Final = "layout --size 400x400 --grid 8x8 --picture empty.png o.toml"
_ELSEWHERE: Final = {"demo out", "run calibration", "run journals"}
"""Files of commands that go on without them, and play."""


def _files_of(command: str) -> set[str]:
    """Return what a command calls the files that it is given."""
    top = cli.parser(command)
    (subparsers,) = (one for one in top._actions if isinstance(one, argparse._SubParsersAction))
    actions = subparsers.choices[command]._actions
    return {
        f"{command} {one.dest}"
        for one in actions
        if getattr(one.type, "__name__", "") in {"Path", "name_png"}
    }


def test_every_file_of_every_command_is_tried() -> None:
    """A new command, or a new file of one, needs a line here."""
    tried = set()
    for line in _LINES:
        command = line.split()[0]
        found = vars(cli.parser(command).parse_args(line.split()))
        tried |= {f"{command} {name}" for name, value in found.items() if "@" in str(value)}
    files = set().union(*map(_files_of, cli.COMMANDS))
    assert files - _ELSEWHERE == tried


@sampled(4)
@pytest.mark.usefixtures("good")
@pytest.mark.parametrize("line", _LINES)
def test_what_is_no_file_is_refused_in_a_sentence(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A pipe keeps nobody waiting; a name too long, a loop of links or none are told as such."""
    Path("loop.png").symlink_to("loop.png")
    Path("club.toml").write_text('mqtt.broker = "127.0.0.1"\n', "utf-8")
    Path("game.txt").write_text('[Game "dog"]\n[Seats "red blue"]\n[Start ""]\n', "utf-8")
    for evil in ("pipe", "x" * 300, "loop"):
        status = cli.main([word.replace("@", evil) for word in line.split()])
        out, err = capsys.readouterr()
        told = [one for one in err.splitlines() if not one.startswith("Warning: ")]
        assert len(told) == (status if "error" not in out and "→" not in out else 0)
        assert status == 1 or line.startswith("forget")


@pytest.mark.usefixtures("good")
@pytest.mark.parametrize(
    "line", [*_LINES, "@", "run @", "read --board @", "explain @", "print @", "label --@ photos"]
)
def test_no_address_in_place_of_a_file_is_repeated_whole(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its password stays unsaid, although a path turns the two slashes into one."""
    Path("club.toml").write_text('mqtt.broker = "127.0.0.1"\n', "utf-8")
    Path("game.txt").write_text('[Game "dog"]\n[Seats "red blue"]\n[Start ""]\n', "utf-8")
    Path("http:").touch()  # so that nothing is begun there
    address = "http://planted:plan/ted@host/x?planted"
    try:
        assert cli.main([word.replace("@", address) for word in line.split()]) == 1
    except SystemExit as wrong_usage:
        assert wrong_usage.code == 2  # noqa: PT017 - the others are refused by their status
    assert not re.search("plan|ted@", "".join(capsys.readouterr()))


@pytest.mark.usefixtures("good")
@pytest.mark.parametrize(
    ("line", "precious"),
    [
        ("export game.txt", "game.txt"),
        ("export other/game.txt", "game.txt"),
        ("export game.txt --page", "game.pdf"),
        ("print wink reference", "wink-reference.pdf"),
        ("selftest --out empty.jpg.png", "empty.jpg.png"),
        ("label photos --calibration cal.json --out no/such/folder.jsonl", "photos/1.png"),
        ("club --settings club.toml --book 000001-dog.journal", "000001-dog.journal"),
    ],
)
def test_nothing_else_is_written_over(
    line: str, precious: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What stands where an output belongs, and is another thing or the input, stays as it is."""
    Path("club.toml").write_text('mqtt.broker = "127.0.0.1"\n', "utf-8")
    game = b'[Game "dog"]\n[Seats "red blue"]\n[Start ""]\n'
    Path("other").mkdir()
    Path("other/game.txt").write_bytes(game)
    Path(precious).write_bytes(game if "export game" in line else b"precious")
    if precious == "game.pdf":
        Path("game.txt").write_bytes(game)
        Path(precious).write_bytes(b"precious")
    if precious.endswith(".journal"):
        Journal.create(Path(precious + "2"), {"game": "dog"}, at_s=0.0).close()
        Path(precious + "2").replace(precious)
    before = Path(precious).read_bytes()
    assert cli.main(line.split()) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert Path(precious).read_bytes() == before


@pytest.mark.parametrize(
    ("line", "precious"),
    [
        ("calibrate --printed wink --out truth.jsonl", "truth.jsonl"),
        ("calibrate --board board.toml --out lens.json", "lens.json"),
        ("lens --camera folder:photos --out cal.json", "cal.json"),
        ("read --calibration cal.json --explain photos/1.png empty.png", "photos/1.png"),
        (f"{_DRAWN} --draw photos/1.png", "photos/1.png"),
        ("selftest --unattended --out photos/1.png", "photos/1.png"),
        ("doctor --bundle other.zip", "other.zip"),
    ],
)
@pytest.mark.usefixtures("good")
def test_what_is_only_written_alike_is_not_written_over(
    line: str, precious: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Labels begin like a calibration, a photograph like a drawing, any archive like a bundle."""
    Path("lens.json").write_bytes(room.lens())
    with zipfile.ZipFile("other.zip", "w") as other:
        other.writestr("letters.txt", "precious")
    before = Path(precious).read_bytes()
    assert cli.main(line.split()) == 1
    assert f"{precious} contains something else" in capsys.readouterr().err
    assert Path(precious).read_bytes() == before


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("calibrate --printed wink --out new.json", "new.json"),
        (
            "read --calibration cal.json --corners truth.jsonl --explain new.png empty.png",
            "new.png",
        ),
        ("doctor --bundle new.zip", "new.zip"),
    ],
)
@pytest.mark.usefixtures("good")
def test_what_we_made_is_made_again(line: str, written: str) -> None:
    """Its kind is told by how it begins, even of a drawing, which other programs can read."""
    for _ in range(2):
        cli.main(line.split())
        assert Path(written).stat().st_size
        with Path(written).open("ab") as file:
            file.write(b"old")
    assert cli.main(line.split()) == (1 if "doctor" in line else 0)
    assert not Path(written).read_bytes().endswith(b"old")
    if written.endswith("png"):
        assert cv2.imread(written) is not None


@pytest.mark.usefixtures("good")
def test_a_folder_that_another_program_fills_is_left_to_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Two demonstrations into one folder mixed their pictures, and both said that all was well."""
    claim = claim_folder(Path("photos"))
    assert claim is not None
    assert cli.main(["demo", "--headless", "--out", "photos"]) == 1
    os.close(claim)
    assert "Another tablet-companion writes to photos" in capsys.readouterr().err


@pytest.mark.usefixtures("good")
def test_labels_are_not_waited_for_where_nobody_sees_the_page(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Without a screen nobody could ever touch “done”: a sentence at once, and no file."""
    assert cli.main(["label", "photos", "--board", "board.toml"]) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert "no screen was found" in said
    assert not Path("photos/truth.jsonl").exists()


@pytest.mark.usefixtures("good")
def test_a_board_is_written_to_a_name_that_is_no_readable_text() -> None:
    """Its name in the file has a question mark for what cannot be read."""
    path = Path(os.fsdecode(b"b\xff.toml"))
    assert cli.main(["layout", "--size", "200x200", "--grid", "3x3", str(path)]) == 0
    assert read_board(path).name == "b?"


_PROGRAM: Final = (sys.executable, "-c", "from tablet_companion.cli import start; start()")


def _run(shell: str) -> subprocess.CompletedProcess[str]:
    """Run the program within a shell, whose ``"$@"`` it is."""
    words = ("bash", "-c", shell, "bash", *_PROGRAM)
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("shell", "said"),
    [
        ('"$@" moves dog <&-', "README of the game’s folder shows one"),
        ('echo {} | "$@" moves dog --batch >&-', "output cannot be written: Bad file"),
        (
            'echo "{}" | "$@" moves dog --batch >/dev/full',
            "output cannot be written: No space left on device; make room there.",
        ),
        ('(ulimit -v 2000000; "$@" moves dog </dev/zero)', "larger than 1 MB"),
        ('(ulimit -v 2000000; "$@" explain dog --batch </dev/zero)', "larger than 1 MB"),
    ],
)
def test_streams_that_nobody_holds(shell: str, said: str) -> None:
    """Closed, full or endless: one sentence at most, and never a traceback."""
    done = _run(shell)
    assert done.returncode == 1
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == bool(said)


@sampled(4)
@pytest.mark.parametrize("limit_kb", [300_000, 360_000, 400_000, 500_000, 580_000])
@pytest.mark.parametrize("line", ["moves dog", "doctor", "demo", "run --simulated", "selfplay dog"])
def test_too_little_memory_is_told_before_a_library_ends_the_program(
    limit_kb: int, line: str, tmp_path: Path
) -> None:
    """Those of the algebra, of pictures and of text end it each in its own way, without a word."""
    home = f"env -u OPENBLAS_NUM_THREADS SDL_VIDEODRIVER=dummy XDG_DATA_HOME={tmp_path}"
    done = _run(f'cd {tmp_path}; (ulimit -v {limit_kb}; {home} "$@" {line} </dev/null)')
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "MB of memory, and needs 600" in done.stderr


@pytest.mark.parametrize("line", ["moves dog </dev/null", "layout none"])
def test_a_program_that_may_use_little_memory_runs(line: str) -> None:
    """On a machine with many cores, too, for each of which the algebra library takes some."""
    done = _run(f'(ulimit -v 590000; env -u OPENBLAS_NUM_THREADS OPENBLAS_CORETYPE= "$@" {line})')
    assert done.returncode in {1, 2}
    assert "memory" not in done.stderr


_HELP: Final = ("--help", "--version", "moves --help")


@sampled(3)
@pytest.mark.parametrize("buffered", ["env -u PYTHONUNBUFFERED ", "env PYTHONUNBUFFERED=1 "])
@pytest.mark.parametrize("line", _HELP)
@pytest.mark.parametrize(
    ("where", "status", "said"),
    [
        (">/dev/full", 1, "output cannot be written: No space"),
        (">&-", 1, "output cannot be written: Bad file"),
        ("| true; (exit ${PIPESTATUS[0]})", 0, ""),
    ],
)
def test_help_that_cannot_be_written(
    where: str, status: int, said: str, line: str, buffered: str
) -> None:
    """One sentence, as for other output; a reader that went away is no error."""
    done = _run(f'{buffered}"$@" {line} {where}')
    assert done.returncode == status
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == bool(said)


@pytest.mark.parametrize(("line", "status"), [("moves", 2), ("moves dog </dev/null", 1)])
def test_a_refusal_that_cannot_be_written_keeps_its_status(line: str, status: int) -> None:
    """What asked for it sees at least that, with a full or closed stream for errors."""
    for where in ("/dev/full", "&-"):
        assert _run(f'"$@" {line} 2>{where}').returncode == status


_TELLING: Final = """
import os, stat, sys
from tablet_companion import cli
def main():
    where = (os.path.realpath(f"/proc/self/fd/{one}") for one in (0, sys.stderr.fileno()))
    print(*where, stat.S_ISREG(os.stat(2).st_mode))
    return 0
cli.main = main
cli.start()
"""


def test_a_closed_stream_is_never_a_file_of_ours() -> None:
    """What a library writes to stream 2, which we read, must not end in the first file we open."""
    words = ("bash", "-c", '"$@" <&- 2>&-', "bash", sys.executable, "-c", _TELLING)
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == [os.devnull, os.devnull, str(False)]
