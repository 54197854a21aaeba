"""Scoring the reader: on labelled pictures, or at the simulated table, fault by fault."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

from calibration.model import read_calibration
from calibration.truth import Label, check_labels, read_labels
from hardware.cameras.folder import read_picture
from hardware.errors import CompanionError
from hardware.simulated.faults import FAULTS, Fault, graded_faults
from tablet_companion.kit import printed
from tablet_companion.measure.strained import HEADING, LEGEND, Setting, report, trials
from tablet_companion.measure.tally import Tally
from tablet_companion.simulator.house import make_print
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
    """Read one picture and return what is wrong with the reading."""
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


@dataclass(frozen=True, slots=True)
class Strain:
    """The faults under which the reader is tested at the simulated table.

    ``strengths`` are above 0 and up to 1; ``pictures`` is the number read at each of them.
    """

    faults: tuple[Fault, ...]
    strengths: tuple[float, ...]
    pictures: int
    seed: int
    sequence: bool


def choose_faults(names: Iterable[str] | None) -> tuple[Fault, ...]:
    """Return the faults of these names, or all; raises CompanionError for an unknown one."""
    known = {fault.value: fault for fault in graded_faults()}
    for name in names or ():
        if name not in known:
            raise CompanionError(f"There is no fault {name!r}; name one of {', '.join(known)}.")
    return tuple(known[name] for name in names or known)


def score_simulated(game: str, strain: Strain, *, mistakes: bool) -> Iterator[str]:
    """Yield a line of figures for every fault and strength, and the reliability of the odds.

    With ``mistakes`` each mistake follows the line that counts it. Raises CompanionError.
    """
    if not all(0 < strength <= 1 for strength in strain.strengths):
        raise CompanionError("Strengths must be above 0 and at most 1; change --strengths.")
    total = Tally()
    setting = _print_setting(game)
    yield HEADING
    grades = [None, *((fault, share) for fault in strain.faults for share in strain.strengths)]
    for trial in trials(setting, grades, strain.pictures, strain.seed, sequence=strain.sequence):
        yield report(trial)
        for mistake in trial.mistakes if mistakes else ():
            yield f"  {mistake}"
        total.add(trial.tally)
    yield from _explain_figures(strain.faults)
    yield from total.reliability()


def _print_setting(game: str) -> Setting:
    """Return a game's print, to be drawn and read; raises CompanionError."""
    kit = make_print(game)
    if not isinstance(kit.model, Model):
        raise CompanionError(f"{game} has no board whose places could be read; name another game.")
    return Setting(kit.board, kit.model, kit.renderer, tuple(printed.drawings(kit.game.name)))


def _explain_figures(faults: Sequence[Fault]) -> Iterator[str]:
    """Yield the meaning of the columns, and each fault's effect at full strength."""
    yield f"\n{fill(LEGEND, 100)}\n"
    for fault in faults:
        yield f"{fault.value:<12} at 1: {FAULTS[fault].at_one}"
    yield ""
