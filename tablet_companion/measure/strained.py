"""The reader under every fault at the simulated table.

The same positions are read once without a fault and once under each fault at each strength, either
each picture alone or as at a table, where the board was found before the fault. A picture that the
reader refuses (too dark, overexposed, no board) counts as refused; all other figures are of the
pictures that were read.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import msgspec
import numpy as np

from calibration.errors import RegistrationError
from calibration.lens import Fit
from calibration.truth import Label
from hardware.board import Board
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Picture
from hardware.simulated.faults import Fault
from hardware.simulated.render import Renderer
from hardware.simulated.table import SimulatedTable
from tablet_companion.measure.tally import Tally
from tablet_companion.simulator.scattered import scatter
from tablet_companion.vision.frame.clarity import Clarity
from tablet_companion.vision.frame.gate import Exposure, exposure, make_thumbnail
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.scene import Model

CONFIDENT: Final = 0.99
"""A wrong answer given with more than this probability is a confident mistake."""

Grade = tuple[Fault, float] | None
"""A fault and its strength, or none."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A board that can be both drawn and read, and the names of its cards."""

    board: Board
    model: Model
    renderer: Renderer
    cards: Sequence[str]


@dataclass(frozen=True, slots=True)
class Trial:
    """The counts under one fault at one strength, or none, and every mistake in words."""

    grade: Grade
    tally: Tally
    mistakes: tuple[str, ...]

    @property
    def name(self) -> str:
        """Return the fault and its strength, as a line's beginning."""
        return f"{self.grade[0].value} {self.grade[1]:.2f}" if self.grade else "no fault"


class Reader:
    """Reads pictures alone, or, once ``aimed``, as a reader that knows the board's position."""

    def __init__(self, setting: Setting) -> None:
        self._eye = BoardReader(setting.model, still_frames=1)
        self._home: Fit | None = None

    def aim(self, picture: Picture) -> None:
        """Find the board in a good picture, and expect it there from now on."""
        self._home, _, _ = self._eye.examine(picture)

    def judge(self, label: Label, picture: Picture, tally: Tally) -> list[str]:
        """Read a picture and count; return what is wrong with the reading."""
        if exposure(make_thumbnail(picture)) is not Exposure.FAIR:
            tally.lose()
            return []
        if self._home is None:
            self._eye.forget()
        start = time.perf_counter()
        try:
            fit, looked, reading = self._eye.examine(picture)
        except RegistrationError:
            tally.lose()
            return []
        spent_ms = (time.perf_counter() - start) * 1000
        if self._home is not None and fit.pose != self._home.pose:
            self._eye.aim(self._home)  # the next fault begins at the same table
        if looked.clarity is not Clarity.CLEAR:
            tally.lose()
            return []
        tally.spent_ms.append(spent_ms)
        tally.residuals_px.append(fit.residual_px)
        return tally.picture(label, reading, hand=looked.hand_seen)


def trials(
    setting: Setting, grades: Sequence[Grade], pictures: int, seed: int, *, sequence: bool
) -> Iterator[Trial]:
    """Yield the results of reading this many positions under each fault.

    With ``sequence`` the board was found before, in a picture without a fault.
    """
    reader = Reader(setting)
    if sequence:
        reader.aim(_shot(setting, _table(setting, seed), seed))
    for grade in grades:
        tally, mistakes = Tally(), []
        for number in range(pictures):
            table = _table(setting, seed + number)
            table.faults = dict([grade] if grade else ())
            label = msgspec.convert(table.truth(f"{number}"), Label)
            picture = _shot(setting, table, seed + number)
            wrong = reader.judge(label, picture, tally)
            mistakes += [f"picture {number}: {line}" for line in wrong]
        yield Trial(grade, tally, tuple(mistakes))


def _shot(setting: Setting, table: SimulatedTable, seed: int) -> Picture:
    return SimulatedCamera(table, setting.renderer, ManualClock(), seed=seed).capture().picture


def _table(setting: Setting, seed: int) -> SimulatedTable:
    """Return a table with every piece somewhere and a card on the pile, determined by the seed."""
    rng = np.random.default_rng(seed)
    table = SimulatedTable(setting.board, rng)
    table.set_up(scatter(setting.board, rng))
    table.fault_seed = seed
    if setting.board.discard is not None and setting.cards:
        table.lay(setting.cards[int(rng.integers(len(setting.cards)))])
    return table


def report(trial: Trial) -> str:
    """Return a trial's figures as a line of the table that ``HEADING`` begins."""
    figures = trial.tally.figures(CONFIDENT)
    return f"{trial.name:<17}" + "".join(
        f"{_shown(figures[name]):>{wide}}" for name, wide in _COLUMNS
    )


_COLUMNS: Final = (
    ("refused", 8),
    ("wrong", 7),
    ("of", 7),
    ("sure+wrong", 11),
    ("unsure", 7),
    ("cov.false", 10),
    ("cov.missed", 11),
    ("boards", 7),
    ("cards wrong", 12),
    ("no hand", 8),
    ("hand?", 6),
    ("no thing", 9),
    ("thing?", 7),
    ("px", 6),
    ("ms", 6),
    ("p99", 6),
)
HEADING: Final = f"{'':<17}" + "".join(f"{name:>{wide}}" for name, wide in _COLUMNS)
LEGEND: Final = (
    "refused: pictures too dark, bright or blurred, or without a board, which are not read; "
    "wrong, of: places that are to be seen; sure+wrong: answers of more than 99 % that are wrong; "
    "cov.false, cov.missed: places wrongly called covered, or not; boards: pictures without any "
    "mistake; cards wrong: top cards; no hand, hand?: hands missed and invented; "
    "no thing, thing?: the same of what lies on the board; px: the "
    "registration's residual; ms, p99: time for a picture, median and 99th percentile."
)


def _shown(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.2f}" if isinstance(value, float) and value < 10 else f"{value:.0f}"
