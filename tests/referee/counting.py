"""How much work one event makes: the files it enters, the calls, and what the game is asked."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, Final

import tablet_companion

ROOM: Final = str(Path(tablet_companion.__file__).parent)


@dataclass
class Walk:
    """What was walked through; ``moves`` lead from one file to another, there and back."""

    calls: int = 0
    moves: int = 0
    files: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        """Return a line of a table."""
        return f"files {len(self.files):3}, calls {self.calls:6}, moves {self.moves:5}"


def walk_through(work: Callable[[], object]) -> Walk:
    """Return what calls of ours a piece of work makes, generators each time they go on."""
    walk, stack = Walk(), [""]

    def note(frame: FrameType, event: str, _: object) -> None:
        if event not in ("call", "return") or not frame.f_code.co_filename.startswith(ROOM):
            return
        file = frame.f_code.co_filename.removeprefix(f"{ROOM}/")
        if event == "call":
            walk.calls += 1
            walk.files[file] += 1
            walk.moves += bool(stack[-1]) and stack[-1] != file
            stack.append(file)
        elif len(stack) > 1:
            stack.pop()
            walk.moves += bool(stack[-1]) and stack[-1] != file

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return walk


class CountedGame:
    """A game that keeps count of what it is asked, by function and by arguments."""

    def __init__(self, game: Any) -> None:
        """Ask ``game``."""
        self._game = game
        self.asked: Counter[tuple[str, Any]] = Counter()

    def __getattr__(self, name: str) -> Any:
        """Return what the game has, counted where it is a function."""
        known = getattr(self._game, name)
        if not callable(known):
            return known

        def ask(*arguments: Any) -> Any:
            self.asked[name, repr(arguments)] += 1
            return known(*arguments)

        return ask

    def times(self, name: str) -> int:
        """Return how often a function was asked."""
        return sum(count for (asked, _), count in self.asked.items() if asked == name)

    def again(self, name: str) -> int:
        """Return how often a function was asked what it had been asked before."""
        return self.times(name) - sum(asked == name for asked, _ in self.asked)
