"""What the documents name exists: files, links, commands, options, make targets, words."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

import pytest

from tablet_companion import cli

ROOT = Path(__file__).parents[2]
DOCUMENTS = ("README.md", "ARCHITECTURE.md", "GOING_WRONG.md", "GLOSSARY.md", "CHANGELOG.md")


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name: str) -> None:
    """Every relative link of a document is a file of the project."""
    for target in re.findall(r"\]\(([^)#]+)\)", _text(name)):
        assert (ROOT / target).exists(), target


@pytest.mark.parametrize("name", DOCUMENTS)
def test_named_paths_exist(name: str) -> None:
    """Everything in backticks that looks like a path of ours is one."""
    rooms = ("tablet_companion/", "hardware/", "calibration/", "tests/", "systemd/", "docs/")
    for path in re.findall(r"`([\w./-]+)`", _text(name)):
        if path.startswith(rooms):
            assert (ROOT / path).exists(), path


def _command_lines() -> list[str]:
    lines = []
    for name in DOCUMENTS:
        lines += re.findall(r"`(tablet-companion [^`]+)`", _text(name).replace("\n   ", " "))
    return lines


@pytest.mark.parametrize("line", _command_lines())
def test_commands_are_understood(line: str) -> None:
    """Every command line of a document names a command and options that it has."""
    words = shlex.split(line)[1:]
    assert words[0] in cli.COMMANDS
    parser = cli.parser(words[0])
    known = {option for action in _actions(parser, words[0]) for option in action.option_strings}
    for word in words:
        if word.startswith("--"):
            assert word in known, word


def _actions(parser: argparse.ArgumentParser, command: str) -> list[argparse.Action]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            chosen: argparse.ArgumentParser = action.choices[command]
            return list(chosen._actions)
    raise AssertionError(command)


def test_make_targets_exist() -> None:
    """Every make target that the README names is in the Makefile."""
    rules = set(re.findall(r"^(\w+):", _text("Makefile"), flags=re.MULTILINE))
    named = set(re.findall(r"`make (\w+)`|^ {4}make (\w+)", _text("README.md"), flags=re.MULTILINE))
    assert {first or second for first, second in named} <= rules


def test_named_functions_exist() -> None:
    """Every function that the architecture names with its file is defined there."""
    text = _text("ARCHITECTURE.md").replace("\n   ", " ")
    pairs = re.findall(
        r"`([\w.]+)`\s+(?:in|\()\s*`?((?:tablet_companion|hardware|calibration)/[\w/]+\.py)", text
    )
    assert len(pairs) >= 8
    for name, path in pairs:
        for part in name.split("."):
            found = re.search(rf"(def|class) {part}\b", _text(path))
            assert found, (name, path)


def test_the_glossary_is_sorted() -> None:
    """A word is found where the alphabet has it."""
    words = re.findall(r"^\| ([^|]+?) \|", _text("GLOSSARY.md"), flags=re.MULTILINE)[2:]
    assert words == sorted(words, key=str.casefold)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_name_no_machine(name: str) -> None:
    """No document holds a path of the machine it was written on."""
    assert not re.search(r"(?<![\w.])/(home|root|tmp|work|Users)/", _text(name))
