"""Scoring the reader on labelled pictures."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from calibration.learning.truth import Label, check_labels, read_labels
from calibration.taught.model import read_calibration
from hardware.cameras.folder import read_picture
from hardware.errors import CompanionError
from tablet_companion.measure.tally import Tally
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.scene import Model


def require_photos(folder: Path) -> None:
    """Check the labelled set before minutes of measuring; raises CompanionError."""
    for name in ("board.toml", "setup/truth.jsonl", "stills/truth.jsonl"):
        if not (folder / name).is_file():
            raise CompanionError(
                f"{folder} is not a set of labelled pictures: there is no file {name}; "
                "name another with --photos."
            )


def score_labelled(calibration: Path, truth: Path, *, sequence: bool) -> Iterator[str]:
    """Yield every error, the confusion table, the shares and the reliability table, as lines.

    With ``sequence`` the pictures are of one fixed camera, in order.
    """
    model = Model(read_calibration(calibration))
    labels = read_labels(truth)
    if not labels:
        raise CompanionError(f"{truth} has no label; name a file that 'label' wrote.")
    check_labels(labels, model.board, truth)
    reader = BoardReader(model, still_frames=1)
    tally = Tally()
    for label in labels:
        if not sequence:
            reader.forget()
        for line in _read_and_count(reader, label, truth.parent, tally):
            yield f"{label.file}: {line}"
    yield ""
    yield from tally.lines()


def _read_and_count(reader: BoardReader, label: Label, folder: Path, tally: Tally) -> list[str]:
    try:
        picture = read_picture(folder / label.file)
        start = time.perf_counter()
        fit, looked, reading = reader.examine(picture)
    except CompanionError as error:
        tally.lose()
        return [str(error)]
    tally.spent_ms.append((time.perf_counter() - start) * 1000)
    tally.residuals_px.append(fit.residual_px)
    return tally.picture(label, reading, hand=looked.hand_seen)
