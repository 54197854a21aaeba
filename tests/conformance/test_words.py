"""Every game can be said: each action of a seat has words, and no two have the same."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from tablet_companion.games.core import CHANCE, TABLE, Message, say_plainly
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import LANGUAGES
from tablet_companion.kit import printed
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import sayings
from tablet_companion.screen.words.wording import words
from tests.conformance.walk import GAMES, positions, walk

pytestmark = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)

Paths = list[tuple[Message, ...]]


def _paths(entries: Iterable[sayings.Entry]) -> Paths:
    return [entry.saying.labels for entry in entries]


def _unmistakable(paths: Paths) -> bool:
    """Whether no path is another one, or the beginning of another."""
    beginnings = {path[:size] for path in paths for size in range(1, len(path))}
    return len(set(paths)) == len(paths) and not beginnings & set(paths)


def test_every_action_of_a_seat_can_be_said(game: AnyGame) -> None:
    """Where no card on a pile is part of an action, labels lead to it."""
    for state in positions(game, 6):
        if game.pile or game.actor(state) in (None, CHANCE):
            continue
        said = {entry.action for entry in sayings.find_entries(Position(game, state))}
        assert set(game.legal(state)) <= said


def test_gifts_are_asked_for_until_they_are_on_record(game: AnyGame) -> None:
    """Where the tablet dealt, and so knows of every gift, the headline then asks for a card."""
    if not game.pile:
        return
    state = game.setup({"dealing": "tablet"}, game.seats)
    said = []
    for at in walk(game, state, seed=1, most=40):
        view = game.view(at[0], TABLE)
        if view.phase != "gift" and view.turn not in (None, CHANCE):
            said.append(game.prompt(view).text)
    assert set(said) == {"{seat}: lay a card and move."}


def test_what_is_said_cannot_be_mistaken(game: AnyGame) -> None:
    """No two actions are said by the same touches, and none by the beginning of another's."""
    for state in positions(game, 6):
        assert _unmistakable(_paths(sayings.find_spoken(Position(game, state))))
        assert _unmistakable(_paths(sayings.find_shown(Position(game, state))))
        assert _unmistakable(_paths(sayings.find_plays(Position(game, state)) if game.pile else ()))
        for seat in sayings.find_whisperers(Position(game, state)):
            assert _unmistakable(_paths(sayings.find_private(Position(game, state), seat)))


def test_labels_prompts_and_facts_are_filled(game: AnyGame) -> None:
    """Every text has what its placeholders ask for, for every viewer."""
    for state in positions(game, 6):
        if game.outcome(state) is not None:
            continue
        labels = [
            label
            for entry in sayings.find_entries(Position(game, state))
            for label in entry.saying.labels
        ]
        for viewer in (TABLE, *(one.seat for one in game.view(state, TABLE).seats)):
            view = game.view(state, viewer)
            labels += [game.prompt(view), *game.facts(view)]
        for label in labels:
            assert say_plainly(label.text, label.details)


def test_what_is_offered_in_public_tells_no_secret(game: AnyGame) -> None:
    """Keys that everybody sees are the same for all truths that the table cannot tell apart."""
    rng = random.Random(5)
    for state in positions(game, 4):
        other = game.resample(state, TABLE, rng)
        for find in (sayings.find_spoken, sayings.find_shown):
            mine = _paths(find(Position(game, state)))
            assert mine == _paths(find(Position(game, other)))
        assert sayings.find_whisperers(Position(game, state)) == sayings.find_whisperers(
            Position(game, other)
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_after_a_comma_has_no_capital(game: AnyGame, language: str) -> None:
    """“Attack, Blue, London, Send yellow to the Bahamas”: labels are read as one sentence.

    Nouns that stand alone are names, and in German they have capitals anyway.
    """
    told = words(language, printed.board(game.name))
    for state in positions(game, 6):
        for entry in sayings.find_entries(Position(game, state)):
            for label in entry.saying.labels[1:]:
                text = told.text(label.text)
                assert text[0] == "{" or not text[0].isupper(), text
