"""``tablet-companion referee GAME``: referee a recorded table, a line for every verdict."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from calibration.taught.model import read_calibration
from hardware.cameras import open_camera
from hardware.clock import ManualClock
from hardware.errors import CompanionError
from tablet_companion import games
from tablet_companion.kit.boards import areas_of
from tablet_companion.session.interpreter import FrameInterpreter
from tablet_companion.session.recorded import RecordedTable
from tablet_companion.session.script import ScriptStep, read_script
from tablet_companion.session.session import Session, open_table
from tablet_companion.vision.stills import prepare

_NONE_SEEN: Final = (
    "The table was seen in none of the pictures ({}); is it the calibration of another board?"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME", help="the game, such as agent_dog")
    add("--calibration", type=Path, required=True, metavar="CAL.json", help="of the board")
    add("--camera", required=True, metavar="folder:DIR", help="the recorded pictures")
    add("--script", type=Path, metavar="FILE.csv", help="what people tapped, and when")
    add("--json", action="store_true", help="print one JSON object per line")


def run(arguments: argparse.Namespace) -> int:
    """Referee the recording; the status is 1 if a picture could not be read.

    It is also 1 if nothing was recognised in any of them.
    """
    game = games.load(arguments.game)
    calibration = read_calibration(arguments.calibration)
    script: dict[str, ScriptStep] = read_script(arguments.script, game) if arguments.script else {}
    table = open_table(game, areas_of(calibration.board, arguments.game), "en", None)
    # Recordings must be deterministic: if a lot is due, the first one is drawn.
    interpret = FrameInterpreter(prepare(calibration))
    session = Session(table, keeper=None, lots=lambda _below: 0, listeners=(interpret.heed,))
    recorded = RecordedTable(session, interpret, script)
    status = 0
    for line in recorded.run(open_camera(arguments.camera, ManualClock())):
        print(line.to_json() if arguments.json else line.to_text(), flush=True)
        status = status or int(bool(line.error))
    if recorded.reasons and "" not in recorded.reasons:
        raise CompanionError(_NONE_SEEN.format(", ".join(sorted(recorded.reasons))))
    return status
