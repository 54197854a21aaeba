"""Every rule of every game is said, shown, taken in a lesson, listed and printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablet_companion import games
from tools.taught import list_taught, write_table

DOCUMENT = Path(__file__).parents[2] / "docs" / "rules-taught.md"


@pytest.mark.parametrize("game", games.names())
def test_the_table_has_no_hole_and_is_of_today(game: str) -> None:
    """No cell is empty; each rule has a step of its own; the document says the same."""
    holes = {one.rule: one.cells for one in list_taught(game) if not all(one.cells)}
    assert holes == {}
    assert write_table(game) in DOCUMENT.read_text(encoding="utf-8"), "run make taught"
