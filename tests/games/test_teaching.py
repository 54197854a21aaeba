"""The games' teaching data: refused in one sentence where it is wrong, and all in their folders."""

from __future__ import annotations

import sys
from importlib import resources
from pathlib import Path
from typing import Final

import pytest

from tablet_companion import games
from tablet_companion.games.core import Rule
from tablet_companion.games.shared.teaching import TeachingError, Terms, read_rules, read_terms
from tablet_companion.kit import printed
from tablet_companion.screen.words.names import PIECES
from tests.conformance.walk import positions
from tests.screen.marked_texts import read_marked

every_game = pytest.mark.parametrize("name", games.names())
RULE: Final = 'why_not = "No."\nmend = "Put it back."\nsection = "Rules"\n'


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder ``teaching`` of a package named ``taught``, empty."""
    folder = tmp_path / "taught" / "teaching"
    folder.mkdir(parents=True)
    folder.parent.joinpath("__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "taught", raising=False)
    read_terms.cache_clear()
    return folder


def test_a_rule_takes_what_it_lacks_from_what_games_share(package: Path) -> None:
    """Words stand once in the shared file; a game adds its section, or says something else."""
    package.joinpath("rules.toml").write_text('[forwards]\nsection = "The way"\n')
    shared = "tablet_companion.games.dog_family"
    with pytest.raises(TeachingError, match=r"forwards: why_not is missing\.$"):
        read_rules("taught", shared)
    package.joinpath("rules.toml").write_text('[must_play]\nsection = ["One", "Two"]\n')
    rules = read_rules("taught", shared)
    assert rules[Rule("must_play")].section == "One, Two"
    assert rules[Rule("must_play")].mend == games.load("dog").rules[Rule("must_play")].mend


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (None, r"taught: teaching/rules.toml cannot be read: .*No such file"),
        ("[a\n", r"taught: teaching/rules.toml cannot be read: .*line 1"),
        ('a = "b"\n', r"rules.toml has 'a' outside any table"),
        ("[a]\n", r"rules.toml, a: why_not is missing"),
        ("[a]\nwhy_not = 3\n", r"rules.toml, a: why_not cannot be 3"),
        ('[a]\nwhynot = "No."\n', r"rules.toml, a: 'whynot' is not a key of a rule"),
        (f"[a]\n{RULE.replace('No.', 'No {place.')}", r"the braces of 'No {place\.' do not match"),
        (f"[a]\n{RULE.replace('No.', 'No {where}.')}", r"a: {where} must begin with one of card, "),
        (f"[a]\n{RULE.replace('Rules', 'One, two')}", r"a section's title has no comma"),
        (f"[a]\n{RULE}private = 1\n", r"a: private cannot be 1"),
    ],
)
def test_rules_that_cannot_be_said_are_refused(
    package: Path, content: str | None, reason: str
) -> None:
    """One sentence names the game, the file, the rule and what is wrong."""
    if content is not None:
        package.joinpath("rules.toml").write_text(content)
    with pytest.raises(TeachingError, match=reason) as caught:
        read_rules("taught")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("[fish]\n", r"words.toml has a table 'fish', which is not a list of words"),
        ("[cards]\nA = 3\n", r"words.toml, cards, A: a text was expected, not 3"),
        ('[beside]\nbox = "{whose} box"\n', r"beside, box: {whose} must begin with one of"),
    ],
)
def test_words_that_cannot_be_said_are_refused(package: Path, content: str, reason: str) -> None:
    """One sentence names the game, the file, the word and what is wrong."""
    package.joinpath("words.toml").write_text(content)
    with pytest.raises(TeachingError, match=reason):
        read_terms("taught")


def test_a_game_without_words_has_none(package: Path) -> None:
    """A game whose things are called by colours and numbers needs no file; nor does no game."""
    assert not package.joinpath("words.toml").exists()
    assert read_terms("taught") == games.terms(None) == games.terms("hide_and_seek") == Terms()


def test_no_word_of_one_game_stands_outside_its_folder() -> None:
    """The screen's own tables know colours; whatever else a game names stands in its folder."""
    screen = Path(str(resources.files("tablet_companion"))) / "screen"
    marked = {key for path in screen.rglob("*.py") for key in read_marked(path)}
    for name in games.names():
        terms = games.terms(name)
        own = {*terms.cards.values(), *terms.pieces.values(), *terms.places.values()}
        assert not own & marked, name
    assert not own & set(PIECES.values())


@every_game
def test_all_that_a_game_names_has_a_word(name: str) -> None:
    """Every face but numbers, every piece ever seen, every area but letters and numbers."""
    game, terms, board = games.load(name), games.terms(name), printed.board(name)
    assert {card for card in game.cards if not card[0].isdigit()} <= set(terms.cards)
    shown = {piece for state in positions(game, 5) for _, piece in game.placement(state).pieces}
    assert {piece for piece in shown if not piece.isdigit()} <= {*terms.pieces, *PIECES}
    named = {place.part_of for place in board.places if place.part_of and place.kind == "point"}
    assert {area for area in named if area[1:].isalpha()} <= set(terms.places)
