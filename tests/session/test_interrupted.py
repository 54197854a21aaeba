"""A signal that asks for the end while a step is written: no step is lost, halved or repeated."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tablet_companion import journal
from tablet_companion.referee.model.effects import Record
from tablet_companion.session.keeper import BEGUN, Keeper
from tests.amounts import draw

_POINTS = 120
"""More than there are lines run while a step is written, and again by what waited."""


class _Ended(KeyboardInterrupt):
    """What a signal raises in the program."""


def _interrupt(do: Callable[[], object], at: int) -> None:
    """Do something, and raise at the line of this number that keeper or journal runs meanwhile."""
    left = [at]

    def trace(frame: FrameType, event: str, _given: Any) -> Any:
        ours = frame.f_code.co_filename.endswith(("keeper.py", "journal.py", "locks.py"))
        if ours and event in {"line", "return"}:
            left[0] -= 1
            if left[0] < 0:
                sys.settrace(None)
                raise _Ended
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        do()
    except _Ended:
        pass
    finally:
        sys.settrace(before)


def _begin(folder: Path) -> Keeper:
    keeper = Keeper(folder, lambda: 1.0)
    keeper.keep([Record(BEGUN, {"game": "dog"})])
    keeper.keep([Record("one", {})])
    return keeper


def _written(folder: Path) -> list[str]:
    (path,) = folder.glob("*.journal")
    return [record.entry.kind for record in journal.read(path)][1:]


def test_a_step_is_written_once_or_not_at_all(tmp_path: Path) -> None:
    """Wherever the signal comes, and although the end writes what still waits."""
    for at in draw(range(_POINTS), 8):
        folder = tmp_path / str(at)
        keeper = _begin(folder)
        _interrupt(lambda: keeper.keep([Record("two", {}), Record("three", {})]), at)  # noqa: B023 - done at once
        keeper.close()
        assert _written(folder) in (["one"], ["one", "two", "three"]), at


def _refuse(*_given: object, **_named: object) -> None:
    raise journal.JournalError("The disk is full.")


def test_what_waited_for_room_is_written_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Steps that people saw are kept, whenever the signal comes that ends their being written."""
    for at in draw(range(_POINTS), 8):
        folder = tmp_path / str(at)
        keeper = _begin(folder)
        keeper.let_wait()
        with monkeypatch.context() as full:
            full.setattr(journal.Journal, "append", _refuse)
            keeper.keep([Record("two", {})])
            keeper.keep([Record("three", {})])
        assert keeper.unsaved == 2
        _interrupt(keeper.save, at)
        keeper.close()
        assert _written(folder) == ["one", "two", "three"], at
