"""What a game's README tells is so: options, rules, tests and files exist, and none is left out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from tablet_companion import games

_TESTS: Final = Path(__file__).parents[1]
_NAMES: Final = tuple(
    name for name in games.names() if (Path(games.__file__).parent / name / "README.md").exists()
)
every_game = pytest.mark.parametrize("name", _NAMES)


def _folder(name: str) -> Path:
    return Path(games.__file__).parent / name


def _text(name: str) -> str:
    return (_folder(name) / "README.md").read_text(encoding="utf-8")


@every_game
def test_every_rule_and_option_is_told_of(name: str) -> None:
    """Each identifier that a player can be shown, and each option, stands in the README."""
    game = games.load(name)
    wanted = {*game.rules, *(option.name for option in game.options)}
    assert not wanted - set(re.findall(r"`(\w+)`", _text(name)))


@every_game
def test_the_tests_told_of_exist(name: str) -> None:
    """Each test or file of tests that stands in the README can be run by that name."""
    files = list(_TESTS.rglob("test_*.py"))
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    known = {*re.findall(r"def (test_\w+)", text), *(path.stem for path in files)}
    told = set(re.findall(r"`(test_\w+)`", _text(name)))
    assert len(told) > 10
    assert told <= known


@every_game
def test_every_file_has_its_line(name: str) -> None:
    """Each file of the game's folder is in the last table, apart from what only joins them."""
    table = _text(name).partition("## Where things are")[2]
    there = {path.name for path in _folder(name).glob("*.py")} - {"__init__.py", "game.py"}
    told = set(re.findall(r"`(\w+\.py)`", table))
    everywhere = {path.name for path in _folder(name).parent.glob("_*.py")}
    assert told <= there | everywhere
    assert there - told <= {"words.py"}, "what the screen says needs no line, all else does"


def _agent_examples() -> tuple[dict[str, Any], ...]:
    blocks = re.findall(r"(?:^    .*\n)+", _text("agent"), flags=re.MULTILINE)
    return tuple(json.loads(block) for block in blocks)


def test_the_positions_of_agent_are_read_as_they_stand() -> None:
    """What the README shows of JSON is what `moves` and `explain` read and print."""
    game, (position, line, attempt, answer) = games.load("agent"), _agent_examples()
    assert line in game.moves(position)
    given = game.explain(attempt)
    told = answer["breaches"][0]
    assert {**given["breaches"][0], "text": told["text"]} == told
    assert (given["legal"], len(given["breaches"])) == (answer["legal"], 1)
