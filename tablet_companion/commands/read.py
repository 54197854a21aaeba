"""``tablet-companion read``: what pictures of a board show, a JSON object a line."""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Mapping
from dataclasses import asdict, astuple
from pathlib import Path
from typing import Any, Final

from calibration.discs import board_corners, fit_corners
from calibration.errors import RegistrationError
from calibration.model import read_calibration
from calibration.truth import read_labels
from hardware.cameras.folder import read_picture
from hardware.errors import CompanionError
from tablet_companion.commands._outputs import require_output
from tablet_companion.commands.drawn import explained, write_drawing
from tablet_companion.games.core import EMPTY, Piece
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.scan import Scan, explain_scores
from tablet_companion.vision.places.joint import Contributions
from tablet_companion.vision.reading import SURE, CardReading, Reading
from tablet_companion.vision.scene import Model

_PNG: Final = b"\x89PNG"

Corners = dict[str, tuple[tuple[float, float], ...]]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--calibration", type=Path, required=True, metavar="CAL.json")
    parser.add_argument(
        "--corners", type=Path, metavar="TRUTH.jsonl", help="the board's corners, by picture"
    )
    parser.add_argument(
        "--sequence", action="store_true", help="the pictures are of one fixed camera, in order"
    )
    parser.add_argument(
        "--explain",
        type=_png,
        metavar="OUT.png",
        help="draw how the last picture was read, and say what speaks for and against each piece",
    )
    parser.add_argument("pictures", type=Path, nargs="+", metavar="PICTURE")


def _png(text: str) -> Path:
    """Read the name of a drawing, which is a PNG whatever it is called."""
    if not text.lower().endswith(".png"):
        raise argparse.ArgumentTypeError(f"{text!r} has to end in .png, as it becomes a PNG file")
    return Path(text)


def run(arguments: argparse.Namespace) -> int:
    """Print one line a picture; the status is 1 where one could not be read."""
    if arguments.explain:
        require_output(arguments.explain, _PNG, [arguments.calibration, *arguments.pictures])
    model = Model(read_calibration(arguments.calibration))
    corners: Corners = {}
    if arguments.corners:
        labels = read_labels(arguments.corners)
        corners = {label.file: label.corners for label in labels if label.corners}
    eye = BoardReader(model, still_frames=1)
    status = 0
    for path in arguments.pictures:
        if not arguments.sequence:
            eye.forget()
        try:
            answer = _read(eye, model, path, corners, arguments.explain)
        except CompanionError as error:
            answer = {"file": path.name, "error": str(error)}
            status = 1
        sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
        sys.stdout.flush()
    return status


def _read(
    eye: BoardReader, model: Model, path: Path, corners: Corners, explain: Path | None
) -> dict[str, Any]:
    picture = read_picture(path)
    start = time.perf_counter()
    try:
        if path.name in corners and not eye.aimed:
            eye.aim(fit_corners(picture, corners[path.name], model.board, model.lenses))
        fit, looked, reading = eye.examine(picture)
    except RegistrationError as error:
        return {"file": path.name, "registered": False, "reason": str(error)}
    spent_ms = (time.perf_counter() - start) * 1000
    why: dict[str, Any] = {}
    if explain is not None and eye.scene is not None:
        why = {"why": _why(explain_scores(model, eye.scene, looked), reading)}
        write_drawing(explain, explained(picture, model.board, fit, looked, reading))
    seen = fit.pose.project(board_corners(model.board))
    return {
        "file": path.name,
        "registered": True,
        "corners": [[round(x, 2), round(y, 2)] for x, y in seen.tolist()],
        "residual_px": round(fit.residual_px, 3),
        **_contents(looked, reading),
        **why,
        "ms": round(spent_ms, 1),
    }


def _why(said: Mapping[str, Mapping[Piece, Contributions]], reading: Reading) -> dict[str, Any]:
    """Return, place by place, what each reader says for each piece (nats; negative: against).

    ``counts`` is what the number of pieces on the whole board adds to that.
    """
    told: dict[str, Any] = {}
    for sight in reading.places:
        if sight.covered:
            continue
        share = dict(sight.posterior)
        told[sight.place] = {
            piece: {
                **{name: round(value, 1) for name, value in asdict(parts).items()},
                "counts": round(_odds(share[piece], share[EMPTY]) - sum(astuple(parts)), 1),
            }
            for piece, parts in said[sight.place].items()
        }
    return told


def _odds(one: float, other: float) -> float:
    return math.log(max(one, 1e-9) / max(other, 1e-9))


def _card(card: CardReading) -> dict[str, Any]:
    """Return the top card; ``unknown`` tells a card that nobody taught from no card at all."""
    said = {"is": card.best, "p": round(card.probability, 4)}
    return {**said, "unknown": True} if card.unknown else said


def _contents(looked: Scan, reading: Reading) -> dict[str, Any]:
    """Return what was seen, place by place, in the words of the contract."""
    clear = [sight for sight in reading.places if not sight.covered]
    return {
        "hand": looked.hand,
        "covered": [sight.place for sight in reading.places if sight.covered],
        "pieces": {
            sight.place: {"is": sight.best, "p": round(sight.probability, 4)}
            for sight in clear
            if sight.best != EMPTY
        },
        "unsure": [sight.place for sight in clear if sight.probability < SURE],
        "card": reading.card and _card(reading.card),
        "off": [
            {"colour": stray.piece, "x_mm": round(stray.x_mm, 1), "y_mm": round(stray.y_mm, 1)}
            for stray in reading.strays
        ],
        "things": [
            {
                "x_mm": round(thing.x_mm, 1),
                "y_mm": round(thing.y_mm, 1),
                "size_mm": round(thing.size_mm, 1),
                "piece": thing.piece,
            }
            for thing in reading.things
        ],
    }
