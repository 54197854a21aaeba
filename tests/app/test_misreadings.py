"""What people put right is kept as a labelled picture; what nobody says anything about is not."""

from __future__ import annotations

import io
import shutil
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from calibration.learning.truth import read_labels
from hardware.cameras.folder import read_picture
from hardware.ports import Frame, Picture
from tablet_companion.app.sight.misreadings import TRUTH, Misreadings
from tablet_companion.games.core import EMPTY, Piece, Place
from tablet_companion.referee.model.dialogues import FixingBoard
from tablet_companion.referee.model.events import Saw, TableIsRight, Touched
from tablet_companion.referee.model.table import Table
from tablet_companion.selfcheck.doctor.bundle import make_bundle
from tablet_companion.selfcheck.doctor.machine import Machine
from tests.killed import kill_everywhere
from tests.patience import PATIENCE_S

FRAME = Frame(np.full((40, 60, 3), 90, np.uint8), 1.0, "1")
SAID = Touched(2.0, TableIsRight())


def read() -> Any:
    """Return a reading that the referee made into its own."""
    return SimpleNamespace()


def table(dialogue: object) -> Table:
    """Return as much of a table as is asked: T4 was read as red, T5 as empty."""
    sights: list[Any] = [
        SimpleNamespace(place="T4", best="red", covered=False),
        SimpleNamespace(place="T5", best="", covered=False),
        SimpleNamespace(place="T6", best="blue", covered=True),
    ]
    return cast(Table, SimpleNamespace(dialogue=dialogue, reading=SimpleNamespace(places=sights)))


PUT = table(FixingBoard(((Place("T5"), Piece("green")), (Place("T4"), EMPTY))))


def test_what_people_put_right_is_a_labelled_test(tmp_path: Path) -> None:
    """The picture is the one that was read; its label is what people said, else what was seen."""
    misreadings = Misreadings(tmp_path / "misread", lambda: FRAME)
    misreadings.hear(Saw(1.0, read()), table(None), PUT)
    misreadings.hear(SAID, PUT, table(None))
    assert misreadings.writer is not None
    misreadings.writer.join(PATIENCE_S)
    (label,) = read_labels(tmp_path / "misread" / "truth.jsonl")
    assert (label.role, label.pieces) == ("test", {"T5": "green"})
    assert label.occluded == ("T6",)  # nobody saw it, so it is not labelled empty
    assert (read_picture(tmp_path / "misread" / label.file) == FRAME.picture).all()


def test_no_picture_is_kept_with_the_reading_of_another(tmp_path: Path) -> None:
    """The camera's thread has read a newer picture already, in which the piece is taken away."""
    newer = Frame(FRAME.picture, 1.5, "2")
    kept = Misreadings(tmp_path / "misread", lambda: newer)
    kept.hear(Saw(1.0, read()), table(None), PUT)
    kept.hear(SAID, PUT, table(None))
    assert kept.writer is None
    taken = iter((FRAME, newer))
    kept = Misreadings(tmp_path / "misread", lambda: next(taken))
    for at_s, after in ((1.0, PUT), (1.5, table(None))):
        kept.hear(Saw(at_s, read()), table(None), after)
    kept.hear(SAID, PUT, table(None))
    assert kept.writer is None


def test_nothing_is_kept_of_what_was_read_rightly(tmp_path: Path) -> None:
    """Nothing was put right, or the table does not believe it, or there is no picture."""
    kept = Misreadings(tmp_path / "misread", lambda: FRAME)
    kept.hear(Saw(1.0, read()), table(None), PUT)
    kept.hear(SAID, table(FixingBoard()), table(None))
    kept.hear(SAID, PUT, PUT)
    kept.hear(SAID, table(None), table(None))
    Misreadings(tmp_path / "misread", lambda: None).hear(SAID, PUT, table(None))
    assert kept.writer is None
    assert not (tmp_path / "misread").exists()


def test_a_kill_leaves_the_last_misreading_or_the_one_before(tmp_path: Path) -> None:
    """A picture with the label of another would teach something wrong."""
    folder = tmp_path / "misread"
    before, after = (np.full((40, 60, 3), grey, np.uint8) for grey in (90, 200))

    def keep(picture: Picture, piece: str) -> None:
        misreadings = Misreadings(folder, lambda: None)
        misreadings.keep(picture, {"pieces": {"T5": piece}, "hand": False, "role": "test"})

    def begin() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        keep(before, "red")

    def check(when: str) -> None:
        (label,) = read_labels(folder / TRUTH)
        wanted = {"red": before, "green": after}[label.pieces["T5"]]
        assert (read_picture(folder / label.file) == wanted).all(), when
        bundle = zipfile.ZipFile(io.BytesIO(make_bundle(Machine(), (), None, folder)))
        sent = [name for name in bundle.namelist() if name.startswith("misread/")]
        assert sorted(sent) == sorted([f"misread/{label.file}", "misread/truth.jsonl"]), when

    assert kill_everywhere(begin, lambda: keep(after, "green"), check) > 5
    check("not killed")
    assert len(list(folder.iterdir())) == 2, "the picture before is kept"
