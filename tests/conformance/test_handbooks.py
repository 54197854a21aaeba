"""What games teach of their rules is so: the engine allows the examples and refuses the traps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest

from tablet_companion import games
from tablet_companion.games.core import Breach, Place, Rule, say_plainly
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared import examples
from tablet_companion.games.shared.examples import Example
from tablet_companion.games.shared.positions import compose
from tablet_companion.kit import printed
from tablet_companion.screen.words.wording import words
from tests.conformance.walk import GAMES

EXPLAINED_ONLY: Final = frozenset({Rule("giving_up_moves")})
"""Rules that only the answer to a position in the exchange format names: no table shows them."""

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def taught() -> Iterator[Any]:
    """Yield every example of every game."""
    for game in GAMES:  # whether or not the handbook is whole
        for rule, example in games.handbook(game.name).examples.items():
            yield pytest.param(game, rule, example, id=f"{game.name}-{rule}")


OF_LISTS = {Rule("one_form")}
"""Rules of lists of moves, which nobody at a table can break: no lesson and no book tells them."""


@every_game
def test_every_rule_is_taught(game: AnyGame) -> None:
    """Whatever a judge can refuse is told as it is, and shown by an example."""
    book = games.handbook(game.name)
    assert set(game.rules) <= set(book.rules)
    assert {rule for rule, text in book.rules.items() if not text.says} <= OF_LISTS
    assert set(book.rules) == set(book.examples)


MIN_WORDS = 6
"""Fewer do not tell what a card does: “A 7 has seven steps.”"""


@every_game
def test_a_card_is_described_by_the_first_sentence_alone(game: AnyGame) -> None:
    """A page without room for more shows that sentence beside the laid card."""
    rules = games.handbook(game.name).rules
    firsts = [text.says.split(". ")[0] for text in rules.values() if text.cards]
    assert [one for one in firsts if len(one.split()) < MIN_WORDS] == []


@every_game
def test_a_rule_that_can_be_broken_tempts(game: AnyGame) -> None:
    """Its example has something that breaks it; nobody is tempted to break what cannot be.

    Some rules only ask for a doing, which is left to do until it is done: the example has it.
    """
    for rule, example in games.handbook(game.name).examples.items():
        if rule not in game.rules:
            assert example.tempting is None
        elif example.tempting is None and rule not in EXPLAINED_ONLY:
            state = compose(game, example.position)
            action = game.read_action(state, example.legal[0])
            assert rule in {step.rule for step in game.steps(state, action)}, rule


@pytest.mark.parametrize(("game", "rule", "example"), list(taught()))
def test_an_example_is_as_the_engine_has_it(game: AnyGame, rule: Rule, example: Example) -> None:
    """What an example calls legal is legal; what tempts breaks exactly this rule, in words."""
    state = compose(game, example.position)
    allowed = game.legal(state)
    assert example.legal
    for text in example.legal:
        assert game.read_action(state, text) in allowed, text
    if example.tempting is not None:
        found = examples.breaches(game, state, example.tempting)
        assert {breach.rule for breach in found} == {rule}
        _assert_said(game, found)


def _assert_said(game: AnyGame, found: tuple[Breach, ...]) -> None:
    for breach in found:
        text, details = game.rules[breach.rule], dict(breach.details)
        assert say_plainly(text.text, details.items())
        assert say_plainly(text.mend, details.items())


@every_game
def test_every_place_has_a_word(game: AnyGame) -> None:
    """What a sentence calls a place is no identifier: “red.home” is, and ``[beside]`` names it."""
    board = printed.board(game.name)
    said = words("en", board)
    assert [area for area in board.areas if "." in said.place(Place(area))] == []
