"""What a game's README tells is so: options, rules, tests and files exist, and none is left out."""

from __future__ import annotations

import ast
import functools
import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from tablet_companion import games
from tablet_companion.games.core import Message
from tablet_companion.screen.words.wording import words

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
def test_the_tests_of_a_row_assert_its_rules(name: str) -> None:
    """Every rule has a row in the table, and stands in one of the tests of each of its rows."""
    rules, bodies = games.load(name).rules, _bodies()
    rows = [row.split("|")[1:-1] for row in _rule_table(name) if row.startswith("|")]
    assert set(rules) <= set(re.findall(r"`(\w+)`", "".join(row[1] for row in rows)))
    for _, identifiers, tests in rows:
        said = "\n".join(bodies[test] for test in re.findall(r"`(test_\w+)`", tests))
        wanted = {word for word in re.findall(r"`(\w+)`", identifiers) if word in rules}
        assert wanted <= set(re.findall(r"[\"'](\w+)[\"']", said)), tests


@every_game
def test_every_booklet_test_has_a_row_and_names_its_section(name: str) -> None:
    """What is held of the booklet stands in the table, and says where the booklet states it.

    A test of a ruling alone gives its number.
    """
    told = set(re.findall(r"`(test_\w+)`", "\n".join(_rule_table(name))))
    sections = _sections(name)
    tests = [test for path in _booklet_files(name) for test in _tests(path)]
    assert len(tests) > 30
    assert {test.name for test in tests} <= told
    for test in tests:
        claim = ast.get_docstring(test) or ""
        ruling = re.match(r"\(\d+\)|House ruling \d", claim)
        assert ruling or any(_is_named(section, claim) for section in sections), test.name


@every_game
def test_every_file_has_its_line(name: str) -> None:
    """Each file of the game's folder is in the last table, apart from what only joins them."""
    table = _text(name).partition("## Where things are")[2]
    there = {path.name for path in _folder(name).glob("*.py")} - {"__init__.py", "game.py"}
    told = set(re.findall(r"`(\w+\.py)`", table))
    assert told <= there
    assert there - told <= {"words.py"}, "what the screen says needs no line, all else does"


def _rule_table(name: str) -> list[str]:
    """Return the lines of the table that leads from rules to tests."""
    below = _text(name).partition("\n## Rules, their identifiers and their tests\n")[2]
    table = below.partition("\n## ")[0].partition("| --- |")[2]
    return table.splitlines()[1:]


def _sections(name: str) -> set[str]:
    """Return the booklet's sections by their French names, as rules and README cite them."""
    french = words("fr")
    cited = [
        french.say(Message("{text}", (("text", text.section),)))
        for text in games.load(name).rules.values()
    ]
    above = _text(name).partition("\n## What the rules say\n")[2].partition("\n## ")[0]
    cited += [row.split("|")[-2] for row in above.splitlines() if row.startswith("|")]
    return {part.strip() for one in cited for part in re.split("[,;]", one)} - {""}


def _is_named(section: str, claim: str) -> bool:
    """Whether a claim begins with a section, or with as much of it as a word or a number."""
    head = claim.replace("'", "’").replace("`", "").partition(": ")[0]
    parts = re.split(r"[,;] | and ", re.sub(r" ?\(\d+\)|\b(agents|wink|zwinkern) ", "", head))
    return any(re.fullmatch(re.escape(part) + r"(?!\w).*", section) for part in parts if part)


def _booklet_files(name: str) -> list[Path]:
    return [
        path for kind in ("booklet", "rounds") for path in _TESTS.rglob(f"test_{name}_{kind}*.py")
    ]


def _tests(path: Path) -> list[ast.FunctionDef]:
    """Return the tests of a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [node for node in found if node.name.startswith("test_")]


@functools.cache
def _bodies() -> dict[str, str]:
    """Return the code of each test there is, by its name; of equal names, all of it."""
    found: dict[str, str] = {}
    for path in _TESTS.rglob("test_*.py"):
        for test in _tests(path):
            found[test.name] = found.get(test.name, "") + ast.unparse(test)
    return found


def _agent_examples() -> tuple[dict[str, Any], ...]:
    blocks = re.findall(r"(?:^    .*\n)+", _text("agent"), flags=re.MULTILINE)
    return tuple(json.loads(block) for block in blocks)


def test_the_positions_of_agent_are_read_as_they_stand() -> None:
    """What the README shows of JSON is what `moves` and `explain` read and print."""
    game, (position, line, attempt, answer) = games.load("agent"), _agent_examples()
    assert line in game.moves(position)
    given = game.explain(attempt)
    told = answer["breaches"][0]
    assert given["breaches"][0].keys() == told.keys()
    assert all(given["breaches"][0][key] == told[key] for key in ("rule", "where"))
    assert (given["legal"], len(given["breaches"])) == (answer["legal"], 1)
