"""The readers of files by name, with valid files to harm and with what is done with a value."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from calibration.camera.intrinsics import read_lenses
from calibration.learning.learn import trust_board
from calibration.learning.truth import check_labels, read_labels
from calibration.taught.model import Calibration, read_calibration
from hardware.boardfile import parse_board, read_board
from hardware.cameras.folder import read_picture
from tablet_companion import games
from tablet_companion.club.spool import Spool
from tablet_companion.config.reading import read_settings
from tablet_companion.config.writing import save_settings
from tablet_companion.kit import printed
from tablet_companion.lessons.progress import Notebook, Taken, read_progress
from tablet_companion.session.script import read_script
from tablet_companion.setup.labels.truthfile import TruthFile
from tablet_companion.setup.teaching.kept import KeptTeaching
from tablet_companion.setup.teaching.teaching import Teaching
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.scene import Model
from tests.commands import room
from tests.fuzz.harm import as_json, as_toml

Harm = Callable[[Any], bytes]


@dataclass(frozen=True)
class Reader:
    """A reader: valid files as text or bytes, and as trees with what writes those."""

    name: str
    read: Callable[[Path], Any]
    files: Sequence[bytes]
    trees: Sequence[Any] = ()
    write: Harm = as_json
    use: Callable[[Any], object] = lambda value: value
    """What is done with an accepted value where there is time for it."""


def _boards() -> list[bytes]:
    names = ("wink", "agent", "agent_dog", "pocket_ops")
    own = (resources.files(games).joinpath(name, "board.toml").read_bytes() for name in names)
    return [room.BOARD.encode(), *own]


def _look(calibration: Calibration) -> None:
    """Look at a picture, and then with the board found."""
    BoardReader(Model(calibration), still_frames=1).examine(_photograph())


def _photograph() -> Any:
    return cv2.imdecode(np.frombuffer(room.photograph(), np.uint8), cv2.IMREAD_COLOR)


def _label(path: Path) -> Any:
    labels = read_labels(path)
    check_labels(labels, parse_board(room.BOARD), path)
    return labels


def _relabel(path: Path) -> Any:
    """Change a file of labels as the page does: no line of others is lost."""
    before = path.read_bytes()
    truth = TruthFile(path)
    labels = truth.labels()
    truth.put({"file": "new.png"})
    kept = path.read_bytes().removesuffix(b'{"file": "new.png"}\n').rstrip(b"\n")
    assert "new.png" in labels or before.removeprefix(b"\xef\xbb\xbf").rstrip(b"\n") == kept
    return labels


def _settings(path: Path) -> Any:
    settings = read_settings(path)
    save_settings(settings, path.with_name("saved.toml"))
    return settings


def _script(path: Path) -> Any:
    return read_script(path, games.load("agent_dog"))


def _pictures() -> list[bytes]:
    picture = cv2.resize(_photograph(), (160, 120))
    kinds = (".png", ".jpg", ".bmp", ".webp", ".tiff")
    return [cv2.imencode(kind, picture)[1].tobytes() for kind in kinds]


_SETTINGS: Final = b"""
language = "fr"
camera = "usb:0"
calibration = "table.json"
[screen]
size_px = [1280, 720]
dpi = 150
[gpio]
turn = {red = 5, blue = 6}
accepted = 13
buttons = {confirm = 16}
[strip]
port = "/dev/ttyUSB0"
turn = {red = [0, 9]}
[controller]
line = "usb"
lights = ["T1"]
"""
_SCRIPT: Final = b"""frame,player,card,detail,tap
1.png,red,2,,answer 1;give_up
2.png,blue,"1/11",blue T32>T33,card copy
"""


_PROGRESS: Final = b"""{"version": 1, "names": {
  "": {"dog": {"first_pawn": 6}}, "Anna": {"agent_dog": {"holes": 2, "moving": 0}, "wink": {}}},
  "ahead": [{"name": "Anna", "game": "dog", "chapter": "first_pawn", "step": 3}]
}"""


def _progress(path: Path) -> Any:
    """Read progress, and make some more of it as a table does that finds such a file."""
    before = path.read_bytes()
    book = Notebook(path)
    ben = book.add("Ben")
    for step in (1, 0):  # the second was skipped first
        book.note(Taken(ben, "dog", "moving", step))
    if book.trouble:
        aside = path.with_name(path.name + ".harmed")
        assert aside.read_bytes() == before
        path.write_bytes(before)
    return read_progress(path)


def _kept(path: Path) -> Any:
    """Read a board that was being taught, its picture beside it, and see where its places are."""
    folder = path.parent / "teaching"
    folder.mkdir(exist_ok=True)
    (folder / "corners.png").write_bytes(_pictures()[0])
    (folder / "teaching.json").write_bytes(path.read_bytes())
    kept = KeptTeaching(folder).read()
    if kept is not None:
        assert kept.teaching.sketch is None or kept.teaching.sketch.points.size
    return kept


def _teaching(made: Path) -> bytes:
    teaching = Teaching(printed.board("dog"), np.zeros((60, 80, 3), np.uint8))
    teaching.corners = [(10.0, 5.0), (70.0, 5.0), (70.0, 55.0), (10.0, 55.0)]
    teaching.lay(teaching.lay_out())
    KeptTeaching(made / "kept").write("dog", "PlacesStep", teaching)
    return (made / "kept" / "teaching.json").read_bytes()


def _spool(path: Path) -> Any:
    """Go on with a table's events as a table does: what it adds is there, and comes up."""
    spool = Spool(path)
    before, bodies = spool.newest, []
    spool.add(b"{}")
    while (found := spool.first()) is not None and spool.note_sent(found[0]):
        bodies.append(found[1])
    spool.send_again(0)
    spool.close()
    assert spool.newest > before or not bodies
    return bodies


def _events(made: Path) -> bytes:
    spool = Spool(made / "spool.db")
    for number in range(40):
        spool.add(b'{"game": "dog"}' * number)
    spool.note_sent(3)
    spool.close()
    return (made / "spool.db").read_bytes()


def readers(made: Path) -> list[Reader]:
    """Return all readers; ``made`` keeps what takes long to make."""
    boards = _boards()
    tables = [tomllib.loads(board.decode()) for board in boards]
    calibration = room.small_calibration(made)
    labels = room.label() + room.label(file="2.png", pieces={"P1": "red"}, corners=None)
    label = [json.loads(line) for line in labels.splitlines()]
    settings = tomllib.loads(_SETTINGS.decode())
    return [
        Reader("board", read_board, boards, tables, as_toml, trust_board),
        Reader(
            "calibration", read_calibration, [calibration], [json.loads(calibration)], use=_look
        ),
        Reader("labels", _label, [labels], label),
        Reader("label page", _relabel, [labels], label),
        Reader("lenses", read_lenses, [room.lens()], [json.loads(room.lens())]),
        Reader("settings", _settings, [_SETTINGS], [settings], as_toml),
        Reader("script", _script, [_SCRIPT]),
        Reader("progress", _progress, [_PROGRESS], [json.loads(_PROGRESS)]),
        Reader("taught board", _kept, [kept := _teaching(made)], [json.loads(kept)]),
        Reader("picture", read_picture, _pictures()),
        Reader("spool", _spool, [_events(made)]),
    ]
