"""The reader under every fault at the simulated table: ``make strained GAME=agent_dog``.

The same positions are read once without a fault and once under each fault at each strength, either
each picture alone or as at a table, where the board was found before the fault. A picture that the
reader refuses (too dark, overexposed, no board) counts as refused; all other figures are of the
pictures that were read.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from textwrap import fill
from typing import Final

import msgspec
import numpy as np

from calibration.camera.lens import Fit
from calibration.errors import RegistrationError
from calibration.learning.truth import Label
from hardware.board import Board
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.errors import CompanionError
from hardware.ports import Picture
from hardware.simulated.faults import Fault
from hardware.simulated.render import Renderer
from hardware.simulated.table import SimulatedTable
from tablet_companion.commands._numbers import natural, positive, share
from tablet_companion.kit import printed
from tablet_companion.measure.tally import BANDS, Tally, slowest
from tablet_companion.simulator.house import make_print
from tablet_companion.vision.frame.clarity import Clarity
from tablet_companion.vision.frame.gate import Exposure, judge_exposure, make_thumbnail
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.scene import Model
from tools.faults import FAULTS
from tools.scattered import scatter
from tools.truth import tell_truth

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
        return f"{self.grade[0].name} {self.grade[1]:.2f}" if self.grade else "no fault"


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
        if judge_exposure(make_thumbnail(picture)) is not Exposure.FAIR:
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
            label = msgspec.convert(tell_truth(table, f"{number}"), Label)
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


def list_figures(tally: Tally, confident: float) -> Mapping[str, float | None]:
    """Return the counts by name; ``sure+wrong`` are wrong answers of more than ``confident``.

    None if there was nothing to count. ``confident`` is where one of the ``BANDS`` begins.
    """
    places, right, needless = tally.count_places()
    bands = range(BANDS.index(confident), len(BANDS))
    return {
        "refused": tally.lost,
        "wrong": places - right - needless,
        "of": places,
        "sure+wrong": sum(tally.bets[number, False] for number in bands),
        "unsure": tally.unsure,
        "cov.false": needless,
        "cov.missed": tally.missed if tally.covered else None,
        "boards": tally.pictures[True],
        "cards wrong": tally.cards[False] if tally.cards.total() else None,
        "no hand": tally.hands[True, False],
        "hand?": tally.hands[False, True],
        "no thing": _lying(tally, seen=False),
        "thing?": _lying(tally, seen=True),
        "px": median(tally.residuals_px) if tally.residuals_px else None,
        "ms": median(tally.spent_ms) if tally.spent_ms else None,
        "p99": slowest(tally.spent_ms) if tally.spent_ms else None,
    }


def _lying(tally: Tally, *, seen: bool) -> int | None:
    """Return the foreign objects invented, or missed; None if there were none of any kind."""
    return tally.things[not seen, seen] if tally.things.total() else None


def add(tally: Tally, other: Tally) -> None:
    """Add another tally's counts."""
    for name in ("confusion", "hands", "things", "cards", "pictures", "bets"):
        getattr(tally, name).update(getattr(other, name))
    for name in ("refused", "covered", "missed", "unsure", "lost", "residuals_px", "spent_ms"):
        setattr(tally, name, getattr(tally, name) + getattr(other, name))


def report(trial: Trial) -> str:
    """Return a trial's figures as a line of the table that ``HEADING`` begins."""
    figures = list_figures(trial.tally, CONFIDENT)
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


# --- the command ----------------------------------------------------------------------------------


def score_simulated(given: argparse.Namespace) -> Iterator[str]:
    """Yield a line of figures for every fault and strength, and the reliability of the odds.

    With ``mistakes`` each mistake follows the line that counts it. Raises CompanionError.
    """
    total, setting = Tally(), _print_setting(given.game)
    chosen = [fault for fault in FAULTS if not given.fault or fault.name in given.fault]
    yield HEADING
    grades = [None, *((fault, share) for fault in chosen for share in given.strengths)]
    for trial in trials(setting, grades, given.pictures, given.seed, sequence=given.sequence):
        yield report(trial)
        for mistake in trial.mistakes if given.mistakes else ():
            yield f"  {mistake}"
        add(total, trial.tally)
    yield f"\n{fill(LEGEND, 100)}\n"
    for fault in chosen:
        yield f"{fault.name:<12} at 1: {fault.at_one}"
    yield ""
    yield from total.reliability()


def _print_setting(game: str) -> Setting:
    """Return a game's print, to be drawn and read; raises CompanionError."""
    kit = make_print(game)
    if not isinstance(kit.model, Model):
        raise CompanionError(f"{game} has no board whose places could be read; name another game.")
    return Setting(kit.board, kit.model, kit.renderer, tuple(printed.drawings(kit.game.name)))


def make_parser() -> argparse.ArgumentParser:
    """Return what the command understands."""
    parser = argparse.ArgumentParser(prog="python -m tools.strained", description=__doc__)
    add_option = parser.add_argument
    add_option("game", nargs="?", default="agent_dog", metavar="GAME")
    add_option(
        "--fault",
        action="append",
        choices=[fault.name for fault in FAULTS],
        help="only this one; repeatable",
    )
    add_option("--strengths", type=share, nargs="+", default=(0.33, 0.67, 1.0), metavar="S")
    add_option("--pictures", type=positive, default=8, metavar="N", help="for each strength")
    add_option("--seed", type=natural, default=0)
    add_option("--sequence", action="store_true", help="the board was found before the fault")
    add_option("--mistakes", action="store_true", help="print every mistake")
    return parser


if __name__ == "__main__":
    for line in score_simulated(make_parser().parse_args()):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
