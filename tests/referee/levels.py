"""Games under way with a level of help."""

from __future__ import annotations

from typing import Any

from tablet_companion.referee.model.panels import PlayPanel
from tests.referee.bench import Bench


def begun(level: str, **seats: str) -> Bench:
    """Return a game under way, with levels of the table and of some seats."""
    options: dict[str, Any] = {"level": level}
    options |= {f"level {seat}": one for seat, one in seats.items()}
    bench = Bench(options=options)
    bench.see(bench.shown())
    return bench


def play(bench: Bench) -> PlayPanel:
    """Return the page of a turn."""
    assert isinstance(bench.panel, PlayPanel)
    return bench.panel
