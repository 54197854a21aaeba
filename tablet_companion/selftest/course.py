"""Going through the parts of a self-test, told the time; whoever shows it asks the questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Verdict(StrEnum):
    """How a part went; what was only shown needs a person's word."""

    GOOD = "OK"
    BAD = "fail"
    SHOWN = "shown"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a part went, and what was seen."""

    verdict: Verdict
    seen: str


class Part(Protocol):
    """One thing that is tried."""

    @property
    def name(self) -> str:
        """Return what is tried."""
        ...

    @property
    def ask(self) -> str:
        """Return what people should look or listen for, or do."""
        ...

    def begin(self, now_s: float) -> None:
        """Begin, or begin again."""
        ...

    def step(self, now_s: float) -> Outcome | None:
        """Go on, and return how it went once it is over; called many times a second."""
        ...

    def end(self) -> None:
        """Leave things dark, silent and closed."""
        ...


class Reply(StrEnum):
    """What a person says to what was shown."""

    YES = "yes"
    NO = "no"
    AGAIN = "again"


class Course:
    """Goes through parts, one at a time.

    What was shown waits for an ``answer``, unless nobody is there to give one.
    """

    def __init__(self, parts: Sequence[Part], now_s: float, *, attended: bool) -> None:
        """Begin with the first part; ``attended`` says that somebody can answer."""
        self.outcomes: list[tuple[Part, Outcome]] = []
        self._parts = tuple(parts)
        self._attended = attended
        self._shown: Outcome | None = None
        self._begin(now_s)

    @property
    def current(self) -> Part | None:
        """Return the part that is tried, None when all were."""
        done = len(self.outcomes)
        return self._parts[done] if done < len(self._parts) else None

    @property
    def asking(self) -> bool:
        """Return whether the current part was shown and waits for an answer."""
        return self._shown is not None

    def step(self, now_s: float) -> None:
        """Go on with the current part; while an answer is waited for, nothing happens."""
        part = self.current
        if part is None or self.asking:
            return
        outcome = part.step(now_s)
        if outcome is None:
            return
        part.end()
        if outcome.verdict is Verdict.SHOWN and self._attended:
            self._shown = outcome
        else:
            self._note(part, outcome, now_s)

    def answer(self, reply: Reply, now_s: float) -> None:
        """Take a person's word for what was shown; nothing where none is waited for."""
        part, shown = self.current, self._shown
        if part is None or shown is None:
            return
        self._shown = None
        match reply:
            case Reply.AGAIN:
                part.begin(now_s)
            case Reply.YES:
                self._note(part, Outcome(Verdict.GOOD, shown.seen), now_s)
            case Reply.NO:
                self._note(part, Outcome(Verdict.BAD, f"not so: {shown.seen}"), now_s)

    def stop(self) -> None:
        """Leave everything as it should be, wherever the course is."""
        if self.current is not None:
            self.current.end()

    def _note(self, part: Part, outcome: Outcome, now_s: float) -> None:
        self.outcomes.append((part, outcome))
        self._begin(now_s)

    def _begin(self, now_s: float) -> None:
        if self.current is not None:
            self.current.begin(now_s)
