"""How long the referee takes: from the last picture with a hand to the verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from tablet_companion.referee.model.effects import Effect, Judged, Kind
from tablet_companion.referee.model.verdicts import Objecting, Quiet, Verdict
from tablet_companion.simulator.house import FRAME_S, House


class Outcome(StrEnum):
    """What the table was told."""

    ACCEPTED = "accepted"
    ASKED = "accepted after a question"
    OBJECTED = "objected"
    REMINDED = "objected after a reminder"
    FIRST = "first word before a question or reminder"


_ACCEPTED: Final = (Kind.ACCEPTED, Kind.CORRECTED)


@dataclass
class Delays:
    """Frames from the last one with a hand to each verdict that a picture led to.

    What a touch led to is not counted. Where the page said something first, such as what is still
    to do, which card it waits for, or what it cannot see, the verdict is counted by itself, for
    there the referee waits for people; when the page said so is told, too.
    """

    house: House
    pass_time: Callable[[float], None] = lambda _now_s: None
    frames: dict[Outcome, list[int]] = field(
        default_factory=lambda: {outcome: [] for outcome in Outcome}
    )
    _hand: int = 0
    _seen: int = 0
    _spoke: int = 0
    _before: Verdict = field(default_factory=Quiet)

    def __post_init__(self) -> None:
        """Listen to the house."""
        self.house.on_effect = self._hear
        self.house.on_frame = self._look

    def _look(self) -> None:
        self._seen = self.house.frames
        self.pass_time(self.house.clock.now_s())
        verdict = self.house.table.verdict
        if self.house.sim.scene.hands:
            self._hand, self._spoke, self._before = self.house.frames, 0, verdict
        elif not (self._spoke or isinstance(verdict, Quiet | Objecting) or verdict == self._before):
            self._spoke = self.house.frames - self._hand

    def _hear(self, effect: Effect) -> None:
        seen = self.house.frames > self._seen
        if not isinstance(effect, Judged) or not seen:
            return
        delay = self.house.frames - self._hand
        if effect.kind in _ACCEPTED:
            self.frames[Outcome.ASKED if self._spoke else Outcome.ACCEPTED].append(delay)
        elif effect.kind is Kind.OBJECTED:
            self.frames[Outcome.REMINDED if self._spoke else Outcome.OBJECTED].append(delay)
        else:
            return
        if self._spoke:
            self.frames[Outcome.FIRST].append(self._spoke)


def delay_table(frames: dict[str, dict[Outcome, list[int]]]) -> Iterable[str]:
    """Yield the lines of a table: frames, and milliseconds at fifteen a second."""
    yield "| game | verdict | cases | median | 99 of 100 | longest |"
    yield "|---|---|---:|---:|---:|---:|"
    for game, outcomes in frames.items():
        for outcome, delays in outcomes.items():
            if delays:
                cells = (_spelt(quantile(delays, share)) for share in (0.5, 0.99, 1.0))
                yield f"| {game} | {outcome} | {len(delays)} | {' | '.join(cells)} |"


def _spelt(frames: int) -> str:
    return f"{frames} ({1000 * FRAME_S * frames:.0f} ms)"


def quantile(values: Sequence[int], share: float) -> int:
    """Return the least of these values that this share of them does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -(-int(share * 1000) * len(ordered) // 1000) - 1))]


def merged(found: Iterable[dict[Outcome, list[int]]]) -> dict[Outcome, list[int]]:
    """Return the delays of several games together."""
    total: dict[Outcome, list[int]] = {outcome: [] for outcome in Outcome}
    for one in found:
        for outcome, delays in one.items():
            total[outcome] += delays
    return total
