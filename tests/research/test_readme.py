"""What the researchers' README shows can be typed as it stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tablet_companion import games
from tablet_companion.research import numbering
from tablet_companion.research.numbering import Numbering
from tablet_companion.research.tables import first_state, options_of
from tools.exemplary import exemplary

README: Final = Path(numbering.__file__).with_name("README.md")


@pytest.mark.parametrize(
    ("block", "needs"), [(0, ["pyspiel"]), (1, ["pettingzoo"]), (2, ["pyspiel", "pettingzoo"])]
)
def test_the_examples_run(block: int, needs: list[str]) -> None:
    """Each example of the README runs where its libraries are installed."""
    for library in needs:
        pytest.importorskip(library, reason=f"{library} is not installed: pip install .[research]")
    blocks = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) == 3
    exec(compile(blocks[block], str(README), "exec"), {})  # noqa: S102 - our own document


def test_the_readme_tells_how_many_numbers_there_are() -> None:
    """The table of numbers has the most numbers of every table, chance's beside them."""
    text = README.read_text(encoding="utf-8")
    for game in map(games.load, games.names()):
        for options, players in exemplary(game):
            if players not in (game.players(options_of(game, options))[i] for i in (0, -1)):
                continue
            first = first_state(game, options, players)
            more = game.listing(first).more
            numbering = Numbering(game, first)
            edition = f", edition `{options['edition']}`" if options else ""
            (row,) = re.findall(rf"^\| {game.title}{edition} \| (.+)$", text, re.MULTILINE)
            figures = {int(word) for word in re.findall(r"\d+", row)}
            assert {numbering.most - more, numbering.most_chance, players} <= figures
            assert more == 0 or more in figures


def test_the_readme_names_the_figures_of_the_code() -> None:
    """The number of steps and of features in the README are those that hold."""
    text = README.read_text(encoding="utf-8")
    assert f"| `most_steps` | {numbering.MAX_STEPS} |" in text
    for path in re.findall(r"`((?:tablet_companion|tests)/[^`*]+)`", text):
        assert (README.parents[2] / path).exists(), path
