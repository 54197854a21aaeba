"""The table of lessons keeps other games' lines, and a chapter that takes too long fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from tools import lessons
from tools.pupil import Taken


def take(seconds: float, stuck: str = "") -> Taken:
    """Return how the first chapter of Wink went."""
    return Taken("wink", "calling", 4, seconds, stuck=stuck)


@pytest.mark.parametrize(
    ("taken", "status"), [(take(179.0), 0), (take(180.0), 1), (take(60.0, "step 2"), 1)]
)
def test_a_chapter_that_is_too_long_or_stuck_fails(
    taken: Taken,
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The command says which chapter it is; what it does not take again stays as it was."""

    def take_all(_kit: object) -> Iterator[Taken]:
        yield taken

    monkeypatch.setattr(lessons, "take_all", take_all)
    monkeypatch.setattr(lessons, "make_print", lambda name: SimpleNamespace(name=name))
    path = tmp_path / "lessons.md"
    path.write_text("| Pocket Ops | More powers | 3 | 1 | 2 | 9 | 95 |\n", encoding="utf-8")
    assert lessons.main([str(path), "wink"]) == status
    text = path.read_text(encoding="utf-8")
    assert "| Wink | Calling a card | 4 |" in text
    assert "| Pocket Ops | More powers |" in text
    assert ("wink, calling" in capsys.readouterr().err) == bool(status)
