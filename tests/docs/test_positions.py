"""The positions in JSON that the games' READMEs show can be typed as they stand."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tablet_companion import games


def _read_positions(name: str) -> list[dict[str, Any]]:
    """Return the positions that are set as code in a game's README."""
    readme = Path(games.__file__).with_name(name) / "README.md"
    blocks = re.findall(r"(?:^ {4}.*\n)+", readme.read_text("utf-8"), re.MULTILINE)
    return [json.loads(block) for block in blocks if '"game":' in block]


@pytest.mark.parametrize("name", games.names())
def test_a_position_that_a_readme_shows_is_read(name: str) -> None:
    """Its moves are listed; with an attempt, the broken rule is one of the game's."""
    game = games.load(name)
    positions = _read_positions(name)
    assert [position for position in positions if "attempt" not in position]
    for position in positions:
        if "attempt" in position:
            assert {breach.rule for breach in game.attempt(position)} <= set(game.rules)
        else:
            assert game.moves(position)
