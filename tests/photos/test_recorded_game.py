"""The recorded table is judged right: every move, every planted fault, nothing else."""

from __future__ import annotations

import csv
from pathlib import Path

from calibration.learning.truth import read_labels
from calibration.taught.model import Calibration
from hardware.cameras import open_camera
from hardware.clock import ManualClock
from tablet_companion import games
from tablet_companion.kit.boards import areas_of
from tablet_companion.session.interpreter import FrameInterpreter
from tablet_companion.session.recorded import PictureResult, RecordedTable
from tablet_companion.session.script import read_script
from tablet_companion.session.session import Session, open_table
from tablet_companion.vision.scene import Model
from tests.amounts import draw

BROKEN = {
    "one_too_many": "exact_count",
    "moved_opponent": "whose_turn",
    "flip_missing": "turn_down",
    "infiltrated_own_start": "own_start_first",
    "capture_not_home": "captured_home",
}
"""The rule that each planted fault breaks."""


def _refereed(
    box: Path, calibration: Calibration, pictures: Path
) -> dict[str, list[PictureResult]]:
    folder = box / "game"
    areas = areas_of(calibration.board, "agent_dog")
    game = games.load("agent_dog")
    table = open_table(game, areas, "en", None)
    session = Session(table, keeper=None, lots=lambda _below: 0)
    interpreter = FrameInterpreter(Model(calibration))
    table_seen = RecordedTable(session, interpreter, read_script(folder / "game.csv", game))
    lines: dict[str, list[PictureResult]] = {}
    for line in table_seen.run(open_camera(f"folder:{pictures}", ManualClock())):
        lines.setdefault(line.frame, []).append(line)
    return lines


def test_every_verdict_is_as_the_log_of_the_game_says(
    box: Path, calibration: Calibration, tmp_path: Path
) -> None:
    """Moves are accepted, faults objected to by rule, corrections followed, hands left in peace.

    Where a hand still rests over the board after a move, the verdict comes with the next picture.
    Of the pictures of a hand on its way one in eight is shown, other ones in every run.
    """
    with (box / "game" / "game.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    on_the_way = draw([row["frame"] for row in rows if row["event"] == "hand"], 8)
    for row in rows:
        if row["event"] != "hand" or row["frame"] in on_the_way:
            (tmp_path / row["frame"]).symlink_to(box / "game" / row["frame"])
    lines = _refereed(box, calibration, tmp_path)
    hands = {label.file for label in read_labels(box / "game" / "truth.jsonl") if label.hand}
    assert not hands & lines.keys(), "nothing is judged under a hand"
    due: list[dict[str, str]] = []
    for row in rows:
        if row["event"] != "hand":
            due.append(row)
        if row["frame"] in hands or not due:
            continue
        judged = [line for line in lines[row["frame"]] if line.kind != "asked"]
        _check(due, judged)
        due = []
    assert not due


def _check(due: list[dict[str, str]], judged: list[PictureResult]) -> None:
    """Compare what was due at a picture with what was judged."""
    due = [
        row for row in due if not (row["event"].startswith("illegal") and row is not due[-1])
    ]  # a fault put right before the hand went away was never to be seen
    assert len(due) == len(judged), (due, judged)
    for row, line in zip(due, judged, strict=True):
        assert (line.player, line.card) == (row["player"], row["card"])
        if row["event"].startswith("illegal:"):
            fault = row["event"].removeprefix("illegal:")
            assert line.kind == "objected"
            assert BROKEN[fault] in [breach.rule for breach in line.breaches]
        else:
            assert line.kind in ("accepted", "corrected"), (row, line)
